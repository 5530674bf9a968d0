import { serverUrl } from './addresses.js';
import { session } from './session.js';

/** The cache of the service worker. */
const cacheName = 'offline';
let changes: Promise<unknown> = Promise.resolve();

/** Changes the cache after the changes before: a day that is still being stored as the session ends does not outlive it. */
function changeCache(change: (cache: Cache) => unknown): void {
  const ignore = () => {}; // The browser gives the page no storage.
  if ('caches' in globalThis) changes = changes.then(() => caches.open(cacheName).then(change)).catch(ignore);
}

/** The page of the day that was seen last, which the worker shows without a connection. */
const dayAddress = new URL('dashboard/last-day', serverUrl);

/** Stores the page of a day, unless the session has ended. */
export function storeDay(page: Response): void {
  changeCache((cache) => session.value !== null && cache.put(dayAddress, page));
}

// People's names leave the browser with the session, whether a view that stores them has been opened or not. Without an
// answer about the session, such as without a connection, they stay.
session.watch(() => {
  if (session.value === null) changeCache((cache) => cache.delete(dayAddress));
});
