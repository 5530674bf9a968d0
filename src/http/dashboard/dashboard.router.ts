import { type RequestHandler, Router } from 'express';
import { readPageBundle } from '../page-bundle.js';
import { pageHeaders, pageIcon, prefersJson } from '../page-headers.js';
import { type DashboardSessionOptions, dashboardSessionRouter } from './session.router.js';

const headers = { ...pageHeaders(), 'Cache-Control': 'no-cache' };

/**
 * Returns the page. Its URLs are relative, so that it works behind a proxy that adds a path prefix.
 *
 * @param base the relative URL of the folder that contains `dashboard`, such as `../`
 */
const pageOf = (base: string, script: string, style: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Booking server</title>
    <link rel="icon" href="${pageIcon}">
    <link rel="stylesheet" href="${base}dashboard/assets/${style}">
    <script type="module" src="${base}dashboard/assets/${script}"></script>
  </head>
  <body>
    <div id="root"></div>
    <noscript>The dashboard needs JavaScript.</noscript>
  </body>
</html>
`;

/**
 * Mounted at `/dashboard`. Serves the page of the staff at this path and every path of a view below it, its bundles and
 * its session. The page is the same for everyone; its data come from GraphQL.
 */
export function dashboardRouter(options: DashboardSessionOptions): Router {
  const router = Router().use(dashboardSessionRouter(options));
  const bundle = readPageBundle('dashboard');
  if (!bundle) return router;
  const [script, style] = [bundle.fileOf('main.js'), bundle.fileOf('main.css')];
  const sendPage: RequestHandler = (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    response.vary('Accept');
    if (prefersJson(request)) return next();
    const { pathname } = new URL(request.originalUrl, 'http://localhost');
    const depth = pathname.split('/').length - 2;
    response
      .set(headers)
      .type('html')
      .send(pageOf('../'.repeat(depth), script, style));
  };
  return router
    .use('/assets', bundle.serve)
    .all('/assets/{*file}', (_request, _response, next) => next('router'))
    .all('/{*view}', sendPage);
}
