import { useTestServer } from '../support/test-server.js';
import { bulk } from './bulk.calls.js';

const server = await useTestServer();
const account = server.accountPerTest();

const importPeople = (items: unknown, more = '') =>
  bulk(account, 'importPeople', '[PersonAttributesInput!]!', items, more);
const person = (more: object) => ({ id: expect.any(Number), name: null, email: null, phoneNumber: null, ...more });

it('creates, updates or leaves each person, matched as for a booking', async () => {
  const kari = await account.create('/people', 'person', { name: 'Kari', email: 'kari@example.org' });
  const ola = await account.create('/people', 'person', { name: 'Ola', phone_number: '40612345' });
  const before = await server.changes(account);
  const { data } = await importPeople([
    { name: 'Kari Nordmann', email: 'KARI@example.org' },
    { name: 'Ola', phoneNumber: '+47 406 12 345' },
    { name: 'Per', email: 'per@example.org' },
    { email: 'per@example.org', phoneNumber: '40612346' },
    { name: 'Per', email: 'per@example.org' },
  ]);
  const per = { name: 'Per', email: 'per@example.org', phoneNumber: '40612346' };
  expect(data).toEqual({
    written: 5,
    items: [
      {
        index: 0,
        person: person({ id: kari.id, name: 'Kari Nordmann', email: 'KARI@example.org' }),
        effect: 'UPDATED',
        error: null,
      },
      {
        index: 1,
        person: person({ id: ola.id, name: 'Ola', phoneNumber: '+47 406 12 345' }),
        effect: 'UPDATED',
        error: null,
      },
      { index: 2, person: person(per), effect: 'CREATED', error: null },
      { index: 3, person: person(per), effect: 'UPDATED', error: null },
      { index: 4, person: person(per), effect: 'UNCHANGED', error: null },
    ],
  });
  expect((await server.changes(account)).slice(before.length)).toEqual([
    'person.modified',
    'person.modified',
    'person.created',
  ]);
});

it('rejects people with the attributes of two, and invalid ones', async () => {
  await account.create('/people', 'person', { name: 'Kari', email: 'kari@example.org', phone_number: '40612345' });
  const items = [
    { email: 'kari@example.org', phoneNumber: '40612346' },
    { email: 'x' },
    {},
    { name: 'Ola', parentId: 2_000_000_000 },
    { name: 'Per' },
  ];
  const fields = [
    { email: ['has already been taken'] },
    { email: ['is invalid'] },
    { name: ["can't be blank"] },
    { parentId: ['does not exist'] },
  ];
  const refused = fields.map((errors, index) => ({
    index,
    person: null,
    effect: null,
    error: { code: 'BAD_USER_INPUT', message: 'The input is invalid', fields: { [index]: errors } },
  }));
  const untouched = { index: 4, person: null, effect: null, error: null };
  expect((await importPeople(items)).data).toEqual({ written: 0, items: [...refused, untouched] });
  expect((await importPeople(items, 'mode: EACH')).data).toEqual({
    written: 1,
    items: [...refused, { index: 4, person: person({ name: 'Per' }), effect: 'CREATED', error: null }],
  });
  expect((await account.get('/people')).body).toHaveLength(2);
});

it('rejects a cycle of parents that two items would close', async () => {
  const [a, b] = [
    await account.create('/people', 'person', { name: 'A', email: 'a@example.org' }),
    await account.create('/people', 'person', { name: 'B', email: 'b@example.org' }),
  ];
  const { data } = await importPeople([
    { email: 'a@example.org', parentId: b.id },
    { email: 'b@example.org', parentId: a.id },
  ]);
  expect(data?.items.map(({ error }) => error?.fields)).toEqual([undefined, { 1: { parentId: ['is invalid'] } }]);
});

it('rejects values that a spreadsheet has destroyed, and phone numbers without a digit', async () => {
  const items = [
    { name: 'A', phoneNumber: '4.41E+11' },
    { name: 'B', externalId: '4,41E+11' },
    { name: '#REF!' },
    { name: 'D', phoneNumber: 'abc' },
    { name: 'E', phoneNumber: '0' },
    { name: 'F', phoneNumber: 'ext 7' },
  ];
  const { data } = await importPeople(items, 'mode: EACH');
  const shortened = ['is invalid', 'was shortened by a spreadsheet: format its column as text and export it again'];
  const noNumber = ['is invalid', 'must be a phone number such as +4740612345'];
  expect(data?.items.map(({ error }) => error?.fields)).toEqual([
    { 0: { phoneNumber: shortened } },
    { 1: { externalId: shortened } },
    { 2: { name: ['is invalid', 'is an error of a spreadsheet'] } },
    { 3: { phoneNumber: noNumber } },
    { 4: { phoneNumber: noNumber } },
    undefined,
  ]);
});
