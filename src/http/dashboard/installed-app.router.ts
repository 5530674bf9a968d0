import { Router } from 'express';
import { html, sendPage } from '../html.js';

/**
 * Mounted at `/dashboard`: what a browser needs to install the dashboard as an app, and the page that it shows without a
 * connection. All addresses are relative to these files, so that they work behind a proxy that adds a path prefix.
 */
export function installedAppRouter(): Router {
  return Router()
    .get('/manifest.webmanifest', (_request, response) => {
      response.set(headers).type('application/manifest+json').send(JSON.stringify(manifest));
    })
    .get('/worker.js', (_request, response) => {
      response.set(headers).type('text/javascript').send(worker);
    })
    .get('/offline', (request, response) => {
      const language = request.acceptsLanguages(Object.keys(texts)) || 'en';
      const { title, sentence, again } = texts[language] ?? texts.en;
      sendPage(response, 200, language, title, html`<p>${sentence}</p>\n<p><a class="button" href="./">${again}</a></p>`);
    });
}

const headers = { 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' };

const icon = (size: number, purpose: string) => ({
  src: `assets/icon-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

const manifest = {
  id: './',
  name: 'Bookings',
  short_name: 'Bookings',
  start_url: './',
  scope: './',
  display: 'standalone',
  background_color: '#f5f6f8',
  theme_color: '#1d5bbf',
  icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
};

/**
 * The service worker. It keeps the page for times without a connection, and nothing else: every other request goes to the
 * network as without it, so that neither data nor bundles of an older version are ever shown.
 */
const worker = `const cacheName = 'offline';
addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(caches.open(cacheName).then((cache) => cache.add(new Request('offline', { cache: 'reload' }))));
});
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  event.respondWith(fetch(event.request).catch(() => caches.match('offline').then((page) => page ?? Response.error())));
});
`;

interface OfflineTexts {
  title: string;
  sentence: string;
  again: string;
}

const texts: Record<string, OfflineTexts> & { en: OfflineTexts } = {
  en: {
    title: 'No connection',
    sentence: 'The server cannot be reached. Your bookings are safe there: try again when you are online.',
    again: 'Try again',
  },
  nb: {
    title: 'Ingen forbindelse',
    sentence: 'Serveren kan ikke nås. Bookingene dine er trygge der: prøv igjen når du er på nett.',
    again: 'Prøv igjen',
  },
  sv: {
    title: 'Ingen anslutning',
    sentence: 'Servern kan inte nås. Dina bokningar är trygga där: försök igen när du är uppkopplad.',
    again: 'Försök igen',
  },
  da: {
    title: 'Ingen forbindelse',
    sentence: 'Serveren kan ikke nås. Dine bookinger ligger trygt der: prøv igen, når du er online.',
    again: 'Prøv igen',
  },
  de: {
    title: 'Keine Verbindung',
    sentence: 'Der Server ist nicht erreichbar. Ihre Buchungen sind dort sicher: Versuchen Sie es erneut, wenn Sie online sind.',
    again: 'Erneut versuchen',
  },
};
