import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { expireHold } from '../../src/domain/booking/states/booking-state.actions.js';
import { storeFailedJob } from '../../src/domain/failed-job/failed-job.actions.js';
import { sendReminder } from '../../src/domain/messaging/composing/compose-messages.actions.js';
import { applyTemplate } from '../../src/domain/messaging/composing/planned-messages.actions.js';
import type { JobRequest } from '../../src/jobs/job-queue.js';
import { routeChange } from '../../src/jobs/jobs.js';
import { resumeStuckWorkJob } from '../../src/jobs/maintenance.jobs.js';
import type { RecordedChange } from '../../src/outbox/recorded-change.js';
import { type BookableService, bookService, createBookableService } from '../support/catalog.js';
import { jobContext, running } from '../support/job-context.js';
import { deliverMessages, sendTemplates } from '../support/messages.js';
import { createAllOccurrences } from '../support/recurrence.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer();
const account = server.accountPerTest();
let offered: BookableService;
beforeEach(async () => {
  await server.configure(account, { verification_method: 1 });
  offered = await createBookableService(account, { resource: { capacity: 9 } });
});

const context = () => createBackgroundContext(server.database, server.clock, account.credentials.id);
const byKey = (one: JobRequest, other: JobRequest): number => one.key.localeCompare(other.key);

/** Returns the jobs that all changes of the account so far cause. */
async function jobsOfChanges(): Promise<JobRequest[]> {
  const context = jobContext(server);
  const changes = await server.sql<RecordedChange>(
    `select era, transaction_id as "transactionId", id, account_id as "accountId", created_at as "createdAt", name,
       object_type as "objectType", object_id as "objectId", snapshot, previous, actor
     from change where account_id = ? order by era, transaction_id, id`,
    account.credentials.id,
  );
  for (const change of changes) await routeChange(context, change);
  return context.enqueued.sort(byKey);
}

/** Returns the jobs that resume stuck work of the account. Work of earlier tests is stuck, too. */
async function jobsOfStuckWork(): Promise<JobRequest[]> {
  const context = jobContext(server);
  await resumeStuckWorkJob(context).run({}, running);
  const isOwn = ({ data }: JobRequest): boolean => 'accountId' in data && data.accountId === account.credentials.id;
  return context.enqueued.filter(isOwn).sort(byKey);
}

const personAttributes = { name: 'Kari', email: 'kari@example.org', phone_number: '40612345' };
const book = (attributes: object = {}, parameters: object = {}) =>
  bookService(account, offered, { person_attributes: personAttributes, ...attributes }, parameters);
const bookAndTell = () => book({}, { confirmation_send_email: true });
const invite = () => account.post('/client/users', { json: { user: { name: 'Ola', email: 'ola@example.org' } } });
const sendCode = () => account.post('/people/perishable_token/send', { json: { phone_number: '40612345' } });
const repeat = async (): Promise<string> => {
  const time = { booked_from: '2026-03-04 12:00', booked_to: '2026-03-04 13:00' };
  const booking = { service_id: offered.serviceId, resource_id: offered.resourceId, ...time };
  const json = { booking, recurring: { rrule: 'FREQ=DAILY;COUNT=3' } };
  return (await account.post('/bookings/recurring', { json })).body.collection_id;
};
const tellWebHook = async (): Promise<void> => {
  await account.create('/web_hooks', 'web_hook', { target_url: 'https://example.org', event: 'person.*' });
  await account.create('/people', 'person', { name: 'Ola' });
};

const addTemplate = () =>
  account.create('/message_templates', 'message_template', {
    ...{ message_type: 'confirmation', delivery_type: 'sms', delivery_timing: 'in 5 minutes' },
    template: 'Welcome',
  });

/** Returns the job with the background as its actor, because stuck work has no actor. */
const byNobody = ({ data, ...job }: JobRequest): JobRequest => ({
  ...job,
  data: 'actor' in data ? { ...data, actor: { kind: 'background' } } : data,
});

const named = (jobs: JobRequest[], name: string): JobRequest[] => jobs.filter((job) => job.name === name);

describe('work that was due half a minute ago', () => {
  it.each<[string, number, () => Promise<unknown>]>([
    ['expire-hold', 20, () => book({}, { confirm: false })],
    ['send-reminder', 10, () => book({ reminder_at: '2026-03-02 08:10' })],
    ['compose-messages', 0, bookAndTell],
    ['send-next-urgent-email', 0, invite],
    ['send-next-urgent-sms', 0, sendCode],
    ['deliver-web-hook', 0, tellWebHook],
    ['apply-template', 0, addTemplate],
    ['send-template', 5, () => addTemplate().then(() => book({}, { add_messages: true }))],
    ['create-occurrences', 0, repeat],
  ])('is resumed by the job that its change caused: %s', async (name, minutes, ask) => {
    await ask();
    const lost = named(await jobsOfChanges(), name);
    expect(lost).toHaveLength(1);
    server.clock.advance(minutes + 0.5);
    expect(named(await jobsOfStuckWork(), name)).toEqual([]);
    server.clock.advance(0.01);
    expect(named(await jobsOfStuckWork(), name)).toEqual(lost.map(byNobody));
  });

  it('is not resumed if it was done', async () => {
    const hold = await book({}, { confirm: false });
    await bookAndTell();
    await invite();
    await createAllOccurrences(server, account, await repeat());
    const reminded = await book({ reminder_at: '2026-03-02 08:10' });
    server.clock.advance(20);
    await deliverMessages(server);
    await sendReminder(await context(), reminded.id, '2026-03-02T07:10:00.000Z');
    await deliverMessages(server);
    await expireHold(await context(), hold.id);
    const { id } = await addTemplate();
    for await (const _ of applyTemplate(await context(), id));
    await book({}, { add_messages: true });
    server.clock.advance(5);
    await sendTemplates(server);
    await deliverMessages(server);
    server.clock.advance(1);
    expect(await jobsOfStuckWork()).toEqual([]);
  });

  it('is not resumed if another cell has the account', async () => {
    await bookAndTell();
    server.clock.advance(1);
    expect(await jobsOfStuckWork()).not.toEqual([]);
    await server.configure(account, { moved_to: 'cell2' });
    expect(await jobsOfStuckWork()).toEqual([]);
  });

  it('is not resumed if its job was given up, until it is restarted', async () => {
    await invite();
    server.clock.advance(1);
    const [job] = await jobsOfStuckWork();
    if (!job) throw new Error('no work is stuck');
    await storeFailedJob(await context(), { ...job, error: new Error('broken'), attempts: 12 });
    expect(await jobsOfStuckWork()).toEqual([]);
    const { data } = await account.graphql('{ failedJobs { edges { node { id } } } }');
    const [{ node }] = data.failedJobs.edges;
    await account.graphql('mutation ($id: Int!) { restartFailedJob(id: $id) { id } }', { id: node.id });
    expect(await jobsOfStuckWork()).toEqual([job]);
  });

  it('is not resumed if it is a reminder that is an hour late, or its booking is over or has no person', async () => {
    await book({ reminder_at: '2026-03-02 08:10' });
    await book({ reminder_at: '2026-03-02 08:10', person_attributes: undefined });
    const cancelled = await book({ reminder_at: '2026-03-02 08:10' });
    await account.put(`/bookings/${cancelled.id}/cancel`);
    server.clock.advance(11);
    expect(named(await jobsOfStuckWork(), 'send-reminder')).toHaveLength(1);
    server.clock.advance(60);
    expect(named(await jobsOfStuckWork(), 'send-reminder')).toEqual([]);
  });
});
