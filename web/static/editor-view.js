import { byId, element, fillSizes, report, say, title, tried } from "./dom.js";
import { counter } from "./engine.js";
import { Board } from "./board.js";
import { addressOf, writeAddress } from "./address.js";
import { load, save } from "./store.js";

const board = new Board(byId("editor-board"), "Board of regions to paint", {
  press: (name) => stroke(name, true),
  stroke: (name, first) => stroke(name, first),
});

let regions = null; // the number of the region of each square, row by row
let past = [];
let map = null; // how the regions look
let shown = ""; // the text of the board, if it is complete

const stripes = (n) => Array.from({ length: n }, (_, row) => Array(n).fill(row));

export async function open(text) {
  title("Make a puzzle");
  if (text && text !== shown) {
    const read = await counter.ask("readRegions", { text });
    past = [];
    return change(read.map.regions);
  }
  await change(regions ?? load("editor", stripes(6)));
}

export const leave = () => counter.cancel();

fillSizes(byId("editor-rows"), 5, 12, 6);
byId("editor-rows").onchange = tried(({ target }) => {
  past.push(regions);
  return change(stripes(Number(target.value)));
});
byId("editor-undo").onclick = tried(() => past.length > 0 && change(past.pop()));
byId("editor-clear").onclick = tried(() => {
  past.push(regions);
  return change(stripes(regions.length));
});

// stroke paints a square. A drag is one step.
function stroke(name, first) {
  if (!regions) return;
  const colour = Number(byId("editor-palette").querySelector("input:checked")?.value ?? 0);
  const [row, col] = [Number(name.slice(1)) - 1, name.charCodeAt(0) - 97];
  if (first) past.push(regions);
  if (regions[row][col] === colour) return;
  change(regions.map((line, i) => (i === row ? line.with(col, colour) : line)));
}

const change = tried(async (changed) => {
  regions = changed;
  counter.cancel();
  report("");
  save("editor", regions);
  if (map?.regions.length === regions.length) show({ ...map, regions });
  const asked = regions;
  const edit = await counter.ask("edit", { regions });
  if (regions !== asked) return;
  show(edit.map);
  say(byId("editor-says"), edit.says);
  byId("editor-view").classList.toggle("solved", edit.unique);
  shown = edit.text;
  byId("editor-play").hidden = !edit.unique;
  byId("editor-play").href = addressOf("puzzle", edit.text);
  byId("editor-link").value = edit.text ? new URL(addressOf("puzzle", edit.text), location.href).href : "";
  byId("editor-text").value = edit.text.replaceAll("/", "\n");
  writeAddress("editor", edit.text);
});

function show(painted) {
  map = painted;
  const n = regions.length;
  byId("editor-rows").value = n;
  byId("editor-undo").setAttribute("aria-disabled", String(past.length === 0));
  board.show({ n, queens: [], down: true, map, letters: true });
  const palette = byId("editor-palette");
  if (palette.querySelectorAll("input").length === n) return;
  palette.querySelectorAll("label").forEach((label) => label.remove());
  map.names.forEach((name, i) => {
    const input = element("input", { type: "radio", name: "editor-colour", value: `${i}`, checked: i === 0 });
    const label = element("label", { className: "swatch" }, input, element("span", {}, name));
    label.style.setProperty("--swatch", map.colours[i]);
    palette.append(label);
  });
}

byId("editor-copy").onclick = tried(async () => {
  const field = byId("editor-link");
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    say(byId("editor-shared"), "Copied the link.");
  } catch {
    say(byId("editor-shared"), "Copy the link from its field.");
  }
});
byId("editor-open").onsubmit = (event) => {
  event.preventDefault();
  tried(async () => {
    report("");
    const read = await counter.ask("readRegions", { text: byId("editor-notation").value });
    past.push(regions);
    await change(read.map.regions);
  })();
};
