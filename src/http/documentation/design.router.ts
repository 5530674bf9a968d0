import { Router } from 'express';
import { readPageBundle } from '../page-bundle.js';
import { pageHeaders, pageIcon } from '../page-headers.js';

/** All URLs are relative, so that the page works behind a proxy that adds a path prefix. */
const pageOf = (script: string, style: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Booking server: design</title>
    <link rel="icon" href="${pageIcon}">
    <link rel="stylesheet" href="design/assets/${style}">
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="design/assets/${script}"></script>
  </body>
</html>
`;

/** Serves every component of the pages in its states at `/docs/design`, for those who develop them. */
export function designRouter(): Router {
  const router = Router({ strict: true, caseSensitive: true });
  const bundle = readPageBundle('gallery');
  if (!bundle) return router;
  const page = pageOf(bundle.fileOf('main.js'), bundle.fileOf('main.css'));
  router.get('/docs/design', (_request, response) => void response.set(pageHeaders()).type('html').send(page));
  return router.use('/docs/design/assets', bundle.serve);
}
