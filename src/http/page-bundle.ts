import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { type RequestHandler, Router } from 'express';
import { projectRoot } from '../platform/project-root.js';
import { immutable } from './page-headers.js';

/** The browser code of a page, built by `src/pages/build.mjs`. */
export interface PageBundle {
  /** Returns the file name of a bundle by that of its source, such as `main.js` or `main.css`. @throws Error if there is none */
  fileOf(source: string): string;
  /** Returns the absolute path of a bundle by the name of its source. @throws Error if there is none */
  pathOf(source: string): string;
  /** Serves the files. */
  serve: RequestHandler;
}

/** esbuild adds a digest of the content to the names of bundles. */
const hashedName = /-[A-Z0-9]{8}\.\w+$/;

/**
 * Reads the bundle of a page.
 *
 * @returns undefined if it was not built, as in a compiled copy without the packages of browsers
 */
export function readPageBundle(page: string): PageBundle | undefined {
  const folder = join(projectRoot, 'dist', 'pages', page);
  const manifest = join(folder, 'manifest.json');
  if (!existsSync(manifest)) return undefined;
  const files = new Map<string, unknown>(Object.entries(JSON.parse(readFileSync(manifest, 'utf8'))));
  const fileOf = (source: string): string => {
    const file = files.get(source);
    if (typeof file !== 'string') throw new Error(`${manifest} does not list ${source}`);
    return file;
  };
  return {
    fileOf,
    pathOf: (source) => join(folder, fileOf(source)),
    serve: Router().use(
      compressedIfAccepted(folder),
      express.static(folder, {
        index: false,
        redirect: false,
        setHeaders: (response, path) => {
          for (const [name, value] of Object.entries(headersOf(path))) response.setHeader(name, value);
        },
      }),
    ),
  };
}

/** Routes a request to the compressed copy of a file if there is one and the client accepts it. */
function compressedIfAccepted(folder: string): RequestHandler {
  const files = new Set(readdirSync(folder));
  return (request, response, next) => {
    response.vary('Accept-Encoding');
    const copy = `${request.path.slice(1)}.gz`;
    if (files.has(copy) && request.acceptsEncodings('gzip') === 'gzip') request.url = `/${copy}`;
    next();
  };
}

function headersOf(path: string): Record<string, string> {
  const file = path.replace(/\.gz$/, '');
  return {
    'X-Content-Type-Options': 'nosniff',
    ...(hashedName.test(file) ? immutable : { 'Cache-Control': 'public, max-age=3600' }),
    ...(file !== path && {
      'Content-Encoding': 'gzip',
      'Content-Type': file.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
    }),
  };
}
