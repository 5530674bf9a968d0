import { setTimeout as pass } from 'node:timers/promises';
import type { Session } from '../database/session.js';

type Statements = Pick<Session, 'execute'>;

/** Milliseconds between two looks whether the last writers have ended. */
const drainInterval = 10;

/** The state of a cell before or after a switch. */
export interface ReadonlyState {
  /** The time since which the cell is read-only; null if it is not. */
  since: Date | null;
  /** The number of transactions that may write. */
  writers: number;
}

/** The transactions that hold a lock of `require_writable_account`: they have checked that they may write. */
const listWriters = `select distinct virtualtransaction as writer from pg_locks
  where locktype = 'advisory' and classid = 7463005 and objsubid = 2 and granted and pid <> pg_backend_pid()
    and database = (select oid from pg_database where datname = current_database())`;

/** @throws Error if the database is no cell */
export async function readReadonlyState(session: Statements): Promise<ReadonlyState> {
  const [state] = await session.execute<ReadonlyState>(
    `select readonly_at as since, (select count(*)::integer from (${listWriters}) writing) as writers from cell`,
  );
  if (!state) throw new Error('the database is no cell');
  return state;
}

/**
 * Makes a cell read-only: from now on the database refuses all writes of its accounts. Waits until every transaction that
 * had been allowed to write has ended, so that nothing is written after this returns. Repeat it if it was cut off.
 *
 * @param patience milliseconds to wait for open transactions
 * @returns since when; undefined if they have not ended, and the cell is then as it was before
 */
export async function makeReadonly(session: Statements, patience: number): Promise<Date | undefined> {
  const [row] = await session.execute<{ since: Date; isNew: boolean }>(
    `update cell set readonly_at = coalesce(cell.readonly_at, clock_timestamp()) from cell before
     returning cell.readonly_at as since, before.readonly_at is null as "isNew"`,
  );
  if (!row) throw new Error('the database is no cell');
  const endsAt = performance.now() + patience;
  // A writer that comes later sees that the cell is read-only. It has a lock until it is refused.
  let open = await findWriters(session);
  while (open.size > 0) {
    if (performance.now() > endsAt) {
      if (row.isNew) await session.execute('update cell set readonly_at = null where readonly_at = $1', [row.since]);
      return undefined;
    }
    await pass(drainInterval);
    const present = await findWriters(session);
    open = new Set([...open].filter((writer) => present.has(writer)));
  }
  return row.since;
}

async function findWriters(session: Statements): Promise<Set<string>> {
  return new Set((await session.execute<{ writer: string }>(listWriters)).map(({ writer }) => writer));
}

/** Lets a cell be written again. */
export async function makeWritable(session: Statements): Promise<void> {
  await session.execute('update cell set readonly_at = null where readonly_at is not null');
}
