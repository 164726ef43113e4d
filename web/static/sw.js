// The service worker lets the page work offline, and on a network that hangs: files come from
// the cache. A new version is cached beside the old one, and takes its place at the next start.
// Above are the version, and the names of the files that all players need and of those that some
// want. A name depends on the content of its file, so what any cache has under it is right: the
// browser's own has what the page has just fetched.
const cacheName = `queens ${registration.scope}`;
const start = `./?${version}`; // where the cache has index.html, whose name says nothing
const full = (name) => new URL(name, registration.scope).href;
const needed = files.needed.map(full);
const wanted = files.wanted.map(full);

self.addEventListener("install", (event) => event.waitUntil((async () => {
  const cache = await caches.open(cacheName);
  const plain = (name) => name.replace(/-\w{8,10}\./, ".");
  const before = (await cache.keys()).map(({ url }) => plain(url)); // in an older version as well
  await Promise.all([keepStart(cache), ...[...needed, ...wanted.filter((name) => before.includes(plain(name)))].map((name) => keep(cache, name))]);
})()));

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  const cache = await caches.open(cacheName);
  for (const { url } of await cache.keys()) if (![full(start), ...needed, ...wanted].includes(url)) await cache.delete(url);
  for (const name of await caches.keys()) if (/^queens [0-9a-f]{16}$/.test(name)) await caches.delete(name); // of an older form
  await self.clients.claim();
})()));

// A page that starts while this version waits asks it to take over; then all pages start again.
// On a first visit the page says what it has fetched.
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
  else event.waitUntil(caches.open(cacheName).then((cache) => Promise.all(event.data.filter((name) => wanted.includes(name)).map((name) => keep(cache, name)))));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const [address] = request.url.split(/[?#]/);
  const name = [full("./"), full("index.html")].includes(address) ? full(start) : address;
  if (request.method === "GET" && [full(start), ...needed, ...wanted].includes(name)) event.respondWith(answer(request, name));
});

async function answer(request, name) {
  const cache = await caches.open(cacheName);
  return (await cache.match(name)) ?? (name === full(start) ? fetch(request) : keep(cache, name));
}

// keep returns a file, and has it in the cache.
async function keep(cache, name) {
  const known = await cache.match(name);
  if (known) return known;
  for (const mode of ["force-cache", "reload"]) { // what the browser has may be an error of the host
    const response = await fetch(name, { cache: mode });
    if (!response.ok) continue;
    await cache.put(name, response.clone());
    return response;
  }
  throw new Error(`${name} is missing`);
}

async function keepStart(cache) {
  for (const mode of ["force-cache", "reload"]) {
    const response = await fetch("./", { cache: mode });
    if (response.ok && (await response.clone().text()).includes(version)) return cache.put(start, response);
  }
  throw new Error("the host has another version");
}
