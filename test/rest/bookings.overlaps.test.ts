import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createBookableService, createEvent } from '../support/catalog.js';
import { HtmlVisitor } from '../support/html-visitor.js';
import { useTestServer } from '../support/test-server.js';
import { linkTokenOf } from '../support/valid-input.js';
import { Visitor } from '../support/visitor.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const visitor = new Visitor(account);

const refusal = { booked_from: ['is when the person has another booking'] };
const anna = { name: 'Anna', email: 'anna@example.org' };

interface Place {
  serviceId: number;
  resourceId: number;
}
let one: Place;
let other: Place;
let annaId: number;
beforeEach(async () => {
  [one, other] = [
    await createBookableService(account),
    await createBookableService(account, { resource: { title: 'Sofa' } }),
  ];
  annaId = (await account.create('/people', 'person', anna)).id;
});

const setting = (person_overlaps: string) => account.put('/client', { json: { client: { person_overlaps } } });
const at = (hour: number) => ({ booked_from: `2026-03-03 ${hour}:00`, booked_to: `2026-03-03 ${hour + 1}:00` });
const of = ({ serviceId, resourceId }: Place) => ({ service_id: serviceId, resource_id: resourceId });
const book = (place: Place, hour: number, more: object = {}) =>
  account.post('/bookings', { json: { booking: { ...of(place), ...at(hour), person_id: annaId, ...more } } });
const start = (place: Place, hour: number, person_attributes: object = anna) =>
  visitor.post('/bookings', { json: { booking: { ...of(place), ...at(hour), person_attributes } } });

describe('a person with a booking at the same time', () => {
  it('is booked without a word unless the account wants one', async () => {
    await book(one, 10);
    const { status, body } = await book(other, 10);
    expect([status, body.booking.overlapping_bookings]).toEqual([200, null]);
    expect((await start(other, 11)).status).toBe(200);
  });

  it.each(['warn', 'refuse'])('is shown to staff by %s', async (choice) => {
    await setting(choice);
    const { id } = (await book(one, 10)).body.booking;
    const { status, body } = await book(other, 10);
    expect([status, body.booking.overlapping_bookings]).toEqual([
      200,
      [
        expect.objectContaining({
          id,
          resource: { id: one.resourceId, title: 'Chair' },
          service: { id: one.serviceId, title: 'Cut' },
        }),
      ],
    ]);
    const listed = (await account.get('/bookings')).body.map(({ booking }: { booking: object }) => booking);
    expect(listed).toContainEqual(
      expect.objectContaining({ id, overlapping_bookings: [expect.objectContaining({ id: body.booking.id })] }),
    );
    const moved = await account.put(`/bookings/${body.booking.id}`, { json: { booking: at(11) } });
    expect(moved.body.booking.overlapping_bookings).toEqual([]);
    const back = await account.put(`/bookings/${body.booking.id}`, { json: { booking: at(10) } });
    expect(back.body.booking.overlapping_bookings).toMatchObject([{ id }]);
  });

  it('is not refused by warn', async () => {
    await setting('warn');
    await book(one, 10);
    expect((await start(other, 10)).status).toBe(200);
  });

  it('is refused for visitors, who do not learn which booking it is', async () => {
    await setting('refuse');
    await book(one, 10);
    expect(await start(other, 10)).toMatchObject({ status: 400, body: refusal });
    expect((await book(other, 10, { public_booking: true })).body).toEqual(refusal);
    expect((await start(other, 11)).status).toBe(200);
    expect((await start(other, 10, { name: 'Ola', email: 'ola@example.org' })).status).toBe(200);
  });

  it('is refused a move by the link, and hears why on the page', async () => {
    await setting('refuse');
    await account.put('/client', { json: { client: { allow_cancellation: true } } });
    await book(one, 10);
    const { id } = (await book(other, 12)).body.booking;
    const token = await linkTokenOf(account, id);
    expect((await visitor.put(`/bookings/${token}`, { json: { booking: at(10) } })).body).toEqual(refusal);
    const browser = new HtmlVisitor(account);
    const slot = '2026-03-03T10:00:00+01:00/2026-03-03T11:00:00+01:00';
    const page = await browser.open(
      `/bookings/${token}/move?slot=${encodeURIComponent(slot)}&resource_id=${other.resourceId}`,
    );
    expect((await browser.submit(page)).text).toContain('You have another booking at that time.');
    expect((await visitor.put(`/bookings/${token}`, { json: { booking: at(13) } })).status).toBe(200);
  });

  it.each([
    ['ends when the other begins', 9],
    ['begins when the other ends', 11],
  ])('is booked if it %s', async (_when, hour) => {
    await setting('refuse');
    await book(one, 10);
    expect((await start(other, hour)).status).toBe(200);
  });

  it('is booked once the other is cancelled, and refused by an event and a hold', async () => {
    await setting('refuse');
    const { id } = (await book(one, 10)).body.booking;
    await account.put(`/bookings/${id}/cancel`);
    expect((await start(other, 10)).status).toBe(200);
    const event = await createEvent(account, { starts_at: '2026-03-03 14:00', ends_at: '2026-03-03 15:00' });
    await account.create('/bookings', 'booking', { event_id: event.id, person_id: annaId });
    expect((await start(other, 14)).body).toEqual(refusal);
    await account.put('/client', { json: { client: { verification_method: 1 } } });
    expect((await start(other, 16)).status).toBe(200);
    expect((await start(one, 16)).body).toEqual(refusal);
  });

  it('may have two places with one resource', async () => {
    await setting('refuse');
    await account.put(`/resources/${one.resourceId}`, { json: { resource: { capacity: 2 } } });
    await start(one, 10);
    const second = await start(one, 10);
    expect(second.status).toBe(200);
    expect((await account.get(`/bookings/${second.body.booking.id}`)).body.booking.overlapping_bookings).toEqual([]);
  });

  it('may have bookings for somebody who shares the address', async () => {
    await setting('refuse');
    expect((await start(one, 10, { ...anna, name: 'Bo' })).status).toBe(200);
    expect((await start(other, 10)).status).toBe(200);
    const third = await createBookableService(account);
    expect((await start(third, 10, { ...anna, name: 'BO' })).body).toEqual(refusal);
  });
});

describe('an event that moves onto another booking of a person who attends', () => {
  const create = async () => {
    const event = await createEvent(account, { starts_at: '2026-03-03 14:00', ends_at: '2026-03-03 15:00' });
    await account.create('/bookings', 'booking', { event_id: event.id, person_id: annaId });
    return event;
  };
  const move = (id: number, hour: number) =>
    account.put(`/events/${id}`, {
      json: { event: { starts_at: `2026-03-03 ${hour}:00`, ends_at: `2026-03-03 ${hour + 1}:00` } },
    });

  it('is moved without a word unless the account wants one', async () => {
    const { id } = await create();
    await book(one, 10);
    const { status, body } = await move(id, 10);
    expect([status, body.event.overlapping_bookings]).toEqual([200, null]);
  });

  it.each(['warn', 'refuse'])('is moved by staff, and names the other booking by %s', async (choice) => {
    await setting(choice);
    const { id } = await create();
    await account.create('/bookings', 'booking', { event_id: id, person_id: annaId });
    const bookingId = (await book(one, 10)).body.booking.id;
    await book(one, 12, { person_id: null });
    const { status, body } = await move(id, 10);
    expect([status, body.event.overlapping_bookings]).toEqual([
      200,
      [
        {
          id: bookingId,
          booked_from: '2026-03-03T10:00:00+01:00',
          booked_to: '2026-03-03T11:00:00+01:00',
          state: 'confirmed',
          resource: { id: one.resourceId, title: 'Chair' },
          service: { id: one.serviceId, title: 'Cut' },
          person_id: annaId,
          booked_for_name: null,
          person: { id: annaId, name: 'Anna' },
        },
      ],
    ]);
    expect((await account.get(`/events/${id}`)).body.event).toEqual(body.event);
    const { data } = await account.graphql(
      'mutation ($id: Int!, $input: EventInput!) { updateEvent(id: $id, input: $input) { overlappingBookings { id } } }',
      { id, input: { startsAt: '2026-03-03 10:30', endsAt: '2026-03-03 11:30' } },
    );
    expect(data.updateEvent).toEqual({ overlappingBookings: [{ id: bookingId }] });
    expect((await move(id, 12)).body.event.overlapping_bookings).toEqual([]);
  });

  it('does not show visitors where else the people are', async () => {
    await setting('warn');
    const { id } = await create();
    await book(one, 14);
    const { status, body } = await visitor.get(`/events/${id}`);
    expect([status, JSON.stringify(body)]).toEqual([200, expect.not.stringContaining('overlapping')]);
  });

  it('waits for a booking of such a person that is being decided', async () => {
    await setting('refuse');
    const { id } = await create();
    const client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
    try {
      await client.query('begin');
      await client.query("select lock_record('person', $1, $2)", [account.credentials.id, annaId]);
      let isDone = false;
      const moving = move(id, 10).finally(() => {
        isDone = true;
      });
      const waiting = "select from pg_locks where locktype = 'advisory' and not granted";
      while (!isDone && (await server.sql(waiting)).length === 0) await sleep(5);
      expect(isDone).toBe(false);
      await client.query('commit');
      expect((await moving).status).toBe(200);
    } finally {
      await client.end();
    }
    expect((await start(other, 10)).body).toEqual(refusal);
  });

  it('names those of each event of a list', async () => {
    await setting('warn');
    const [first, second] = [await create(), await create()];
    const { id } = (await book(one, 14)).body.booking;
    const listed = (await account.get('/events')).body.map(({ event }: { event: { overlapping_bookings: object[] } }) =>
      event.overlapping_bookings.map((found) => 'id' in found && found.id),
    );
    expect(listed).toHaveLength(2);
    for (const ids of listed) expect(ids).toContain(id);
    expect([first.id, second.id]).toHaveLength(2);
  });
});

describe('of two requests at the same time', () => {
  it.each([1, 2, 3])('one is refused (%i)', async () => {
    await setting('refuse');
    const answers = await Promise.all([start(one, 10), start(other, 10)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.body).toEqual(refusal);
  });

  it('a move by staff and a booking by a visitor decide one after the other', async () => {
    await setting('refuse');
    const { id } = (await book(one, 12)).body.booking;
    const [moved, started] = await Promise.all([
      account.put(`/bookings/${id}`, { json: { booking: at(10) } }),
      start(other, 10),
    ]);
    const overlaps = (await account.get(`/bookings/${id}`)).body.booking.overlapping_bookings;
    expect([moved.status, started.status === 200]).toEqual([200, overlaps.length === 1]);
  });

  it('two of one bulk request are refused, too', async () => {
    await setting('refuse');
    const items = [one, other].map(({ serviceId, resourceId }) => ({
      ...{ serviceId, resourceId, bookedFrom: '2026-03-03 10:00', bookedTo: '2026-03-03 11:00' },
      ...{ personId: annaId, publicBooking: true },
    }));
    const { data } = await account.graphql(
      'mutation ($items: [NewBookingInput!]!) { createBookings(items: $items, mode: EACH) { items { error { fields } } } }',
      { items },
    );
    expect(data.createBookings.items).toEqual([
      { error: null },
      { error: { fields: { 1: { bookedFrom: refusal.booked_from } } } },
    ]);
  });
});
