package tasks_test

import (
	"context"
	"slices"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
	"example.com/queens/internal/testkit"
	"example.com/queens/tasks"
)

func TestTypes(t *testing.T) {
	list, err := tasks.Cut(t.Context(), boardtest.New(t, 8), 10)
	testkit.NoError(t, err)
	first := list.At(0)
	testkit.CheckStored(t, [2]any{first, ""})
	testkit.CheckPrinted(t, [2]any{first, first.String()}, [2]any{tasks.Task{}, "no task"})
	testkit.CheckMethods(t, []any{first, tasks.Task{}, *list, tasks.List{}}, []any{-7, []byte("\x00{")}, "List.At")
}

// Whatever a call is doing on a board that takes it long, it ends soon after its context, and leaves
// no goroutine behind.
func TestCancel(t *testing.T) {
	large := boardtest.New(t, 27)
	list, err := tasks.Cut(t.Context(), large, 100)
	testkit.NoError(t, err)
	half := queens.Given(slices.Collect(testkit.Must(queens.Construct(33))[:20].Queens())...) // many solutions come soon
	wide, err := tasks.Cut(t.Context(), boardtest.New(t, 33, half), 10)
	testkit.NoError(t, err)
	for name, call := range map[string]func(context.Context) error{
		"Cut":            func(ctx context.Context) error { return boardtest.ErrorOf(tasks.Cut(ctx, boardtest.New(t, 40), 1<<30)) },
		"Count, columns": func(ctx context.Context) error { return boardtest.ErrorOf(list.At(0).Count(ctx)) },
		"Count, 33 rows": func(ctx context.Context) error { return boardtest.ErrorOf(wide.At(0).Count(ctx)) },
		"CensusOf":       func(ctx context.Context) error { return boardtest.ErrorOf(tasks.CensusOf(ctx, large, 0)) },
		"SelfTest":       func(ctx context.Context) error { return list.At(0).SelfTest(ctx, nil) },
	} {
		testkit.CheckCancel(t, name, call)
		if err := call(testkit.Cancelled(t)); err != context.Canceled {
			t.Errorf("%s with a cancelled context: %v", name, err)
		}
	}
}
