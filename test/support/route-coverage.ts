import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from '../../src/http/rest/route.js';
import { Router } from '../../src/http/rest/router.js';
import { routes } from '../../src/http/rest/routes/index.js';
import { publicRoutes } from '../../src/http/rest/routes/public.routes.js';

type Row = Pick<Route, 'method' | 'path'>;

/** Every row of the private and the public API; those of the public one under the address of a site. */
export const allRows: readonly Row[] = [
  ...routes,
  ...publicRoutes.map(({ method, path }) => ({ method, path: `/sites/:subdomain${path}` })),
];

/** A row of the REST API, and a status that it has answered with. */
export type Exercise = Row & { status: number };

const rows = new Router<Row>();
for (const row of allRows) rows.add(row.method, row.path, row);
const seen = new Set<string>();

/** The row that answers a request. */
export function rowOf(method: string, address: string): Row | undefined {
  return rows.find(method, address.split('?')[0] ?? '')?.entry;
}

/** Notes what a request was answered with, for the check at the end of the run: see `global-teardown.mjs`. */
export function recordExercise(method: string, address: string, status: number): void {
  const folder = process.env.TEST_EXERCISES;
  const found = rowOf(method, address);
  if (!folder || !found) return;
  const line = JSON.stringify({ method: found.method, path: found.path, status } satisfies Exercise);
  if (seen.has(folder + line)) return;
  seen.add(folder + line);
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${line}\n`);
}

/** What all processes of the run have noted. */
export function readExercises(folder: string): Exercise[] {
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'));
  return lines.map((line): Exercise => JSON.parse(line));
}

/** The rows that have never succeeded, or never refused a request, in all that was noted. */
export function unexercised(table: readonly Row[], exercises: readonly Exercise[]): string[] {
  const statuses = Map.groupBy(exercises, ({ method, path }) => `${method} ${path}`);
  return table.flatMap(({ method, path }) => {
    const row = `${method} ${path}`;
    const answers = statuses.get(row) ?? [];
    const missing = [
      ...(answers.some(({ status }) => status === 200) ? [] : ['200']),
      ...(answers.some(({ status }) => status >= 400 && status < 500) ? [] : ['4xx']),
    ];
    return missing.map((status) => `${row} was never answered with ${status}`);
  });
}
