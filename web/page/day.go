package page

import (
	"context"
	"fmt"
	"slices"
	"time"

	"example.com/queens"
)

// week is what the puzzles of the days are like, from Sunday on: they grow from Monday on.
var week = [7]Wish{
	{N: 10, Difficulty: queens.Medium},
	{N: 7, Difficulty: queens.Easy},
	{N: 8, Difficulty: queens.Easy},
	{N: 8, Difficulty: queens.Medium},
	{N: 9, Difficulty: queens.Medium},
	{N: 8, Difficulty: queens.Hard},
	{N: 9, Difficulty: queens.Hard},
}

// Today makes the puzzle of a date such as "2026-11-22", which is the same for all who have
// the same version of the library.
func Today(ctx context.Context, kindName, date string) (*Puzzle, error) {
	day, err := readDate(date)
	if err != nil {
		return nil, err
	}
	wish := week[day.Weekday()]
	wish.Kind, wish.Seed = kindName, uint64(day.Year()*10000+int(day.Month())*100+day.Day())
	return MakePuzzle(ctx, wish)
}

// Streak returns on how many days in a row a puzzle of the day was solved, up to today, or
// up to yesterday if today's is still to be solved. Days may come in any order, and twice.
func Streak(days []string, today string) (int, error) {
	day, err := readDate(today)
	if err != nil {
		return 0, err
	}
	solved := func() bool { return slices.Contains(days, day.Format(time.DateOnly)) }
	if !solved() {
		day = day.AddDate(0, 0, -1)
	}
	streak := 0
	for solved() {
		streak++
		day = day.AddDate(0, 0, -1)
	}
	return streak, nil
}

func readDate(date string) (time.Time, error) {
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return day, fmt.Errorf("the date is %q, want one such as 2026-11-22", date)
	}
	return day, nil
}
