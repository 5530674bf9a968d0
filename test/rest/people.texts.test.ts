import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();

const add = (person: object) => account.post('/people', { json: { person } });
const found = async (query: string) => {
  const { body } = await account.get(`/people?${query}`);
  return body.map(({ person }: { person: { name: string } }) => person.name);
};

it('finds people by text in any normal form and case', async () => {
  await add({ name: 'José Straße', email: 'josé.straße@example.org' });
  await add({ name: 'ΣΊΣΥΦΟΣ', national_id_no: 'É1' });
  for (const search of ['josé'.normalize('NFD'), 'STRASSE', 'JOSÉ.STRASSE', 'jo\u200bsé', 'é st']) {
    expect([search, await found(`search=${encodeURIComponent(search)}`)]).toEqual([search, ['José Straße']]);
  }
  expect(await found(`search=${encodeURIComponent('σίσυφος')}`)).toEqual(['ΣΊΣΥΦΟΣ']);
  expect(await found(`search=${encodeURIComponent('É1'.normalize('NFD'))}`)).toEqual(['ΣΊΣΥΦΟΣ']);
  expect(await found(`name=${encodeURIComponent('σίσυφος')}`)).toEqual(['ΣΊΣΥΦΟΣ']);
  expect(await found(`email=${encodeURIComponent('JOSÉ.STRASSE@EXAMPLE.ORG'.normalize('NFD'))}`)).toEqual([
    'José Straße',
  ]);
});

it('refuses an equal address, and matches it for a booking', async () => {
  const { id } = await account.create('/people', 'person', { name: 'José', email: 'josé@example.org' });
  const taken = { email: ['has already been taken'] };
  for (const email of ['JOSÉ@example.org', 'josé@example.org'.normalize('NFD'), 'jos\u00e9\u200b@example.org']) {
    expect((await add({ name: 'Other', email })).body).toEqual(taken);
  }
  const resource = await account.create('/resources', 'resource', { title: 'Chair' });
  const booking = await account.create('/bookings', 'booking', {
    resource_id: resource.id,
    booked_from: '2026-03-03 10:00',
    booked_to: '2026-03-03 11:00',
    person_attributes: { email: 'JOSE\u0301@example.org' },
  });
  expect(booking.person.id).toBe(id);
});

it('stores an equal address once, however many requests write it together', async () => {
  const emails = ['straße@example.org', 'STRASSE@example.org', 'strasse@example.org', 'STRAẞE@example.org'];
  const answers = await Promise.all(emails.map((email) => add({ name: 'Kari', email })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
});

it('removes invisible characters, and refuses control characters and overrides', async () => {
  const { status, body } = await add({
    name: 'Jose\u0301\u200b Öst\u2060',
    email: 'jose\u0301\ufeff@example.org',
    phone_number: '\u202a+47 406 22 222\u202c',
  });
  expect(status).toBe(200);
  expect(body.person).toMatchObject({ name: 'José Öst', email: 'josé@example.org', phone_number: '+47 406 22 222' });
  expect((await add({ name: '\u200b' })).body).toEqual({ name: ["can't be blank"] });
  expect((await add({ name: 'Kari \u202eirak' })).body.person.name).toBe('Kari irak');
  expect((await add({ name: 'Kari', email: 'a\u0007@example.org' })).body).toEqual({ email: ['is invalid'] });
  expect((await add({ name: 'Kari', phone_number: '406\u000722222' })).body).toEqual({ phone_number: ['is invalid'] });
  for (const [path, wrapper] of [
    ['/client/users', 'user'],
    ['/client', 'client'],
  ] as const) {
    const send = (attributes: object) =>
      path === '/client'
        ? account.put(path, { json: attributes })
        : account.post(path, { json: { [wrapper]: attributes } });
    const email = 'ola@example.org';
    expect((await send({ name: 'Ola\n', email })).body).toEqual({ name: ['is invalid'] });
    const { body: stored } = await send({
      name: 'Ola\u200b',
      email: 'ola\u200b@example.org',
      phone_number: '40\u200b622222',
    });
    expect(JSON.stringify(stored)).toContain('"Ola"');
    expect(JSON.stringify(stored)).toContain('"ola@example.org"');
    expect(JSON.stringify(stored)).toContain('"40622222"');
  }
});
