import { createBookableService } from '../support/catalog.js';
import { statementsOf } from '../support/statements.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();

it('the people of the lists of figures can be read with them, by one statement for all', async () => {
  const account = await server.account();
  const { resourceId, serviceId } = await createBookableService(account, { resource: { capacity: 10 } });
  const people: { id: number; name: string; email: string }[] = [];
  for (const name of ['Kari', 'Ola']) {
    const email = `${name.toLowerCase()}@example.org`;
    const { id } = await account.create('/people', 'person', { name, email });
    await account.create('/bookings', 'booking', {
      ...{ resource_id: resourceId, service_id: serviceId, person_id: id },
      ...{ booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' },
    });
    people.push({ id, name, email });
  }
  const person = 'id person { name email bookings { totalCount } }';
  const read = (top: number) =>
    statementsOf(server.database, () =>
      account.graphql(`{ peopleFigures(during: { from: "2026-03-01", to: "2027-01-01" }, top: ${top}) {
        topByBookings { ${person} } topByValue { ${person} } peopleAtRisk { ${person} } } }`),
    );
  const all = await read(10);
  const expected = people.map(({ id, ...others }) => ({ id, person: { ...others, bookings: { totalCount: 1 } } }));
  expect(all.result).toEqual({
    data: { peopleFigures: { topByBookings: expected, topByValue: expected, peopleAtRisk: expected } },
  });
  const one = await read(1);
  expect(one.result.data?.peopleFigures.topByValue).toHaveLength(1);
  expect(all.statements).toHaveLength(one.statements.length);
});
