import { type Cursor, startOfLog } from '../../src/outbox/cursor.js';
import { startCalDavServer } from '../support/caldav-server.js';
import { type BookableService, bookableServicePerTest, bookService, createEvent } from '../support/catalog.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { createServiceWithNeeds } from '../support/needs.js';
import { useOwnTestServer } from '../support/test-server.js';
import { relayEntries, settledChanges, writeCalendar } from '../support/write-calendars.js';

const server = await useOwnTestServer({ config: { webhookPrivateTargets: true } });
const account = server.accountPerTest();
const service = bookableServicePerTest(account);
const calendar = await disposeAfterAll(startCalDavServer());
let position: Cursor = startOfLog;

beforeEach(() => {
  calendar.answer(undefined);
  calendar.objects.clear();
  calendar.requests.length = 0;
  position = startOfLog;
});

const signIn = { kind: 'caldav', username: 'ola', password: 'app-password-7' };

function addTarget(attributes: object = {}, { resourceId }: Pick<BookableService, 'resourceId'> = service) {
  const where = { resource_id: resourceId, url: calendar.url, target: calendar.calendarUrl };
  return account.create('/calendar_sources', 'calendar_source', { ...signIn, ...where, ...attributes });
}

/** Handles the changes since the last call, as the relay does. */
async function relay({ again = false } = {}): Promise<void> {
  const changes = await settledChanges(server, account, again ? startOfLog : position);
  await relayEntries(server, changes);
  position = changes.at(-1) ?? position;
}

const write = (sourceId: number) => writeCalendar(server, account, sourceId);

async function relayAndWrite(sourceId: number) {
  await relay();
  return write(sourceId);
}

const entriesOf = async (sourceId: number, query = '') =>
  (await account.get(`/calendar_sources/${sourceId}/entries${query}`)).body.map(
    ({ calendar_source_entry }: { calendar_source_entry: object }) => calendar_source_entry,
  );

/** Returns a property of each entry of the calendar. */
const shown = (name: string): string[] =>
  [...calendar.objects.values()].map((file) => new RegExp(`^${name}[^:]*:(.*)$`, 'm').exec(file)?.[1]?.trim() ?? '');

const methods = (): string[] => calendar.requests.map(({ method }) => method);

describe('a booking in the target', () => {
  it('appears, moves, and goes when it is cancelled', async () => {
    const { id: sourceId } = await addTarget();
    const { id } = await bookService(account, service);
    expect(await relayAndWrite(sourceId)).toEqual([]);
    expect(shown('DTSTART')).toEqual(['20260304T110000Z']);
    expect(shown('SUMMARY')).toEqual(['Cut']);
    expect(calendar.requests[0]?.headers).toMatchObject({
      'if-none-match': '*',
      authorization: `Basic ${Buffer.from('ola:app-password-7').toString('base64')}`,
    });
    expect([...calendar.objects.values()][0]).not.toMatch(/METHOD|ORGANIZER/);
    expect(await entriesOf(sourceId)).toMatchObject([
      { booking_id: id, event_id: null, state: 'written', error: null, next_attempt_at: null, waits_for: null },
    ]);

    await account.put(`/bookings/${id}`, {
      json: { booking: { booked_from: '2026-03-05 12:00', booked_to: '2026-03-05 13:00' } },
    });
    await relayAndWrite(sourceId);
    expect(shown('DTSTART')).toEqual(['20260305T110000Z']);
    expect(calendar.requests[1]?.headers['if-match']).toMatch(/^"/);
    await account.put(`/bookings/${id}/cancel`);
    await relayAndWrite(sourceId);
    expect(calendar.objects.size).toBe(0);
    expect(await entriesOf(sourceId)).toMatchObject([{ state: 'removed' }]);
    expect(methods()).toEqual(['PUT', 'PUT', 'DELETE']);
  });

  it('is written once for several changes, and not for none', async () => {
    const { id: sourceId } = await addTarget();
    const { id } = await bookService(account, service);
    for (const day of ['05', '06']) {
      const time = { booked_from: `2026-03-${day} 12:00`, booked_to: `2026-03-${day} 13:00` };
      await account.put(`/bookings/${id}`, { json: { booking: time } });
    }
    await relayAndWrite(sourceId);
    expect(methods()).toEqual(['PUT']);
    expect(shown('DTSTART')).toEqual(['20260306T110000Z']);
    await write(sourceId);
    expect(methods()).toEqual(['PUT']);
  });

  it('is the same after its changes were relayed again', async () => {
    const { id: sourceId } = await addTarget();
    await bookService(account, service);
    await relayAndWrite(sourceId);
    await relay({ again: true });
    await write(sourceId);
    expect(shown('DTSTART')).toEqual(['20260304T110000Z']);
    expect(await entriesOf(sourceId)).toMatchObject([{ state: 'written', changed_there_at: null }]);
  });

  it('of a service with needs is in the calendar of each of its resources, when that works', async () => {
    const of = await createServiceWithNeeds(server, account, {
      resources: [{}, {}],
      needs: [{ pool: [0] }, { pool: [1], segments: [{ offset: 15, length: 30 }] }],
    });
    const sources: number[] = [];
    for (const [index, resourceId] of of.resourceIds.entries()) {
      const { id } = await addTarget(index === 0 ? {} : { target: `${calendar.url}other/` }, { resourceId });
      sources.push(id);
    }
    const times = { booked_from: '2026-03-04 12:00', booked_to: '2026-03-04 13:00' };
    const { id } = await account.create('/bookings', 'booking', { service_id: of.serviceId, ...times });
    await relay();
    for (const source of sources) await write(source);
    expect(shown('DTSTART').sort()).toEqual(['20260304T110000Z', '20260304T111500Z']);
    expect(shown('DTEND').sort()).toEqual(['20260304T114500Z', '20260304T120000Z']);
    await account.put(`/bookings/${id}/cancel`);
    await relay();
    for (const source of sources) await write(source);
    expect(calendar.objects.size).toBe(0);
  });

  it('of a service with needs is added to a calendar that comes later', async () => {
    const { serviceId, resourceIds } = await createServiceWithNeeds(server, account, {
      resources: [{}, {}],
      needs: [{ pool: [0] }, { pool: [1] }],
    });
    const times = { booked_from: '2026-03-04 12:00', booked_to: '2026-03-04 13:00' };
    await account.create('/bookings', 'booking', { service_id: serviceId, ...times });
    await relay();
    const { id: sourceId } = await addTarget({}, { resourceId: resourceIds[1] ?? 0 });
    await relayAndWrite(sourceId);
    expect(shown('DTSTART')).toEqual(['20260304T110000Z']);
  });

  it('moves with it to the calendar of another resource', async () => {
    const other = await createOther();
    const [first, second] = [await addTarget(), await addTarget({ target: `${calendar.url}other/` }, other)];
    const { id } = await bookService(account, service);
    await relayAndWrite(first.id);
    await account.put(`/bookings/${id}`, { json: { booking: { resource_id: other.resourceId } } });
    await relay();
    await write(first.id);
    await write(second.id);
    expect([...calendar.objects.keys()]).toEqual([expect.stringMatching(/^\/other\//)]);
    expect([await entriesOf(first.id), await entriesOf(second.id)]).toMatchObject([
      [{ state: 'removed' }],
      [{ state: 'written' }],
    ]);
  });

  it('has the present name of its person', async () => {
    const { id: sourceId } = await addTarget();
    const { id: person_id } = await account.create('/people', 'person', { name: 'Kari' });
    await bookService(account, service, { person_id });
    await relayAndWrite(sourceId);
    expect(shown('SUMMARY')).toEqual(['Cut – Kari']);
    await account.put(`/people/${person_id}`, { json: { person: { name: 'Kari Nordmann' } } });
    await relayAndWrite(sourceId);
    expect(shown('SUMMARY')).toEqual(['Cut – Kari Nordmann']);
  });

  it('is not there while it is a hold, and is tentative until it is confirmed', async () => {
    const { id: sourceId } = await addTarget();
    const { id } = await bookService(account, service);
    await server.sql(`update booking set state = 'awaiting_verification', expires_at = ? where id = ?`, farAway, id);
    await relayAndWrite(sourceId);
    expect(calendar.objects.size).toBe(0);
    await server.sql(`update booking set state = 'awaiting_confirmation', expires_at = null where id = ?`, id);
    await account.put(`/bookings/${id}`, { json: { booking: { notes: 'soon' } } });
    await relayAndWrite(sourceId);
    expect(shown('STATUS')).toEqual(['TENTATIVE']);
    await account.put(`/bookings/${id}/confirm`);
    await relayAndWrite(sourceId);
    expect(shown('STATUS')).toEqual(['CONFIRMED']);
  });
});

const farAway = '2026-03-03T00:00:00Z';

async function createOther(): Promise<{ resourceId: number }> {
  const { id: resourceId } = await account.create('/resources', 'resource', { title: 'Other chair' });
  await account.create('/providers', 'provider', { resource_id: resourceId, service_id: service.serviceId });
  return { resourceId };
}

it('writes an event as one entry with its number of people', async () => {
  const event = await createEvent(account);
  const { id: sourceId } = await addTarget({}, { resourceId: event.resource_id });
  await relayAndWrite(sourceId);
  expect(shown('SUMMARY')).toEqual(['Yoga (0/3)']);
  const { id } = await account.create('/bookings', 'booking', { event_id: event.id, count: 2 });
  await relayAndWrite(sourceId);
  expect(shown('SUMMARY')).toEqual(['Yoga (2/3)']);
  await account.put(`/bookings/${id}/cancel`);
  await relayAndWrite(sourceId);
  expect(shown('SUMMARY')).toEqual(['Yoga (0/3)']);
  await account.del(`/events/${event.id}`);
  await relayAndWrite(sourceId);
  expect(calendar.objects.size).toBe(0);
});

describe('a target', () => {
  it('gets the bookings that there are, and loses them when it is switched off', async () => {
    await bookService(account, service);
    await bookService(account, service, { booked_from: '2026-03-05 12:00', booked_to: '2026-03-05 13:00' });
    const { id: sourceId } = await addTarget();
    await write(sourceId);
    expect(shown('DTSTART').sort()).toEqual(['20260304T110000Z', '20260305T110000Z']);
    const other = `${calendar.url}calendars/other/`;
    await account.put(`/calendar_sources/${sourceId}`, { json: { calendar_source: { target: other } } });
    await write(sourceId);
    expect([...calendar.objects.keys()]).toEqual([0, 1].map(() => expect.stringMatching(/^\/calendars\/other\//)));
    await account.put(`/calendar_sources/${sourceId}`, { json: { calendar_source: { target: null } } });
    await write(sourceId);
    expect(calendar.objects.size).toBe(0);
    expect(await entriesOf(sourceId, '?state=removed')).toHaveLength(2);
  });

  it('keeps what it has when the calendar is deleted', async () => {
    const { id: sourceId } = await addTarget();
    await bookService(account, service);
    await relayAndWrite(sourceId);
    await account.del(`/calendar_sources/${sourceId}`);
    await bookService(account, service, { booked_from: '2026-03-05 12:00', booked_to: '2026-03-05 13:00' });
    await relayAndWrite(sourceId);
    expect(calendar.objects.size).toBe(1);
  });
});

describe('a change made there', () => {
  async function written() {
    const { id: sourceId } = await addTarget();
    const { id } = await bookService(account, service);
    await relayAndWrite(sourceId);
    const [[path = '', file = ''] = []] = [...calendar.objects];
    const move = async () => {
      await account.put(`/bookings/${id}`, {
        json: { booking: { booked_from: '2026-03-05 12:00', booked_to: '2026-03-05 13:00' } },
      });
      await relayAndWrite(sourceId);
    };
    return { sourceId, path, file, move };
  }

  it('is shown and overwritten by the next change of the booking', async () => {
    const { sourceId, path, file, move } = await written();
    calendar.objects.set(path, file.replace('SUMMARY:Cut', 'SUMMARY:Moved by hand'));
    await move();
    expect(shown('SUMMARY')).toEqual(['Cut']);
    expect(await entriesOf(sourceId)).toMatchObject([
      { state: 'written', changed_there_at: '2026-03-02T08:00:00+01:00' },
    ]);
    expect(methods()).toEqual(['PUT', 'PUT', 'GET', 'PUT']);
  });

  it('is not seen in what the server itself changes', async () => {
    const { sourceId, path, file, move } = await written();
    calendar.objects.set(path, file.replace('BEGIN:VEVENT', 'BEGIN:VEVENT\r\nX-SERVER:1'));
    await move();
    expect(await entriesOf(sourceId)).toMatchObject([{ state: 'written', changed_there_at: null }]);
  });

  it('that deleted the entry is shown, and the next change of the booking writes it', async () => {
    const { sourceId, move } = await written();
    calendar.objects.clear();
    await move();
    expect(shown('DTSTART')).toEqual(['20260305T110000Z']);
    expect(await entriesOf(sourceId)).toMatchObject([
      { state: 'written', changed_there_at: '2026-03-02T08:00:00+01:00' },
    ]);
  });
});

describe('after a worker was killed', () => {
  it('no other one writes before its claim expires', async () => {
    const { id: sourceId } = await addTarget();
    await bookService(account, service);
    await relay();
    await server.sql(`update calendar_source set writing_until = ? where id = ?`, '2026-03-02T07:00:20Z', sourceId);
    expect(await write(sourceId)).toHaveLength(1);
    expect(methods()).toEqual([]);
    server.clock.advance(1);
    await write(sourceId);
    expect(methods()).toEqual(['PUT']);
  });
});

it('is written by one of two workers', async () => {
  const { id: sourceId } = await addTarget();
  await bookService(account, service);
  await relay();
  await Promise.all([write(sourceId), write(sourceId), write(sourceId)]);
  expect(methods()).toEqual(['PUT']);
});

describe('a server', () => {
  const refuse = (status: number, headers = {}) =>
    calendar.answer((_, response) => {
      response.writeHead(status, headers).end();
      return true;
    });

  async function due() {
    const { id: sourceId } = await addTarget();
    await bookService(account, service);
    await bookService(account, service, { booked_from: '2026-03-05 12:00', booked_to: '2026-03-05 13:00' });
    await relay();
    return sourceId;
  }

  const sourceOf = async (id: number) => (await account.get(`/calendar_sources/${id}`)).body.calendar_source;

  it.each([
    [401, 'the server refuses the user name or the password (status 401)'],
    [404, 'there is no calendar at the address (status 404)'],
    [429, 'the server was asked too often (status 429)'],
    [503, 'it answered with status 503'],
  ])('that answers with %i gets one request, and all entries wait', async (status, error) => {
    const sourceId = await due();
    refuse(status);
    const [next] = await write(sourceId);
    expect(methods()).toEqual(['PUT']);
    expect(next?.at).toEqual(new Date('2026-03-02T07:05:00Z'));
    expect(await sourceOf(sourceId)).toMatchObject({ write_error: error, write_after: '2026-03-02T08:05:00+01:00' });
    expect(await entriesOf(sourceId)).toMatchObject([
      { state: 'pending', error: null, waits_for: 'next_attempt' },
      { state: 'pending', error, waits_for: 'next_attempt', attempt_count: 1 },
    ]);
    await write(sourceId);
    expect(methods()).toHaveLength(1);
    calendar.answer(undefined);
    server.clock.advance(5);
    expect(await write(sourceId)).toEqual([]);
    expect(calendar.objects.size).toBe(2);
    expect(await sourceOf(sourceId)).toMatchObject({ write_error: null, write_after: null });
  });

  it('is asked again after its Retry-After', async () => {
    const sourceId = await due();
    refuse(429, { 'retry-after': '3600' });
    const [next] = await write(sourceId);
    expect(next?.at).toEqual(new Date('2026-03-02T08:00:00Z'));
  });

  it('that refuses one entry gets the others, and the refused one six times', async () => {
    const sourceId = await due();
    calendar.answer((request, response) => {
      const isRefused = request.body.includes('20260304T110000Z');
      if (isRefused) response.writeHead(423).end();
      return isRefused;
    });
    for (let attempt = 0; attempt < 8; attempt++) {
      await write(sourceId);
      server.clock.advance(60);
    }
    expect(calendar.requests.filter(({ body }) => body.includes('20260304T110000Z'))).toHaveLength(6);
    expect(await entriesOf(sourceId)).toMatchObject([
      { state: 'written' },
      { state: 'failed', error: 'the entry is locked (status 423)', attempt_count: 6, next_attempt_at: null },
    ]);
    calendar.answer(undefined);
    const [, { id }] = await entriesOf(sourceId);
    const { status, body } = await account.post(`/calendar_source_entries/${id}/resend`);
    expect([status, body.calendar_source_entry.state]).toEqual([200, 'pending']);
    await write(sourceId);
    expect(calendar.objects.size).toBe(2);
  });

  it('whose password is corrected gets the entries at once', async () => {
    const sourceId = await due();
    refuse(401);
    await write(sourceId);
    calendar.answer(undefined);
    await account.put(`/calendar_sources/${sourceId}`, { json: { calendar_source: { password: 'another-one' } } });
    await write(sourceId);
    expect(calendar.objects.size).toBe(2);
  });
});
