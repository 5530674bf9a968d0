import { setTimeout as pass } from 'node:timers/promises';
import pg from 'pg';
import type { TestAccount, TestServer } from './test-server.js';

/** A lock that another process holds. */
export interface HeldLock extends AsyncDisposable {
  letGo(): Promise<unknown>;
}

/** Holds the lock of a record, as another process does that decides about it. */
export function holdLock(server: TestServer, account: TestAccount, kind: string, id: number): Promise<HeldLock> {
  return holdUp(server, 'select lock_record($1, $2, $3)', kind, account.credentials.id, id);
}

/** Holds what a statement locks, until it is let go. */
export async function holdUp(server: TestServer, statement: string, ...parameters: unknown[]): Promise<HeldLock> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query(statement, parameters);
  return { letGo: () => client.query('rollback'), [Symbol.asyncDispose]: () => client.end() };
}

/** Waits until so many transactions wait for a lock, or one of the requests has been answered. */
export async function untilHeldUp(server: TestServer, count: number, ...requests: Promise<unknown>[]): Promise<void> {
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
