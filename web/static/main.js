import { byId, report, title } from "./dom.js";
import { readAddress } from "./address.js";
import * as board from "./board-view.js";
import * as lesson from "./lesson-view.js";
import * as solutions from "./solutions-view.js";
import * as puzzle from "./play-view.js";
import * as editor from "./editor-view.js";

const views = { puzzle, board, lesson, solutions, editor };
let current = null;

async function route() {
  const asked = location.hash;
  const { view, text } = readAddress();
  if (current && current !== view) views[current].leave();
  current = view;
  for (const name of Object.keys(views)) byId(`${name}-view`).hidden = name !== view;
  for (const link of document.querySelectorAll("nav a")) link.removeAttribute("aria-current");
  const link = document.querySelector(`nav [data-view="${view}"]`);
  link.setAttribute("aria-current", "page");
  title(link.textContent);
  report("");
  try {
    await views[view].open(text);
  } catch (error) {
    if (current !== view) return;
    byId(`${view}-view`).hidden = true; // so that nobody takes another board for the one of the link
    title("Error");
    report(`This address cannot be shown. ${error.message.replace(/^queens: /, "")}`);
  }
  document.documentElement.dataset.opened = asked;
  performance.mark("opened");
}

document.querySelector(".skip").onclick = (event) => {
  event.preventDefault(); // the fragment names the board
  byId("main").focus();
};
window.addEventListener("hashchange", route);
route();

if ("serviceWorker" in navigator && isSecureContext) {
  navigator.serviceWorker.register("sw.js").catch(() => {}); // without it the page needs the network
}
