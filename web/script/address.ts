// The address of the board view is #text, of another view #view text: "#lesson n=8", "#day/328",
// "#learn/set2". The text is that of the board, as the library writes it. Without any of it,
// the page shows today's puzzle.

const views = ["puzzle", "days", "learn", "lesson", "solutions", "editor", "sheets"];

export function addressOf(view: string, text = ""): string {
  if (view === "puzzle" && text.startsWith("day")) return "#" + text;
  if (view === "learn") return `#learn/${text}`;
  return "#" + encodeURI(view === "board" ? text : `${view} ${text}`.trim());
}

export function readAddress() {
  let text = location.hash.slice(1);
  try {
    text = decodeURIComponent(text);
  } catch {
    // It is not encoded, so take it as it is.
  }
  text = text.trim();
  if (text === "" || /^day(\/|$)/.test(text)) return { view: "puzzle", text };
  const [first, ...others] = text.split(/\s+|(?<=^learn)\//);
  if (views.includes(first)) return { view: first, text: others.join(" ") };
  return { view: "board", text };
}

// writeAddress makes the address and the link of a view match what it shows
export function writeAddress(view: string, text: string) {
  const address = addressOf(view, text);
  if (readAddress().view === view) history.replaceState(null, "", address);
  document.querySelector(`nav [data-view="${view}"]`)?.setAttribute("href", address);
}
