import { accepted } from '../../src/platform/accepted.js';
import { bookableServicePerTest, createBookableService, createEvent } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true, verification: 'email' });
const visitor = new Visitor(account);
const offered = bookableServicePerTest(account);

const kari = { name: 'Kari', email: 'kari@example.org' };
const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
const start = (booking: object = {}, beside: object = {}) =>
  visitor.post('/bookings', {
    json: { booking: { service_id: offered.serviceId, ...time, person_attributes: kari, ...booking }, ...beside },
  });

const bookingCount = async (): Promise<number> => (await account.get('/bookings/all')).body.length;

describe('the rules for the public apply', () => {
  const outside = { booked_from: ['is outside the opening hours'] };

  it.each<[object, object, object]>([
    [{ booked_from: '2026-03-03 07:00', booked_to: '2026-03-03 08:00' }, {}, outside],
    [{ booked_from: '2026-03-03 07:00', booked_to: '2026-03-03 08:00', public_booking: false }, {}, outside],
    [{ booked_from: '2026-03-03 07:00', booked_to: '2026-03-03 08:00' }, { public_booking: false }, outside],
    [{ booked_from: '2026-03-01 10:00', booked_to: '2026-03-01 11:00' }, {}, { booked_from: ["can't be in the past"] }],
    [{ booked_to: '2026-03-03 12:00' }, {}, { booked_from: ['is too long (maximum is 1 slots)'] }],
    [{ booked_to: '2026-03-03 09:00' }, {}, { booked_to: ['must be after booked_from'] }],
    [{ booked_from: null }, {}, { booked_from: ["can't be blank"] }],
    [{ booked_from: 'soon' }, {}, { booked_from: ['is invalid', accepted.dateTime] }],
    [{ service_id: 0 }, {}, { service_id: ['does not exist'] }],
    [{ service_id: null }, {}, { resource_id: ["can't be blank"] }],
    [{ resource_id: 0 }, {}, { resource_id: ['does not exist'] }],
    [{ resource_id: 'chair' }, {}, { resource_id: ['is not a number'] }],
    [{ event_id: 0 }, {}, { event_id: ['does not exist'] }],
    [{ count: 0 }, {}, { count: ['must be greater than 0'] }],
    [{ count: 2 }, {}, { count: ['must be less than or equal to 1'] }],
    [{ count: 2, ignore_capacity: true }, { ignore_capacity: true }, { count: ['must be less than or equal to 1'] }],
    [{ title: 'x'.repeat(256) }, {}, { title: ['is too long (maximum is 255 characters)'] }],
    [{ notes: ['a'] }, {}, { notes: ['is invalid'] }],
    [{ notes: 'x'.repeat(65_537) }, {}, { base: ['is too large (maximum is 64 kB)'] }],
    [{ custom_data: 'red' }, {}, { custom_data: ['is invalid'] }],
    [{ person_attributes: 'Kari' }, {}, { person_attributes: ['is invalid'] }],
    [{ booked_to: '2026-03-03 10:02' }, {}, { booked_from: ['must last a multiple of 60 minutes'] }],
    [
      { booked_from: '2026-03-03 10:20', booked_to: '2026-03-03 11:20' },
      {},
      { booked_from: ['is not the start of a slot'] },
    ],
    [
      { person_attributes: null },
      {},
      {
        person: ['is invalid'],
        person_attributes: { name: ["can't be blank"], email: ["can't be blank", 'or give a phone_number'] },
      },
    ],
    [
      { person_attributes: { name: ' ', phone_number: '40612345' } },
      {},
      { person: ['is invalid'], person_attributes: { name: ["can't be blank"] } },
    ],
    [
      { person_attributes: { name: 'Kari' } },
      {},
      { person: ['is invalid'], person_attributes: { email: ["can't be blank", 'or give a phone_number'] } },
    ],
    [
      { person_attributes: { name: 'Kari', email: 'kari' } },
      {},
      { person: ['is invalid'], person_attributes: { email: ['is invalid'] } },
    ],
    [
      { person_attributes: { name: 'Kari', email: 'k@example.org', phone_number: '12' } },
      {},
      { person: ['is invalid'], person_attributes: { phone_number: ['is invalid'] } },
    ],
  ])('to a booking with %j and the parameters %j: %j', async (attributes, beside, errors) => {
    const { status, body } = await start(attributes, beside);
    expect([status, body]).toEqual([400, errors]);
    expect(await bookingCount()).toBe(0);
  });

  it('to events', async () => {
    const event = await createEvent(account, { published: false });
    const of = (event_id: number) => start({ event_id, service_id: null, booked_from: null, booked_to: null });
    expect((await of(event.id)).body).toEqual({ event_id: ['does not exist'] });
    await account.put(`/events/${event.id}`, { json: { published: true, last_booking_at: '2026-03-02 07:59' } });
    expect((await of(event.id)).body).toEqual({ booked_from: ['can no longer be booked'] });
    await account.del(`/events/${event.id}`);
    expect((await of(event.id)).body).toEqual({ event_id: ['does not exist'] });
  });

  it('to objects of the same account', async () => {
    const other = await server.account();
    const theirs = await createBookableService(other);
    const event = await createEvent(other);
    expect((await start({ service_id: theirs.serviceId })).body).toEqual({ service_id: ['does not exist'] });
    expect((await start({ resource_id: theirs.resourceId })).body).toEqual({ resource_id: ['does not exist'] });
    expect((await start({ event_id: event.id })).body).toEqual({ event_id: ['does not exist'] });
  });
});
