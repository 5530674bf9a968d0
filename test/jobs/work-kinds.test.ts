import { createServer, type Server } from 'node:http';
import type { EntityClass } from '@mikro-orm/core';
import { Account } from '../../src/domain/account/account.entity.js';
import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { Booking } from '../../src/domain/booking/booking.entity.js';
import { MessageRequest } from '../../src/domain/booking/messages/message-request.entity.js';
import { CalendarSource } from '../../src/domain/calendar-source/calendar-source.entity.js';
import { Message } from '../../src/domain/messaging/delivery/message.entity.js';
import { MessageTemplate } from '../../src/domain/messaging/templates/message-template.entity.js';
import { PersonErasure } from '../../src/domain/person-data/person-erasure.entity.js';
import { Recurrence } from '../../src/domain/recurrence/recurrence.entity.js';
import { WaitlistEntry } from '../../src/domain/waitlist/waitlist-entry.entity.js';
import { WebHookDelivery } from '../../src/domain/web-hook/web-hook-delivery.entity.js';
import { findDueWork, findStuckWork, findTimedWork } from '../../src/domain/work.queries.js';
import { type Work, type WorkKind, type WorkRule, workRules } from '../../src/domain/work.rules.js';
import { jobsOf } from '../../src/jobs/jobs.js';
import { requestOf } from '../../src/jobs/work-requests.js';
import type { ObjectType } from '../../src/outbox/recorded-change.js';
import type { AccountRecord } from '../../src/platform/database/account-record.entity.js';
import { bookService, createBookableService } from '../support/catalog.js';
import { findJob, jobContext, running } from '../support/job-context.js';
import { addService } from '../support/shop.js';
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.js';

let server: TestServer;
let account: TestAccount;
let accountId: number;
/** Another sandbox, without any work. */
let otherId: number;
let receiver: Server;
let address: string;
beforeAll(async () => {
  server = await startTestServer({ now: '2026-03-02T07:00:00Z' });
  receiver = createServer((request, response) => request.resume().once('end', () => response.end()));
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const bound = receiver.address();
  address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}/`;
});
beforeEach(async () => {
  otherId = (await server.account({ sandbox: true })).credentials.id;
  account = await server.account({ sandbox: true });
  accountId = account.credentials.id;
  await server.sql('update account set clock_offset = 0 where id = ?', accountId);
});
afterAll(async () => {
  receiver.close();
  await server[Symbol.asyncDispose]();
});

/** In milliseconds. Longer than work must be due to count as stuck. */
const minute = 60_000;
const inMinutes = (minutes: number): Date => new Date(server.clock.now().getTime() + minutes * minute);

/** `due` a minute ago, `later` in a minute, `over` without having been done, or `done`. */
type Phase = 'due' | 'later' | 'over' | 'done';

interface Case {
  kind: WorkKind;
  phase: Phase;
  /** The reason why it is in this phase. */
  why?: string;
  /** Changes the row of the work, which is due. */
  set?: string;
  /**
   * The users that cannot see that the work is over: a change has only those attributes of its object that are not
   * hidden.
   */
  unknownTo?: readonly (keyof Users)[];
}

const kinds: Readonly<Record<WorkKind, readonly Omit<Case, 'kind'>[]>> = {
  calendar_source: [
    { phase: 'due' },
    { phase: 'later', set: 'next_read_at = :later' },
    { phase: 'over', why: 'paused', set: 'active = false' },
    {
      phase: 'over',
      why: 'of a resource that was deleted',
      set: 'resource_id = (select id from resource where account_id = :account and not active)',
      unknownTo: ['reaction'],
    },
  ],
  calendar_source_entry: [
    { phase: 'due' },
    { phase: 'later', set: 'next_attempt_at = :later' },
    { phase: 'over', why: 'failed', set: `state = 'failed', next_attempt_at = null` },
    { phase: 'done', set: `state = 'written', next_attempt_at = null` },
  ],
  calendar_target: [
    { phase: 'due' },
    { phase: 'over', why: 'paused', set: 'active = false' },
    { phase: 'done', set: 'plans_entries_since = null' },
  ],
  document: [{ phase: 'due' }],
  hold: [
    { phase: 'due' },
    { phase: 'later', set: `expires_at = :later` },
    { phase: 'over', why: 'verified', set: `state = 'confirmed', expires_at = null` },
    { phase: 'over', why: 'without an end', set: `expires_at = null` },
    { phase: 'over', why: 'cancelled', set: `state = 'cancelled'` },
    { phase: 'done', set: `state = 'verification_expired'` },
  ],
  reminder: [
    { phase: 'due' },
    { phase: 'due', why: 'awaits confirmation', set: `state = 'awaiting_confirmation'` },
    { phase: 'later', set: `reminder_at = :later` },
    { phase: 'over', why: 'cancelled', set: `state = 'cancelled'` },
    { phase: 'over', why: 'a hold', set: `state = 'awaiting_verification', expires_at = :later` },
    { phase: 'over', why: 'the booking has ended', set: `booked_from = :past, booked_to = :earlier` },
    { phase: 'over', why: 'an hour late', set: `reminder_at = :past`, unknownTo: ['timed'] },
    { phase: 'over', why: 'without a person', set: 'person_id = null' },
    { phase: 'over', why: 'without a service', set: 'service_id = null' },
    { phase: 'over', why: 'without a time', set: 'reminder_at = null' },
    { phase: 'done', set: 'reminded_at = reminder_at' },
  ],
  email: [
    { phase: 'due' },
    { phase: 'due', why: 'its worker was killed', set: `state = 'sending', attempt_count = 1` },
    { phase: 'over', why: 'given up', set: `state = 'failed'` },
    { phase: 'done', set: `state = 'sent'` },
  ],
  sms: [{ phase: 'due' }, { phase: 'over', set: `state = 'unsent'` }, { phase: 'done', set: `state = 'sent'` }],
  urgent_email: [{ phase: 'due' }, { phase: 'done', set: `state = 'sent'` }],
  urgent_sms: [{ phase: 'due' }, { phase: 'done', set: `state = 'sent'` }],
  message_request: [{ phase: 'due' }, { phase: 'done', set: 'composed_at = :earlier' }],
  message_template: [
    { phase: 'due' },
    { phase: 'over', why: 'switched off', set: 'active = false' },
    { phase: 'done', set: 'applied_at = updated_at', unknownTo: ['reaction'] },
  ],
  person_erasure: [{ phase: 'due' }, { phase: 'done', set: 'finished_at = :earlier' }],
  planned_message: [{ phase: 'due' }, { phase: 'later', set: 'due_at = :later' }],
  recurrence: [
    { phase: 'due' },
    { phase: 'over', why: 'stopped', set: 'stopped = true' },
    { phase: 'done', set: 'position = jsonb_array_length(occurrences)' },
    { phase: 'done', why: 'without other occurrences', set: `occurrences = '[]'` },
  ],
  waitlist_check: [
    { phase: 'due' },
    { phase: 'later', set: 'next_at = :later' },
    { phase: 'done', set: 'next_at = null' },
  ],
  waitlist_entry: [
    { phase: 'due' },
    { phase: 'later', set: 'period_to = :later' },
    { phase: 'over', why: 'left', set: `state = 'left'` },
    { phase: 'done', set: `state = 'expired'` },
  ],
  waitlist_opening: [{ phase: 'due' }],
  web_hook: [
    { phase: 'due' },
    { phase: 'later', set: 'next_attempt_at = :later' },
    {
      phase: 'over',
      why: 'of a webhook that is switched off',
      set: 'web_hook_id = (select id from web_hook where account_id = :account and not active)',
      unknownTo: ['reaction'],
    },
    { phase: 'over', why: 'failed', set: `state = 'failed', next_attempt_at = null` },
    { phase: 'done', set: `state = 'delivered', next_attempt_at = null` },
  ],
  test_clock: [{ phase: 'due' }, { phase: 'done', set: 'clock_target = null' }],
};

const cases: Case[] = Object.entries(kinds).flatMap(([kind, ofKind]) =>
  ofKind.map((one) => ({ ...one, kind: kind as WorkKind })),
);

/** Writes a row, and returns its id. */
async function insert(table: string, values: Record<string, unknown>): Promise<number> {
  const names = Object.keys(values);
  const [row] = await server.sql<{ id: number }>(
    `insert into ${table} (account_id, ${names.join(', ')}) values (?, ${names.map(() => '?').join(', ')})
     returning ${table === 'waitlist_check' ? 'account_id as id' : 'id'}`,
    accountId,
    ...Object.values(values),
  );
  return row?.id ?? 0;
}

const personAttributes = { name: 'Kari', email: 'kari@example.org', phone_number: '40612345' };

async function book(attributes: object = {}): Promise<number> {
  const offered = await createBookableService(account);
  return (await bookService(account, offered, { person_attributes: personAttributes, ...attributes })).id;
}

async function addTemplate(): Promise<number> {
  const template = { message_type: 'reminder', delivery_type: 'sms', delivery_timing: '1 hour ago', template: 'Hello' };
  return (await account.create('/message_templates', 'message_template', template)).id;
}

async function addDelivery(): Promise<number> {
  await account.create('/web_hooks', 'web_hook', { target_url: address, event: '*', active: false });
  const { id } = await account.create('/web_hooks', 'web_hook', { target_url: address, event: '*' });
  const at = inMinutes(-1);
  return insert('web_hook_delivery', {
    ...{ created_at: at, updated_at: at, web_hook_id: id, change_cursor: '0-1', event: 'person.created' },
    ...{ payload: '{}', next_attempt_at: at },
  });
}

async function addMessage(channel: string, kind = 'test'): Promise<number> {
  const at = inMinutes(-1);
  const content = { kind, channel, recipient: 'a@example.org', body: 'Hello', state: 'queued' };
  return insert('message', { created_at: at, updated_at: at, attempt_count: 0, next_attempt_at: at, ...content });
}

/** Adds a calendar into which bookings are written, by a server that does not answer as one of CalDAV does. */
async function addTarget(attributes: object): Promise<number> {
  const { id: resource_id } = await account.create('/resources', 'resource', { title: 'Chair' });
  const { db } = await createBackgroundContext(server.database, server.clock, accountId);
  const at = inMinutes(-1);
  return insert('calendar_source', {
    ...{ created_at: at, updated_at: at, resource_id, name: 'Work', url: address, next_read_at: inMinutes(60) },
    ...{ kind: 'caldav', username: 'ola', target: `${address}calendar/` },
    secret_url: db.seal('calendar_source.secret_url', address),
    secret_password: db.seal('calendar_source.secret_password', 'secret'),
    ...attributes,
  });
}

/** By kind: writes the row of work that is due since a minute, and returns its id. */
const create: Readonly<Record<WorkKind, () => Promise<number>>> = {
  calendar_source: async () => {
    const { id: deleted } = await account.create('/resources', 'resource', { title: 'Old chair' });
    await account.del(`/resources/${deleted}`);
    const { id: resource_id } = await account.create('/resources', 'resource', { title: 'Chair' });
    const { db } = await createBackgroundContext(server.database, server.clock, accountId);
    const at = inMinutes(-1);
    return insert('calendar_source', {
      ...{ created_at: at, updated_at: at, resource_id, name: 'Home', url: 'https://example.org/…', next_read_at: at },
      secret_url: db.seal('calendar_source.secret_url', address),
    });
  },
  calendar_source_entry: async () => {
    const at = inMinutes(-1);
    const booking_id = await book();
    const calendar_source_id = await addTarget({});
    const row = { calendar_source_id, booking_id, ends_at: inMinutes(60), state: 'pending', next_attempt_at: at };
    return insert('calendar_source_entry', { created_at: at, updated_at: at, ...row });
  },
  calendar_target: () => addTarget({ plans_entries_since: inMinutes(-1) }),
  document: async () => {
    const service_id = await addService(account, { title: 'Soap', booking_type: 'product', price: '10' });
    const { id } = await account.create('/orders', 'order', { order_line_items: [{ service_id }] });
    await insert('document_request', { created_at: inMinutes(-1), order_id: id });
    return accountId;
  },
  hold: async () => {
    const id = await book();
    await server.sql(
      `update booking set state = 'awaiting_verification', expires_at = ? where id = ?`,
      inMinutes(-1),
      id,
    );
    return id;
  },
  reminder: async () => {
    const id = await book();
    await server.sql('update booking set reminder_at = ? where id = ?', inMinutes(-1), id);
    return id;
  },
  email: () => addMessage('email'),
  sms: () => addMessage('sms'),
  urgent_email: () => addMessage('email', 'verification'),
  urgent_sms: () => addMessage('sms', 'perishable_token'),
  message_request: async () => {
    const at = inMinutes(-1);
    return insert('message_request', { created_at: at, updated_at: at, booking_id: await book(), messages: '[]' });
  },
  message_template: async () => {
    const id = await addTemplate();
    await server.sql('update message_template set updated_at = ? where id = ?', inMinutes(-1), id);
    return id;
  },
  person_erasure: async () => {
    const { id } = await account.create('/people', 'person', { name: 'Ola' });
    const at = inMinutes(-1);
    return insert('person_erasure', { created_at: at, updated_at: at, person_id: id });
  },
  planned_message: async () =>
    insert('planned_message', {
      ...{ booking_id: await book(), message_template_id: await addTemplate(), due_at: inMinutes(-1) },
    }),
  recurrence: async () => {
    const at = inMinutes(-1);
    const series = {
      collection_id: crypto.randomUUID(),
      occurrences: '[{"from": 0, "to": 1}]',
      event: '{"input": {}}',
    };
    return insert('recurrence', { created_at: at, updated_at: at, position: 0, stopped: false, ...series });
  },
  waitlist_check: () => insert('waitlist_check', { checked_at: inMinutes(-2), next_at: inMinutes(-1) }),
  waitlist_entry: async () => {
    const { serviceId: service_id } = await createBookableService(account);
    const period = { from: '2026-03-05 09:00', to: '2026-03-05 10:00' };
    const entry = { service_id, ...period, name: 'Ola', email: 'ola@example.org' };
    const { id } = await account.create('/waitlist', 'waitlist_entry', entry);
    await server.sql(
      'update waitlist_entry set period_from = ?, period_to = ? where id = ?',
      ...[inMinutes(-90), inMinutes(-1), id],
    );
    return id;
  },
  waitlist_opening: () => insert('waitlist_opening', { created_at: inMinutes(-1), closes: false }),
  web_hook: addDelivery,
  test_clock: async () => {
    await server.sql(
      'update account set clock_target = 60, clock_advanced_at = ? where id = ?',
      ...[inMinutes(-1), accountId],
    );
    return accountId;
  },
};

/** The objects whose changes cause work. Other work is stored by a job or the relay, which enqueues its job, too. */
const entities: Readonly<Record<string, EntityClass<AccountRecord> | 'account'>> = {
  booking: Booking,
  calendar_source: CalendarSource,
  message: Message,
  message_request: MessageRequest,
  message_template: MessageTemplate,
  person_erasure: PersonErasure,
  recurrence: Recurrence,
  waitlist_entry: WaitlistEntry,
  web_hook_delivery: WebHookDelivery,
  account: 'account',
};

const keyOf = ({ id }: WorkRule) => (id === 'accountId' ? 'account_id' : 'id');

/**
 * The users of the declaration, each asked whether there is work. Undefined for a user that does not handle this kind.
 */
interface Users {
  /** The search for work whose job was lost. */
  stuck: boolean;
  /** The work that is done when the clock of a sandbox has reached an instant. */
  due?: boolean;
  /** The instants at which the clock of a sandbox stops: those that have passed, and those to come. */
  timed?: boolean;
  upcoming?: boolean;
  /** The relay, for a change that has left the object like this. */
  reaction?: boolean;
  /** The job: whether it changes anything. */
  job: boolean;
}

async function ask(kind: WorkKind, id: number): Promise<Users> {
  const rule: WorkRule = workRules[kind];
  const isOwn = (work: Work) => work.accountId === accountId && work.kind === kind;
  const context = await createBackgroundContext(server.database, server.clock, accountId);
  const isOnAccountClock = !rule.isOnServerClock;
  const timed = async (from: Date, to: Date) => (await findTimedWork(context.db, from, to, 100)).some(isOwn);
  const stuck = await findStuckWork(server.database, server.clock);
  expect(stuck.filter((work) => work.accountId === otherId)).toEqual([]);
  const users: Omit<Users, 'job'> = {
    stuck: stuck.some(isOwn),
    ...(isOnAccountClock && { due: (await findDueWork(context, 100)).some(isOwn) }),
    ...(isOnAccountClock &&
      rule.at && {
        timed: await timed(inMinutes(-120), server.clock.now()),
        upcoming: await timed(server.clock.now(), inMinutes(120)),
      }),
    ...(rule.table in entities && { reaction: await isCaused(kind, id) }),
  };
  return { ...users, job: await isDone(kind, id) };
}

/** Whether a change that leaves the object as it is now causes the job of the kind. */
async function isCaused(kind: WorkKind, id: number): Promise<boolean> {
  const { table }: WorkRule = workRules[kind];
  const entity = entities[table];
  if (!entity) return false;
  const context = await createBackgroundContext(server.database, server.clock, accountId);
  const record = await context.db.transaction(
    async (tx): Promise<object | null> => (entity === 'account' ? tx.own(Account) : tx.find(entity, id)),
  );
  const snapshot = { ...JSON.parse(JSON.stringify(record)), updatedAt: server.clock.now().toISOString() };
  const jobs = jobsOf({
    ...{ era: 1, transactionId: '1', id: '1', accountId, createdAt: server.clock.now(), objectId: id },
    ...{ name: 'booking.modified', objectType: table as ObjectType, snapshot, previous: {} },
    actor: { kind: 'background' },
    requestId: null,
    traceParent: null,
    isErasing: false,
  });
  const name = requestOf({ accountId, kind, id, dueAt: new Date(0) }).name;
  return jobs.some((job) => job.name === name);
}

/** Runs the job of the kind, as if it had been enqueued before. @returns whether that changes the row */
async function isDone(kind: WorkKind, id: number): Promise<boolean> {
  const rule: WorkRule = workRules[kind];
  const read = () => server.sql(`select to_jsonb(one) as row from ${rule.table} one where ${keyOf(rule)} = ?`, id);
  // As if the relay had handled all changes: the advance of a clock waits for it.
  await server.sql(
    `insert into relay_position (account_id, consumer, era, transaction_id, change_id)
     values (?, 'jobs', 2147483647, '18446744073709551615', 9223372036854775807)`,
    accountId,
  );
  const before = await read();
  const [{ row } = { row: {} }] = before as { row: Record<string, string | number | null> }[];
  const dueAt = row?.[kind === 'reminder' ? 'reminder_at' : 'updated_at'];
  const workId =
    rule.id === 'webHookId'
      ? Number(row['web_hook_id'])
      : rule.id === 'calendarSourceId'
        ? Number(row['calendar_source_id'])
        : rule.id === 'clockTarget'
          ? 60
          : id;
  const { name, data } = requestOf({ accountId, kind, id: workId, dueAt: new Date(dueAt ?? 0) });
  await findJob(jobContext(server), name).run(data, running);
  return JSON.stringify(await read()) !== JSON.stringify(before);
}

const expected: Readonly<Record<Phase, Required<Users>>> = {
  due: { stuck: true, due: true, timed: true, upcoming: false, reaction: true, job: true },
  later: { stuck: false, due: false, timed: false, upcoming: true, reaction: true, job: false },
  over: { stuck: false, due: false, timed: false, upcoming: false, reaction: false, job: false },
  done: { stuck: false, due: false, timed: false, upcoming: false, reaction: false, job: false },
};

describe('all who ask whether there is work agree', () => {
  it.each(cases.map((one): [string, Case] => [`${one.kind} ${one.phase}${one.why ? `: ${one.why}` : ''}`, one]))(
    '%s',
    async (_, { kind, phase, set, unknownTo = [] }) => {
      const id = await create[kind]();
      const rule: WorkRule = workRules[kind];
      if (set) {
        const literal = (date: Date) => `'${date.toISOString()}'::timestamptz`;
        const times = { earlier: inMinutes(-2), later: inMinutes(1), past: inMinutes(-61) };
        const values = Object.entries(times).map(([name, time]): [string, string] => [name, literal(time)]);
        const sql = [...values, ['account', String(accountId)]].reduce(
          (text, [name, value]) => text.replaceAll(`:${name}`, value ?? ''),
          set,
        );
        await server.sql(`update ${rule.table} set ${sql} where ${keyOf(rule)} = ?`, id);
      }
      const answers: Partial<Users> = await ask(kind, id);
      for (const user of unknownTo) delete answers[user];
      const of = Object.keys(answers) as (keyof Users)[];
      expect(answers).toEqual(Object.fromEntries(of.map((user) => [user, expected[phase][user]])));
    },
  );
});

it('no work is caused by the deletion of its object', async () => {
  const id = await create.message_template();
  const snapshot = { id, active: true, updatedAt: '2026-03-02T07:00:00.000Z' };
  const change = {
    ...{
      era: 1,
      transactionId: '1',
      id: '1',
      accountId,
      createdAt: new Date('2026-03-02T07:00:00Z'),
      objectId: id,
      snapshot,
    },
    ...{
      objectType: 'message_template' as const,
      previous: null,
      actor: { kind: 'background' as const },
      requestId: null,
      traceParent: null,
      isErasing: false,
    },
  };
  expect(jobsOf({ ...change, name: 'message_template.created' })).toHaveLength(1);
  expect(jobsOf({ ...change, name: 'message_template.deleted' })).toEqual([]);
});
