import { readFileSync } from 'node:fs';
import type { RequestListener, Server } from 'node:http';
import { createRequire } from 'node:module';

let source: string | undefined;

/** Returns the source of axe-core. It is read on the first call, because most test files open no page. */
export function axe(): string {
  source ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  return source;
}

/** The path of axe-core at a server of the tests. The policy of its pages allows scripts of their own origin only. */
export const axePath = '/axe-core-of-the-tests.js';

/** Lets a server return axe-core, too, in a form that browsers keep. */
export function serveAxe(server: Server): void {
  const [answer] = server.listeners('request') as RequestListener[];
  if (!answer) throw new Error('the server has no handler');
  const headers = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'max-age=3600' };
  server.removeAllListeners('request').on('request', (request, response) => {
    if (request.url === axePath) response.writeHead(200, headers).end(axe());
    else answer(request, response);
  });
}
