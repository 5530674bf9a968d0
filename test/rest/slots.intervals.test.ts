import { bookService, createBookableService, createEvent, openDaily } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const visitor = new Visitor(account);

const day = 'from=2026-03-04&to=2026-03-04';
const time = (instant: string): string => instant.slice(11, 16);

/** Lists the slots of a day as `from-to`, with their resources. */
async function list(serviceId: number, intervals?: number): Promise<[string, number[]][]> {
  const query = intervals === undefined ? day : `${day}&intervals=${intervals}`;
  const { body } = await visitor.get(`/services/${serviceId}/slots?${query}`);
  return body.map(({ slot }: { slot: { timestamp: string; timestamp_end: string; available_resources: number[] } }) => [
    `${time(slot.timestamp)}-${time(slot.timestamp_end)}`,
    slot.available_resources,
  ]);
}
const times = async (serviceId: number, intervals?: number) => (await list(serviceId, intervals)).map(([slot]) => slot);

it('slots of several intervals are free for all of that time, with their buffers', async () => {
  const service = await createBookableService(account, {
    service: { max_slots: 3, buffer_after: 15 },
    resource: openDaily('09:00', '15:00'),
  });
  await bookService(account, service);
  expect(await times(service.serviceId)).toEqual(['09:00-10:00', '10:00-11:00', '13:15-14:15']);
  expect(await times(service.serviceId, 2)).toEqual(['09:00-11:00']);
  expect(await times(service.serviceId, 3)).toEqual([]);
  const { body } = await visitor.get(`/services/${service.serviceId}/available_dates?${day}&intervals=3`);
  expect(body).toEqual([]);
  const next = await visitor.get(`/services/${service.serviceId}/next_available_date?from=2026-03-04&intervals=3`);
  expect(next.body).toEqual([{ available_date: '2026-03-05' }]);
});

it('one resource is free for the whole time, and the public can book each listed one', async () => {
  const { serviceId, resourceIds } = await createBookableService(account, {
    service: { max_slots: 2, next_interval: 45 },
    resource: openDaily('11:00', '14:00'),
    providers: [{}, {}],
  });
  const [first = 0, second = 0] = resourceIds;
  await bookService(account, { serviceId, resourceId: first });
  expect(await list(serviceId)).toEqual([
    ['11:00-12:00', [first, second]],
    ['11:45-12:45', [second]],
    ['12:30-13:30', [second]],
    ['13:00-14:00', [first, second]],
  ]);
  expect(await list(serviceId, 2)).toEqual([
    ['11:00-13:00', [second]],
    ['11:45-13:45', [second]],
  ]);
  const { status } = await visitor.post('/bookings', {
    json: {
      booking: {
        ...{ service_id: serviceId, booked_from: '2026-03-04 11:45', booked_to: '2026-03-04 13:45' },
        person_attributes: { name: 'Kari', email: 'kari@example.org' },
      },
    },
  });
  expect(status).toBe(200);
  expect(await times(serviceId, 2)).toEqual([]);
});

it('the number of intervals has bounds', async () => {
  const { serviceId } = await createBookableService(account, { service: { max_slots: 3 } });
  const daily = await createBookableService(account, { service: { max_slots: 3, has_day_booking: true } });
  const sameDay = await createBookableService(account, {
    service: { max_slots: 3, has_day_booking: true, same_day: true },
  });
  const endless = await createBookableService(account, { service: { max_slots: 10_000, has_day_booking: true } });
  const { service_id: attendance } = await createEvent(account, {}, { max_slots: 3 });
  for (const [id, intervals, message] of [
    [serviceId, 0, 'must be greater than 0'],
    [serviceId, -1, 'must be greater than 0'],
    [serviceId, 4, 'must be less than or equal to 3'],
    [daily.serviceId, 4, 'must be less than or equal to 3'],
    [sameDay.serviceId, 2, 'must be less than or equal to 1'],
    [endless.serviceId, 367, 'must be less than or equal to 366'],
    [attendance, 2, 'must be less than or equal to 1'],
  ]) {
    const { status, body } = await visitor.get(`/services/${id}/slots?${day}&intervals=${intervals}`);
    expect([id, intervals, status, body]).toEqual([id, intervals, 400, { intervals: [message] }]);
  }
});
