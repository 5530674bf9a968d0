import { createBookableService } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();

it('the first active booking of a person is known, also when an earlier one is cancelled or made', async () => {
  const { serviceId } = await createBookableService(account);
  const { id: person_id } = await account.create('/people', 'person', { name: 'Nora' });
  const book = async (day: string, attributes: object = { person_id }): Promise<number> => {
    const times = { booked_from: `${day} 10:00`, booked_to: `${day} 11:00` };
    return (await account.create('/bookings', 'booking', { service_id: serviceId, ...times, ...attributes })).id;
  };
  const firstIds = async (): Promise<number[]> => {
    const { data } = await account.graphql(
      'query { bookings(filter: { scope: ALL }) { nodes { id isFirstOfPerson } } }',
    );
    const nodes: { id: number; isFirstOfPerson: boolean }[] = data.bookings.nodes;
    return nodes.flatMap(({ id, isFirstOfPerson }) => (isFirstOfPerson ? [id] : [])).sort((a, b) => a - b);
  };
  const second = await book('2026-03-10');
  await book('2026-03-11');
  await book('2026-03-12', {});
  const ofOther = await book('2026-03-13', { person_attributes: { name: 'Olav' } });
  expect(await firstIds()).toEqual([second, ofOther]);
  const first = await book('2026-03-09');
  expect(await firstIds()).toEqual([ofOther, first]);
  await account.put(`/bookings/${first}/cancel`);
  expect(await firstIds()).toEqual([second, ofOther]);
});
