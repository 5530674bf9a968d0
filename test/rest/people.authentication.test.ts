import { passwordHashesOf } from '../support/password-hashes.js';
import { rawRequest } from '../support/raw-request.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer({ config: { trustedHops: 1 } });
const account = server.accountPerTest();

const password = 'correct horse';
const person = (attributes: object) => account.create('/people', 'person', attributes);
const authenticate = (credentials: object, address = '10.1.1.1', through = account) =>
  through.post('/people/authenticate', {
    json: { person: credentials },
    headers: { 'x-forwarded-for': address },
  });
const wrong = { password: ['is invalid'] };

describe('authentication of a person', () => {
  it('accepts the email or phone number in any form, and the password', async () => {
    const kari = await person({ email: 'Kari@example.org', phone_number: '406 12 345', password });
    for (const credentials of [
      { email: 'kari@example.org', password },
      { email: ' KARI@EXAMPLE.ORG ', password },
      { phone_number: '+4740612345', password },
      { phone_number: '40612345', password },
      { phonenumber: '40612345', password },
      { email: 'kari@example.org', phone_number: 'ignored', password },
    ]) {
      const { status, body } = await authenticate(credentials);
      expect([credentials, status, body]).toEqual([credentials, 200, { person: kari }]);
    }
    const form = `person[phone_number]=+4740612345&person[password]=${encodeURIComponent(password)}`;
    expect((await account.post('/people/authenticate', { form })).body).toEqual({ person: kari });
  });

  it('accepts a number that is invalid in the country in the given form', async () => {
    const kari = await person({ phone_number: '070-111 22 33', country_code: 'SE', password });
    expect((await authenticate({ phone_number: '070-111 22 33', password })).body).toEqual({ person: kari });
    expect((await authenticate({ phone_number: '+46701112233', password })).body).toEqual({ person: kari });
  });

  it('returns the same for every failure', async () => {
    await person({ email: 'kari@example.org', password });
    await person({ email: 'none@example.org' });
    const gone = await person({ email: 'gone@example.org', password });
    await account.del(`/people/${gone.id}`);
    for (const credentials of [
      { email: 'kari@example.org', password: 'Correct horse' },
      { email: 'kari@example.org', password: `${password} ` },
      { email: 'kari@example.org', password: 'x'.repeat(60_000) },
      { email: 'none@example.org', password },
      { email: 'gone@example.org', password },
      { email: 'nobody@example.org', password },
      { email: '%', password },
      { email: 'x'.repeat(10_000), password },
      { phone_number: '40612345', password },
      { phone_number: 'x', password },
    ]) {
      const { status, body } = await authenticate(credentials);
      expect([status, body]).toEqual([400, wrong]);
    }
    const other = await server.account();
    expect((await authenticate({ email: 'kari@example.org', password }, '10.1.1.1', other)).body).toEqual(wrong);
  });

  it('computes one password hash, whether or not the person exists and has a password', async () => {
    await person({ email: 'kari@example.org', password });
    await person({ email: 'none@example.org' });
    const gone = await person({ email: 'gone@example.org', password });
    await account.del(`/people/${gone.id}`);
    const hashesFor = (email: string, given = 'wrong one') =>
      passwordHashesOf(() => authenticate({ email, password: given }));
    await hashesFor('nobody@example.org'); // also computes the hash that stands in for a missing one
    expect(await hashesFor('kari@example.org', password)).toBe(1);
    for (const name of ['kari', 'none', 'gone', 'nobody']) {
      expect([name, await hashesFor(`${name}@example.org`)]).toEqual([name, 1]);
    }
  });

  it.each([
    [{}, { email: ["can't be blank"] }],
    [{ password }, { email: ["can't be blank"] }],
    [{ email: '', phone_number: ' ', password }, { email: ["can't be blank"] }],
    [{ email: 'kari@example.org' }, { password: ["can't be blank"] }],
    [{ email: 'kari@example.org', password: '' }, { password: ["can't be blank"] }],
    [{ email: 'kari@example.org', password: null }, { password: ["can't be blank"] }],
    [{ email: ['kari@example.org'], password }, { email: ['is invalid'] }],
    [{ email: 'a\u0000b', password }, { email: ['is invalid'] }],
    [{ phone_number: {}, password }, { phone_number: ['is invalid'] }],
    [{ email: 'kari@example.org', password: true }, { password: ['is invalid'] }],
    [{ email: 'kari@example.org', password: { $ne: '' } }, { password: ['is invalid'] }],
  ])('%j is bad input', async (credentials, errors) => {
    const { status, body } = await authenticate(credentials);
    expect([status, body]).toEqual([400, errors]);
  });

  it('succeeds for a person who is blocked from booking', async () => {
    const { id } = await person({ email: 'kari@example.org', password });
    await account.put(`/people/${id}/block`);
    expect((await authenticate({ email: 'kari@example.org', password })).status).toBe(200);
  });
});

describe('a password', () => {
  it('is changed and cleared, and never returned', async () => {
    const { id, ...shown } = await person({ email: 'kari@example.org', password });
    expect(JSON.stringify(shown)).not.toMatch(/password|argon/);
    const put = (json: object) => account.put(`/people/${id}`, { json: { person: json } });
    const can = async (given: string) =>
      (await authenticate({ email: 'kari@example.org', password: given })).status === 200;
    await put({ city: 'Oslo' });
    expect(await can(password)).toBe(true);
    expect((await put({ password: 'another one' })).status).toBe(200);
    expect([await can(password), await can('another one')]).toEqual([false, true]);
    await put({ password: null });
    expect(await can('another one')).toBe(false);
    const log = await server.sql('select * from change where account_id = ?', account.credentials.id);
    expect(JSON.stringify(log)).not.toMatch(/password|argon|correct horse|another one/);
    const [stored] = await server.sql<{ hash: string }>(
      'select password_hash as hash from person where account_id = ? and email = ?',
      account.credentials.id,
      (await person({ email: 'ola@example.org', password })).email,
    );
    expect(stored?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,p=1,t=2\$|^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it.each([
    ['x'.repeat(7), 'is too short (minimum is 8 characters)'],
    ['x'.repeat(201), 'is too long (maximum is 200 characters)'],
    ['a\u0000bcdefgh', 'is invalid'],
    [['password'], 'is invalid'],
    [true, 'is invalid'],
  ])('%j is rejected, together with other errors', async (given, message) => {
    const { status, body } = await account.post('/people', { json: { person: { name: 'Kari', password: given } } });
    expect([status, body]).toEqual([400, { password: [message] }]);
    const { id } = await person({ name: 'Kari' });
    const changed = await account.put(`/people/${id}`, { json: { person: { password: given } } });
    expect([changed.status, changed.body]).toEqual([400, { password: [message] }]);
  });

  it('is reported with the other errors', async () => {
    const { body } = await account.post('/people', { json: { person: { email: 'x', password: 'short' } } });
    expect(body).toEqual({ email: ['is invalid'], password: ['is too short (minimum is 8 characters)'] });
  });

  it('cannot be set by a booking', async () => {
    const resource = await account.create('/resources', 'resource', { title: 'Chair' });
    const booking = {
      resource_id: resource.id,
      booked_from: '2026-03-03 10:00',
      booked_to: '2026-03-03 11:00',
      person_attributes: { email: 'kari@example.org', password },
    };
    await account.create('/bookings', 'booking', booking);
    expect((await authenticate({ email: 'kari@example.org', password })).body).toEqual(wrong);
  });
});

describe('wrong passwords', () => {
  const tryAll = async (count: number, credentials: (index: number) => object, origins = [server.origin]) => {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        authenticate(credentials(index), '10.2.2.2', account.at(origins[index % origins.length] ?? server.origin)),
      ),
    );
    return answers.map(({ status }) => status);
  };

  it.each(['kari@example.org', 'nobody@example.org'])('are limited to ten in 15 minutes for %s', async (email) => {
    await person({ email: 'kari@example.org', password });
    await using second = await server.another();
    const statuses = await tryAll(14, () => ({ email, password: 'wrong one' }), [server.origin, second.origin]);
    expect(statuses.toSorted()).toEqual([...Array(10).fill(400), ...Array(4).fill(429)]);
    const refused = await authenticate({ email: email.toUpperCase(), password }, '10.3.3.3');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900']);
    expect(refused.body).toEqual({ error: { description: 'Rate limit exceeded, retry in 900 seconds' } });
    expect((await authenticate({ email: 'other@example.org', password })).status).toBe(400);
    server.clock.advance(15);
    const again = await authenticate({ email, password });
    expect(again.status).toBe(email.startsWith('kari') ? 200 : 400);
    server.clock.set('2026-03-02T07:00:00Z');
  });

  it('for many people from one address lock nobody out', async () => {
    await person({ email: 'kari@example.org', password });
    await tryAll(1, () => ({ email: 'nobody@example.org', password }));
    await server.sql('update attempt set count = count + 60 where account_id = ?', account.credentials.id);
    expect(await tryAll(1, () => ({ email: 'nobody@example.org', password }))).toEqual([429]);
    const statuses = await tryAll(4, (index) => ({ email: `nobody-${index}@example.org`, password }));
    expect(statuses).toEqual(Array(4).fill(400));
    expect(await tryAll(1, () => ({ email: 'kari@example.org', password }))).toEqual([200]);
  });

  it('count; correct ones do not', async () => {
    await person({ email: 'kari@example.org', password });
    for (let index = 0; index < 12; index += 1) {
      expect((await authenticate({ email: 'kari@example.org', password })).status).toBe(200);
    }
  });

  it('are limited by GraphQL, too', async () => {
    const query = `mutation { authenticatePerson(credentials: { email: "kari@example.org", password: "wrong one" }) { id } }`;
    const codes: unknown[] = [];
    for (let index = 0; index < 11; index += 1) {
      const { text } = await rawRequest(`${server.origin}/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${account.credentials.api_key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      codes.push(JSON.parse(text).errors[0].extensions.code);
    }
    expect(codes).toEqual([...Array(10).fill('BAD_USER_INPUT'), 'RATE_LIMITED']);
  });
});
