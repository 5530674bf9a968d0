import { accepted, accountAcrossProcesses, refusals } from '../support/concurrent-requests.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const another = await server.another();
const { account, concurrently } = await accountAcrossProcesses(server, [server.origin, another.origin]);

const taken = (attribute: string) => [{ status: 400, [attribute]: ['has already been taken'] }];

async function tenOf(path: string, wrapper: string, attributes: (index: number) => object): Promise<number[]> {
  const made = Array.from({ length: 10 }, (_, index) => account.create(path, wrapper, attributes(index)));
  return (await Promise.all(made)).map(({ id }) => id);
}

it('one of ten concurrent users gets the email', async () => {
  const answers = await concurrently(10, (through, index) => {
    const email = index % 2 ? 'ola@example.org' : 'Ola@Example.org';
    return through.post('/client/users', { json: { user: { name: 'Ola', email } } });
  });
  expect([accepted(answers).length, refusals(answers)]).toEqual([1, taken('email')]);
});

it('one of ten concurrent accounts gets the subdomain', async () => {
  const accounts = await Promise.all(Array.from({ length: 10 }, () => server.account()));
  const answers = await Promise.all(accounts.map((of) => of.put('/client', { json: { subdomain: 'coveted' } })));
  expect([accepted(answers).length, refusals(answers)]).toEqual([1, taken('subdomain')]);
});

describe('one of ten concurrent changes gets', () => {
  it.each<[string, string, string, (index: number) => object, object]>([
    [
      'code',
      '/coupons',
      'coupon',
      (index) => ({ title: 'Spring', code: `S${index}`, value_type: 'amount', value: 5 }),
      { code: 'SPRING' },
    ],
    ['code', '/gift_cards', 'gift_card', () => ({ value: 5 }), { code: 'CARD' }],
    ['email', '/people', 'person', () => ({ name: 'Kari' }), { email: 'kari@example.org' }],
    ['phone_number', '/people', 'person', () => ({ name: 'Kari' }), { phone_number: '40612345' }],
  ])('the %s, at %s', async (attribute, path, wrapper, attributes, change) => {
    const ids = await tenOf(path, wrapper, attributes);
    const answers = await concurrently(10, (through, index) => through.put(`${path}/${ids[index]}`, { json: change }));
    expect([accepted(answers).length, refusals(answers)]).toEqual([1, taken(attribute)]);
  });

  it('the resource and the service, at /providers', async () => {
    const { id: service_id } = await account.create('/services', 'service', { title: 'Cut' });
    const resources = await tenOf('/resources', 'resource', () => ({ title: 'Chair' }));
    const ids = await tenOf('/providers', 'provider', (index) => ({ resource_id: resources[index], service_id }));
    const { id: resource_id } = await account.create('/resources', 'resource', { title: 'Throne' });
    const answers = await concurrently(10, (through, index) =>
      through.put(`/providers/${ids[index]}`, { json: { resource_id } }),
    );
    expect([accepted(answers).length, refusals(answers)]).toEqual([1, taken('resource_id')]);
  });
});

it('nine of ten people become the child of the next, because the last would form a cycle', async () => {
  const ids = await tenOf('/people', 'person', (index) => ({ name: `P${index}` }));
  const answers = await concurrently(10, (through, index) =>
    through.put(`/people/${ids[index]}`, { json: { parent_id: ids[(index + 1) % 10] } }),
  );
  expect([accepted(answers).length, refusals(answers)]).toEqual([9, [{ status: 400, parent_id: ['is invalid'] }]]);
});
