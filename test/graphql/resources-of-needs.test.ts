import { createServiceWithNeeds, overbookedResources, placesOf } from '../support/needs.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();

const march4 = (time: string): string => `2026-03-04T${time}:00Z`;

const mutation = `mutation ($id: Int!, $input: BookingInput = {}, $resources: [NeedResourcesInput!], $revision: Int) {
  updateBooking(id: $id, input: $input, resources: $resources, ifRevision: $revision) {
    revisionCount resourceId bookedFrom places { needId resourceId }
  }
}`;

interface Named {
  needId: number | undefined;
  resourceIds: (number | undefined)[];
}

const change = (id: number, resources: Named[], others: object = {}) =>
  account.graphql(mutation, { id, resources, ...others });

/** Two therapists, two rooms, and a booking that has the first of each. */
async function openPractice() {
  const world = await createServiceWithNeeds(server, account, {
    resources: [{}, {}, {}, {}],
    needs: [{ pool: [0, 1] }, { pool: [2, 3] }],
  });
  const book = async (from: string, to: string): Promise<number> =>
    (
      await account.create('/bookings', 'booking', {
        ...{ service_id: world.serviceId, booked_from: march4(from), booked_to: march4(to) },
      })
    ).id;
  const [anna = 0, bea = 0, red = 0, blue = 0] = world.resourceIds;
  const [therapist = 0, room = 0] = world.needIds;
  return { ...world, book, anna, bea, red, blue, therapist, room };
}

const resourcesOf = async (id: number) => (await placesOf(server, id)).map(([resource]) => resource);

it('gives a booking the named resource of each need, and leaves the others', async () => {
  const { book, anna, bea, red, blue, therapist, room } = await openPractice();
  const id = await book('10:00', '11:00');
  expect(await resourcesOf(id)).toEqual([anna, red]);
  const other = await change(id, [{ needId: room, resourceIds: [blue] }], { revision: 0 });
  expect(other.data.updateBooking).toMatchObject({ revisionCount: 1, resourceId: anna });
  expect(await resourcesOf(id)).toEqual([anna, blue]);
  const first = await change(id, [{ needId: therapist, resourceIds: [bea] }]);
  expect(first.data.updateBooking).toMatchObject({ revisionCount: 2, resourceId: bea });
  expect(await resourcesOf(id)).toEqual([bea, blue]);
});

it('records the change of a resource that is not that of the booking, but none that changes nothing', async () => {
  const { book, red, blue, room } = await openPractice();
  const id = await book('10:00', '11:00');
  const names = async () => {
    const { items } = (await account.get('/changes?limit=100')).body.changes;
    return items.filter(({ name }: { name: string }) => name === 'booking.modified').length;
  };
  await change(id, [{ needId: room, resourceIds: [red] }]);
  expect(await names()).toBe(0);
  await change(id, [{ needId: room, resourceIds: [blue] }]);
  expect(await names()).toBe(1);
});

it('moves and gives resources in one step', async () => {
  const { book, anna, blue, room } = await openPractice();
  const id = await book('10:00', '11:00');
  const input = { bookedFrom: march4('13:00'), bookedTo: march4('14:00') };
  await change(id, [{ needId: room, resourceIds: [blue] }], { input });
  expect(await placesOf(server, id)).toEqual([
    [anna, '13:00', '14:00'],
    [blue, '13:00', '14:00'],
  ]);
});

it('refuses a resource that is taken, of another need, or wanted twice', async () => {
  const { book, anna, bea, red, blue, therapist, room } = await openPractice();
  const id = await book('10:00', '11:00');
  const second = await book('10:30', '11:30');
  expect(await resourcesOf(second)).toEqual([bea, blue]);
  const errorsOf = async (resources: Named[], others: object = {}) =>
    (await change(id, resources, others)).errors?.[0].extensions.fields;
  expect(await errorsOf([{ needId: room, resourceIds: [blue] }])).toEqual({ resourceId: ['is not available'] });
  expect(await errorsOf([{ needId: room, resourceIds: [anna] }])).toEqual({
    'resources[0].resourceIds': ['is not included in the list'],
  });
  expect(await errorsOf([{ needId: room, resourceIds: [red, blue] }])).toEqual({
    'resources[0].resourceIds': ['is too long (maximum is 1 items)'],
  });
  expect(
    await errorsOf([
      { needId: room, resourceIds: [red] },
      { needId: 0, resourceIds: [red] },
    ]),
  ).toEqual({ 'resources[1].needId': ['does not exist'] });
  await account.put(`/bookings/${id}/cancel`);
  expect(await errorsOf([{ needId: therapist, resourceIds: [bea] }])).toEqual({ state: ['needs an active booking'] });
  expect(await overbookedResources(server, account.credentials.id)).toEqual([]);
});

it('refuses one resource for two needs at the same time', async () => {
  const { serviceId, resourceIds, needIds } = await createServiceWithNeeds(server, account, {
    resources: [{}, {}],
    needs: [{ pool: [0, 1] }, { pool: [0, 1] }],
  });
  const { id } = await account.create('/bookings', 'booking', {
    ...{ service_id: serviceId, booked_from: march4('10:00'), booked_to: march4('11:00') },
  });
  const [chair] = resourceIds;
  const both = await change(
    id,
    needIds.map((needId) => ({ needId, resourceIds: [chair] })),
  );
  expect(both.errors?.[0].extensions.fields).toEqual({ resourceId: ['is not available'] });
  const swapped = await change(
    id,
    needIds.map((needId, index) => ({ needId, resourceIds: [resourceIds[1 - index]] })),
  );
  expect(swapped.data.updateBooking.places).toEqual(
    needIds.map((needId, index) => ({ needId, resourceId: resourceIds[1 - index] })),
  );
});
