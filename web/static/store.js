// What the page remembers on this machine: games, records and options, in local storage.
// Where there is none, or it is full, the page forgets them when it is closed.

const prefix = "queens ";
const mostGames = 24;
const version = 1; // of the form of a game

export function load(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(prefix + name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function save(name, value) {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // It is full or forbidden.
  }
}

// The games have an index of their texts, with the last one played first.

// loadGame returns the game of a puzzle, or null if there is none that makes sense.
export function loadGame(text) {
  const game = load(`game ${text}`, null);
  const n = game?.puzzle?.n;
  const whole = (marks) => typeof marks === "string" && marks.length === n * n && /^[.xq]*$/.test(marks);
  const makesSense = game?.version === version && game.puzzle?.text === text && whole(game.marks) &&
    [game.past, game.future].every((steps) => Array.isArray(steps) && steps.every(whole));
  return makesSense ? game : null;
}

function lastGames() {
  const games = load("games", []);
  return Array.isArray(games) ? games : [];
}

export function saveGame(game) {
  const { text } = game.puzzle;
  const others = lastGames().filter((each) => each.text !== text);
  const games = [{ text, day: game.day, kind: game.puzzle.kind }, ...others];
  for (const old of games.slice(mostGames)) {
    try {
      localStorage.removeItem(prefix + `game ${old.text}`);
    } catch {
      // It is forbidden.
    }
  }
  save(`game ${text}`, { ...game, version });
  save("games", games.slice(0, mostGames));
}

// loadDay returns the game of a day's puzzle, or null.
export function loadDay(day, kind) {
  const found = lastGames().find((each) => each.day === day && each.kind === kind);
  return found ? loadGame(found.text) : null;
}
