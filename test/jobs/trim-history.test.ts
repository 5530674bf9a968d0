import { MessageChannel } from '../../src/domain/messaging/delivery/message.entity.js';
import { bodyDays } from '../../src/domain/trim-history.actions.js';
import { trimHistoryJob } from '../../src/jobs/maintenance.jobs.js';
import { sendMessageRequest } from '../../src/jobs/work-requests.js';
import { createBookableService } from '../support/catalog.js';
import { jobContext, running } from '../support/job-context.js';
import { executedStatements } from '../support/plans.js';
import { sentStatementsOf } from '../support/sent-statements.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer();
const account = server.accountPerTest();
let id: number;
beforeEach(async () => {
  id = account.credentials.id;
});

/** An instant of the database's clock. */
const daysAgo = (days: number): string => `now() - interval '${days} days'`;

const message = (state: string, days: number, more = '') =>
  server.sql(`insert into message (account_id, created_at, updated_at, kind, channel, recipient, subject, body, html, state${more && `, ${more.split('=')[0]}`})
    values (${id}, ${daysAgo(days)}, ${daysAgo(days)}, 'x', 'email', 'a@example.org', 'S', 'B', '<p>', '${state}'${more && `, ${more.split('=')[1]}`}) returning id`) as Promise<
    { id: number }[]
  >;

async function webHook(): Promise<number> {
  const { id: hook } = await account.create('/web_hooks', 'web_hook', {
    target_url: 'https://example.org',
    event: '*',
  });
  return hook;
}

const delivery = (hook: number, state: string, days: number) =>
  server.sql(`insert into web_hook_delivery (account_id, created_at, updated_at, web_hook_id, change_cursor, event, payload, state, attempt_count, attempts)
    values (${id}, ${daysAgo(days)}, ${daysAgo(days)}, ${hook}, gen_random_uuid()::text, 'x', 'P', '${state}', 2,
      '[{"at": "2026-01-01T00:00:00Z", "status": 500, "answer": "A", "failure": null}, {"at": "2026-01-01T00:01:00Z", "status": 200, "answer": "B", "failure": null}]')`);

async function trim(): Promise<void> {
  await trimHistoryJob(jobContext(server, { retentionDays: 90 })).run({}, running);
}

const ofAccount = (columns: string, table: string) =>
  server.sql(`select ${columns} from ${table} where account_id = ${id} order by created_at desc`);

describe('old messages', () => {
  it('lose their texts after 30 days and are deleted after 90, unless they are to be sent', async () => {
    for (const days of [29, 31, 89, 91]) {
      for (const state of ['queued', 'sending', 'sent', 'unsent', 'failed']) await message(state, days);
    }
    await trim();
    const found = await server.sql<{ state: string; days: number; body: string; html: string | null }>(
      `select state, body, html, round(extract(epoch from now() - updated_at) / 86400)::integer as days
       from message where account_id = ${id} order by days, state`,
    );
    const expected = [29, 31, 89, 91].flatMap((days) =>
      ['failed', 'queued', 'sending', 'sent', 'unsent']
        .map((state) => {
          const isKept = days < bodyDays || ['queued', 'sending'].includes(state);
          return { state, days, body: isKept ? 'B' : '', html: isKept ? '<p>' : null };
        })
        .filter(({ body }) => body === 'B' || days < 90),
    );
    expect(found).toEqual(expected);
  });

  it('stay as long as they prevent a second message about a booking that is not over', async () => {
    const { serviceId, resourceId } = await createBookableService(account);
    const of = { service_id: serviceId, resource_id: resourceId, person_attributes: { name: 'Ola' } };
    const book = (day: string) =>
      account.create('/bookings', 'booking', { ...of, booked_from: `${day} 10:00`, booked_to: `${day} 11:00` });
    const [past, future] = [await book('2099-03-03'), await book('2099-03-04')];
    await server.sql('delete from message where account_id = ?', id);
    await server.sql(
      `update booking set booked_from = ${daysAgo(92)}, booked_to = ${daysAgo(91)} where id = ? and account_id = ?`,
      past.id,
      id,
    );
    for (const { id: booking } of [past, future]) {
      await message('sent', 100, `booking_id=${booking}`);
      const [{ id: once } = { id: 0 }] = await message('sent', 100, `booking_id=${booking}`);
      await server.sql(`update message set occasion = 'reminder:x' where account_id = ? and id = ?`, id, once);
    }
    await trim();
    expect(await ofAccount('booking_id as booking, occasion, body', 'message')).toEqual([
      { booking: future.id, occasion: 'reminder:x', body: '' },
    ]);
  });

  it('cannot be resent without their texts, and have none in a sandbox', async () => {
    const [{ id: old } = { id: 0 }] = await message('sent', 31);
    await trim();
    const { errors } = await account.graphql(`mutation { resendMessage(id: ${old}) { id } }`);
    expect(errors?.[0]?.extensions.fields).toEqual({ state: ['is too old, its text was deleted'] });
    await server.sql('update account set sandbox = true where id = ?', id);
    await server.forgetAccounts();
    const { data } = await account.graphql(`{ message(id: ${old}) { subject body } }`);
    expect(data.message).toEqual({ subject: 'S', body: null });
  });
});

describe('old deliveries', () => {
  it('lose their bodies after 30 days and are deleted after 90, unless they are pending', async () => {
    const hook = await webHook();
    await server.sql('delete from web_hook_delivery where account_id = ?', id);
    for (const days of [29, 31, 91]) {
      for (const state of ['pending', 'delivered', 'failed']) await delivery(hook, state, days);
    }
    await trim();
    const found = await server.sql<{ state: string; payload: string | null; answers: unknown[] }>(
      `select state, payload, round(extract(epoch from now() - updated_at) / 86400)::integer as days,
         jsonb_path_query_array(attempts, '$[*].answer') as answers, jsonb_path_query_array(attempts, '$[*].status') as statuses
       from web_hook_delivery where account_id = ${id} order by days, state`,
    );
    const row = (state: string, days: number, isKept: boolean) => ({
      ...{ state, days, payload: isKept ? 'P' : null, statuses: [500, 200] },
      answers: isKept ? ['A', 'B'] : [null, null],
    });
    expect(found).toEqual([
      ...['delivered', 'failed', 'pending'].map((state) => row(state, 29, true)),
      ...['delivered', 'failed', 'pending'].map((state) => row(state, 31, state === 'pending')),
      row('pending', 91, true),
    ]);
  });

  it('cannot be resent without their bodies', async () => {
    const hook = await webHook();
    await delivery(hook, 'failed', 31);
    await trim();
    const [{ id: old } = { id: 0 }] = await server.sql<{ id: number }>(
      'select id from web_hook_delivery where account_id = ? and body_trimmed',
      id,
    );
    const { errors } = await account.graphql(`mutation { resendWebHookDelivery(id: ${old}) { id } }`);
    expect(errors?.[0]?.extensions.fields).toEqual({ state: ['is too old, its body was deleted'] });
  });
});

describe('old failed jobs', () => {
  it('are deleted, unless their work would be resumed without them', async () => {
    // By the clock of the server, which is months behind that of the database.
    const [{ id: messageId } = { id: 0 }] = await message('queued', 400);
    const { key } = sendMessageRequest(MessageChannel.EMAIL, id, messageId);
    for (const [of, days] of [
      [key, 91],
      ['other', 91],
      ['new', 89],
    ] as const) {
      await server.sql(
        `insert into failed_job (account_id, created_at, updated_at, name, key, data, failure, attempt_count, failed_at)
         values (?, now(), now(), 'send-message', ?, '{}', 'x', 5, ${daysAgo(days)})`,
        ...[id, of],
      );
    }
    await trim();
    expect(await server.sql(`select key from failed_job where account_id = ${id} order by id`)).toEqual([
      { key },
      { key: 'new' },
    ]);
  });
});

describe('the days of an account', () => {
  const agesOf = async (table: string) => {
    const rows = await server.sql<{ days: number }>(
      `select round(extract(epoch from now() - updated_at) / 86400)::integer as days from ${table}
       where account_id = ? order by 1`,
      id,
    );
    return rows.map(({ days }) => days);
  };

  /** Adds rows of these ages. */
  async function addHistory(ages: readonly number[]): Promise<void> {
    const hook = await webHook();
    await server.sql('delete from web_hook_delivery where account_id = ?', id);
    for (const days of ages) {
      await message('sent', days);
      await delivery(hook, 'delivered', days);
    }
  }

  it('shorten what the server keeps, and lengthen it never', async () => {
    await addHistory([6, 8, 89, 91]);
    await server.configure(account, { message_retention_days: 7, delivery_retention_days: 3_650 });
    await trim();
    expect(await agesOf('message')).toEqual([6]);
    expect(await agesOf('web_hook_delivery')).toEqual([6, 8, 89]);
    await server.configure(account, { message_retention_days: null, delivery_retention_days: 8 });
    await trim();
    expect(await agesOf('web_hook_delivery')).toEqual([6]);
  });

  it('of a sandbox are days of its clock for messages', async () => {
    await addHistory([6, 8]);
    await server.configure(account, { sandbox: true, clock_offset: 23 * 86_400, message_retention_days: 30 });
    await trim();
    expect(await agesOf('message')).toEqual([6]);
    expect(await agesOf('web_hook_delivery')).toEqual([6, 8]);
  });
});

describe('the trimming of history', () => {
  it('sends a statement only for accounts that have something to trim', async () => {
    // Accounts with jobs whose work is not done are looked at each time.
    await server.sql('delete from failed_job');
    await trim();
    const recent = await server.account();
    await server.sql(`insert into message (account_id, created_at, updated_at, kind, channel, recipient, body, state)
      values (${recent.credentials.id}, now(), now(), 'x', 'email', 'a@example.org', 'B', 'sent')`);
    await message('sent', 31);
    const sent = await sentStatementsOf(() => trim());
    const trimming = sent.filter(({ text }) => text.startsWith('with old as'));
    expect(trimming.map(({ values }) => Number(values[0]))).toEqual([id]);
  });

  it('goes on in batches until all is deleted, and reads by an index of each table', async () => {
    const hook = await webHook();
    const old = daysAgo(400);
    await server.sql(`insert into message (account_id, created_at, updated_at, kind, channel, recipient, body, state)
      select ${id}, ${old}, ${old}, 'x', 'email', 'a@example.org', 'B', 'sent' from generate_series(1, 2500)`);
    await server.sql(`insert into web_hook_delivery (account_id, created_at, updated_at, web_hook_id, change_cursor, event, state)
      select ${id}, ${old}, ${old}, ${hook}, n::text, 'x', 'delivered' from generate_series(1, 2500) n`);
    await server.sql(`insert into payment_notification (account_id, provider, event_id, received_at)
      select ${id}, 'stripe', n::text, ${old} from generate_series(1, 2500) n`);
    const statements = await executedStatements(server.database, () => trim());
    const scanned = statements
      .filter(({ text }) => text.includes('history.'))
      .flatMap(({ sequentialScans }) => sequentialScans)
      // A cell is one row.
      .filter((table) => !['old', 'account', 'cell'].includes(table));
    expect(scanned).toEqual([]);
    for (const table of ['message', 'web_hook_delivery', 'payment_notification']) {
      expect(await server.sql(`select from ${table} where account_id = ${id}`)).toEqual([]);
    }
  });
});
