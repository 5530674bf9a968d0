import { pino } from 'pino';
import { createJobQueue } from '../../src/jobs/agenda.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { createTestDatabase } from '../support/test-database.js';

/** Returns the connections of the database, oldest first. */
const connections = `select string_agg(pid::text, ' ' order by backend_start) as pids from pg_stat_activity
  where datname = current_database() and query not like '%pg_stat_activity%' and backend_type = 'client backend'`;

it('keeps its connection when it enqueues a job that is stored already', async () => {
  await using test = await createTestDatabase();
  const queue = createJobQueue({
    clock: systemClock,
    database: test,
    onGivenUp: async () => {},
    logger: pino({ level: 'silent' }),
  });
  try {
    const request = { name: 'later', key: 'later:1', data: {}, at: new Date(Date.now() + 86_400_000) };
    await queue.enqueue(request);
    const before = await test.database.orm.em.fork().execute(connections);
    for (let count = 0; count < 3; count += 1) await queue.enqueue(request);
    expect(await test.database.orm.em.fork().execute(connections)).toEqual(before);
    const jobs = await test.database.orm.em.fork().execute(`select name from agenda_jobs where name = 'later'`);
    expect(jobs).toEqual([{ name: 'later' }]);
  } finally {
    await queue.stop();
  }
});
