import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../src/platform/project-root.js';

const run = promisify(execFile);

/** Uses both clients. A field that was generated as `any` would make an expected error disappear. */
const program = `
import type { NextTodayQuery, NextTodayQueryVariables } from './operations.js';
import type { components, paths } from './rest.js';
import type { Booking } from './schema.js';

export const variables: NextTodayQueryVariables = { now: '2026-03-02T09:00:00+01:00', endOfDay: '2026-03-03' };
export const startsOf = ({ bookings }: NextTodayQuery): string[] => bookings.nodes.map(({ bookedFrom }) => bookedFrom);
type Services = paths['/services']['get']['responses'][200]['content']['application/json'];
export const titlesOf = (services: Services): string[] => services.map(({ service }) => service.title);
export const nameOf = ({ name }: components['schemas']['AccountBody']): string => name;
export const countOf = ({ count }: Booking): number => count;

// @ts-expect-error a variable is missing
export const incomplete: NextTodayQueryVariables = {};
// @ts-expect-error not a field of the document
export const notesOf = ({ bookings }: NextTodayQuery) => bookings.nodes.map(({ notes }) => notes);
// @ts-expect-error not an attribute
export const nonsenseOf = (services: Services) => services.map(({ service }) => service.nonsense);
`;

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  skipLibCheck: true,
  target: 'ES2023',
  lib: ['ES2023'],
  module: 'NodeNext',
  types: [],
};

it('clients generated from the schema, the examples and the OpenAPI document compile', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'booking-clients-'));
  const node = (...parameters: string[]) => run(process.execPath, parameters, { cwd: folder });
  try {
    await node(join(projectRoot, 'test', 'support', 'generate-clients.mjs'), projectRoot, folder);
    await writeFile(join(folder, 'program.ts'), program);
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    const { stdout } = await node(join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', folder).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe('');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
