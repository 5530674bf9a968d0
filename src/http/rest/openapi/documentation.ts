import { join } from 'node:path';
import express, { type Router } from 'express';
import { projectRoot } from '../../../platform/project-root.js';
import { refuseOtherMethods } from '../../http-errors.js';
import { pageHeaders, pageIcon } from '../../page-headers.js';
import { scopeOf } from '../../request-scope.js';
import type { OpenApiDocument } from './document.js';

export interface DocumentationOptions {
  /** Called once, at the first request for the page. Returns HTML. */
  describePermissions(): Promise<string>;
  /** Escaped markup with links to other pages, relative to the root of the server. */
  links: string;
  /** The styles of these links and of the other documentation pages, and their script. */
  files: { links: string; page: string; script: string };
}

/** The names of the documents in the folder that is the base URL of the API. */
const documentNames = { openApi: 'openapi.json', asyncApi: 'asyncapi.json' };

/** All URLs are relative, so that the page works behind a proxy that adds a path prefix. */
const pageWith = (links: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Booking server: REST API</title>
    <link rel="icon" href="${pageIcon}">
    <link rel="stylesheet" href="docs/swagger-ui.css">
    <link rel="stylesheet" href="docs/links.css">
  </head>
  <body>
    ${links}
    <div id="swagger-ui"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/initializer.js"></script>
  </body>
</html>
`;

/** Swagger UI is dark below this class. */
const initializer = `const isDark = matchMedia('(prefers-color-scheme: dark)');
const adapt = () => document.documentElement.classList.toggle('dark-mode', isDark.matches);
isDark.addEventListener('change', adapt);
adapt();
SwaggerUIBundle({
  url: 'api/v1/${documentNames.openApi}',
  dom_id: '#swagger-ui',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
`;

const assets = ['swagger-ui.css', 'swagger-ui-bundle.js'];
/** Copied by `src/pages/build.mjs`: its package would bring one that reports each installation. */
const assetFolder = join(projectRoot, 'dist', 'pages', 'reference');

/** Sets the base URLs of the document. Those of the committed one are relative: clients read them where they found it. */
function servedAt(address: string, { paths, ...document }: OpenApiDocument): OpenApiDocument {
  const root = [{ url: address }];
  const served = Object.entries(paths).map(([path, item]) => [path, item.servers ? { ...item, servers: root } : item]);
  const servers = document.servers.map(({ url }) => ({ url: `${address}${url}` }));
  return { ...document, servers, paths: Object.fromEntries(served) };
}

/** The documents from which programs learn the APIs. */
export interface Descriptions {
  /** Called once, at the first request. */
  openApi(): Promise<OpenApiDocument>;
  /** Returns the AsyncAPI document of the server at an address; empty if that is unknown. */
  asyncApi(address: string): Promise<object>;
}

/** Serves the documents as `openapi.json` and `asyncapi.json`, without authentication. */
export function descriptionDocuments({ openApi, asyncApi }: Descriptions): Router {
  const router = express.Router({ strict: true, caseSensitive: true });
  let document: Promise<OpenApiDocument> | undefined;
  router
    .route(`/${documentNames.openApi}`)
    .get(async (request, response) => {
      document ??= openApi();
      const { documentedAddress } = scopeOf(request);
      response.json(documentedAddress === '' ? await document : servedAt(documentedAddress, await document));
    })
    .all(refuseOtherMethods('GET'));
  router
    .route(`/${documentNames.asyncApi}`)
    .get(async (request, response) => void response.json(await asyncApi(scopeOf(request).address)))
    .all(refuseOtherMethods('GET'));
  return router;
}

/** Serves Swagger UI at `/docs` and the permissions at `/docs/permissions`, without authentication. */
export function documentation({ describePermissions, links, files }: DocumentationOptions): Router {
  const page = pageWith(links);
  const router = express.Router({ strict: true, caseSensitive: true });
  router.use('/docs', (_request, response, next) => {
    response.set(pageHeaders());
    next();
  });
  router.get('/docs', (_request, response) => void response.type('html').send(page));
  router.get('/docs/', (_request, response) => response.redirect('../docs'));
  router.get('/docs/initializer.js', (_request, response) => void response.type('js').send(initializer));
  let permissions: Promise<string> | undefined;
  router.get('/docs/permissions', async (_request, response) => {
    permissions ??= describePermissions();
    response.type('html').send(await permissions);
  });
  router.get('/docs/page.css', (_request, response) => void response.type('css').send(files.page));
  router.get('/docs/page.js', (_request, response) => void response.type('js').send(files.script));
  router.get('/docs/links.css', (_request, response) => void response.type('css').send(files.links));
  for (const asset of assets) {
    router.get(`/docs/${asset}`, (_request, response) => response.sendFile(join(assetFolder, asset), { maxAge: '1d' }));
  }
  return router;
}
