import { createAccount } from '../../src/domain/account/account.actions.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { killAll, type ServerProcess, startMain } from '../process/server-process.js';
import { createBookableService } from '../support/catalog.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { type MailServer, startMailServer } from '../support/mail-server.js';
import { createTestDatabase } from '../support/test-database.js';
import { acme, TestAccount } from '../support/test-server.js';
import { until } from '../support/until.js';

afterAll(killAll);
const test = await disposeAfterAll(createTestDatabase());
const mail = await disposeAfterAll(startMailServer());

const start = (role: string): Promise<ServerProcess> =>
  startMain({ DATABASE_URL: test.url, DEMO: 'off', ROLE: role, SMTP_URL: mail.url }).ready(
    role === 'web' ? 'Health' : 'Worker',
  );
const sql = async <Row extends object>(statement: string): Promise<Row[]> =>
  test.database.orm.em.fork().execute<Row[]>(statement);
const idsOf = (mails: MailServer['mails']): string[] =>
  mails.map(({ text }) => /^Message-ID: (\S+)/m.exec(text)?.[1] ?? '');

const busy = `select from pg_stat_activity
  where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`;

const people = 30;

it('a worker that is killed while it sends loses no message and repeats only those in progress', async () => {
  const [web, worker] = await Promise.all([start('web'), start('worker')]);
  const credentials = await createAccount(test.database, systemClock, acme);
  const account = new TestAccount(web.origin, credentials);
  const { serviceId, resourceId } = await createBookableService(account, { resource: { capacity: people } });
  const taken: string[] = [];
  mail.pause = async () => {
    if (taken.length < 8) taken.push(idsOf(mail.mails.slice(-1))[0] ?? '');
    else await new Promise(() => {});
  };
  for (let person = 0; person < people; person += 1) {
    await account.create(
      '/bookings',
      'booking',
      {
        ...{ service_id: serviceId, resource_id: resourceId },
        ...{ booked_from: '2099-03-03 10:00', booked_to: '2099-03-03 11:00' },
        person_attributes: { name: 'Guest', email: `guest-${person}@example.org` },
      },
      { confirmation_send_email: true },
    );
  }
  await until(() => mail.mails.length >= 12);
  await worker.end('SIGKILL');
  await web.end();
  await until(async () => (await sql(busy)).length === 0); // the statements of the killed process have ended, too
  const inHand = mail.mails.length;
  mail.pause = async () => {};
  // Another worker takes the jobs and the messages when their locks and claims expire, which happens here at once.
  await sql(`update agenda_jobs set locked_at = locked_at - interval '1 hour' where locked_at is not null`);
  await sql(`update message set next_attempt_at = now() where state in ('queued', 'sending')`);
  await start('worker');
  const unsent = () => sql(`select from message where state <> 'sent'`);
  await until(async () => (await sql('select from message')).length === people && (await unsent()).length === 0);

  const ids = idsOf(mail.mails);
  expect(new Set(ids).size).toBe(people);
  expect(new Set(mail.mails.map(({ to }) => to[0])).size).toBe(people);
  expect(ids.length - people).toBeLessThanOrEqual(inHand);
  const processed = await sql(`select from change where name = 'message.processed'`);
  expect(processed).toHaveLength(people);
});
