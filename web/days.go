package main

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"example.com/queens"
	"example.com/queens/puzzle"
	"example.com/queens/regions"
)

// daysFile has the puzzles of the days, a line each from 1 January 2026 on: the regions, row by
// row, and the given queens of the other puzzle. A day's puzzles never change.
const daysFile = "script/days.txt"

var firstDay = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// week says what the puzzles are like, beginning with Sunday: they get harder from Monday on.
var week = [7]struct {
	N     int               `json:"n"`
	Level puzzle.Difficulty `json:"level"`
}{
	{10, puzzle.Medium}, {7, puzzle.Easy}, {8, puzzle.Easy}, {8, puzzle.Medium}, {9, puzzle.Medium}, {8, puzzle.Hard}, {9, puzzle.Hard},
}

// moreDays makes the puzzles of days that are missing, up to a number of days.
func moreDays(ctx context.Context, count int) error {
	known, err := os.ReadFile(daysFile)
	if err != nil {
		return err
	}
	for i := bytes.Count(known, []byte("\n")); i < count; i++ {
		line, err := makeDay(ctx, firstDay.AddDate(0, 0, i), known)
		if err != nil {
			return err
		}
		known = append(known, line...)
	}
	return os.WriteFile(daysFile, known, 0o644)
}

// makeDay returns the line of a day, with puzzles that no known day has.
func makeDay(ctx context.Context, day time.Time, known []byte) (string, error) {
	plan := week[day.Weekday()]
	rng := rand.New(rand.NewPCG(uint64(day.Unix()), uint64(plan.N)))
	isKnown := func(word string) bool { return bytes.Contains(known, []byte(word)) }
	empty, err := queens.New(plan.N)
	if err != nil {
		return "", err
	}
	for {
		painted, err := regions.Generate(ctx, rng, plan.N, plan.Level)
		if err != nil {
			return "", err
		}
		board, err := puzzle.Generate(ctx, rng, empty, plan.Level)
		if err != nil {
			return "", err
		}
		var given []string
		for queen := range board.Given() {
			given = append(given, queen.String())
		}
		letters, squares := strings.ReplaceAll(painted.String(), "\n", "/")+" ", " "+strings.Join(given, ",")+"\n"
		if !isKnown(letters) && !isKnown(squares) {
			return letters + squares[1:], nil
		}
	}
}
