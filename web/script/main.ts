import "./ahead"; // first: after this the page waits for its words
import { report, t, title } from "./language";
import { addressOf, readAddress } from "./address";
import * as board from "./board-view";
import * as days from "./days-view";
import { byId, element } from "./dom";
import { compile } from "./engine";
import * as editor from "./editor-view";
import * as learn from "./learn-view";
import * as lesson from "./lesson-view";
import * as puzzle from "./play-view";
import { single, type Sheet } from "./sheet";
import * as sheets from "./sheets-view";
import * as solutions from "./solutions-view";
import { onTrouble } from "./store";
import { sayFault } from "./words";

const views: Record<string, { open: (text: string) => Promise<void>, leave: () => void, sheet?: () => Sheet | null }> = { puzzle, days, learn, board, lesson, solutions, editor, sheets };
let current = "";
onTrouble(() => byId("storage").append(element("p", {}, t("page.full"))));

// Scrolls the line of links, which may be longer than the window, to a link. scrollIntoView would do, but Chromium then starts the next Tab from there.
function reveal(link: Element | null) {
  const line = link?.closest("nav");
  if (!link || !line) return;
  const [of, within] = [link.getBoundingClientRect(), line.getBoundingClientRect()];
  if (of.left < within.left) line.scrollLeft -= within.left - of.left;
  if (of.right > within.right) line.scrollLeft += of.right - within.right;
}

async function route() {
  const asked = location.hash;
  const { view, text } = readAddress();
  if (current && current !== view) views[current].leave();
  current = view;
  for (const name of Object.keys(views)) byId(`${name}-view`).hidden = name !== view;
  for (const link of document.querySelectorAll("nav a")) link.removeAttribute("aria-current");
  const link = document.querySelector(`nav [data-view="${view}"]`);
  link?.setAttribute("aria-current", "page");
  reveal(link);
  title(link?.textContent ?? "");
  byId("lost").hidden = true;
  report("");
  try {
    await views[view].open(text);
  } catch (error) {
    if (current !== view) return;
    byId(`${view}-view`).hidden = true; // so that nobody takes another board for the one of the link
    title(t("lost.name"));
    byId("lost-why").textContent = sayFault(t, error);
    byId("lost").hidden = false;
  }
  document.documentElement.dataset.opened = asked;
}

// What is printed is a sheet with the board, if the view has one.
addEventListener("beforeprint", () => {
  const sheet = byId("lost").hidden ? views[current].sheet?.() : null;
  byId("sheet").replaceChildren(...(sheet ? [single(sheet)] : []));
});
addEventListener("afterprint", () => byId("sheet").replaceChildren());

(document.querySelector(".skip") as HTMLElement).onclick = (event) => {
  event.preventDefault(); // the fragment names the board
  byId("main").focus();
};
byId("lost-today").href = addressOf("puzzle", "day");
addEventListener("hashchange", route);
route();
setTimeout(() => compile().catch(() => {}).then(register).catch(() => {}), 1000); // after the first paint: hints will need it

// When another version takes over, every page starts again with it, as its player left it.
const serviceWorker = isSecureContext ? navigator.serviceWorker : undefined;
if (serviceWorker?.controller) serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });

// Without the service worker the page needs the network. On a first visit it learns what the page
// has fetched. A version that has waited since the last start takes over, when the page has all its
// files: a file asked for meanwhile makes Chromium start the old service worker again, and keep it
// for minutes.
async function register() {
  const { waiting } = await serviceWorker?.register("sw.js") ?? {};
  if (waiting) waiting.postMessage("take over");
  else if (!serviceWorker?.controller) (await serviceWorker?.ready)?.active?.postMessage(performance.getEntriesByType("resource").map(({ name }) => name));
}
