import { join } from 'node:path';
import { Router } from 'express';
import { languages } from '../../platform/language.js';
import { projectRoot } from '../../platform/project-root.js';
import { textsIn } from '../../texts/texts.js';
import { html, sendPage } from '../html.js';
import { dashboardLanguage } from './dashboard-language.js';

/**
 * Mounted at `/dashboard`: what a browser needs to install the dashboard as an app, and the page that it shows without a
 * connection. All addresses are relative to these files, so that they work behind a proxy that adds a path prefix.
 */
export function installedAppRouter(): Router {
  return Router()
    .get('/manifest.webmanifest', (request, response) => {
      // Browsers request it without cookies, so the page names its language in the address.
      const asked = new URL(request.originalUrl, 'http://localhost').searchParams.get('language');
      const language = languages.find((known) => known === asked) ?? dashboardLanguage(request);
      const manifest = manifestOf(textsIn(language).shell.appName);
      response.set(headers).type('application/manifest+json').send(JSON.stringify(manifest));
    })
    .get('/worker.js', (_request, response) => {
      response.set(headers).sendFile(worker, { cacheControl: false });
    })
    .get('/offline', (request, response) => {
      const language = dashboardLanguage(request);
      const { offlineTitle, offline, tryAgain } = textsIn(language).shell;
      const content = html`<p>${offline}</p>\n<p><a class="button" href="./">${tryAgain}</a></p>`;
      sendPage(response, 200, language, offlineTitle, content);
    });
}

const worker = join(projectRoot, 'dist', 'pages', 'dashboard', 'offline.worker.js');

const headers = { 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' };

const icon = (size: number, purpose: string) => ({
  src: `assets/icon-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

const manifestOf = (name: string) => ({
  id: './',
  name,
  short_name: name,
  start_url: './',
  scope: './',
  display: 'standalone',
  background_color: '#f5f6f8',
  theme_color: '#1d5bbf',
  icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
});
