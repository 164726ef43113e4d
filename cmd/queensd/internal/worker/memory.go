package worker

import (
	"fmt"
	"math"
)

// bound bounds how many tasks like this one are counted at a time by the memory of this computer.
func (w *Worker) bound(text string) {
	need := memoryOf(text)
	most := w.Machine.Goroutines
	if w.Memory > 0 {
		most = int(math.Min(float64(most), float64(w.Memory)/need))
	}
	switch {
	case most == 0 && w.ended == nil:
		w.ended = fmt.Errorf("a task takes up to %.2g GB of memory, and this computer has %.2g GB", need/1e9, float64(w.Memory)/1e9)
	case most < w.most:
		w.Say(fmt.Sprintf("counting %d tasks at a time, not %d: each takes up to %.2g GB of memory, and this computer has %.2g GB",
			most, w.Machine.Goroutines, need/1e9, float64(w.Memory)/1e9))
	}
	w.most = max(1, most)
}

// memoryOf returns how much memory a task may take, in bytes, as the documentation of
// [queens.Task.Count] says.
func memoryOf(text string) float64 {
	var n int
	if _, err := fmt.Sscanf(text, "queens-task/4 n=%d ", &n); err != nil {
		return 8e6 // it does not keep lists
	}
	switch {
	case n <= 18:
		return 40e6
	case n <= 20:
		return 160e6
	case n <= 26:
		return 0.5e9
	}
	return 1e9 * math.Pow(1.3, float64(n-27))
}
