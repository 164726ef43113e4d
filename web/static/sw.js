// The service worker lets the page work offline, and on a network that hangs: files come from
// the cache. A new version is cached beside the old one, and takes its place at the next start.
// Above stand the version and the names of the files, as the page was written.
const cacheName = `queens ${version}`;

self.addEventListener("install", (event) => {
  const requests = files.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(requests)));
});

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("queens") && name !== cacheName) await caches.delete(name);
  await self.clients.claim();
})()));

// A page that starts while this version waits asks it to take over; then all pages start again.
self.addEventListener("message", () => self.skipWaiting());

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(self.registration.scope)) event.respondWith(answer(request));
});

async function answer(request) {
  const cache = await caches.open(cacheName);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}
