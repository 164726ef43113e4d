package testkit

import (
	"encoding"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// What holds for all exported types of a package, checked for each from a table of values.

// CheckNames makes sure that the values of an enumeration have these names, from 0 on, that each is
// read back in letters of either case, and that nothing else has a name or is read.
func CheckNames[T ~uint8](t *testing.T, names ...string) {
	t.Helper()
	what := reflect.TypeFor[T]().String()
	text := func(value T) (string, error) {
		text, err := any(value).(encoding.TextMarshaler).MarshalText()
		return string(text), err
	}
	read := func(name string, value *T) error {
		return any(value).(encoding.TextUnmarshaler).UnmarshalText([]byte(name))
	}
	for i, name := range names {
		value := T(i)
		if written, err := text(value); fmt.Sprint(value) != name || written != name || err != nil {
			t.Errorf("%s %d is %v, written as %q, %v, want %q", what, i, value, written, err, name)
		}
		for _, form := range []string{name, strings.ToUpper(name)} {
			back := T(len(names))
			if err := read(form, &back); err != nil || back != value {
				t.Errorf("%q is read as %v, %v, want %v", form, back, err, value)
			}
		}
	}
	for _, beyond := range []T{T(len(names)), 255} {
		short := what[strings.LastIndex(what, ".")+1:]
		if written, err := text(beyond); err == nil || fmt.Sprint(beyond) != fmt.Sprintf("%s(%d)", short, uint8(beyond)) {
			t.Errorf("%s %d is %v, written as %q, %v", what, uint8(beyond), beyond, written, err)
		}
	}
	for _, other := range []string{"", " ", names[0] + " ", names[0][1:], "0"} {
		back := T(len(names))
		if err := read(other, &back); err == nil || back != T(len(names)) {
			t.Errorf("%q is read as %v, %v", other, back, err)
		}
	}
}

// CheckStored makes sure that the first of each pair, a value, comes back from its JSON, and that
// null leaves it as it is, as encoding/json has it. The second is that JSON, or "" if it is not of
// interest.
func CheckStored(t *testing.T, pairs ...[2]any) {
	t.Helper()
	for _, pair := range pairs {
		value, want := pair[0], pair[1]
		encoded, err := json.Marshal(value)
		if err != nil || want != "" && string(encoded) != want {
			t.Errorf("%T is stored as %.100s, %v, want %s", value, encoded, err, want)
			continue
		}
		back := reflect.New(reflect.TypeOf(value))
		if err := json.Unmarshal(encoded, back.Interface()); err != nil {
			t.Errorf("%.100s: %v", encoded, err)
			continue
		}
		if again, err := json.Marshal(back.Interface()); err != nil || !slices.Equal(again, encoded) {
			t.Errorf("%.100s comes back as %.100s, %v", encoded, again, err)
		}
		switch back.Elem().Kind() {
		case reflect.Slice, reflect.Map, reflect.Pointer: // null makes them nil
			continue
		}
		if err := json.Unmarshal([]byte("null"), back.Interface()); err != nil {
			t.Errorf("%T in JSON is null: %v", value, err)
		}
		if again, err := json.Marshal(back.Interface()); err != nil || !slices.Equal(again, encoded) {
			t.Errorf("null makes %.100s of %.100s, %v", again, encoded, err)
		}
	}
}

// CheckPrinted makes sure that the first of each pair, a value, is printed as the second, and says
// nothing of where it lies in memory.
func CheckPrinted(t *testing.T, pairs ...[2]any) {
	t.Helper()
	for _, pair := range pairs {
		for _, verb := range []string{"%v", "%+v", "%s"} {
			if got := fmt.Sprintf(verb, pair[0]); got != pair[1] && verb != "%s" || strings.Contains(got, "0x") {
				t.Errorf("%s prints a %T as %q, want %q", verb, pair[0], got, pair[1])
			}
		}
	}
}

// CheckMethods makes sure that no method of the values panics, whatever they are, except for those
// named, such as "Symmetry.Apply". Arguments are zero, or those of the arguments that fit. It calls
// the methods of pointers to the values, too.
func CheckMethods(t *testing.T, values, arguments []any, panics ...string) {
	t.Helper()
	zero := func(of reflect.Type) reflect.Value { return reflect.Zero(of) }
	odd := func(of reflect.Type) reflect.Value {
		for _, argument := range arguments {
			if reflect.TypeOf(argument) == of {
				return reflect.ValueOf(argument)
			}
		}
		return reflect.Zero(of)
	}
	for _, value := range values {
		typ := reflect.TypeOf(value)
		pointer := reflect.New(typ)
		for i := range pointer.NumMethod() {
			name := typ.Name() + "." + pointer.Type().Method(i).Name
			for _, argument := range []func(reflect.Type) reflect.Value{zero, odd} {
				pointer.Elem().Set(reflect.ValueOf(value))
				if why := PanicOf(t, pointer.Method(i), argument); why != nil && !slices.Contains(panics, name) {
					t.Errorf("%s of %#v panics: %v", name, value, why)
				}
			}
		}
	}
}

// CheckSeeds makes sure that each draw gives the same with the same seed, something else with another
// one, and something else again each time that it has no source of chance.
func CheckSeeds(t *testing.T, draws map[string]func(*rand.Rand) any) {
	t.Helper()
	seeded := func(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 2718)) }
	for name, draw := range draws {
		one := fmt.Sprint(draw(seeded(1)))
		WantSame(t, one, fmt.Sprint(draw(seeded(1))), "%s with the same seed again", name)
		drawn := map[string]bool{one: true}
		for _, rng := range []*rand.Rand{seeded(2), seeded(3), nil, nil, nil} {
			drawn[fmt.Sprint(draw(rng))] = true
		}
		if len(drawn) < 5 { // two of six may be equal by chance
			t.Errorf("%s: of six draws with other seeds, only %d differ", name, len(drawn))
		}
	}
}
