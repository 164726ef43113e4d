package wire

import (
	"fmt"
	"regexp"
)

// Coordinator is the account of those who queue tasks, check results and add them up.
// All other accounts are workers'.
const Coordinator = "coordinator"

// CheckAccount checks that a name can be that of an account.
func CheckAccount(name string) error {
	if !accountNames.MatchString(name) || name == unnamed {
		return fmt.Errorf("name %.40q: want 1 to 32 letters, digits, _ or -, and not %q", name, unnamed)
	}
	return nil
}

var accountNames = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)

// unnamed is the word in subjects for the account of results that do not have one: those
// from a ledger of one computer.
const unnamed = "ledger"

func wordOf(account string) string {
	if account == "" {
		return unnamed
	}
	return account
}

func accountOf(word string) string {
	if word == unnamed {
		return ""
	}
	return word
}
