import { setTimeout as pass } from 'node:timers/promises';
import pg from 'pg';
import type { TestAccount, TestServer } from './test-server.js';

/** Locks that a separate session holds. */
export interface HeldLock extends AsyncDisposable {
  release(): Promise<unknown>;
}

/** Takes the lock of a record in a separate session, as a concurrent request does. */
export function holdLock(server: TestServer, account: TestAccount, kind: string, id: number): Promise<HeldLock> {
  return holdLocks(server, 'select lock_record($1, $2, $3)', kind, account.credentials.id, id);
}

/** Holds the locks of a statement in an open transaction, until they are released. */
export async function holdLocks(server: TestServer, statement: string, ...parameters: unknown[]): Promise<HeldLock> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query(statement, parameters);
  return { release: () => client.query('rollback'), [Symbol.asyncDispose]: () => client.end() };
}

/** Waits until `count` transactions wait for a lock, or one of the requests has its response. */
export async function untilBlocked(server: TestServer, count: number, ...requests: Promise<unknown>[]): Promise<void> {
  let isAnswered = false;
  for (const request of requests) {
    void request.then(() => {
      isAnswered = true;
    });
  }
  const waiting = () =>
    server.sql("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'");
  while (!isAnswered && (await waiting()).length < count) await pass(5);
}
