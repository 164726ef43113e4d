package main

import (
	"sync"
	"time"
)

// patience is how long a search runs before the user is told what else to try. Tests set it.
var patience = 3 * time.Second

// whenSlow calls say if a search takes long. The function that it returns ends that: say has returned
// by then, or is not called.
func whenSlow(say func()) (found func()) {
	ended := make(chan struct{})
	var saying sync.WaitGroup
	saying.Go(func() {
		select {
		case <-ended:
		case <-time.After(patience):
			say()
		}
	})
	return sync.OnceFunc(func() {
		close(ended)
		saying.Wait()
	})
}
