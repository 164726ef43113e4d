package page

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"example.com/queens/cmd/queens/cli"
	"example.com/queens/cmd/queensd/internal/report"
)

// mostLetters is how much of a text that others wrote is shown.
const mostLetters = 300

// visible returns a text that anybody may have written with nothing in it that cannot be
// seen, or that turns round what stands beside it.
func visible(text string) string {
	var b strings.Builder
	letters := 0
	for _, r := range text {
		if letters++; letters > mostLetters {
			b.WriteRune('…')
			break
		}
		if unicode.IsPrint(r) && r != utf8.RuneError {
			b.WriteRune(r)
		} else {
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		}
	}
	return b.String()
}

// percent returns the share of a job's tasks that are done. It is 100 % only of all.
func percent(j report.Job) string {
	if j.Tasks <= 0 {
		return "0 %"
	}
	share := 100 * float64(j.Done) / float64(j.Tasks)
	if share < 10 {
		return fmt.Sprintf("%.1f %%", share)
	}
	return fmt.Sprintf("%d %%", int(share))
}

// pace returns how fast a job is.
func pace(j report.Job) string {
	if !(j.Rate > 0) {
		return ""
	}
	return fmt.Sprintf("%.3g tasks/s", j.Rate)
}

// left returns how long a job will take.
func left(j report.Job) string {
	if j.State != report.Counting || !(j.SecondsLeft > 0) {
		return ""
	}
	return cli.Duration(j.SecondsLeft)
}

// ago returns how long before now a time was. Clocks differ a little.
func ago(now, then time.Time) string { return cli.Duration(max(0, now.Sub(then).Seconds())) + " ago" }

func utc(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05") }

func plural(n int, noun string) string { return cli.Plural(n, noun) }
