// Keeps the page's own files for when there is no network: a service worker beside them. What is kept is one build,
// so that page and module always fit each other; another build is used once no page has the earlier one open.

declare const BUILD: string;

const FILES = ["./", "app.js", "worker.js", "style.css", "narrows.wasm"];
const own = self as unknown as ServiceWorkerGlobalScope;
/** Other pages of the same server may be Narrows, too. */
const prefix = `narrows ${own.registration.scope} `;
const kept = prefix + BUILD;

interface ServiceWorkerGlobalScope {
  registration: { scope: string };
  clients: { claim(): Promise<void> };
  addEventListener(type: string, listener: (event: WorkerEvent) => void): void;
}
interface WorkerEvent extends Event {
  request: Request;
  waitUntil(done: Promise<unknown>): void;
  respondWith(answer: Promise<Response>): void;
}

async function keep() {
  const cache = await caches.open(kept);
  await cache.addAll(FILES.map(file => new Request(file, { cache: "reload" })));
}

async function forget() {
  for (const other of await caches.keys()) {
    if (other.startsWith(prefix) && other !== kept) await caches.delete(other);
  }
  await own.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(kept);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

own.addEventListener("install", event => event.waitUntil(keep()));
own.addEventListener("activate", event => event.waitUntil(forget()));
own.addEventListener("fetch", event => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});
