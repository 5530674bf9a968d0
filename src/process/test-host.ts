import { homedir } from 'node:os';
import { join } from 'node:path';
import type { HostAnswer, HostMethods, HostRequest } from './test-kit/host.types.js';
import type { HostedServer } from './test-kit/hosted-server.js';
import { TestCluster } from './test-kit/test-cluster.js';

const defaultFolder = join(homedir(), '.cache', 'booking-server');

/** In milliseconds. */
const endTimeout = 10_000;

type Methods = {
  [Method in keyof HostMethods]: (
    parameters: HostMethods[Method]['parameters'],
  ) => Promise<HostMethods[Method]['result']>;
};

/**
 * Runs the servers of the tests of the parent process, until that ends in any way. A start in a new process takes 1.3 s of
 * CPU time on two busy cores:
 *
 * | what | CPU time | meanwhile |
 * |---|---|---|
 * | Node and the modules of the server | 0.6 s | PostgreSQL starts |
 * | the GraphQL schema and the operations | 0.4 s | PostgreSQL copies the database, for 0.1 to 0.3 s |
 * | the components of the server | 0.2 s | |
 * | the account and its webhook, with the first `fetch` | 0.1 s | |
 *
 * Given up: an index of the extensions of type-graphql, which it searches for each field (0.05 s, but it replaces a private
 * method), a larger young generation and a start without Sparkplug (no gain), and reading the operations while the server of
 * `npm start` waits for its database (no gain).
 */
export function runTestHost(): void {
  // The server takes half a second to load: PostgreSQL starts meanwhile.
  const loading = import('./test-kit/hosted-server.js');
  const components = [import('./app.js'), import('./background-jobs.js')];
  for (const promise of [loading, ...components]) promise.catch(() => {}); // The start reports it.
  const clusters = new Map<string, Promise<TestCluster>>();
  const servers = new Map<number, HostedServer>();
  let count = 0;
  const clusterIn = (folder: string): Promise<TestCluster> => {
    const opening = clusters.get(folder) ?? TestCluster.open(folder, async (url) => (await loading).migrateEmpty(url));
    clusters.set(folder, opening);
    opening.catch(() => clusters.delete(folder));
    return opening;
  };
  const serverOf = (number: number): HostedServer => {
    const server = servers.get(number);
    if (!server) throw new Error('this test server was closed');
    return server;
  };
  const methods: Methods = {
    start: async (options) => {
      count += 1;
      const number = count;
      const cluster = await clusterIn(options.cacheFolder ?? defaultFolder);
      const server = await (await loading).startHostedServer(cluster, number, options);
      servers.set(number, server);
      return server.started;
    },
    settle: ({ server }) => serverOf(server).settle(),
    close: async ({ server }) => {
      const closing = serverOf(server);
      servers.delete(server);
      await closing.close();
      return null;
    },
  };
  process.on('message', async (request: HostRequest) => {
    const answer = await answerOf(methods, request);
    if (process.connected) process.send?.(answer);
  });
  const end = async (): Promise<void> => {
    setTimeout(() => process.exit(1), endTimeout);
    await Promise.allSettled([...servers.values()].map((server) => server.close()));
    await Promise.allSettled([...clusters.values()].map(async (cluster) => (await cluster).close()));
    process.exit(0);
  };
  process.once('disconnect', end);
  // Ctrl-C reaches this process, too. It ends after the test, which may still need its servers.
  process.on('SIGINT', () => {}).on('SIGHUP', () => {});
  process.once('SIGTERM', end);
}

async function answerOf(methods: Methods, { id, method, parameters }: HostRequest): Promise<HostAnswer> {
  try {
    // The parent is of the same version, and typed by the same table.
    const call = methods[method] as (given: object) => Promise<unknown>;
    return { id, result: await call(parameters) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}
