import ICAL from 'ical.js';
import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { calendarAccount, formatStoredEntry } from '../../src/domain/calendar/calendar.rules.js';
import { readStaffEntry } from '../../src/domain/calendar/calendar-entry.queries.js';
import { bookService, createBookableService, createEvent } from '../support/catalog.js';
import { deliverMessages } from '../support/messages.js';
import { rawRequest } from '../support/raw-request.js';
import { useTestServer } from '../support/test-server.js';
import { linkTokenOf } from '../support/valid-input.js';

const kari = { name: 'Kari', email: 'kari@example.org' };

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true, name: 'Fjord' });
beforeEach(() => server.configure(account, { address: 'Storgata 1, Oslo', confirm_manually: false }));

interface Entry {
  uid: string;
  sequence: string;
  summary: string;
  start: string;
  end: string;
  isDate: boolean;
  status: string;
  location: string | null;
  organizer: string;
  stamp: string;
}

interface Parsed {
  method: string | null;
  entries: Entry[];
}

/** Parses iCalendar text with a parser that shares no code with the server. */
function parse(text: string): Parsed {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const textOf = (of: ICAL.Component, name: string): string => String(of.getFirstPropertyValue(name) ?? '');
  return {
    method: textOf(calendar, 'method') || null,
    entries: calendar.getAllSubcomponents('vevent').map((event) => ({
      uid: textOf(event, 'uid'),
      sequence: textOf(event, 'sequence'),
      summary: textOf(event, 'summary'),
      start: textOf(event, 'dtstart'),
      end: textOf(event, 'dtend'),
      isDate: event.getFirstProperty('dtstart')?.type === 'date',
      status: textOf(event, 'status'),
      location: textOf(event, 'location') || null,
      organizer: textOf(event, 'organizer'),
      stamp: `${textOf(event, 'dtstamp')} ${textOf(event, 'last-modified')}`,
    })),
  };
}

async function feedOf(owner: { resourceId?: number; personId?: number }): Promise<string> {
  const { data } = await account.graphql(
    `mutation ($resourceId: Int, $personId: Int) {
      createCalendarFeed(resourceId: $resourceId, personId: $personId) { address }
    }`,
    owner,
  );
  return data.createCalendarFeed.address;
}

async function readFeed(address: string, host = 'one.example.org'): Promise<Parsed> {
  const { status, text } = await rawRequest(address, { headers: { host } });
  expect(status).toBe(200);
  return parse(text);
}

/** Reads the file of the last email about a booking. */
async function readMail(bookingId: number): Promise<Parsed> {
  await deliverMessages(server);
  const [message] = await server.sql<{ calendar: string }>(
    'select calendar from message where booking_id = ? and calendar is not null order by id desc limit 1',
    bookingId,
  );
  return parse(message?.calendar ?? '');
}

async function readPage(bookingId: number, host = 'two.example.org'): Promise<Parsed> {
  const token = await linkTokenOf(account, bookingId);
  const address = `${server.origin}/sites/${account.credentials.subdomain}/bookings/${token}/booking.ics`;
  const { status, text } = await rawRequest(address, { headers: { host, accept: 'text/html' } });
  expect(status).toBe(200);
  return parse(text);
}

const everyone = {
  confirmation_send_email: true,
  modification_send_email: true,
  cancellation_send_email: true,
  decline_send_email: true,
};

describe('the entry of a booking', () => {
  it('is the same in feeds, messages and on its page, through its life, by any host', async () => {
    const of = await createBookableService(account);
    const booking = await bookService(account, of, { person_attributes: kari }, everyone);
    const feeds = [await feedOf({ resourceId: of.resourceId }), await feedOf({ personId: booking.person_id })];
    const readAll = async (): Promise<Parsed[]> => [
      ...(await Promise.all(feeds.map((feed) => readFeed(feed)))),
      await readMail(booking.id),
      await readPage(booking.id),
    ];
    const first = (await readAll()).map(({ entries }) => entries);
    const expected = {
      summary: expect.stringContaining('Cut'),
      uid: expect.stringMatching(`^booking-${account.credentials.id}-${booking.id}@[0-9a-f-]{36}$`),
      ...{ sequence: '0', start: '2026-03-04T11:00:00Z', end: '2026-03-04T12:00:00Z', isDate: false },
      ...{ status: 'CONFIRMED', location: 'Storgata 1, Oslo', organizer: 'mailto:acme@example.org' },
      stamp: '2026-03-02T07:00:00Z 2026-03-02T07:00:00Z',
    };
    expect(first).toEqual([[expected], [expected], [expected], [expected]]);
    const uid = first[0]?.[0]?.uid;

    server.clock.advance(1);
    const moved = { booked_from: '2026-03-05 10:00', booked_to: '2026-03-05 11:00' };
    await account.put(`/bookings/${booking.id}`, { json: { booking: moved, ...everyone } });
    const change = { sequence: '1', start: '2026-03-05T09:00:00Z', end: '2026-03-05T10:00:00Z' };
    const changed = { ...expected, uid, ...change, stamp: '2026-03-02T07:01:00Z 2026-03-02T07:01:00Z' };
    expect((await readAll()).map(({ entries }) => entries)).toEqual([[changed], [changed], [changed], [changed]]);
    expect((await readFeed(feeds[0] ?? '', 'other.example.org')).entries).toEqual([changed]);

    await account.put(`/bookings/${booking.id}/cancel`, { json: everyone });
    const ended = { ...changed, sequence: '2', status: 'CANCELLED' };
    const after = await readAll();
    expect(after.map(({ entries }) => entries)).toEqual([[ended], [ended], [ended], [ended]]);
    expect(after.map(({ method }) => method)).toEqual([null, null, 'CANCEL', 'CANCEL']);
  });

  it.each(['decline', 'cancel', 'delete'])('is removed by the message of: %s', async (step) => {
    await server.configure(account, { confirm_manually: step === 'decline' });
    const of = await createBookableService(account);
    const booking = await bookService(account, of, { person_attributes: kari }, { ...everyone, confirm: false });
    if (step === 'delete') await account.del(`/bookings/${booking.id}?cancellation_send_email=true`);
    else await account.put(`/bookings/${booking.id}/${step}`, { json: everyone });
    const { method, entries } = await readMail(booking.id);
    expect([method, entries.map(({ status, sequence }) => [status, sequence])]).toEqual([
      'CANCEL',
      [['CANCELLED', '1']],
    ]);
  });

  it('of whole days has dates, of which the end is not included; of other times it has instants', async () => {
    const day = { has_day_booking: true, max_slots: 7 };
    const whole = await createBookableService(account, { service: day });
    const timed = await createBookableService(account, { service: { ...day, day_booking_specify_time: true } });
    // Across the change to summer time, in the zone of the account.
    const booked = { booked_from: '2026-03-28 00:00', booked_to: '2026-03-31 00:00', person_attributes: kari };
    const rental = await bookService(account, whole, booked, everyone);
    const partial = await bookService(account, whole, {
      ...{ booked_from: '2026-03-28 10:00', booked_to: '2026-03-31 00:00', resource_id: timed.resourceId },
      service_id: null,
    });
    const course = await bookService(account, timed, {
      booked_from: '2026-04-01 09:00',
      booked_to: '2026-04-02 17:00',
    });
    const dates = { start: '2026-03-28', end: '2026-03-31', isDate: true };
    for (const { entries } of [await readMail(rental.id), await readPage(rental.id)]) {
      expect(entries).toMatchObject([dates]);
    }
    expect((await readFeed(await feedOf({ resourceId: whole.resourceId }))).entries).toMatchObject([dates]);
    expect((await readFeed(await feedOf({ resourceId: timed.resourceId }))).entries).toMatchObject([
      { start: '2026-03-28T09:00:00Z', end: '2026-03-30T22:00:00Z', isDate: false },
      { start: '2026-04-01T07:00:00Z', end: '2026-04-02T15:00:00Z', isDate: false },
    ]);
    expect((await readPage(partial.id)).entries).toMatchObject([{ isDate: false }]);
    expect((await readPage(course.id)).entries).toMatchObject([{ isDate: false }]);
  });

  it('has the URL of its place if it has one', async () => {
    const of = await createBookableService(account);
    const { id, resource_id: resourceId } = await bookService(account, of, { person_attributes: kari }, everyone);
    await server.sql('update booking set location_url = ? where id = ?', 'https://meet.example.org/x', id);
    const location = 'https://meet.example.org/x';
    for (const { entries } of [await readPage(id), await readMail(id), await readFeed(await feedOf({ resourceId }))]) {
      expect(entries).toMatchObject([{ location }]);
    }
  });

  it('stays in a feed while it lasts', async () => {
    const of = await createBookableService(account, { service: { has_day_booking: true, max_slots: 60 } });
    const feed = await feedOf({ resourceId: of.resourceId });
    const rental = await bookService(account, of, { booked_from: '2026-03-03 00:00', booked_to: '2026-04-17 00:00' });
    const other = await createEvent(account, {
      resource_id: of.resourceId,
      starts_at: '2026-04-18 12:00',
      ends_at: '2026-06-18 12:00',
    });
    const ids = async () => (await readFeed(feed)).entries.map(({ uid }) => Number(uid.split(/[-@]/)[2]));
    server.clock.set('2026-04-16T12:00:00Z');
    expect(await ids()).toEqual([rental.id, other.id]);
    server.clock.set('2026-05-18T12:00:00Z');
    expect(await ids()).toEqual([other.id]);
  });
});

describe('the entry of an event', () => {
  const yoga = { title: 'Morning yoga', capacity: 12 };
  const attend = (eventId: number, attributes: object = {}, parameters: object = everyone) =>
    account.create('/bookings', 'booking', { event_id: eventId, ...attributes }, parameters);
  const entriesOf = async (feed: string) =>
    (await readFeed(feed)).entries.map(({ uid, summary, sequence, status }) => ({
      uid: uid.replace(/-.*/, ''),
      ...{ summary, status },
      sequence: Number(sequence),
    }));

  it('is the only one of staff, with its number of people; a person has the own booking', async () => {
    const event = await createEvent(account, yoga);
    const first = await attend(event.id, { count: 4, person_attributes: kari });
    await attend(event.id, { person_attributes: { name: 'Ola' } });
    const { entries } = await readFeed(await feedOf({ resourceId: event.resource_id }));
    expect(entries).toMatchObject([
      {
        uid: expect.stringMatching(`^event-${account.credentials.id}-${event.id}@[0-9a-f-]{36}$`),
        ...{ summary: 'Morning yoga (5/12)', start: '2026-03-03T11:00:00Z', status: 'CONFIRMED' },
      },
    ]);
    const own = { uid: expect.stringContaining(`booking-${account.credentials.id}-${first.id}@`), sequence: '0' };
    for (const read of [
      await readFeed(await feedOf({ personId: first.person_id })),
      await readMail(first.id),
      await readPage(first.id),
    ]) {
      expect(read.entries).toMatchObject([own]);
    }
  });

  it('has a sequence that grows with every change of the event and its bookings, until it is cancelled', async () => {
    const event = await createEvent(account, yoga);
    const other = await createEvent(account, { ...yoga, starts_at: '2026-03-04 12:00', ends_at: '2026-03-04 13:00' });
    const feed = await feedOf({ resourceId: event.resource_id });
    const seen: { summary: string; sequence: number }[] = [];
    const look = async () => seen.push(...(await entriesOf(feed)));
    await look();
    const booking = await attend(event.id, { count: 2 });
    await look();
    await account.put(`/bookings/${booking.id}`, { json: { booking: { count: 3 } } });
    await look();
    await account.put(`/events/${event.id}`, { json: { event: { title: 'Evening yoga' } } });
    await look();
    const hold = { expires_at: '2026-03-02 08:30' };
    await server.configure(account, { verification_method: 1 });
    const held = await attend(event.id, { ...hold, person_attributes: kari }, { confirm: false });
    await look();
    server.clock.advance(60);
    await look();
    await account.put(`/bookings/${held.id}`, { json: { booking: { notes: 'late' } } });
    await look();
    await account.put(`/bookings/${booking.id}`, { json: { booking: { event_id: other.id } } });
    await look();
    await account.put(`/bookings/${booking.id}/cancel`);
    await account.del(`/events/${event.id}`);
    await look();
    expect(seen.map(({ summary }) => summary)).toEqual([
      'Morning yoga (0/12)',
      'Morning yoga (2/12)',
      'Morning yoga (3/12)',
      ...['Evening yoga (3/12)', 'Evening yoga (4/12)', 'Evening yoga (3/12)', 'Evening yoga (3/12)'],
      ...['Evening yoga (0/12)', 'Evening yoga (0/12)'],
    ]);
    const sequences = seen.map(({ sequence }) => sequence);
    expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
    expect(await entriesOf(feed)).toMatchObject([{ uid: 'event', status: 'CANCELLED' }]);
  });

  it('can be read alone, as it is in the feed; its bookings cannot', async () => {
    const event = await createEvent(account, yoga);
    const booking = await attend(event.id, { count: 2 });
    const of = await createBookableService(account);
    const single = await bookService(account, of, { person_attributes: kari });
    const db = server.database.account(account.credentials.id);
    const now = server.clock.now();
    const reader = { db, account: { hasNeeds: false } };
    const read = (kind: 'booking' | 'event', id: number, resourceId: number) =>
      readStaffEntry(reader, { kind, id }, resourceId, now);
    expect(await read('booking', booking.id, event.resource_id)).toBeUndefined();
    expect(await read('event', 0, event.resource_id)).toBeUndefined();
    const owner = calendarAccount(await createBackgroundContext(server.database, server.clock, account.credentials.id));
    for (const [kind, { id }, resourceId] of [
      ['event', event, event.resource_id],
      ['booking', single, of.resourceId],
    ] as const) {
      const entry = await read(kind, id, resourceId);
      if (!entry) throw new Error(`no ${kind}`);
      expect(entry.resourceId).toBe(resourceId);
      const feed = await readFeed(await feedOf({ resourceId }));
      const entries = feed.entries.map((inFeed) => ({ ...inFeed, organizer: '' }));
      expect(parse(formatStoredEntry(owner, entry, now))).toEqual({ ...feed, entries });
    }
  });
});

it('entries of other accounts have other ids, and keep them in a dump', async () => {
  const uids: string[] = [];
  for (const of of [account, await server.account()]) {
    const [row] = await server.sql<{ calendar_id: string }>(
      'select calendar_id from account where id = ?',
      of.credentials.id,
    );
    uids.push(row?.calendar_id ?? '');
  }
  expect(new Set(uids).size).toBe(2);
  const [column] = await server.sql<{ is_generated: string; column_default: string }>(
    `select is_generated, column_default from information_schema.columns
     where table_name = 'account' and column_name = 'calendar_id'`,
  );
  // A stored value, which a dump contains; the default is for accounts that older versions create.
  expect(column).toEqual({ is_generated: 'NEVER', column_default: 'gen_random_uuid()' });
});
