import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { claimTarget, nextDueEntry, releaseTarget } from '../../src/domain/calendar-target/claim-target.actions.js';
import { writeEntry } from '../../src/domain/calendar-target/write-entry.actions.js';
import { serveObject, startCalDavServer } from '../support/caldav-server.js';
import { createBookableService } from '../support/catalog.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { type TestAccount, useOwnTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { relayEntries, settledChanges, writeCalendar } from '../support/write-calendars.js';

const server = await useOwnTestServer({ config: { webhookPrivateTargets: true } });
const calendar = await disposeAfterAll(startCalDavServer());

beforeEach(() => {
  calendar.answer(undefined);
  calendar.objects.clear();
  calendar.requests.length = 0;
});

/** Adds calendars that are written to a resource with a booking, which is in the future by the clock of every process. */
async function addTargets(account: TestAccount, count = 1): Promise<number[]> {
  const { serviceId, resourceId } = await createBookableService(account);
  const time = { booked_from: '2035-03-06 12:00', booked_to: '2035-03-06 13:00' };
  await account.create('/bookings', 'booking', { service_id: serviceId, resource_id: resourceId, ...time });
  const signIn = { kind: 'caldav', url: calendar.url, username: 'ola', password: 'app-password-7' };
  const ids: number[] = [];
  for (let number = 1; number <= count; number += 1) {
    const target = `${calendar.calendarUrl}${number}/`;
    const attributes = { ...signIn, resource_id: resourceId, target };
    ids.push((await account.create('/calendar_sources', 'calendar_source', attributes)).id);
  }
  return ids;
}

const contextOf = ({ credentials }: TestAccount) =>
  createBackgroundContext(server.database, server.clock, credentials.id);

const entriesOf = async (account: TestAccount, sourceId: number) =>
  (await account.get(`/calendar_sources/${sourceId}/entries`)).body.map(
    ({ calendar_source_entry }: { calendar_source_entry: object }) => calendar_source_entry,
  );

describe('a server that does not answer', () => {
  it('ends the attempt after its timeout, and then nothing is written for a while', async () => {
    const account = await server.account();
    const [id = 0] = await addTargets(account);
    await relayEntries(server, await settledChanges(server, account));
    calendar.answer(() => true);
    const context = await contextOf(account);
    const target = await claimTarget(context, id);
    const due = target && (await nextDueEntry(context, target));
    if (!target || !due) throw new Error('nothing is due');
    const options = { retryBase: 1_000, allowPrivate: true, timeout: 50 };
    expect(await writeEntry(context, target, due, options)).toBe(false);
    await releaseTarget(context, target);
    expect(await entriesOf(account, id)).toMatchObject([{ state: 'pending', error: 'it did not answer in time' }]);
    expect(await claimTarget(context, id)).toBeUndefined();
    server.clock.advance(5);
    expect(await claimTarget(context, id)).toBeDefined();
  });

  it('occupies four calendars of its account at a time, and none of another', async () => {
    const [account, other] = [await server.account(), await server.account()];
    const ids = await addTargets(account, 5);
    const [ofOther = 0] = await addTargets(other);
    const context = await contextOf(account);
    const claims = [];
    for (const id of ids) claims.push(await claimTarget(context, id));
    expect(claims.map((claim) => claim !== undefined)).toEqual([true, true, true, true, false]);
    expect(await writeCalendar(server, account, ids[4] ?? 0)).toMatchObject([{ name: 'write-calendar' }]);
    expect(calendar.requests).toEqual([]);
    await writeCalendar(server, other, ofOther);
    expect(calendar.requests).toHaveLength(1);
  });

  it('may be at a private address only if the operator allows it', async () => {
    const account = await server.account();
    const [id = 0] = await addTargets(account);
    await relayEntries(server, await settledChanges(server, account));
    const context = await contextOf(account);
    const target = await claimTarget(context, id);
    const due = target && (await nextDueEntry(context, target));
    if (!target || !due) throw new Error('nothing is due');
    expect(await writeEntry(context, target, due, { retryBase: 1_000, allowPrivate: false })).toBe(false);
    expect(await entriesOf(account, id)).toMatchObject([{ error: 'only https:// is allowed' }]);
    expect(calendar.requests).toEqual([]);
  });
});

it('a worker that is killed between its request and the commit leaves an entry that the next one recognises', async () => {
  const account = await server.account();
  // It stores the entry, and its answer is lost.
  calendar.answer((request) => serveObject(calendar.objects, request).status > 0);
  const worker = spawn(process.execPath, ['dist/test/jobs/worker-process.js', server.databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(createInterface(worker.stdout), 'line');
  const [id = 0] = await addTargets(account);
  // The worker reads calendars, and writes those of the other accounts, too.
  const aboutEntry = () => calendar.requests.filter(({ path }) => path.includes(`/booking-${account.credentials.id}-`));
  await until(() => aboutEntry().length === 1);
  worker.kill('SIGKILL');
  await once(worker, 'exit');
  expect(await entriesOf(account, id)).toMatchObject([{ state: 'pending', written_at: null }]);

  calendar.answer(undefined);
  await server.sql(
    `update calendar_source set writing_until = null; update calendar_source_entry set next_attempt_at = '2026-01-01'`,
  );
  await writeCalendar(server, account, id);
  expect(aboutEntry().map(({ method }) => method)).toEqual(['PUT', 'PUT', 'GET', 'PUT']);
  expect(await entriesOf(account, id)).toMatchObject([{ state: 'written', changed_there_at: null }]);
});
