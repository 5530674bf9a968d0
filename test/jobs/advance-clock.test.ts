import { advanceClockJob } from '../../src/jobs/test-clock.jobs.js';
import { findJob, jobContext, running } from '../support/job-context.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();

/** Advances the clock of a sandbox over two expiries. @returns what happened, if the first fails so many times */
async function advance(failures: number): Promise<string[]> {
  const account = await server.account({ sandbox: true });
  const { id: accountId } = account.credentials;
  const entries: number[] = [];
  const { id: service_id } = await account.create('/services', 'service', { title: 'Cut' });
  for (const to of ['2026-03-02 10:00', '2026-03-02 11:00']) {
    const entry = { service_id, from: '2026-03-02 08:30', to, name: 'Ola', email: `${entries.length}@example.org` };
    entries.push((await account.create('/waitlist', 'waitlist_entry', entry)).id);
  }
  const { errors } = await account.graphql('mutation { advanceClock(by: "3 hours") { isAdvancing } }');
  expect(errors).toBeUndefined();
  const events: string[] = [];
  let left = failures;
  const context = jobContext(server, {
    run: async ({ name, data }, job) => {
      if (name !== 'expire-waitlist-entry') return;
      const isFirst = 'entryId' in data && data.entryId === entries[0];
      const isFailing = isFirst && left > 0;
      const [now] = await server.sql<{ hours: number }>(
        'select round(clock_offset / 3600.0)::integer as hours from account where id = ?',
        accountId,
      );
      events.push(`${isFailing ? 'fail' : 'do'} ${isFirst ? 'first' : 'second'} after ${now?.hours} h`);
      if (isFailing) {
        left -= 1;
        throw new Error('too many connections');
      }
      await findJob(context, name).run(data, job);
    },
  });
  // As if the relay had handled all changes: nothing waits for it.
  await server.sql(
    `insert into relay_position (account_id, consumer, era, transaction_id, change_id)
     values (?, 'jobs', 2147483647, '18446744073709551615', 9223372036854775807)`,
    accountId,
  );
  await advanceClockJob(context).run({ accountId, target: 10_800 }, running);
  return events;
}

it.each([
  [0, ['do first after 2 h', 'do second after 3 h']],
  [1, ['fail first after 2 h', 'do first after 2 h', 'do second after 3 h']],
  [2, ['fail first after 2 h', 'fail first after 2 h', 'do first after 3 h', 'do second after 3 h']],
])('work that fails %i times is done again at its instant, but not a third time', async (failures, events) => {
  expect(await advance(failures)).toEqual(events);
});
