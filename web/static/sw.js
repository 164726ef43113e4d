// The service worker lets the page work offline: files come from the network if it answers,
// and otherwise from the cache.
const cacheName = "queens";
const files = [
  "./", "address.js", "board.js", "board-view.js", "dom.js", "editor-view.js", "engine.js", "game.js", "icon.svg",
  "lesson-view.js", "main.js", "pieces.svg", "play-hint.js", "play-new.js", "play-share.js", "play-view.js", "queens.wasm.gzip",
  "record.js", "share.js", "solutions-view.js", "store.js", "style.css", "wasm_exec.js", "worker.js",
];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(files)));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(self.registration.scope)) {
    event.respondWith(fresh(event.request));
  }
});

async function fresh(request) {
  const cache = await caches.open(cacheName);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}
