import { ServerProcess, startAsNpm } from '../process/server-process.js';
import type { BenchDatabase } from './bench-database.js';
import type { Contender } from './comparison.js';
import type { ReferenceName } from './reference/schema.js';
import type { Target } from './target.js';
import type { World } from './world.js';

interface StartOptions {
  role?: 'web' | 'worker';
  /** Further command line options of Node. */
  node?: readonly string[];
}

/** Starts a process of the server, with the flags of `npm start`, and waits until it is ready. */
export async function startProcess(
  { url }: BenchDatabase,
  { role = 'web', node = [] }: StartOptions = {},
): Promise<ServerProcess> {
  const settings = { DATABASE_URL: url, ROLE: role, DEMO: 'off', LOG_LEVEL: 'warn', WEBHOOK_PRIVATE_TARGETS: 'allow' };
  const server = startAsNpm(settings, node);
  return server.ready(role === 'web' ? 'Health' : 'Worker');
}

export async function startServer(bench: BenchDatabase, { apiKey }: World, options?: StartOptions): Promise<Target> {
  return { process: await startProcess(bench, options), apiKey, bench };
}

export async function startReference(
  bench: BenchDatabase,
  { accountId, apiKey, zone }: World,
  name: ReferenceName,
): Promise<Contender> {
  const account = { ACCOUNT_ID: String(accountId), API_KEY: apiKey, TIME_ZONE: zone };
  const settings = { DATABASE_URL: bench.url, REFERENCE: name, ...account };
  const server = new ServerProcess(process.execPath, ['dist/test/bench/reference/server.js'], settings);
  const target = { process: await server.ready('REST'), apiKey, bench };
  return { name, target, jobOf: (job) => (job.hasReference ? job : undefined) };
}
