import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from '../../src/http/rest/route.js';
import { Router } from '../../src/http/rest/router.js';
import { routes } from '../../src/http/rest/routes/index.js';
import { publicRoutes } from '../../src/http/rest/routes/public.routes.js';

type RouteKey = Pick<Route, 'method' | 'path'>;

/** Every route of the private and the public API. Public routes have the path of a site. */
export const allRoutes: readonly RouteKey[] = [
  ...routes,
  ...publicRoutes.map(({ method, path }) => ({ method, path: `/sites/:subdomain${path}` })),
];

/** A route of the REST API, and a status of one of its responses. */
export type Exercise = RouteKey & { status: number };

const router = new Router<RouteKey>();
for (const route of allRoutes) router.add(route.method, route.path, route);
const seen = new Set<string>();

/** Finds the route of a request. */
export function routeOf(method: string, address: string): RouteKey | undefined {
  return router.find(method, address.split('?')[0] ?? '')?.entry;
}

/** Records the status of a response for the check at the end of the run, in `global-teardown.mjs`. */
export function recordExercise(method: string, address: string, status: number): void {
  const folder = process.env.TEST_EXERCISES;
  const found = routeOf(method, address);
  if (!folder || !found) return;
  const line = JSON.stringify({ method: found.method, path: found.path, status } satisfies Exercise);
  if (seen.has(folder + line)) return;
  seen.add(folder + line);
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${line}\n`);
}

/** Returns the records of all processes of the run. */
export function readExercises(folder: string): Exercise[] {
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'));
  return lines.map((line): Exercise => JSON.parse(line));
}

/** Returns the routes without a recorded success, or without a recorded rejection. */
export function unexercised(table: readonly RouteKey[], exercises: readonly Exercise[]): string[] {
  const statuses = Map.groupBy(exercises, ({ method, path }) => `${method} ${path}`);
  return table.flatMap(({ method, path }) => {
    const route = `${method} ${path}`;
    const answers = statuses.get(route) ?? [];
    const missing = [
      ...(answers.some(({ status }) => status === 200) ? [] : ['200']),
      ...(answers.some(({ status }) => status >= 400 && status < 500) ? [] : ['4xx']),
    ];
    return missing.map((status) => `${route} was never answered with ${status}`);
  });
}
