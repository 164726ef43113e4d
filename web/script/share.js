// Fields for a link and the notations of a board of queens, and a button that saves a picture.

import { addressOf } from "./address.js";
import { byId, copy, saveSVG, say, tried } from "./dom.js";
import { library } from "./engine.js";
import { writePosition } from "./model.js";

/** @typedef {import("./model.js").Position} Position */

/** @type {(prefix: string) => (position: Position) => void} fills a section of the page, and returns a function that shows a position there */
export function share(prefix) {
  const section = byId(`${prefix}-share`);
  section.append(byId("share-template").content.cloneNode(true));
  const status = section.querySelector("[role=status]");
  const fields = Object.fromEntries([...section.querySelectorAll("input")].map((input) => [input.name, input]));
  /** @type {Position} */
  let shown;

  for (const input of Object.values(fields)) input.id = `${prefix}-share-${input.name}`;
  for (const label of section.querySelectorAll("label")) label.htmlFor = `${prefix}-share-${label.dataset.for}`;
  section.addEventListener("click", tried(async ({ target }) => {
    const { copy: name, what, save } = target.dataset;
    if (name) {
      fields[name].select();
      await copy(fields[name].value, what, status);
    }
    if (save !== undefined) saveSVG(await library.draw({ position: shown, given: [] }), `queens-${shown.n}.svg`, status);
  }));

  return tried(async (position) => {
    shown = position;
    say(status, "");
    const text = writePosition(position);
    fields.link.value = new URL(addressOf("board", text), location.href).href;
    fields.text.value = text;
    const { vector, fen } = await library.notation(position);
    if (shown !== position) return;
    fields.vector.value = vector;
    fields.fen.value = fen;
    for (const button of section.querySelectorAll("[data-one-a-row]")) button.disabled = vector === "";
    section.querySelector(".no-notation").hidden = vector !== "";
  });
}
