/**
 * The service worker. It keeps the page for times without a connection, and shows the day that the dashboard has kept, if it
 * has one. Every other request goes to the network as without it, so that no bundles of an older version are ever shown.
 */
const cacheName = 'offline';
addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(caches.open(cacheName).then((cache) => cache.add(new Request('offline', { cache: 'reload' }))));
});
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  event.respondWith(fetch(event.request).catch(offlinePage));
});
async function offlinePage() {
  return (await caches.match('last-day')) ?? (await caches.match('offline')) ?? Response.error();
}
