import { scheduleWaitlistChecksJob } from '../../src/jobs/waitlist.jobs.js';
import { checkWaitlistRequest } from '../../src/jobs/work-requests.js';
import { bookService, createBookableService, createEvent } from '../support/catalog.js';
import { jobContext, running } from '../support/job-context.js';
import { ManualClock } from '../support/manual-clock.js';
import { useTestServer } from '../support/test-server.js';
import { WaitlistJobs } from '../support/waitlist.js';
import { WaitlistEntries } from '../support/waitlist-entries.js';

const day = { from: '2026-03-10', to: '2026-03-10' };

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const jobs = new WaitlistJobs(server, account);
let entries: WaitlistEntries;
let serviceId: number;
let resourceId: number;
beforeEach(async () => {
  await account.put('/client', { json: { future_bookable_period: '1 week', waitlist_hold_minutes: 1440 } });
  ({ serviceId, resourceId } = await createBookableService(account));
  entries = new WaitlistEntries(account, serviceId, day);
  await jobs.run();
});

const startOf = async (entry: { id: number }) => {
  const { booking_id } = await entries.read(entry);
  return (await account.get(`/bookings/${booking_id}`)).body.booking.booked_from;
};
/** Sets the clock and does what is due then, like the job. @returns the number of openings that were stored */
const checkAt = async (time: string): Promise<number> => {
  server.clock.set(time);
  const openings = await jobs.check();
  for (const id of openings) await jobs.offer(id);
  await jobs.run();
  return openings.length;
};
const nextCheck = async (): Promise<string | null> => {
  const statement = 'select next_at from waitlist_check where account_id = ?';
  const [check] = await server.sql<{ next_at: string | null }>(statement, account.credentials.id);
  return check?.next_at ? new Date(check.next_at).toISOString() : null;
};

describe('a day that comes within the bookable period', () => {
  it('is offered to the first in line as soon as its first time can be booked, and its next time to the next', async () => {
    const later = await entries.add('Late', { from: '2026-03-11', to: '2026-03-11' });
    const [first, second] = [await entries.add('Ola'), await entries.add('Kari')];
    await jobs.run();
    expect(await nextCheck()).toBe('2026-03-02T23:00:00.000Z');
    expect(await checkAt('2026-03-02T22:59:00Z')).toBe(0);
    expect(await checkAt('2026-03-03T07:45:00Z')).toBe(1);
    expect(await nextCheck()).toBe('2026-03-03T08:00:00.000Z');
    expect(await entries.statesOf(later, first, second)).toEqual(['waiting', 'waiting', 'waiting']);
    expect(await checkAt('2026-03-03T08:00:00Z')).toBe(1);
    expect(await entries.statesOf(later, first, second)).toEqual(['waiting', 'offered', 'waiting']);
    expect(await startOf(first)).toBe('2026-03-10T09:00:00+01:00');
    expect(await checkAt('2026-03-03T08:30:00Z')).toBe(1);
    expect(await entries.statesOf(later, first, second)).toEqual(['waiting', 'offered', 'waiting']);
    expect(await checkAt('2026-03-03T09:00:00Z')).toBe(1);
    expect(await entries.statesOf(later, first, second)).toEqual(['waiting', 'offered', 'offered']);
    expect(await startOf(second)).toBe('2026-03-10T10:00:00+01:00');
  });

  it('is offered once, although jobs run twice at the same time', async () => {
    const waiting = [await entries.add('Ola'), await entries.add('Kari'), await entries.add('Per')];
    await jobs.run();
    server.clock.set('2026-03-03T09:00:00Z');
    const openings = (await Promise.all([jobs.check(), jobs.check(), jobs.check()])).flat();
    expect(openings).toHaveLength(1);
    await Promise.all([...openings, ...openings].map((id) => jobs.offer(id)));
    await jobs.run();
    expect(await entries.statesOf(...waiting)).toEqual(['offered', 'offered', 'waiting']);
    expect(await jobs.offeredTokens()).toHaveLength(2);
    expect(await jobs.check()).toEqual([]);
  });

  it('is offered after a worker was away, and not if it is taken', async () => {
    await bookService(
      account,
      { serviceId, resourceId },
      { booked_from: '2026-03-10 09:00', booked_to: '2026-03-10 10:00' },
    );
    const entry = await entries.add('Ola', { to: '2026-03-10 10:00' });
    const free = await entries.add('Kari', { to: '2026-03-10 11:00' });
    await jobs.run();
    expect(await checkAt('2026-03-05T07:01:00Z')).toBe(1);
    expect(await entries.statesOf(entry, free)).toEqual(['waiting', 'offered']);
  });

  it('is checked for after the last check, although a job of an earlier time ends after it', async () => {
    const slowJobs = new WaitlistJobs(server, account, undefined, new ManualClock('2026-03-03T08:00:00Z'));
    await entries.add('Ola', { to: '2026-03-10 10:00' });
    await entries.add('Kari', { from: '2026-03-12', to: '2026-03-12' });
    await jobs.run();
    server.clock.set('2026-03-03T08:00:00Z');
    const [opening = 0] = await jobs.check();
    await checkAt('2026-03-03T09:00:00Z');
    expect(await nextCheck()).toBe('2026-03-04T23:00:00.000Z');
    await slowJobs.offer(opening);
    expect(await nextCheck()).toBe('2026-03-04T23:00:00.000Z');
  });

  it('is not offered at a time that could be booked before', async () => {
    await account.put(`/services/${serviceId}`, { json: { interval: 120, next_interval: 60 } });
    server.clock.set('2026-03-02T09:10:00Z');
    const entry = await entries.add('Ola', { from: '2026-03-09', to: '2026-03-09 12:00' });
    await jobs.run();
    expect(await entries.statesOf(entry)).toEqual(['waiting']);
    expect(await checkAt('2026-03-02T10:00:00Z')).toBe(1);
    expect(await entries.statesOf(entry)).toEqual(['waiting']);
    expect(await checkAt('2026-03-02T11:00:00Z')).toBe(1);
    expect(await entries.statesOf(entry)).toEqual(['waiting']);
    expect(await nextCheck()).toBeNull();
  });

  it('follows the present setting of the account', async () => {
    const entry = await entries.add('Ola');
    await jobs.run();
    await account.put('/client', { json: { future_bookable_period: '5 days' } });
    await jobs.run();
    expect(await checkAt('2026-03-03T12:00:00Z')).toBe(0);
    expect(await nextCheck()).toBe('2026-03-04T23:00:00.000Z');
    expect(await checkAt('2026-03-05T08:00:00Z')).toBe(1);
    expect(await entries.statesOf(entry)).toEqual(['offered']);
  });

  it('has no check without a limit, or when nobody waits for it', async () => {
    const entry = await entries.add('Ola');
    await account.del(`/waitlist/${entry.id}`);
    expect(await checkAt('2026-03-02T23:00:00Z')).toBe(0);
    expect(await nextCheck()).toBeNull();
    await account.put('/client', { json: { future_bookable_period: null } });
    await entries.add('Kari');
    expect(await nextCheck()).toBeNull();
  });
});

describe('an event', () => {
  const wait = (name: string, event: { id: number }) =>
    entries.add(name, { service_id: null, event_id: event.id, from: null, to: null });

  it('is offered when its booking starts, to who waits for it or for its service', async () => {
    const event = await createEvent(account, { capacity: 2, first_booking_at: '2026-03-03 10:07' });
    const waiting = [
      await wait('Ola', event),
      await entries.add('Kari', { service_id: event.service_id, from: '2026-03-03', to: '2026-03-08' }),
      await wait('Per', event),
    ];
    await jobs.run();
    expect(await nextCheck()).toBe('2026-03-03T09:07:00.000Z');
    expect(await checkAt('2026-03-03T09:06:00Z')).toBe(0);
    expect(await checkAt('2026-03-03T09:07:00Z')).toBe(1);
    expect(await entries.statesOf(...waiting)).toEqual(['offered', 'offered', 'waiting']);
    expect(await nextCheck()).toBeNull();
  });

  it('is offered when it comes within the bookable period', async () => {
    const times = { starts_at: '2026-03-10 18:00', ends_at: '2026-03-10 19:00' };
    const entry = await wait('Ola', await createEvent(account, times));
    await jobs.run();
    expect(await nextCheck()).toBe('2026-03-03T17:00:00.000Z');
    expect(await checkAt('2026-03-03T17:00:00Z')).toBe(1);
    expect(await entries.statesOf(entry)).toEqual(['offered']);
  });
});

it('checks are enqueued for the minute before they are due, also those of a sandbox', async () => {
  const sandbox = await server.account({ sandbox: true });
  await server.configure(sandbox, { clock_offset: 86_400, future_bookable_period: '1 week' });
  const { serviceId: service_id } = await createBookableService(sandbox);
  await sandbox.create('/waitlist', 'waitlist_entry', {
    ...{ service_id, from: '2026-03-11', to: '2026-03-11', name: 'Ola', email: 'ola@example.org' },
  });
  await entries.add('Kari');
  const ids = [account, sandbox].map(({ credentials }) => credentials.id);
  const requestsAt = async (time: string) => {
    server.clock.set(time);
    const context = jobContext(server);
    await scheduleWaitlistChecksJob(context).run({}, running);
    return context.enqueued.filter(({ key }) => ids.some((id) => key.startsWith(`check-waitlist:${id}:`)));
  };
  expect(await requestsAt('2026-03-02T22:58:00Z')).toEqual([]);
  const due = ids.map((accountId, days) => checkWaitlistRequest(accountId, new Date(Date.UTC(2026, 2, 2 + days, 23))));
  expect(await requestsAt('2026-03-02T22:59:00Z')).toEqual(expect.arrayContaining(due));
  expect(await requestsAt('2026-03-02T23:01:00Z')).toHaveLength(2);
  expect(await requestsAt('2026-03-02T23:02:00Z')).toEqual([]);
});
