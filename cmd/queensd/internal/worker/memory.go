package worker

import (
	"fmt"
	"math"
)

// bound sets how many tasks like this one are counted at a time, so that they fit into memory.
func (w *Worker) bound(text string) {
	need, have := memoryOf(text), float64(w.Memory)
	most := w.Machine.Goroutines
	if have > 0 {
		most = min(most, int(have/need))
	}
	if most < w.most {
		w.Say(fmt.Sprintf("counting %d tasks at a time: each takes up to %.2g GB of memory, and this computer has %.2g GB", most, need/1e9, have/1e9))
	}
	if w.most = most; most == 0 && w.ended == nil {
		w.ended = fmt.Errorf("a task takes up to %.2g GB of memory, and this computer has %.2g GB", need/1e9, have/1e9)
	}
}

// memoryOf returns how many bytes a task may take, according to the documentation of
// [queens.Task.Count].
func memoryOf(text string) float64 {
	var n int
	fmt.Sscanf(text, "queens-task/4 n=%d ", &n)
	switch {
	case n == 0:
		return 8e6 // it keeps no lists
	case n <= 18:
		return 40e6
	case n <= 20:
		return 160e6
	case n <= 26:
		return 0.5e9
	}
	return 1e9 * math.Pow(1.3, float64(n-27))
}
