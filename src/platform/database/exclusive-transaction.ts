import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { connectionLimits, sessionTimeouts } from './connection.js';
import type { Database } from './database.js';
import { createOrm, ormOptions } from './orm.js';

/**
 * Runs `work` in one transaction under an advisory lock. Uses connections of its own, without a pooler and without
 * the pool's timeouts, because both the wait for the lock and `work` may take long.
 */
export async function transactExclusively<Result>(
  { directUrl, model }: Pick<Database, 'directUrl' | 'model'>,
  lock: number,
  work: (em: EntityManager, orm: MikroORM) => Promise<Result>,
  url = directUrl,
): Promise<Result> {
  const { connectionTimeoutMillis } = connectionLimits;
  const { migratorOptions } = await import('./migrator.js');
  const options = ormOptions(url, model.entities, 2, { connectionTimeoutMillis });
  const orm = createOrm({ ...options, ...migratorOptions });
  try {
    return await orm.em.fork().transactional(async (em) => {
      // The role may have timeouts of its own: see `limitRole`.
      for (const name of Object.keys(sessionTimeouts)) await em.execute(`set local ${name} = 0`);
      await em.execute('select pg_advisory_xact_lock(?)', [lock]);
      return work(em, orm);
    });
  } finally {
    await orm.close(true);
  }
}
