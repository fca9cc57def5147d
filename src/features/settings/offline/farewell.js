// Replaces the service worker of a site whose offline page is switched off: deletes what it stored, and ends.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith('guanlan-')) await caches.delete(name);
      await self.registration.unregister();
    })(),
  );
});
