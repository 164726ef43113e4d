package ledger

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"example.com/queens"
)

// A Directory is a count by processes that share a directory and nothing else, perhaps on
// several machines. Each appends to a ledger of its own there, and reads those of all, its
// own included: what it has not read did not happen. Beside results these ledgers have
// claims, which say what their processes are about to count. Claims are advice: they make
// it rare that a task is counted twice, and nothing relies on them.
//
// Nothing is locked or renamed, names of files are random, and a process reads no clock but
// its own. On NFS a process may see what others wrote late, or for a moment in
// part. So it opens a file anew whenever it looks at it, and goes on from the first line
// that it could not read.
type Directory struct {
	*Book
	Cut *Cut

	name  string
	parts map[string]*part // by the names of their files
	own   *journal         // nil until there is something to write

	free    []int             // tasks that may have neither a result nor a claim, in random order
	claims  map[int]time.Time // tasks without a result: when the last claim was seen
	mine    map[int]time.Time // tasks that this process is about to count: when it claimed them
	counted int               // tasks of this process
	took    time.Duration     // from their claims to their results
}

// A part is what has been read of one of the files.
type part struct {
	read    int64 // bytes of the lines before the first that could not be read
	lines   int   // in these
	seen    int   // lines, with those that could not be read
	damaged []int // the numbers of these
}

const (
	partSuffix     = ".jsonl"
	claimsPerLine  = 1000
	mostClaims     = 4096        // beside one for each worker
	claimShare     = 16          // of so many tasks left one is claimed at a time, beside these
	leastPatience  = time.Second // before a claim is taken for abandoned
	restPerRefresh = 20          // times as long as reading what others did
)

// IsDirectory reports whether a ledger of this name is a directory: if there is one, or if
// there is nothing of the name, and it ends in ".d" or "/".
func IsDirectory(name string) bool {
	if info, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
		return err == nil && info.IsDir()
	}
	return strings.HasSuffix(name, ".d") || strings.HasSuffix(name, "/")
}

// OpenDirectory opens the directory of a board's count, or creates it. If asked is 0, the
// board is cut as for the files that are there. A file of another count is an error.
func OpenDirectory(ctx context.Context, name string, b *queens.Board, asked int) (*Directory, error) {
	if err := checkAsked(asked); err != nil {
		return nil, err
	}
	if err := os.Mkdir(name, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	if err := syncNewName(filepath.Dir(filepath.Clean(name))); err != nil {
		return nil, err
	}
	d := newDirectory(name)
	found, first, err := d.head()
	if err != nil {
		return nil, err
	}
	if found != nil {
		if err := found.checkOf(b.String(), asked); err != nil {
			return nil, fmt.Errorf("line 1 of %s: %w", first, err)
		}
		asked = found.Asked
	}
	if d.Cut, err = NewCut(ctx, b, asked); err != nil {
		return nil, err
	}
	d.Book = NewBook(d.Cut.Head)
	if err := d.refresh(); err != nil {
		return nil, err
	}
	for task := range d.claims {
		d.claims[task] = time.Time{} // whoever claimed it may be long gone
	}
	d.free = d.missing()
	rand.Shuffle(len(d.free), func(i, j int) { d.free[i], d.free[j] = d.free[j], d.free[i] })
	return d, nil
}

// newDirectory returns a directory of which nothing is read.
func newDirectory(name string) *Directory {
	return &Directory{name: name, parts: map[string]*part{}, claims: map[int]time.Time{}, mine: map[int]time.Time{}}
}

// head returns the head of the first file that has one, or nil, and the name of the file.
func (d *Directory) head() (*Head, string, error) {
	names, err := d.list()
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			return nil, "", err
		}
		line, _ := newReader(f).line()
		f.Close()
		if found, err := ParseHead(line); err == nil {
			return &found, name, nil
		}
	}
	return nil, "", err
}

// list returns the names of the processes' files.
func (d *Directory) list() ([]string, error) {
	entries, err := os.ReadDir(d.name)
	var names []string
	for _, entry := range entries {
		name := filepath.Join(d.name, entry.Name())
		switch {
		case !strings.HasSuffix(name, partSuffix) || strings.HasPrefix(entry.Name(), "."):
		case !printable(entry.Name()): // errors name files, and terminals take some names for commands
			return nil, fmt.Errorf("the name %q in %s has a character that cannot be printed", entry.Name(), d.name)
		case !entry.Type().IsRegular():
			return nil, fmt.Errorf("%s is not a regular file", name)
		default:
			names = append(names, name)
		}
	}
	return names, err
}

func printable(name string) bool {
	unprintable := func(r rune) bool { return !unicode.IsPrint(r) }
	return utf8.ValidString(name) && !strings.ContainsFunc(name, unprintable)
}

// refresh reads what is new in all files.
func (d *Directory) refresh() error {
	names, err := d.list()
	if err != nil {
		return err
	}
	for _, name := range names {
		if d.parts[name] == nil {
			d.parts[name] = &part{}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(d.parts)) {
		if err := d.readPart(name, d.parts[name]); err != nil {
			return err
		}
	}
	return nil
}

func (d *Directory) readPart(name string, p *part) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return err
	case info.Size() < p.read:
		return fmt.Errorf("%s was shortened while it was in use, from %d bytes to %d", name, p.read, info.Size())
	case info.Size() == p.read:
		return nil
	}
	if _, err := f.Seek(p.read, io.SeekStart); err != nil {
		return err
	}
	in, start := newReader(f), p.read
	p.damaged = nil
	for number := p.lines + 1; ; number++ {
		line, err := in.line()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		ok, err := d.takeLine(line, name, number, number > p.seen)
		if err != nil {
			return err
		}
		p.seen = max(p.seen, number)
		if !ok {
			p.damaged = append(p.damaged, number)
		} else if p.damaged == nil {
			p.read, p.lines = start+in.read, number
		}
	}
}

// takeLine takes in a line, anew or once more, and reports whether it could be read.
func (d *Directory) takeLine(line []byte, name string, number int, anew bool) (ok bool, err error) {
	if number == 1 {
		found, err := ParseHead(line)
		if err == nil {
			err = found.checkSame(d.Head)
		}
		if err != nil && err != errDamaged {
			return false, fmt.Errorf("line 1 of %s: %w", name, err)
		}
		return err == nil, nil
	}
	parsed, err := d.parse(line)
	if err != nil {
		return false, nil
	}
	switch l := parsed.(type) {
	case Result:
		return true, d.takeResult(l, name, number)
	case withdrawal:
		return true, fmt.Errorf("line %d of %s withdraws the results of %q; such a ledger cannot be in a directory", number, name, l.Withdrawn)
	case claim:
		for _, task := range l.Claimed {
			if anew && !d.IsDone(task) {
				d.claims[task] = time.Now()
			}
		}
	}
	return true, nil
}

func (d *Directory) takeResult(r Result, name string, number int) error {
	delete(d.claims, r.Task)
	if d.contradicts(r) {
		first := d.lastOf(r.Task)
		d.note(r, name, number)
		return d.contradiction(d.results[first-1], d.results[len(d.results)-1])
	}
	if !d.Has(r.Task, r.Account()) {
		d.note(r, name, number)
	}
	return nil
}

// Damage says which lines could not be read.
func (d *Directory) Damage() []string {
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(d.parts)) {
		texts = append(texts, damage(name, d.parts[name].damaged)...)
	}
	return texts
}

// Run counts tasks on the given number of goroutines until all have a result, here or
// elsewhere, and returns the sum over all tasks. It reports its progress at the start and
// each time it has looked at what others did.
func (d *Directory) Run(ctx context.Context, workers int, report func(queens.Progress)) (uint64, error) {
	k := &directoryKeeper{Directory: d, ctx: ctx, workers: workers, report: report}
	if err := d.Cut.Run(ctx, workers, k, nil); err != nil {
		return 0, err
	}
	return k.progress.Solutions, nil
}

// A directoryKeeper keeps the part of a count that one process has in a directory.
type directoryKeeper struct {
	*Directory
	ctx      context.Context // of Run
	workers  int
	claimed  []int // to be counted here
	report   func(queens.Progress)
	progress queens.Progress
}

func (k *directoryKeeper) Next() (task int, ok bool) {
	if len(k.claimed) == 0 {
		return 0, false
	}
	task, k.claimed = k.claimed[0], k.claimed[1:]
	return task, true
}

// Keep writes results, reads what all processes have written, and claims more tasks.
func (k *directoryKeeper) Keep(results []Result) (rest time.Duration, done bool, err error) {
	begun := time.Now()
	for _, r := range results {
		k.took += time.Since(k.mine[r.Task])
		k.counted++
		delete(k.mine, r.Task)
	}
	if err := k.write(results, nil); err != nil {
		return 0, false, err
	}
	if err := k.refresh(); err != nil {
		return 0, false, err
	}
	if k.progress, err = k.Cut.Progress(k.ctx, k.Book, k.IsDone); err != nil {
		return 0, false, err
	}
	k.report(k.progress)
	if k.Done() == k.Total {
		return 0, true, nil
	}
	claims := k.choose(k.workers, len(results))
	for _, task := range claims {
		k.mine[task] = time.Now()
	}
	k.claimed = append(k.claimed, claims...)
	return max(syncEvery, restPerRefresh*time.Since(begun)), false, k.write(nil, claims)
}

// choose returns the tasks to claim next, so that the workers have enough to do until the
// next time, if they have counted some tasks since the last. When few tasks are left, it
// leaves most of them to others, who may be choosing at this moment.
func (d *Directory) choose(workers, since int) (tasks []int) {
	left := d.Total - d.Done() - len(d.claims)
	most := workers + 1 + min(2*since, left/claimShare, mostClaims) - len(d.mine)
	for len(tasks) < most && len(d.free) > 0 {
		task := d.free[len(d.free)-1]
		d.free = d.free[:len(d.free)-1]
		if _, claimed := d.claims[task]; !claimed && !d.IsDone(task) {
			tasks = append(tasks, task)
		}
	}
	if idle := workers - len(d.mine); len(tasks) == 0 && idle > 0 {
		tasks = d.overdue()
		tasks = tasks[:min(idle, len(tasks))]
	}
	return tasks
}

// overdue returns the tasks whose result should have come long ago, those claimed longest ago
// first.
func (d *Directory) overdue() (tasks []int) {
	patience := leastPatience
	if d.counted > 0 {
		patience = max(patience, 4*d.took/time.Duration(d.counted))
	}
	for task, claimed := range d.claims {
		if _, mine := d.mine[task]; !mine && time.Since(claimed) > patience {
			tasks = append(tasks, task)
		}
	}
	// Tasks claimed at the same time stay in the random order of the map.
	slices.SortStableFunc(tasks, func(t, u int) int { return d.claims[t].Compare(d.claims[u]) })
	return tasks
}

// write appends results and claims to the process's own file, and syncs it.
func (d *Directory) write(results []Result, claims []int) error {
	var lines []byte
	for _, r := range results {
		lines = append(lines, d.ResultLine(r)...)
	}
	for tasks := range slices.Chunk(claims, claimsPerLine) {
		lines = append(lines, d.claimLine(tasks)...)
	}
	if len(lines) == 0 {
		return nil
	}
	if d.own == nil {
		if err := d.create(); err != nil {
			return err
		}
	}
	return d.own.append(lines)
}

// create makes the process's own file.
func (d *Directory) create() error {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	name := fmt.Sprintf("%.40s-%016x%s", hostPattern.ReplaceAllString(host, "_"), rand.Uint64(), partSuffix)
	d.own, err = createJournal(filepath.Join(d.name, name), d.Line())
	return err
}

// hostPattern matches what should not be in the name of a file.
var hostPattern = regexp.MustCompile(`[^A-Za-z0-9.-]|^[.-]`)

// Close closes the process's own file.
func (d *Directory) Close() error { return d.own.close() }
