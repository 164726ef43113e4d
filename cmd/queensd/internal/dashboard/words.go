package dashboard

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

// mostLetters limits how much is shown of a text that others wrote.
const mostLetters = 300

// visible makes a text that others wrote fit to be shown: it escapes characters that are
// invisible, or that change the direction of the text around them.
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

// percent returns the share of a job's tasks that are done. It is 100 % only if all are.
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

// pace returns how fast a job progresses, or nothing if that is unknown.
func pace(j report.Job) string {
	if !(j.Rate > 0) {
		return ""
	}
	return fmt.Sprintf("%.3g tasks/s", j.Rate)
}

// left returns how long a job will take, or nothing if that is unknown.
func left(j report.Job) string {
	if j.State != report.Counting || !(j.SecondsLeft > 0) {
		return ""
	}
	return cli.Duration(j.SecondsLeft)
}

// ago returns how long ago a time was. As clocks differ, that is at least 0.
func ago(now, then time.Time) string { return cli.Duration(max(0, now.Sub(then).Seconds())) + " ago" }

func utc(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05") }
