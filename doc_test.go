package queens_test

import (
	"encoding"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"iter"
	"maps"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	. "example.com/queens"
	. "example.com/queens/internal/testkit"
)

// Tests of what the package comment says of all types.

// Whatever a program may print says what it is, and not where it lies in memory.
func TestPrinted(t *testing.T) {
	const text = "n=8 torus given=b4 blocked=a1"
	board := Must(ParseBoard(text))
	plain := Must(ParseBoard("n=8 given=b4 blocked=a1"))
	sampler := Must(plain.Sampler(t.Context()))
	census := Must(plain.Census(t.Context()))
	list := Must(plain.Tasks(t.Context(), 1))
	for _, test := range []struct {
		value any
		want  string
	}{
		{list, fmt.Sprintf("%d tasks of n=8 given=b4 blocked=a1", list.Len())},
		{board, text},
		{*board, text},
		{Given(Square{3, 1}, Square{4, 3}), "given=b4,d5"},
		{Blocked(Square{0, 0}), "blocked=a1"},
		{Toroidal(), "torus"},
		{sampler, "sampler of 8 solutions of n=8 given=b4 blocked=a1"},
		{census, "8 solutions in 8 orbits: 8 of 1"},
		{Estimate{Mean: 92, StdErr: 3, Probes: 100}, "92 ± 3 (100 probes)"},
		{Task{}, "no task"},
		{Step{Op: Place, Square: Square{3, 1}}, "place b4"},
		{Step{Reject, Square{4, 2}, Square{3, 1}}, "reject c5, which b4 attacks"},
		{Progress{Done: 61, Total: 1024, Solutions: 7386256, Fraction: 0.5}, "50.0 %, 61 of 1024 pieces, 7386256 solutions"},
		{Workers(3), "Workers(3)"},
		{OnProgress(func(Progress) {}), "OnProgress"},
		{Rotate90, "rotate90"},
		{Square{3, 1}, "b4"},
		{Placement{1, 3, 0, 2}, "2 4 1 3"},
	} {
		for _, verb := range []string{"%v", "%+v", "%s"} {
			if got := fmt.Sprintf(verb, test.value); got != test.want && verb != "%s" || strings.Contains(got, "0x") {
				t.Errorf("%s prints a %T as %q, want %q", verb, test.value, got, test.want)
			}
		}
	}
	if got := fmt.Sprint(list.At(0)); !strings.HasPrefix(got, "queens-task/1 n=8 given=b4 blocked=a1 ") {
		t.Errorf("a task is printed as %q", got)
	}
	if got, byValue := fmt.Sprintf("%q", board), fmt.Sprintf("%q", *board); got != `"`+text+`"` || byValue != got {
		t.Errorf("%%q prints a board as %s, and by value as %s", got, byValue)
	}
}

// The same seed gives the same. Another seed gives something else, and so does each call
// without a source of chance.
func TestSeeds(t *testing.T) {
	ctx, b := t.Context(), Must(New(12))
	m := Must(b.Sampler(ctx))
	for name, draw := range map[string]func(*rand.Rand) any{
		"ConstructRandom": func(rng *rand.Rand) any { return Must(ConstructRandom(ctx, rng, 2000)) },
		"Complete":        func(rng *rand.Rand) any { return Must(NewPlacement(100).Complete(ctx, rng)) },
		"Puzzle":          func(rng *rand.Rand) any { return Must(b.Puzzle(ctx, rng, Hard)) },
		"Estimate":        func(rng *rand.Rand) any { return Must(b.Estimate(ctx, rng, 100)).Mean },
		"Sample":          func(rng *rand.Rand) any { return m.Sample(rng) },
	} {
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

// Whatever a program may store comes back from its JSON.
func TestStored(t *testing.T) {
	large := Must(Construct(100_000))
	large[3] = Empty
	board := Must(ParseBoard("n=8 torus given=b4 blocked=a1,h8"))
	census := Must(Must(ParseBoard("n=8")).Census(t.Context()))
	tasks := Must(Must(ParseBoard("n=8 given=b4 blocked=a1")).Tasks(t.Context(), 10))
	for _, test := range []struct {
		value any
		want  string // or "" if it is not of interest
	}{
		{Placement{1, Empty, 0, 2}, "[1,-1,0,2]"},
		{Placement{}, "[]"},
		{Placement{0}, "[0]"},
		{Placement{Empty}, "[-1]"},
		{Placement{5, -9}, "[5,-9]"},
		{large, ""},
		{Square{3, 1}, `"b4"`},
		{[]Square{{3, 1}, {29, 26}}, `["b4","aa30"]`},
		{map[Square]int{{3, 1}: 7}, `{"b4":7}`},
		{Step{Op: Place, Square: Square{3, 1}}, `{"op":"place","square":"b4"}`},
		{Step{Reject, Square{1, 1}, Square{}}, `{"op":"reject","square":"b2","by":"a1"}`},
		{board, `"n=8 torus given=b4 blocked=a1,h8"`},
		{struct{ Board *Board }{board}, `{"Board":"n=8 torus given=b4 blocked=a1,h8"}`},
		{struct{ Board *Board }{}, `{"Board":null}`},
		{struct{ Board Board }{*board}, `{"Board":"n=8 torus given=b4 blocked=a1,h8"}`},
		{struct{ Board Board }{}, `{"Board":"n=0"}`},
		{map[string]Board{"b": *board}, `{"b":"n=8 torus given=b4 blocked=a1,h8"}`},
		{map[int][]Board{8: {{}, *board}}, `{"8":["n=0","n=8 torus given=b4 blocked=a1,h8"]}`},
		{census, `{"all":92,"fundamental":12,"orbits":[0,0,0,0,1,0,0,0,11]}`},
		{Estimate{Mean: 92, Probes: 32, Exact: true}, `{"mean":92,"stderr":0,"probes":32,"exact":true}`},
		{Estimate{Mean: 1.5e30, StdErr: 3.25e28, Probes: 100}, `{"mean":1.5e+30,"stderr":3.25e+28,"probes":100,"exact":false}`},
		{Estimate{StdErr: math.Inf(1), Probes: 1}, `{"mean":0,"stderr":null,"probes":1,"exact":false}`},
		{tasks.At(0), ""},
		{slices.Collect(tasks.All()), ""},
	} {
		encoded, err := json.Marshal(test.value)
		if err != nil || test.want != "" && string(encoded) != test.want {
			t.Errorf("%T is stored as %.100s, %v, want %s", test.value, encoded, err, test.want)
			continue
		}
		back := reflect.New(reflect.TypeOf(test.value))
		if err := json.Unmarshal(encoded, back.Interface()); err != nil {
			t.Errorf("%.100s: %v", encoded, err)
			continue
		}
		if again, err := json.Marshal(back.Interface()); err != nil || !slices.Equal(again, encoded) {
			t.Errorf("%.100s comes back as %.100s, %v", encoded, again, err)
		}
	}
}

// In stored data null stands for nothing: encoding/json alone would read it as a1, as the first
// rule or as 0. Nor may what is needed be missing. After an error the value is what it was.
func TestStoredNull(t *testing.T) {
	board := Must(ParseBoard("n=8 given=b4,d1"))
	var trial Deduction
	for d := range Must(ParseBoard("n=8 given=a1 blocked=b3,h8")).Deduce(t.Context()) {
		if d.Rule == Trial {
			trial = d
			break
		}
	}
	if len(trial.Steps) == 0 {
		t.Fatal("the board has no trial")
	}
	may := map[string]bool{"queens": true, "excluded": true, "because": true, "lines": true, "steps": true, "text": true, "stderr": true}
	for _, value := range []any{
		Square{3, 1}, Identity, Single, Place, Easy, Line{true, 5}, Must(board.Tasks(t.Context(), 1)).At(0),
		Step{Reject, Square{1, 1}, Square{}}, Must(board.Census(t.Context())), Estimate{Mean: 92, StdErr: 3, Probes: 9}, Rating{Hard, 58, 14}, trial,
	} {
		var decoded any
		encoded := Must(json.Marshal(value))
		NoError(t, json.Unmarshal(encoded, &decoded))
		for damaged := range withNulls(decoded, may) {
			text := Must(json.Marshal(damaged))
			read := reflect.New(reflect.TypeOf(value))
			read.Elem().Set(reflect.ValueOf(value))
			err := json.Unmarshal(text, read.Interface())
			if err == nil || !strings.HasPrefix(err.Error(), "queens: ") || !reflect.DeepEqual(read.Elem().Interface(), value) {
				t.Errorf("%T from %s: %v, %v", value, text, read.Elem(), err)
			}
			list := reflect.New(reflect.SliceOf(reflect.TypeOf(value)))
			if json.Unmarshal(slices.Concat([]byte("["), encoded, []byte(","), text, []byte("]")), list.Interface()) == nil {
				t.Errorf("%T from a list with %s is no error", value, text)
			}
		}
	}
}

// TestStoredImpossible has numbers that no estimate and no rating has.
func TestStoredImpossible(t *testing.T) {
	estimate, rating := Estimate{Mean: 92, StdErr: 3, Probes: 9}, Rating{Hard, 58, 14}
	for _, impossible := range []any{
		Estimate{Mean: -1}, Estimate{StdErr: -1}, Estimate{Probes: -1}, Rating{Easy, -1, 0}, Rating{Easy, 101, 0}, Rating{Easy, 0, -1},
	} {
		var into any = &estimate
		if _, isRating := impossible.(Rating); isRating {
			into = &rating
		}
		err := json.Unmarshal(Must(json.Marshal(impossible)), into)
		if err == nil || !strings.HasPrefix(err.Error(), "queens: ") || estimate.Probes != 9 || rating.Score != 58 {
			t.Errorf("%+v is read as %v, %v: error %v", impossible, estimate, rating, err)
		}
	}
}

// withNulls yields copies of decoded JSON in which one value is null or missing, except under
// some names, or an object where there should be none.
func withNulls(value any, except map[string]bool) iter.Seq[any] {
	return func(yield func(any) bool) {
		if !yield(nil) {
			return
		}
		switch value := value.(type) {
		case []any:
			for i := range value {
				for damaged := range withNulls(value[i], except) {
					if list := slices.Clone(value); !yield(slices.Replace(list, i, i+1, damaged)) {
						return
					}
				}
			}
		case map[string]any:
			for name := range value {
				object := maps.Clone(value)
				if delete(object, name); (!except[name] || name == "stderr") && !yield(object) {
					return
				}
				object = maps.Clone(value)
				if object[name] = map[string]any{}; name != "text" && !yield(object) {
					return
				}
				for damaged := range withNulls(value[name], except) {
					object := maps.Clone(value)
					if object[name] = damaged; (damaged != nil || !except[name]) && !yield(object) {
						return
					}
				}
			}
		}
	}
}

// The values of a type are in order, and each has a name, which is read in any case.
func TestNames(t *testing.T) {
	checkNames[Difficulty](t, `difficulty "%s", want easy, medium, hard or expert`, "easy", "medium", "hard", "expert")
	checkNames[Rule](t, `rule "%s", want single, pin, trial or contradiction`, "single", "pin", "trial", "contradiction")
	checkNames[Op](t, `op "%s", want place, reject, remove or found`, "place", "reject", "remove", "found")
	checkNames[Symmetry](t, `symmetry "%s", want identity, rotate90, rotate180, rotate270, fliprows, transpose, flipcolumns or antitranspose`,
		"identity", "rotate90", "rotate180", "rotate270", "fliprows", "transpose", "flipcolumns", "antitranspose")
}

// checkNames checks the names of a type, and that it has no others.
func checkNames[T interface {
	~uint8
	fmt.Stringer
	encoding.TextMarshaler
}, P interface {
	*T
	encoding.TextUnmarshaler
}](t *testing.T, wrong string, names ...string) {
	t.Helper()
	for i, name := range names {
		value := T(i)
		if text, err := value.MarshalText(); err != nil || string(text) != name || value.String() != name {
			t.Errorf("%T %d is called %v, and marshalled as %q, %v, want %q", value, i, value, text, err, name)
		}
		for _, spelled := range []string{name, strings.ToUpper(name)} {
			read := T(99)
			if err := P(&read).UnmarshalText([]byte(spelled)); err != nil || read != value {
				t.Errorf("%q is read as %v, %v, want %v", spelled, read, err, value)
			}
		}
	}
	none := T(len(names))
	_, want, _ := strings.Cut(wrong, `"%s"`)
	if text, err := none.MarshalText(); err == nil || err.Error() != fmt.Sprintf("queens: %v%s", none, want) || !strings.HasSuffix(none.String(), fmt.Sprintf("(%d)", len(names))) {
		t.Errorf("%v is marshalled as %q, %v", none, text, err)
	}
	for _, text := range []string{"", names[0] + "er", names[0] + " ", "0"} {
		read := T(1)
		if err := P(&read).UnmarshalText([]byte(text)); err == nil || err.Error() != "queens: "+fmt.Sprintf(wrong, text) || read != 1 {
			t.Errorf("%q is read as %v, error %v", text, read, err)
		}
	}
}

// odd are values of all exported types with methods that nobody should have, but may.
var odd = []any{
	AttackError{}, AttackError{[2]Square{{-1, math.MaxInt}, {math.MinInt, 0}}}, ParseError{}, Board{}, Census{}, Census{All: math.MaxUint64, Orbits: [9]uint64{1, 8: math.MaxUint64}},
	Deduction{}, Deduction{Rule: 99, Queens: make([]Square, 3), Steps: make([]Deduction, 2)},
	Deduction{Rule: Trial, Excluded: []Square{{-1, 70}}, Steps: []Deduction{{Rule: Trial, Lines: []Line{{true, -5}}}, {}}},
	Difficulty(99), Estimate{}, Estimate{Mean: math.NaN(), StdErr: math.NaN(), Probes: -1}, Estimate{Mean: math.Inf(-1), StdErr: 1e-300},
	Line{}, Line{true, math.MinInt}, Line{Index: math.MaxInt}, Op(99),
	Placement(nil), Placement{}, Placement{Empty}, Placement{-9, 99, 2, math.MinInt}, Placement{0, 0, math.MaxInt},
	Progress{}, Progress{Done: -1, Fraction: math.NaN()}, Rating{}, Rating{99, -1, -1}, Rule(99), Sampler{}, Square{}, Square{math.MinInt, math.MaxInt},
	Step{}, Step{Op: 99, Square: Square{-3, math.MaxInt}}, Symmetry(99), Task{}, TaskList{},
}

// No exported method panics whose doc, or that of its type, does not say so, whatever the
// receiver and the arguments; of a nil pointer only in the goroutine of the caller.
func TestOddReceivers(t *testing.T) {
	docs := docsOf(t, "example.com/queens")
	for _, value := range odd {
		typ := reflect.TypeOf(value)
		if docs[typ.Name()] == nil {
			t.Fatalf("there is no type %s", typ)
		}
		pointer := reflect.New(typ)
		pointer.Elem().Set(reflect.ValueOf(value))
		for i := range pointer.NumMethod() {
			name := pointer.Type().Method(i).Name
			said := docs[typ.Name()][name]
			for _, arguments := range []func(reflect.Type) reflect.Value{zeroArgument, oddArgument} {
				if why := PanicOf(t, pointer.Method(i), arguments); why != nil && !strings.Contains(said, "panic") {
					t.Errorf("%s.%s of %#v panics: %v", typ.Name(), name, value, why)
				}
			}
			null := reflect.Zero(pointer.Type())
			if why := PanicOf(t, null.Method(i), zeroArgument); why != nil && name == "Equal" {
				t.Errorf("%s.%s of nil panics: %v", typ.Name(), name, why)
			}
		}
	}
	for name, methods := range docs {
		if len(methods) > 0 && !slices.ContainsFunc(odd, func(value any) bool { return reflect.TypeOf(value).Name() == name }) {
			t.Errorf("there is no odd %s", name)
		}
	}
}

// docsOf returns what is said of each method of each exported type of the package, by their
// names.
func docsOf(t *testing.T, path string) map[string]map[string]string {
	t.Helper()
	sources := Must(filepath.Glob("*.go"))
	positions := token.NewFileSet()
	var files []*ast.File
	for _, source := range sources {
		if strings.HasSuffix(source, "_test.go") {
			continue
		}
		files = append(files, Must(parser.ParseFile(positions, source, nil, parser.ParseComments)))
	}
	documented := Must(doc.NewFromFiles(positions, files, path))
	docs := map[string]map[string]string{}
	for _, of := range documented.Types {
		docs[of.Name] = map[string]string{}
		for _, method := range of.Methods {
			docs[of.Name][method.Name] = of.Doc + method.Doc
		}
	}
	return docs
}

func zeroArgument(of reflect.Type) reflect.Value { return reflect.Zero(of) }

// oddArgument returns a value that makes little sense, of any type that methods take.
func oddArgument(of reflect.Type) reflect.Value {
	for _, value := range []any{
		-7, uint64(math.MaxUint64), []byte("\x00{"), rand.New(rand.NewPCG(1, 2)), Square{-1, math.MaxInt}, Placement{-9, 99}, Symmetry(99),
		Difficulty(99), DiagramStyle{Queen: "\n", Grid: true}, new(Board),
	} {
		if reflect.TypeOf(value) == of {
			return reflect.ValueOf(value)
		}
	}
	panic(fmt.Sprintf("no odd %v", of))
}
