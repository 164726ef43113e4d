// The address of the board view is #text, of another view #view text. The text is that of
// the board, as the library writes it: "n=8 given=b4,d5". Without any of it, the page shows
// today's puzzle.

const views = ["puzzle", "lesson", "solutions", "editor"];

export function addressOf(view, text) {
  return "#" + encodeURI(view === "board" ? text : `${view} ${text}`.trim());
}

export function readAddress() {
  let text = location.hash.slice(1);
  try {
    text = decodeURIComponent(text);
  } catch {
    // It is not encoded, so take it as it is.
  }
  if (text.trim() === "") return { view: "puzzle", text: "" };
  const [first, ...others] = text.trim().split(/\s+/);
  if (views.includes(first)) return { view: first, text: others.join(" ") };
  return { view: "board", text: text.trim() };
}

// writeAddress makes the address and the link of a view match what it shows.
export function writeAddress(view, text) {
  const address = addressOf(view, text);
  if (readAddress().view === view) history.replaceState(null, "", address);
  document.querySelector(`nav [data-view="${view}"]`).href = address;
}
