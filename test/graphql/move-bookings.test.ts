import { type BookableService, createBookableService, createEvent, openDaily } from '../support/catalog.js';
import { createServiceWithNeeds, placesOf } from '../support/needs.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();
let offered: BookableService;
let from: number;
let to: number;
beforeEach(async () => {
  offered = await createBookableService(account, { providers: [{}, {}] });
  [from = 0, to = 0] = offered.resourceIds;
});

const move = async (more: string, ids = [from, to]) => {
  const { data, errors } = await account.graphql(
    `mutation ($from: Int!, $to: Int!) { moveBookings(fromResourceId: $from, toResourceId: $to, ${more}) {
      written items { index booking { id resourceId } error { code fields } }
    } }`,
    { from: ids[0], to: ids[1] },
  );
  return data?.moveBookings ?? errors?.[0]?.extensions.fields;
};
const book = async (hour: number, more: object = {}): Promise<number> => {
  const [start, end] = [hour, hour + 1].map((one) => `2026-03-03 ${String(one).padStart(2, '0')}:00`);
  const attributes = { resource_id: from, service_id: offered.serviceId, booked_from: start, booked_to: end };
  return (await account.create('/bookings', 'booking', { ...attributes, ...more })).id;
};
const resourceOf = async (id: number): Promise<number> =>
  (await account.get(`/bookings/${id}`)).body.booking.resource_id;
const refused = (index: number, fields: object) => ({
  index,
  booking: null,
  error: { code: 'BAD_USER_INPUT', fields: { [index]: fields } },
});

it('moves the bookings of a day that fit, and lists the others with the reason', async () => {
  await account.put(`/resources/${to}`, { json: openDaily('10:00', '14:00') });
  const closed = await book(9);
  const moved = await book(10);
  const taken = await book(11);
  await book(11, { resource_id: to });
  const { serviceId } = await createBookableService(account);
  await account.create('/providers', 'provider', { resource_id: from, service_id: serviceId });
  const notOffered = await book(12, { service_id: serviceId });
  const cancelled = await book(13);
  await account.put(`/bookings/${cancelled}/cancel`);
  await createEvent(account, { resource_id: from });
  const nextDay = await book(10, { booked_from: '2026-03-04 10:00', booked_to: '2026-03-04 11:00' });
  const items = [
    refused(0, { bookedFrom: ['is outside the opening hours'] }),
    { index: 1, booking: { id: moved, resourceId: to }, error: null },
    refused(2, { resourceId: ['is not available'] }),
    refused(3, { serviceId: ['is not offered by the resource'] }),
  ];
  const before = await server.changes(account);
  const nothing = items.map((item) => ({ ...item, booking: null }));
  expect(await move('date: "2026-03-03"')).toEqual({ written: 0, items: nothing });
  expect(await move('date: "2026-03-03", mode: EACH, dryRun: true')).toEqual({ written: 1, items });
  expect(await server.changes(account)).toEqual(before);
  expect(await move('date: "2026-03-03", mode: EACH, idempotencyKey: "ill"')).toEqual({ written: 1, items });
  expect(await move('date: "2026-03-03", mode: EACH, idempotencyKey: "ill"')).toEqual({ written: 1, items });
  expect((await server.changes(account)).slice(before.length)).toEqual(['booking.modified']);
  const resources = await Promise.all([closed, moved, taken, notOffered, cancelled, nextDay].map(resourceOf));
  expect(resources).toEqual([from, to, from, from, from, from]);
});

it('sends the messages of a modification unless they are turned off', async () => {
  const person = await account.create('/people', 'person', { name: 'Kari', email: 'kari@example.org' });
  const requested = async () =>
    (await server.changes(account)).filter((name) => name === 'message_request.created').length;
  await book(10, { person_id: person.id });
  const before = await requested();
  await move('during: { from: "2026-03-03T10:00", to: "2026-03-03T11:00" }, messages: { modificationEmail: true }');
  expect(await requested()).toBe(before + 1);
  await move('date: "2026-03-03", messages: { modificationEmail: false }', [to, from]);
  expect(await requested()).toBe(before + 1);
});

it.each([
  ['mode: ALL', { date: ["can't be blank"] }],
  ['date: "1800-01-01"', { date: ['is invalid'] }],
  ['date: "2026-03-03", during: { from: "2026-03-03", to: "2026-03-04" }', { during: ["can't be combined with date"] }],
  ['during: { from: "2026-03-04", to: "2026-03-03" }', { to: ['must be after from'] }],
])('rejects %s', async (more, fields) => {
  expect(await move(more)).toEqual(fields);
});

it('rejects resources of other accounts, deleted ones and twice the same', async () => {
  const foreign = await createBookableService(await server.account());
  const day = 'date: "2026-03-03"';
  const unknown = ['does not exist'];
  expect(await move(day, [from, from])).toEqual({ toResourceId: ['must be another resource'] });
  expect(await move(day, [foreign.resourceId, foreign.resourceId + 1])).toMatchObject({ fromResourceId: unknown });
  expect(await move(day, [from, foreign.resourceId])).toEqual({ toResourceId: unknown });
  await account.del(`/resources/${to}`);
  expect(await move(day)).toEqual({ toResourceId: unknown });
});

it('moves a booking with needs by its first resource, and names one that the resource serves for another need', async () => {
  const resourceIds = [from, to];
  const needs = [{ pool: [0, 1] }, { pool: [2] }];
  const massage = await createServiceWithNeeds(server, account, { resources: [{}], needs }, resourceIds);
  const { serviceId } = await createServiceWithNeeds(
    server,
    account,
    { resources: [], needs: [{ pool: [2] }, { pool: [0, 1] }] },
    massage.resourceIds,
  );
  const room = massage.resourceIds[2];
  const plain = await book(9);
  const first = await book(10, { service_id: massage.serviceId });
  const second = await book(12, { service_id: serviceId, resource_id: room });
  const { written, items } = await move('date: "2026-03-03", mode: EACH');
  expect([written, items]).toEqual([
    2,
    [
      { index: 0, booking: { id: plain, resourceId: to }, error: null },
      { index: 1, booking: { id: first, resourceId: to }, error: null },
      refused(2, { resourceId: [`serves booking ${second} for another need than the first`] }),
    ],
  ]);
  expect((await placesOf(server, first)).map(([resource]) => resource)).toEqual([to, room]);
  expect((await placesOf(server, second)).map(([resource]) => resource)).toEqual([from, room]);
});
