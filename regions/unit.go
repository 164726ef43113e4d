package regions

import (
	"fmt"
	"strconv"

	"example.com/queens/internal/words"
)

// A Unit is a row, a column or a region of a board. Each has one queen in a solution.
type Unit struct {
	Kind  Kind
	Index int // from 0
}

// A Kind is a kind of [Unit].
type Kind uint8

// The kinds of units.
const (
	Row Kind = iota
	Column
	Region
	kinds
)

var kindWords = words.New("regions", "Kind", "row", "column", "region")

// String returns the name of k: "row", "column" or "region".
func (k Kind) String() string { return kindWords.Word(uint8(k)) }

// String returns the name of u: "row 3", counted from 1, "column c" or "region A".
func (u Unit) String() string { return u.Kind.String() + " " + u.label() }

// MarshalText returns the name of u, as [Unit.String] writes it. It is an error if there is no
// such unit on any board.
func (u Unit) MarshalText() ([]byte, error) {
	if u.Kind >= kinds || u.Index < 0 || u.Index >= MaxN {
		return nil, fmt.Errorf("regions: no unit %v", u)
	}
	return []byte(u.String()), nil
}

// UnmarshalText reads a unit as [Unit.String] writes it.
func (u *Unit) UnmarshalText(text []byte) error {
	for kind := range kinds {
		for index := range MaxN {
			if named := (Unit{kind, index}); named.String() == string(text) {
				*u = named
				return nil
			}
		}
	}
	return fmt.Errorf("regions: unit %s, want row 3, column c or region A", words.Excerpt(string(text)))
}

// label returns the name of u without its kind.
func (u Unit) label() string {
	switch {
	case u.Index < 0:
	case u.Kind == Row:
		return strconv.FormatUint(uint64(u.Index)+1, 10) // which may not fit an int
	case u.Kind == Column:
		return columnName(u.Index)
	case u.Kind == Region && u.Index < len(regionNames):
		return RegionName(u.Index)
	}
	return fmt.Sprintf("(%d)", u.Index)
}

// A unit is a [Unit] in one byte: its kind, then its index in five bits.
type unit uint8

const indexBits = 5 // of numbers below MaxN

func unitOf(kind Kind, index int) unit { return unit(kind)<<indexBits | unit(index) }

func (u unit) kind() Kind { return Kind(u >> indexBits) }
func (u unit) index() int { return int(u & (1<<indexBits - 1)) }
func (u unit) unit() Unit { return Unit{u.kind(), u.index()} }
