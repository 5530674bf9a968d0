import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { claimSource, readClaimedSource } from '../../src/domain/calendar-source/read-calendar-source.actions.js';
import { findStuckWork } from '../../src/domain/work.queries.js';
import { download } from '../../src/platform/outbound/download.js';
import { exampleFiles } from '../rules/calendar-source/calendar-files.js';
import { calendarOf, startCalendarServer } from '../support/calendar-server.js';
import { createBookableService, openDaily } from '../support/catalog.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { findJob, jobContext, running } from '../support/job-context.js';
import { useOwnTestServer } from '../support/test-server.js';
import { WaitlistJobs } from '../support/waitlist.js';
import { WaitlistEntries } from '../support/waitlist-entries.js';

const server = await useOwnTestServer({ config: { webhookPrivateTargets: true } });
const account = server.accountPerTest({ publicAccess: true });
const calendar = await disposeAfterAll(startCalendarServer());

const busy = { 'one@example.org': ['20260304T080000Z', '20260304T090000Z'] } as const;
const other = { 'two@example.org': ['20260305T080000Z', '20260305T090000Z'] } as const;

beforeEach(() => {
  calendar.show(calendarOf(busy));
  calendar.requests.length = 0;
});

async function addSource(attributes: object = {}) {
  const { resourceId } = await createBookableService(account);
  return account.create('/calendar_sources', 'calendar_source', {
    resource_id: resourceId,
    url: calendar.url,
    ...attributes,
  });
}

/** Runs the job. @returns the requests of the next jobs */
async function read(sourceId: number) {
  const context = jobContext(server);
  await findJob(context, 'read-calendar').run({ accountId: account.credentials.id, sourceId }, running);
  return context.enqueued;
}

async function readLater(sourceId: number, minutes = 5) {
  server.clock.advance(minutes);
  return read(sourceId);
}

const shown = async (id: number) => (await account.get(`/calendar_sources/${id}`)).body.calendar_source;

async function stored(sourceId: number): Promise<string[]> {
  const rows = await server.sql<{ starts_at: Date }>(
    'select starts_at from external_busy where account_id = ? and source_id = ? order by starts_at',
    ...[account.credentials.id, sourceId],
  );
  return rows.map(({ starts_at }) => starts_at.toISOString());
}

const first = '2026-03-04T08:00:00.000Z';
const second = '2026-03-05T08:00:00.000Z';

it('reads a calendar when it is added, and again after each interval', async () => {
  const { id } = await addSource({ interval_minutes: 10 });
  const [next] = await read(id);
  expect(await stored(id)).toEqual([first]);
  expect(await shown(id)).toMatchObject({ synced_at: '2026-03-02T08:00:00+01:00', error: null });
  expect(next).toMatchObject({ name: 'read-calendar', at: new Date('2026-03-02T07:10:00Z') });
  expect(await read(id)).toEqual([next]);
  expect(calendar.requests).toHaveLength(1);

  calendar.show(calendarOf({ ...busy, ...other }));
  await readLater(id, 10);
  expect(await stored(id)).toEqual([first, second]);
  calendar.show(calendarOf(other));
  await readLater(id, 10);
  expect(await stored(id)).toEqual([second]);
});

it('frees and occupies slots within one interval, in the formats of Google, Outlook and Apple', async () => {
  await server.configure(account, { slot_generation_type: 1 });
  const { serviceId, resourceId } = await createBookableService(account, { resource: openDaily('08:00', '20:00') });
  const programs = ['google', 'outlook', 'apple'] as const;
  const files = new Map<string, string>(programs.map((program) => [program, exampleFiles[program].text]));
  calendar.answer((response, { url = '' }) => response.end(files.get(url.replace(/^.*[?]/, ''))));
  const starts = async (): Promise<string[]> => {
    const { body } = await account.get(`/services/${serviceId}/slots?from=2026-03-24&to=2026-03-25`);
    return body.map(({ slot }: { slot: { timestamp: string } }) => slot.timestamp.slice(8, 16).replace('T', ' '));
  };
  const all = await starts();
  expect(all).toHaveLength(24);
  const blocked = async () => {
    const free = new Set(await starts());
    return all.filter((start) => !free.has(start));
  };
  const ids = new Map<string, number>();
  for (const program of programs) {
    const url = `${calendar.url}?${program}`;
    const { id } = await account.create('/calendar_sources', 'calendar_source', { resource_id: resourceId, url });
    ids.set(program, id);
    await read(id);
  }
  const times = { google: ['24 18:00', '24 19:00'], outlook: ['24 09:00'], apple: ['25 11:00'] };
  expect(await blocked()).toEqual(Object.values(times).flat().sort());
  for (const program of programs) {
    const others = programs.filter((other) => other !== program).flatMap((other) => times[other]);
    for (const [entries, shownTimes] of [
      ['', []],
      ['$&', times[program]],
    ] as const) {
      files.set(program, exampleFiles[program].text.replace(/BEGIN:VEVENT.*END:VEVENT\r\n/s, entries));
      const [next] = await readLater(ids.get(program) ?? 0);
      expect(await blocked()).toEqual([...others, ...shownTimes].sort());
      expect(next?.at).toEqual(new Date(server.clock.now().getTime() + 5 * 60_000));
    }
  }
});

it('offers the times that it frees to the waitlist', async () => {
  const { serviceId, resourceId } = await createBookableService(account, { resource: openDaily('09:00', '11:00') });
  calendar.show(calendarOf({ 'one@example.org': ['20260304T080000Z', '20260304T100000Z'] }));
  const { id } = await account.create('/calendar_sources', 'calendar_source', {
    resource_id: resourceId,
    url: calendar.url,
  });
  await read(id);
  const waitlist = new WaitlistJobs(server, account);
  const entries = new WaitlistEntries(account, serviceId, { from: '2026-03-04', to: '2026-03-04' });
  const entry = await entries.add('Kari');
  await waitlist.run();
  expect(await entries.stateOf(entry)).toBe('waiting');
  calendar.show(calendarOf({ 'one@example.org': ['20260304T090000Z', '20260304T100000Z'] }));
  await readLater(id);
  await waitlist.run();
  const { state, booking_id } = await entries.read(entry);
  expect(state).toBe('offered');
  expect((await account.get(`/bookings/${booking_id}`)).body.booking).toMatchObject({
    resource_id: resourceId,
    booked_from: '2026-03-04T09:00:00+01:00',
  });
});

it('records a change only if something has changed', async () => {
  const { id } = await addSource();
  const changes = async () =>
    (await server.changes(account)).filter((name) => name === 'calendar_source.synced').length;
  await read(id);
  expect(await changes()).toBe(1);
  const { updated_at } = await shown(id);
  await readLater(id);
  expect(await changes()).toBe(1);
  const { rows } = await counted(id);
  calendar.answer((response) => response.writeHead(500).end());
  await readLater(id);
  await readLater(id);
  expect(await changes()).toBe(2);
  calendar.show(calendarOf(busy));
  await readLater(id, 60);
  expect(await changes()).toBe(3);
  expect((await counted(id)).rows).toEqual(rows);
  expect(updated_at).toEqual('2026-03-02T08:00:00+01:00');
});

/** The rows with the transactions that wrote them. */
async function counted(sourceId: number) {
  const rows = await server.sql(
    'select xmin::text, starts_at from external_busy where account_id = ? and source_id = ?',
    ...[account.credentials.id, sourceId],
  );
  return { rows };
}

it('reads a file only if it has changed, or if the window has moved past what was read', async () => {
  const { id } = await addSource();
  calendar.show(calendarOf(busy), '"1"');
  await read(id);
  await readLater(id);
  expect(calendar.requests.map((headers) => headers['if-none-match'])).toEqual([undefined, '"1"']);
  expect(await shown(id)).toMatchObject({ synced_at: '2026-03-02T08:05:00+01:00', error: null });
  expect(await stored(id)).toEqual([first]);
  server.clock.advance(8 * 24 * 60);
  await read(id);
  expect(calendar.requests.at(-1)?.['if-none-match']).toBeUndefined();
});

it('is paused and resumed, and forgets its times meanwhile', async () => {
  const { id } = await addSource();
  await read(id);
  await account.put(`/calendar_sources/${id}`, { json: { calendar_source: { active: false } } });
  expect(await stored(id)).toEqual([]);
  expect(await readLater(id)).toEqual([]);
  await account.put(`/calendar_sources/${id}`, { json: { calendar_source: { active: true } } });
  await read(id);
  expect(await stored(id)).toEqual([first]);
});

it('does not store what was read from an address that was replaced meanwhile', async () => {
  const { id } = await addSource();
  calendar.answer((response) => {
    const url = `${calendar.url}?new`;
    void account
      .put(`/calendar_sources/${id}`, { json: { calendar_source: { url } } })
      .then(() => response.end(calendarOf(busy)));
  });
  await read(id);
  expect(await stored(id)).toEqual([]);
  expect(await shown(id)).toMatchObject({ synced_at: null });
});

it('does not block by the bookings of the account itself', async () => {
  const { id } = await addSource();
  const [{ calendar_id }] = (await server.sql<{ calendar_id: string }>(
    'select calendar_id from account where id = ?',
    account.credentials.id,
  )) as [{ calendar_id: string }];
  const own = `booking-${account.credentials.id}-1@${calendar_id}`;
  calendar.show(calendarOf({ [own]: busy['one@example.org'], ...other }));
  await read(id);
  expect(await stored(id)).toEqual([second]);
});

describe('a calendar that cannot be read', () => {
  const page = '<!doctype html><title>Sign in</title>';
  const cases: [string, Parameters<typeof calendar.answer>[0], string | RegExp, number?][] = [
    [
      'a wrong address',
      (response) => response.writeHead(404).end(),
      'there is no calendar at the address (status 404)',
    ],
    [
      'a revoked address',
      (response) => response.writeHead(401).end(),
      'the address is no longer valid, or needs a password (status 401)',
    ],
    [
      'a server that wants fewer requests',
      (response) => response.writeHead(429, { 'retry-after': '3600' }).end(),
      'the server was asked too often (status 429)',
      60,
    ],
    [
      'a server that asks for a pause of years',
      (response) => response.writeHead(503, { 'retry-after': '99999999' }).end(),
      'it answered with status 503',
      360,
    ],
    ['a web page', (response) => response.end(page), /./],
    ['an empty file', (response) => response.end(), /./],
    ['half a file', (response) => response.end(calendarOf(busy).slice(0, -40)), /./],
    [
      'an answer that is cut off',
      (response) => {
        response.writeHead(200, { 'content-length': '5000' });
        response.write(calendarOf(busy), () => response.destroy());
      },
      'the connection was cut off',
    ],
    [
      'a file of 200 MB',
      (response) => response.writeHead(200, { 'content-length': '200000000' }).write(' '),
      'it is longer than 10 MB',
    ],
    [
      'a file without an end',
      (response) => {
        const block = Buffer.alloc(1_000_000, ' ');
        const more = (): void => void (response.destroyed || response.write(block, () => setImmediate(more)));
        more();
      },
      'it is longer than 10 MB',
    ],
    [
      'a redirect in a circle',
      (response) => response.writeHead(302, { location: '/private-5d1f/basic.ics' }).end(),
      'it redirects more than 5 times',
    ],
    [
      'a redirect to an address without TLS',
      (response) => response.writeHead(302, { location: 'http://example.org/' }).end(),
      'only https:// is allowed',
    ],
  ];

  it.each(cases)('%s: the last times stay, the error is shown', async (_, handle, error, minutes = 5) => {
    const { id } = await addSource();
    await read(id);
    calendar.answer(handle);
    await readLater(id);
    expect(await stored(id)).toEqual([first]);
    const { error: shownError, synced_at, next_read_at } = await shown(id);
    expect(shownError).toMatch(error);
    expect(synced_at).toBe('2026-03-02T08:00:00+01:00');
    const paused = Date.parse(next_read_at) - server.clock.now().getTime();
    expect(paused / 60_000).toBe(minutes);
  });

  it.each([
    ['a slow one', (response: { write(text: string): void }) => setInterval(() => response.write(' '), 50).unref()],
    ['a silent one', () => {}],
  ])('%s ends at its time limit', async (_, handle) => {
    const { id } = await addSource();
    calendar.answer(handle);
    const context = await createBackgroundContext(server.database, server.clock, account.credentials.id);
    const claimed = await claimSource(context, id);
    expect(claimed).toBeDefined();
    if (claimed) await readClaimedSource(context, claimed, { allowPrivate: true, timeout: 300 });
    expect((await shown(id)).error).toBe('it did not answer in time');
  });

  it('is read less and less often', async () => {
    const { id } = await addSource();
    calendar.answer((response) => response.writeHead(500).end());
    const pauses: number[] = [];
    for (let pause = 0; pauses.length < 9; ) {
      await readLater(id, pause);
      pause = (Date.parse((await shown(id)).next_read_at) - server.clock.now().getTime()) / 60_000;
      pauses.push(pause);
    }
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 360, 360]);
  });

  it('is never at a private address, unless the operator allows them', async () => {
    const { id } = await addSource();
    const context = await createBackgroundContext(server.database, server.clock, account.credentials.id);
    const claimed = await claimSource(context, id);
    if (claimed) await readClaimedSource(context, claimed, { allowPrivate: false });
    expect(calendar.requests).toEqual([]);
    expect((await shown(id)).error).toBe('only https:// is allowed');
    const options = { headers: {}, timeout: 10_000, maxBytes: 1_000, allowPrivate: false };
    await expect(download('https://10.0.0.1/basic.ics', options)).rejects.toThrow('the address is not a public one');
  });
});

it('is read by one process at a time', async () => {
  const { id } = await addSource();
  const contexts = await Promise.all(
    Array.from({ length: 5 }, () => createBackgroundContext(server.database, server.clock, account.credentials.id)),
  );
  const claims = await Promise.all(contexts.map((context) => claimSource(context, id)));
  expect(claims.filter(Boolean)).toHaveLength(1);
  // The process that has claimed it was killed: another one finds it when the claim has expired.
  expect(await read(id)).toMatchObject([{ at: new Date('2026-03-02T07:01:30Z') }]);
  server.clock.advance(2);
  const stuck = await findStuckWork(server.database, server.clock);
  expect(stuck.filter(({ accountId }) => accountId === account.credentials.id)).toMatchObject([{ id }]);
  await read(id);
  expect(await stored(id)).toEqual([first]);
});

it('of one account, at most four are read at a time', async () => {
  const ids: number[] = [];
  for (let index = 0; index < 5; index += 1) ids.push((await addSource()).id);
  const context = await createBackgroundContext(server.database, server.clock, account.credentials.id);
  const claims = [];
  for (const id of ids) claims.push(await claimSource(context, id));
  expect(claims.map((claimed) => claimed !== undefined)).toEqual([true, true, true, true, false]);
  expect(await read(ids[4] ?? 0)).toMatchObject([{ at: new Date('2026-03-02T07:00:05Z') }]);
  expect(calendar.requests).toEqual([]);
});

it('is read at once by request, also before it is due', async () => {
  const { id } = await addSource();
  await read(id);
  calendar.show(calendarOf(other));
  const now = () => account.post(`/calendar_sources/${id}/read`);
  await now();
  expect(await stored(id)).toEqual([first]);
  server.clock.advance(10 / 60);
  expect((await now()).body.calendar_source).toMatchObject({ id, synced_at: '2026-03-02T08:00:10+01:00' });
  expect(await stored(id)).toEqual([second]);
});
