// Package silent keeps the libraries that draw on terminals from asking the terminal for
// the colour of its background. Bubble Tea does that before main begins, and waits five
// seconds for an answer that some terminals never give. Boards bring their own background.
//
// Packages are initialized in the order of their import paths, as far as their imports
// allow. This one imports nothing but Lip Gloss, and so comes before Bubble Tea. A test of
// the program on a terminal that does not answer checks that.
package silent

import "github.com/charmbracelet/lipgloss"

func init() { lipgloss.SetHasDarkBackground(true) }
