import { setTimeout as pass } from 'node:timers/promises';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { version } from '../project-root.js';
import { connectionLimits, sessionTimeouts } from './connection.js';
import type { Database } from './database.js';
import { createOrm, ormOptions } from './orm.js';

/** In milliseconds. */
const pollInterval = 100;

/** The role may have timeouts of its own: see `limitRole`. */
const withoutTimeouts = Object.keys(sessionTimeouts)
  .map((name) => `-c ${name}=0`)
  .join(' ');

/**
 * Runs `work` in one transaction under an advisory lock. Uses connections of its own, without a pooler and without
 * timeouts, because both the wait for the lock and `work` may take long.
 *
 * @param work its `orm` has a second connection, for statements that cannot run in a transaction
 */
export async function transactExclusively<Result>(
  { directUrl, model }: Pick<Database, 'directUrl' | 'model'>,
  lock: number,
  work: (em: EntityManager, orm: MikroORM) => Promise<Result>,
  url = directUrl,
): Promise<Result> {
  const { connectionTimeoutMillis } = connectionLimits;
  const { migratorOptions } = await import('./migrator.js');
  // The ORM has a driver of its own, without the name that a process gives its connections. One that has just ended must not
  // be taken for a process of an older version.
  const application_name = `booking-server ${version} exclusive`;
  const own = { application_name, connectionTimeoutMillis, options: withoutTimeouts };
  const options = ormOptions(url, model.entities, 2, own);
  const orm = createOrm({ ...options, ...migratorOptions });
  try {
    return await orm.em.fork().transactional(async (em) => {
      while (!(await tryLock(em, lock))) await pass(pollInterval);
      return work(em, orm);
    });
  } finally {
    await orm.close(true);
  }
}

/** `create index concurrently` waits for each running statement, so a statement that waits for its lock would be a deadlock. */
async function tryLock(em: EntityManager, lock: number): Promise<boolean> {
  const [row] = await em.execute<{ isLocked: boolean }[]>(`select pg_try_advisory_xact_lock(?) as "isLocked"`, [lock]);
  return row?.isLocked === true;
}
