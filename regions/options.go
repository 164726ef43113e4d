package regions

import (
	"context"
	"fmt"

	"example.com/queens"
	"example.com/queens/internal/work"
)

// begin applies the options of a call, and makes sure that its context has not ended. All work
// is done on the goroutine of the caller.
func begin(ctx context.Context, opts []queens.Option) (work.Team, error) {
	team, err := work.TeamOf(0, opts)
	if err != nil {
		return team, fmt.Errorf("regions: %w", err)
	}
	return team, ctx.Err()
}
