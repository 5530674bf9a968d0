import { setTimeout as pass } from 'node:timers/promises';
import { createAccount } from '../../src/domain/account/account.actions.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { type Cluster, startCluster } from '../faults/storm/cluster.js';
import { subscribe } from '../faults/storm/readers.js';
import { type Receiver, startReceiver } from '../faults/storm/receiver.js';
import { query } from '../faults/storm/verdict.js';
import { until } from '../jobs/change-writer.js';
import { killAll } from '../process/server-process.js';
import { acme, TestAccount } from '../support/test-server.js';

/** How long it takes from the commit of a change to its subscriber, and to its webhook: a table, in milliseconds. */
const loads = [
  { name: 'idle', perSecond: 4, seconds: 30 },
  { name: '50 writes/s', perSecond: 50, seconds: 20 },
];

const now = (): number => performance.timeOrigin + performance.now();

try {
  await using receiver = await startReceiver();
  await using cluster = await startCluster({ tuning: { track_commit_timestamp: 'on' } });
  await cluster.whenReady();
  const table: Record<string, object> = {};
  for (const load of loads) table[load.name] = await measure(cluster, receiver, load);
  console.table(table);
} finally {
  killAll();
}

async function measure(
  { database, origins }: Cluster,
  receiver: Receiver,
  { name, perSecond, seconds }: (typeof loads)[number],
): Promise<object> {
  const credentials = await createAccount(database, systemClock, {
    ...acme,
    subdomain: `account-${perSecond}`,
    name,
  });
  const accounts = origins.map((origin) => new TestAccount(origin, credentials));
  const target_url = `${receiver.address}/${perSecond}`;
  await accounts[0]?.create('/web_hooks', 'web_hook', { target_url, event: 'person.created' });
  const seen = new Map<string, number>();
  // At one process, while both are written to.
  const subscriber = subscribe(accounts.slice(0, 1), (cursor) => void seen.set(cursor, now()));
  await until(() => subscriber.cursors.length > 0);

  const count = perSecond * seconds;
  const begun = now();
  const writes: Promise<unknown>[] = [];
  for (let index = 0; index < count; index += 1) {
    await pass(Math.max(0, begun + (index * 1_000) / perSecond - now()));
    const account = accounts[index % accounts.length];
    if (account) writes.push(account.create('/people', 'person', { name: `Ola ${index}` }));
  }
  await Promise.all(writes);
  const took = (now() - begun) / 1_000;
  const told = () => receiver.deliveries.filter(({ path }) => path === `/${perSecond}`);
  await until(() => told().length >= count, 60_000);
  await subscriber.stop();

  const commits = await query<{ cursor: string; at: number; idempotencyId: string }>(
    database,
    `select change_cursor as cursor, idempotency_id as "idempotencyId",
       (extract(epoch from pg_xact_commit_timestamp(substring(change_cursor from '(\\d+)-')::xid8::xid)) * 1000)::float8 as at
     from web_hook_delivery where account_id = ?`,
    credentials.id,
  );
  const delivered = new Map(told().map(({ idempotencyId, at }) => [idempotencyId, at]));
  const toSubscriber = commits.map(({ cursor, at }) => (seen.get(cursor) ?? Number.NaN) - at);
  const toWebHook = commits.map(({ idempotencyId, at }) => (delivered.get(idempotencyId) ?? Number.NaN) - at);
  return {
    'writes/s': Math.round(count / took),
    'subscriber median': percentile(toSubscriber, 0.5),
    'subscriber p99': percentile(toSubscriber, 0.99),
    'webhook median': percentile(toWebHook, 0.5),
    'webhook p99': percentile(toWebHook, 0.99),
  };
}

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN) * 10) / 10;
}
