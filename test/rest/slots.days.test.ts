import { bookService, createBookableService } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const visitor = new Visitor(account);

const daily = { has_day_booking: true, max_slots: 4 };
const personAttributes = { name: 'Kari', email: 'kari@example.org' };

type ListedSlot = { slot: { timestamp: string; timestamp_end: string; available_resources: number[] } };

async function list(serviceId: number, intervals: number, dates = 'from=2026-03-03&to=2026-03-07') {
  const { body } = await visitor.get(`/services/${serviceId}/slots?${dates}&intervals=${intervals}`);
  return body.map(({ slot: { timestamp, timestamp_end, available_resources } }: ListedSlot) => ({
    ...{ from: timestamp.slice(0, 16), to: timestamp_end.slice(0, 16), resources: available_resources },
  }));
}
const book = (service_id: number, booked_from: string, booked_to: string) =>
  visitor.post('/bookings', {
    json: { booking: { service_id, booked_from, booked_to, person_attributes: personAttributes } },
  });

it('slots of several days are free on one resource from the first to the last', async () => {
  const { serviceId, resourceIds } = await createBookableService(account, { service: daily, providers: [{}, {}] });
  const [first = 0, second = 0] = resourceIds;
  const wednesday = { booked_from: '2026-03-04 00:00', booked_to: '2026-03-05 00:00' };
  const friday = { booked_from: '2026-03-06 00:00', booked_to: '2026-03-07 00:00' };
  await bookService(account, { serviceId, resourceId: first }, wednesday);
  await bookService(account, { serviceId, resourceId: second }, friday);
  expect(await list(serviceId, 2)).toEqual([
    { from: '2026-03-03T00:00', to: '2026-03-05T00:00', resources: [second] },
    { from: '2026-03-04T00:00', to: '2026-03-06T00:00', resources: [second] },
    { from: '2026-03-05T00:00', to: '2026-03-07T00:00', resources: [first] },
    { from: '2026-03-06T00:00', to: '2026-03-08T00:00', resources: [first] },
    { from: '2026-03-07T00:00', to: '2026-03-09T00:00', resources: [first, second] },
  ]);
  expect((await list(serviceId, 4))[0]).toEqual({
    ...{ from: '2026-03-05T00:00', to: '2026-03-09T00:00', resources: [first] },
  });
  const next = await visitor.get(`/services/${serviceId}/next_available_date?from=2026-03-03&intervals=4`);
  expect(next.body).toEqual([{ available_date: '2026-03-05' }]);
  const booked = await book(serviceId, '2026-03-05 00:00', '2026-03-09 00:00');
  expect([booked.status, booked.body.booking?.resource_id]).toEqual([200, first]);
  expect(await list(serviceId, 4, 'from=2026-03-05&to=2026-03-06')).toEqual([]);
});

it('with times, they last from the first opening to the last closing, also in the nights', async () => {
  const { serviceId, resourceId } = await createBookableService(account, {
    service: { ...daily, day_booking_specify_time: true },
    resource: { opening_hours_fri: [], opening_hours_wed: ['10:00', '15:00'] },
  });
  const night = { booked_from: '2026-03-07 22:00', booked_to: '2026-03-07 23:00', service_id: null };
  await bookService(account, { serviceId, resourceId }, night);
  expect(await list(serviceId, 1)).toHaveLength(4);
  expect(await list(serviceId, 2, 'from=2026-03-03&to=2026-03-08')).toEqual([
    { from: '2026-03-03T09:00', to: '2026-03-04T15:00', resources: [resourceId] },
    { from: '2026-03-04T10:00', to: '2026-03-05T17:00', resources: [resourceId] },
    { from: '2026-03-08T09:00', to: '2026-03-09T17:00', resources: [resourceId] },
  ]);
  expect((await book(serviceId, '2026-03-03 09:00', '2026-03-04 15:00')).status).toBe(200);
});

it('they may end on dates that are too far ahead to start', async () => {
  const { serviceId } = await createBookableService(account, { service: daily });
  await server.configure(account, { future_bookable_period: 'in 2 days' });
  const starts = (await list(serviceId, 3)).map(({ from }: { from: string }) => from);
  expect(starts).toEqual(['2026-03-03T00:00', '2026-03-04T00:00']);
  expect((await book(serviceId, '2026-03-04 00:00', '2026-03-07 00:00')).status).toBe(200);
});

it.each(['9999-12-30', '9999-12-31'])('of %s do not fail', async (from) => {
  const { serviceId } = await createBookableService(account, { service: daily });
  const { status } = await visitor.get(`/services/${serviceId}/slots?from=${from}&to=${from}&intervals=4`);
  expect(status).toBeLessThan(500);
});
