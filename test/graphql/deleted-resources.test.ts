import { createServiceWithNeeds } from '../support/needs.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();

const book = async (attributes: object): Promise<number> =>
  (
    await account.create('/bookings', 'booking', {
      ...{ booked_from: '2026-03-04T10:00:00Z', booked_to: '2026-03-04T11:00:00Z' },
      ...attributes,
    })
  ).id;

const idsWith = async (hasDeletedResource: boolean): Promise<number[]> => {
  const { data } = await account.graphql(
    `{ bookings(filter: { scope: UPCOMING, hasDeletedResource: ${hasDeletedResource} }) { totalCount nodes { id } } }`,
  );
  const { nodes, totalCount }: { nodes: { id: number }[]; totalCount: number } = data.bookings;
  expect(nodes).toHaveLength(totalCount);
  return nodes.map(({ id }) => id);
};

it('bookings of a deleted resource stay, and are found', async () => {
  const { id: gone } = await account.create('/resources', 'resource', { title: 'Gone' });
  const { id: left } = await account.create('/resources', 'resource', { title: 'Left' });
  const first = await book({ resource_id: gone });
  const second = await book({ resource_id: left });
  expect([await idsWith(true), await idsWith(false)]).toEqual([[], [first, second]]);
  await account.del(`/resources/${gone}`);
  expect([await idsWith(true), await idsWith(false)]).toEqual([[first], [second]]);
  expect((await account.get(`/bookings/${first}`)).body.booking.state).toBe('confirmed');
  await account.put(`/bookings/${first}`, { json: { booking: { resource_id: left, ...later } } });
  expect(await idsWith(true)).toEqual([]);
});

const later = { booked_from: '2026-03-04T12:00:00Z', booked_to: '2026-03-04T13:00:00Z' };

it('a booking is found by any of the resources that it takes', async () => {
  const { serviceId, resourceIds } = await createServiceWithNeeds(server, account, {
    resources: [{}, {}],
    needs: [{ pool: [0] }, { pool: [1] }],
  });
  const id = await book({ service_id: serviceId });
  expect([await idsWith(true), await idsWith(false)]).toEqual([[], [id]]);
  await account.del(`/resources/${resourceIds[1]}`);
  expect([await idsWith(true), await idsWith(false)]).toEqual([[id], []]);
});
