import { byId, say, tried } from "./dom.js";
import { library } from "./engine.js";
import { addressOf } from "./address.js";

// share fills a section of the page with fields for a link and the notations of a board,
// and a button that saves a picture. It returns a function that shows a view in them.
export function share(prefix, viewName, givenOf = () => []) {
  const section = byId(`${prefix}-share`);
  section.append(byId("share-template").content.cloneNode(true));
  const status = section.querySelector("[role=status]");
  const fields = Object.fromEntries([...section.querySelectorAll("input")].map((input) => [input.name, input]));
  let shown = null;

  for (const input of Object.values(fields)) input.id = `${prefix}-share-${input.name}`;
  for (const label of section.querySelectorAll("label")) label.htmlFor = `${prefix}-share-${label.dataset.for}`;

  section.addEventListener("click", tried(async ({ target }) => {
    const name = target.dataset.copy;
    if (name) await copy(fields[name], target.dataset.what);
    if (target.dataset.save !== undefined) await save();
  }));

  async function copy(field, what) {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      say(status, `Copied the ${what}.`);
    } catch {
      say(status, `Selected the ${what}. Copy it from its field.`);
    }
  }

  async function save() {
    const svg = await library.ask("draw", { position: shown, given: givenOf() });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    link.download = `queens-${shown.n}.svg`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    say(status, `Saved the picture as ${link.download}.`);
  }

  return (view) => {
    shown = view;
    say(status, "");
    fields.link.value = new URL(addressOf(viewName, view.text), location.href).href;
    fields.text.value = view.text;
    fields.vector.value = view.vector;
    fields.fen.value = view.fen;
    const drawn = view.vector !== "";
    for (const button of section.querySelectorAll("[data-one-a-row]")) button.disabled = !drawn;
    section.querySelector(".no-notation").hidden = drawn;
  };
}
