import "./ahead"; // first: after this the page waits for its words
import "./view/puzzle"; // all that a player needs; views.ts has the other views
import { addressOf } from "./address";
import { byClock, sayDay } from "./days";
import { element, partsOf } from "./dom";
import { compiled, prepare } from "./engine";
import { t } from "./language";
import { onTrouble } from "./store";
import { otherViews, route } from "./view";

const page = partsOf(document, "page", {
  main: HTMLElement, skip: HTMLAnchorElement, large: HTMLButtonElement, storage: HTMLElement, lostToday: HTMLAnchorElement,
});

const warn = (text: string) => page.storage.append(element("p", {}, text));
onTrouble((trouble, key) => warn(t(trouble, { key })));
if (byClock() < 1) warn(t("page.clock", { date: sayDay(t, byClock()), first: sayDay(t, 1) }));

page.skip.onclick = (event) => {
  event.preventDefault(); // the fragment names the board
  page.main.focus();
};
page.large.hidden = !document.fullscreenEnabled;
page.large.onclick = () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
page.lostToday.href = addressOf("puzzle", "day");
addEventListener("hashchange", route);
route();
setTimeout(prepare, 1000); // after the first paint: hints will need the library
setTimeout(() => otherViews().catch(() => {}), 1000);
compiled.then(register).catch(() => {});

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
