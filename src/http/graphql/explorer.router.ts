import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Router } from 'express';
import { projectRoot } from '../../platform/project-root.js';
import { readPageBundle } from '../page-bundle.js';
import { pageHeaders, pageIcon } from '../page-headers.js';

const exampleFolder = join(projectRoot, 'schema', 'examples');

/** The content types that the `Accept` header may request. A client that names none of them gets no page. */
const pageOrData = ['application/json', 'application/graphql-response+json', 'text/event-stream', 'text/html'];

/** All URLs are relative, so that the page works behind a proxy that adds a path prefix. */
const pageOf = (script: string, style: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Booking server: GraphQL</title>
    <link rel="icon" href="${pageIcon}">
    <link rel="stylesheet" href="graphql/explorer/${style}">
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="graphql/explorer/${script}"></script>
  </body>
</html>
`;

/** The editor adds a style element for its layout. */
const headers = pageHeaders({ 'style-src': "'self' 'unsafe-inline'" });

/** A document of `schema/examples`. */
interface Example {
  /** The first comment of the document, a question. */
  title: string;
  query: string;
}

function readExamples(): Example[] {
  return readdirSync(exampleFolder)
    .toSorted()
    .map((file) => {
      const query = readFileSync(join(exampleFolder, file), 'utf8');
      const [, title = file] = /^# (.+)/.exec(query) ?? [];
      return { title, query };
    });
}

/** Serves the explorer to browsers at `/graphql`, without authentication. Passes on all other requests. */
export function explorerRouter(): Router {
  const router = Router({ strict: true, caseSensitive: true });
  const bundle = readPageBundle('explorer');
  if (!bundle) return router;
  const page = pageOf(bundle.fileOf('main.js'), bundle.fileOf('main.css'));
  // Not `get`, with which Express would respond to OPTIONS: a preflight request is for the rules of origins.
  router.all('/graphql', (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    response.vary('Accept');
    if (request.accepts(pageOrData) !== 'text/html') return next();
    response.set(headers).type('html').send(page);
  });
  router.get('/graphql/explorer/examples.json', (_request, response) => void response.json(readExamples()));
  router.use('/graphql/explorer', bundle.serve);
  return router;
}
