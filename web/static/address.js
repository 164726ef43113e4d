// The address of a view is #text, or #view text, where the text is the board's, as the
// library writes it: "n=8 given=b4,d5".

const views = ["lesson", "solutions", "puzzle"];

export function addressOf(view, text) {
  return "#" + encodeURI(view === "board" ? text : `${view} ${text}`.trim());
}

export function readAddress() {
  let text = location.hash.slice(1);
  try {
    text = decodeURIComponent(text);
  } catch {
    // Not encoded: read it as it stands.
  }
  const [first, ...others] = text.trim().split(/\s+/);
  if (views.includes(first)) return { view: first, text: others.join(" ") };
  return { view: "board", text: text.trim() };
}

// writeAddress keeps the address up with what a view shows, and the link to the view too.
export function writeAddress(view, text) {
  const address = addressOf(view, text);
  if (readAddress().view === view) history.replaceState(null, "", address);
  document.querySelector(`nav [data-view="${view}"]`).href = address;
}
