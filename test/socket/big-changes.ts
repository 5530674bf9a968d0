import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { TestAccount, TestServer } from '../support/test-server.js';

/** Small enough that a slow machine stores them within the time of a statement. */
const batch = 200;

/** Adds changes of bookings to the log, each with notes of `size` characters. */
export async function writeBigChanges(
  server: TestServer,
  account: TestAccount,
  { count, size }: { count: number; size: number },
): Promise<void> {
  for (let first = 1; first <= count; first += batch) {
    await server.sql(
      `insert into change (account_id, era, created_at, name, object_type, object_id, snapshot, actor)
       select ?, 1, now(), 'booking.modified', 'booking', n, jsonb_build_object('id', n, 'notes', repeat('x', ?)),
         '{"kind":"background"}' from generate_series(?, ?) n`,
      account.credentials.id,
      size,
      first,
      Math.min(first + batch - 1, count),
    );
  }
  await server.sql(`select pg_notify('change', ?)`, String(account.credentials.id));
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Returns the memory in use by this process, in bytes, after a garbage collection. */
export function usedMemory(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
