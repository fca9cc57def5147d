// The service worker of the site, of which `serveOffline` writes the constants `version` and `apiBase` before this text.
// It touches nothing but pages: while the network works it passes them on as they come, and when it fails it shows the
// offline page. It stores no answer of the server except the offline page itself; what was read last is written by pages
// (src/web/parts/offline/remember-read.ts), and only public posts.
const cachePrefix = 'guanlan-offline-';
const cacheName = cachePrefix + version;
const readCache = 'guanlan-read';
const page = '/offline.html';
const script = '/offline.js';
const otherPaths = [apiBase, '/admin', '/admin-assets', '/assets', '/brand', '/feed', '/files', '/share'];

self.addEventListener('install', (event) => {
  event.waitUntil(install());
});
self.addEventListener('activate', (event) => {
  event.waitUntil(activate());
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin || request.method !== 'GET') return;
  if (url.pathname === script) event.respondWith(fetchOrFind(request, script));
  else if (request.mode === 'navigate' && isPage(url)) event.respondWith(openPage(event, url));
});

async function install() {
  const cache = await caches.open(cacheName);
  await cache.addAll([page, script].map((path) => new Request(path, { cache: 'reload' })));
  await self.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys())
    if (name.startsWith(cachePrefix) && name !== cacheName) await caches.delete(name);
  // The request for a page starts while the worker starts, so that the worker costs no time.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

const isPage = ({ pathname }) =>
  !otherPaths.some((path) => pathname === path || pathname.startsWith(`${path}/`)) &&
  !pathname.endsWith('.xml');

async function openPage(event, url) {
  let response;
  try {
    response = (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(page, { cacheName })) ?? Response.error();
  }
  if (response.status === 404 || response.status === 410) event.waitUntil(forget(url));
  return response;
}

/** Deletes the copy of a post that was withdrawn. */
async function forget({ pathname, searchParams }) {
  const id = searchParams.get('id');
  if (id && /\/(?:mobile)?detail$/i.test(pathname))
    await (await caches.open(readCache)).delete(`/offline/read/${encodeURIComponent(id)}`);
}

async function fetchOrFind(request, path) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(path, { cacheName })) ?? Response.error();
  }
}
