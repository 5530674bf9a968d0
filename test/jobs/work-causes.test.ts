import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { selectAccountsWithWork, workKinds } from '../../src/domain/work.rules.js';
import type { JobRequest } from '../../src/jobs/job-queue.js';
import { routeChange } from '../../src/jobs/jobs.js';
import { resumeStuckWorkJob } from '../../src/jobs/maintenance.jobs.js';
import { type Cursor, startOfLog } from '../../src/outbox/cursor.js';
import { startCalDavServer } from '../support/caldav-server.js';
import { bookableServicePerTest, bookService, createEvent } from '../support/catalog.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { findJob, jobContext, running } from '../support/job-context.js';
import { addService, payOrder } from '../support/shop.js';
import { useOwnTestServer } from '../support/test-server.js';
import { settledChanges } from '../support/write-calendars.js';

/**
 * Work becomes due by the change of a record, which the relay turns into its job by `workOf`, or by a statement that writes
 * the rows itself. Each such statement needs something that enqueues the job: the search for stuck work would find the rows,
 * but only after half a minute.
 */

const server = await useOwnTestServer({ config: { webhookPrivateTargets: true } });
const account = server.accountPerTest();
const service = bookableServicePerTest(account);
const calendar = await disposeAfterAll(startCalDavServer());
let position: Cursor = startOfLog;
let enqueued: JobRequest[] = [];
beforeEach(() => {
  calendar.answer(undefined);
  calendar.objects.clear();
  [position, enqueued] = [startOfLog, []];
});

const accountId = (): number => account.credentials.id;
const byKey = (one: JobRequest, other: JobRequest): number => one.key.localeCompare(other.key);

/** Handles the changes since the last call, as the relay does. */
async function relay(): Promise<void> {
  const context = jobContext(server);
  const changes = await settledChanges(server, account, position);
  for (const change of changes) await routeChange(context, change);
  position = changes.at(-1) ?? position;
  enqueued.push(...context.enqueued);
}

/** Runs the jobs of a name that were enqueued, as a worker does. */
async function work(name: string): Promise<void> {
  const due = enqueued.filter((job) => job.name === name);
  enqueued = enqueued.filter((job) => job.name !== name);
  const context = jobContext(server);
  const job = findJob(context, name);
  for (const { data } of due) {
    await job.run(data, running);
    await job.afterSuccess?.(data);
  }
  enqueued.push(...context.enqueued);
}

/** Returns the jobs of a name that resume stuck work of the account. */
async function stuck(name: string): Promise<JobRequest[]> {
  const context = jobContext(server);
  await resumeStuckWorkJob(context).run({}, running);
  const isOwn = ({ data }: JobRequest): boolean => 'accountId' in data && data.accountId === accountId();
  return context.enqueued.filter((job) => job.name === name && isOwn(job)).sort(byKey);
}

const target = (attributes: object = {}) =>
  account.create('/calendar_sources', 'calendar_source', {
    ...{ kind: 'caldav', username: 'ola', password: 'app-password-7', resource_id: service.resourceId },
    ...{ url: calendar.url, target: calendar.calendarUrl, ...attributes },
  });

const change = (id: number, attributes: object) =>
  account.put(`/calendar_sources/${id}`, { json: { calendar_source: attributes } });

/** A calendar that has the entry of a booking. */
async function writtenTarget(): Promise<{ id: number; personId: number }> {
  const { id } = await target();
  const { id: personId } = await account.create('/people', 'person', { name: 'Kari' });
  await bookService(account, service, { person_id: personId });
  await relay();
  await work('write-calendar');
  expect(calendar.objects.size).toBeGreaterThan(0);
  return { id, personId };
}

async function failedEntry(): Promise<number> {
  calendar.answer((_, response) => !!response.writeHead(415).end());
  const { id } = await target();
  await bookService(account, service);
  await relay();
  await work('write-calendar');
  await server.sql(
    `update calendar_source_entry set state = 'failed', next_attempt_at = null where account_id = ?`,
    accountId(),
  );
  enqueued = [];
  return (await account.get(`/calendar_sources/${id}/entries`)).body[0].calendar_source_entry.id;
}

async function receiver(): Promise<number> {
  const { id } = await account.create('/web_hooks', 'web_hook', {
    target_url: 'http://127.0.0.1:9/',
    event: 'person.*',
  });
  return id;
}

async function deliveredPeople(): Promise<number> {
  const id = await receiver();
  await account.create('/people', 'person', { name: 'Ola' });
  await relay();
  await server.sql(
    `update web_hook_delivery set state = 'delivered', next_attempt_at = null where account_id = ?`,
    accountId(),
  );
  enqueued = [];
  return id;
}

/** By the statement that makes work due, as its file and table: ways to execute it, and the job that must follow. */
const ways: Readonly<Record<string, readonly [way: string, job: string, act: () => Promise<unknown>][]>> = {
  'calendar-source/plan-entries.actions.ts calendar_source_entry': [
    ['a target is emptied', 'write-calendar', async () => change((await writtenTarget()).id, { target: null })],
    [
      'a target is replaced',
      'write-calendar',
      async () => change((await writtenTarget()).id, { target: `${calendar.url}calendars/other/` }),
    ],
    [
      'the sign-in is replaced',
      'write-calendar',
      async () => change((await writtenTarget()).id, { password: 'other' }),
    ],
    [
      'a calendar whose target was emptied while it was off is switched on',
      'write-calendar',
      async () => {
        const { id } = await writtenTarget();
        await change(id, { active: false, target: null });
        await relay();
        enqueued = [];
        await change(id, { active: true });
      },
    ],
  ],
  'calendar-target/mark-entries.actions.ts calendar_source_entry': [
    ['a booking is made', 'write-calendar', () => target().then(() => bookService(account, service))],
    [
      'an event is made',
      'write-calendar',
      () => target().then(() => createEvent(account, { resource_id: service.resourceId })),
    ],
    [
      'a person is renamed',
      'write-calendar',
      async () => account.put(`/people/${(await writtenTarget()).personId}`, { json: { person: { name: 'Kari N.' } } }),
    ],
    [
      'a person is erased',
      'write-calendar',
      async () => {
        const { personId } = await writtenTarget();
        await account.post(`/people/${personId}/erase?cancel_bookings=true`);
        await relay();
        await work('write-calendar');
        await work('erase-person');
      },
    ],
  ],
  'calendar-target/planned-entries.actions.ts calendar_source_entry': [
    ['a calendar gets a target', 'write-calendar', () => bookService(account, service).then(() => target())],
  ],
  'web-hook/web-hook-delivery.actions.ts web_hook_delivery': [
    [
      'a change is recorded',
      'deliver-web-hook',
      () => receiver().then(() => account.create('/people', 'person', { name: 'Ola' })),
    ],
  ],
  'web-hook/web-hook-replay.actions.ts web_hook_delivery': [
    [
      'a period is sent again',
      'deliver-web-hook',
      async () =>
        account.post(`/web_hooks/${await deliveredPeople()}/replay`, { json: { since: '2026-03-02T06:00:00Z' } }),
    ],
  ],
  'document/document-requests.actions.ts document_request': [
    [
      'an order is paid',
      'issue-documents',
      async () => {
        await account.put('/client', { json: { client: { documents: 'receipt' } } });
        const service_id = await addService(account, { title: 'Soap', booking_type: 'product', price: '100' });
        const { id } = await account.create('/orders', 'order', { order_line_items: [{ service_id }] });
        await payOrder(account, id, '100');
      },
    ],
  ],
  'waitlist/waitlist-opening.actions.ts waitlist_opening': [
    [
      'a time becomes free',
      'offer-waitlist',
      async () => {
        const { id } = await bookService(account, service);
        const period = { from: '2026-03-04 12:00', to: '2026-03-04 13:00' };
        const waiting = { name: 'Ola', email: 'ola@example.org', service_id: service.serviceId, ...period };
        await account.create('/waitlist', 'waitlist_entry', waiting);
        await account.put(`/bookings/${id}/cancel`);
      },
    ],
  ],
};

/** Changes of records that make work due beside those of `resume-stuck-work.test.ts`. */
const changes: readonly [way: string, job: string, act: () => Promise<unknown>][] = [
  ['a calendar is added', 'read-calendar', () => target()],
  ['another interval is set', 'read-calendar', async () => change((await target()).id, { interval_minutes: 9 })],
  [
    'a read is requested with an idempotency key',
    'read-calendar',
    async () => {
      const { id } = await target();
      await relay();
      await server.sql(`update calendar_source set next_read_at = '2026-03-02T09:00:00Z' where id = ?`, id);
      enqueued = [];
      return account.post(`/calendar_sources/${id}/read`, { headers: { 'idempotency-key': crypto.randomUUID() } });
    },
  ],
  [
    'an entry is requested again',
    'write-calendar',
    async () => account.post(`/calendar_source_entries/${await failedEntry()}/resend`),
  ],
];

/** The statements that make nothing due by themselves, or whose caller enqueues the job in the same function. */
const others: Readonly<Record<string, string>> = {
  'account/account.actions.ts account': 'creates and configures accounts, which have no work',
  'account/pause.actions.ts account': 'an account that goes on is left to the search for stuck work',
  'account/test-clock.actions.ts account': 'the job of the clock does what becomes due, in its order',
  'account/noted-rows.actions.ts account': 'whether there are calendars or needs',
  'calendar-source/read-calendar-source.actions.ts calendar_source': 'the job of the read requests the next one',
  'calendar-source/written-entries.ts calendar_source_entry': 'what was changed there',
  'calendar-target/claim-target.actions.ts calendar_source': 'claims',
  'calendar-target/planned-entries.actions.ts calendar_source': 'the plan is done',
  'calendar-target/resend-entry.actions.ts calendar_source': 'the change of its entry requests the job',
  'calendar-target/write-entry.actions.ts calendar_source':
    'the pause after a failure, at whose end the job is requested',
  'calendar-target/write-entry.actions.ts calendar_source_entry':
    'the end of an attempt, whose job requests the next one',
  'messaging/composing/planned-messages.actions.ts message_template': 'the template is applied',
  'messaging/composing/planned-messages.actions.ts planned_message': 'the job that plans them requests theirs',
  'messaging/delivery/message-quota.actions.ts message': 'the job that releases them requests theirs',
  'messaging/delivery/message-turns.actions.ts message': 'claims',
  'person-data/continue-erasure.actions.ts person_erasure': 'progress of the job that runs',
  'waitlist/waitlist-check.actions.ts waitlist_check': 'a job of each minute requests the checks',
  'waitlist/waitlist-check.queries.ts waitlist_opening': 'the job of the check requests theirs',
  'web-hook/web-hook-pause.actions.ts web_hook': 'failures are counted',
  'web-hook/web-hook-pause.actions.ts web_hook_delivery': 'deliveries are given up',
};

/** The tables of work, and those that decide whether there is some. */
const tables = new Set<string>(workKinds.map(([, rule]) => rule.table));
const conditions = workKinds.flatMap(([, rule]) =>
  [...selectAccountsWithWork(rule).matchAll(/exists \(select from (\w+)/g)].map(([, table = '']) => table),
);

/** Returns the statements of the domain that write such tables, each as its file and table. */
function findWrites(): string[] {
  const all = [...tables, ...conditions].join('|');
  const pattern = new RegExp(`\\b(?:insert into|update) (${all})\\b`, 'g');
  const folder = 'src/domain';
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(pattern)].map(([, table]) => `${file} ${table}`),
    );
}

it('every statement that can make work due is one of the ways, or says why it is none', () => {
  const known = [...Object.keys(ways), ...Object.keys(others)].sort();
  expect([...new Set(findWrites())].sort()).toEqual(known);
});

describe('the job follows at once when', () => {
  const all = [...Object.values(ways).flat(), ...changes];
  it.each(all)('%s: %s', async (_, job, act) => {
    await act();
    await relay();
    const requested = enqueued.filter(({ name }) => name === job).map(({ key }) => key);
    server.clock.advance(1);
    const left = (await stuck(job)).map(({ key }) => key);
    expect(left.length).toBeGreaterThan(0);
    expect(requested).toEqual(expect.arrayContaining(left));
  });
});

it('an emptied target loses its entries by the jobs that follow', async () => {
  const { id } = await writtenTarget();
  await change(id, { target: null });
  await relay();
  await work('write-calendar');
  expect(calendar.objects.size).toBe(0);
});

it('knows the tables on which the conditions of work depend', () => {
  expect([...new Set(conditions)].sort()).toEqual(['calendar_source', 'resource', 'web_hook']);
});
