import { byId, fillSizes, say, report, tried } from "./dom.js";
import { library, counter, maker } from "./engine.js";
import { Board } from "./board.js";
import { share } from "./share.js";
import { addressOf, writeAddress } from "./address.js";

const board = new Board(byId("board-board"), "Board", {
  press: (name) => press(name),
  hold: (name) => toggle("blocked", name),
  keys: { x: (name) => toggle("blocked", name) },
});
const shareBoard = share("board", "board");
const past = []; // positions, for Undo

let position = null;
let shown = null; // the view of the position on the screen

export async function open(text) {
  const view = await library.ask("read", { text: text || shown?.text || "n=8" });
  if (shown && view.text !== shown.text) past.push(position);
  await change(view);
}

export function leave() {
  counter.cancel();
  maker.cancel();
}

fillSizes(byId("board-rows"), 1, 20, 8);
byId("board-rows").onchange = ({ target }) => edit({ n: Number(target.value), queens: [], blocked: [] });
byId("board-torus").onchange = ({ target }) => edit({ torus: target.checked });
byId("board-shade").onchange = () => shown && draw(shown);
byId("board-undo").onclick = tried(async () => {
  if (past.length > 0) await change(past.pop());
});
byId("board-clear").onclick = () => edit({ queens: [], blocked: [] });
byId("board-finish").onclick = tried(async () => {
  const asked = position;
  const { queens } = await maker.ask("find", { position });
  if (position === asked) edit({ queens });
});
byId("board-open").onsubmit = (event) => {
  event.preventDefault();
  tried(open)(byId("board-notation").value);
};

function press(name) {
  if (!position) return;
  toggle(byId("board-blocks").checked || position.blocked.includes(name) ? "blocked" : "queens", name);
}

function toggle(kind, name) {
  if (!position) return;
  const other = kind === "queens" ? "blocked" : "queens";
  const had = position[kind].includes(name);
  edit({
    [kind]: had ? position[kind].filter((each) => each !== name) : [...position[kind], name],
    [other]: position[other].filter((each) => each !== name),
  });
}

const edit = tried(async (changes) => {
  past.push(position);
  await change({ ...position, ...changes });
});

// change shows a position and counts its solutions.
async function change({ n, torus, queens, blocked }) {
  const asked = { n, torus, queens, blocked };
  position = asked;
  counter.cancel();
  report("");
  const view = await library.ask("look", { position: asked });
  if (position !== asked) return;
  show(view);
  count(asked, view);
}

function show(view) {
  shown = view;
  byId("board-rows").value = view.n;
  byId("board-torus").checked = view.torus;
  byId("board-undo").disabled = past.length === 0;
  draw(view);
  say(byId("board-says"), view.says);
  byId("board-view").classList.toggle("solved", view.solved);
  writeAddress("board", view.text);
  shareBoard(view);
  const legal = view.lines.length === 0;
  for (const link of document.querySelectorAll("#board-next a")) {
    link.href = addressOf(link.dataset.view, view.text);
    link.hidden = !legal || link.dataset.view === "puzzle";
  }
  byId("board-finish").disabled = true;
}

function draw(view) {
  const shade = byId("board-shade").checked;
  board.show({ ...view, attacked: view.attacked.filter((name) => shade || view.queens.includes(name)) });
}

const count = tried(async (asked, { queens, n }) => {
  byId("board-ways").classList.add("old");
  const ways = await counter.ask("ways", { position: asked }, (soFar) => {
    if (position === asked) showWays(soFar);
  });
  if (position !== asked) return;
  showWays(ways);
  byId("board-next").querySelector("[data-view=puzzle]").hidden = ways.number !== "1" || queens.length === n;
});

function showWays({ number, says, done }) {
  byId("board-ways").textContent = number;
  byId("board-ways").classList.remove("old");
  say(byId("board-ways-says"), says);
  const bar = byId("board-ways-bar");
  bar.hidden = done === 1 || !number.startsWith("about");
  bar.value = done;
  byId("board-finish").disabled = number === "0";
}
