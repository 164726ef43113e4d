package testkit

import (
	"context"
	"io"
	"reflect"
	"testing"
	"time"
)

// PanicOf calls a method with a context, a writer and what argument returns for other types, and
// goes through some of the values if it returns an iterator. It returns what the call panics with,
// or nil.
func PanicOf(t *testing.T, method reflect.Value, argument func(reflect.Type) reflect.Value) (why any) {
	defer func() { why = recover() }()
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	var arguments []reflect.Value
	for i := range method.Type().NumIn() {
		switch in := method.Type().In(i); {
		case in == reflect.TypeFor[context.Context]():
			arguments = append(arguments, reflect.ValueOf(ctx))
		case in == reflect.TypeFor[io.Writer]():
			arguments = append(arguments, reflect.ValueOf(io.Discard))
		case !method.Type().IsVariadic() || i < method.Type().NumIn()-1:
			arguments = append(arguments, argument(in))
		}
	}
	for _, result := range method.Call(arguments) {
		if result.Kind() != reflect.Func || result.IsNil() {
			continue
		}
		left := 5
		yield := reflect.MakeFunc(result.Type().In(0), func([]reflect.Value) []reflect.Value {
			left--
			return []reflect.Value{reflect.ValueOf(left > 0)}
		})
		result.Call([]reflect.Value{yield})
	}
	return nil
}
