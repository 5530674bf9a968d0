import { hashApiKey } from '../../src/domain/account/api-key.rules.js';
import { createBookableService } from '../support/catalog.js';
import { sendRequest } from '../support/send-request.js';
import { startTestServer, type TestAccount, type TestServer, useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();
const { serviceId, resourceId } = await createBookableService(account, { resource: { capacity: 100 } });
const place: { service_id: number; resource_id: number } = { service_id: serviceId, resource_id: resourceId };

const at = (hour: string, more: object = {}) => ({
  json: { booking: { ...place, booked_from: `2026-03-03 ${hour}:00`, booked_to: `2026-03-03 ${hour}:30`, ...more } },
});
const keyed = (key: string, sending: object = {}) => ({ ...sending, headers: { 'idempotency-key': key } });
const bookings = async () => Number((await account.get('/bookings')).headers.get('total-count'));

describe('a request with an Idempotency-Key', () => {
  it('gets the first response when it is repeated', async () => {
    const before = await bookings();
    const first = await account.post('/bookings', keyed('first', at('09')));
    expect(first.status).toBe(200);
    await account.put(`/bookings/${first.body.booking.id}`, { json: { booking: { notes: 'changed since' } } });
    const again = await account.post('/bookings', keyed('first', at('09')));
    expect(again.status).toBe(200);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await bookings()).toBe(before + 1);
  });

  it('gets that response from another process, too', async () => {
    await using other = await server.another();
    const first = await account.post('/people', keyed('elsewhere', { json: { person: { name: 'Ola' } } }));
    const again = await account
      .at(other.origin)
      .post('/people', keyed('elsewhere', { json: { person: { name: 'Ola' } } }));
    expect(again.text).toBe(first.text);
  });

  it('has one effect if it is sent several times concurrently', async () => {
    const before = await bookings();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => account.post('/bookings', keyed('at-once', at('10')))),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await bookings()).toBe(before + 1);
  });

  it('is rejected if the key was used for another request', async () => {
    await account.post('/people', keyed('taken', { json: { person: { name: 'Ola' } } }));
    const others: [string, string, object][] = [
      ['POST', '/people', { json: { person: { name: 'Kari' } } }],
      ['POST', '/people?x=1', { json: { person: { name: 'Ola' } } }],
      ['PUT', '/people/1', { json: { person: { name: 'Ola' } } }],
      ['DELETE', '/people/1', {}],
    ];
    for (const [method, path, sending] of others) {
      const { status, body } = await account.send(method, path, keyed('taken', sending));
      expect([status, body]).toEqual([400, { idempotency_key: ['has already been used with another request'] }]);
    }
  });

  it('may correct a refused request, whose key it then has', async () => {
    const send = (name: string) => account.post('/people', keyed('corrected', { json: { person: { name } } }));
    const tooLong = 'x'.repeat(256);
    expect((await send(tooLong)).status).toBe(400);
    const corrected = await send('Kari');
    expect([corrected.status, corrected.body.person.name]).toEqual([200, 'Kari']);
    expect((await send('Kari')).body).toEqual(corrected.body);
    const refused = { idempotency_key: ['has already been used with another request'] };
    expect((await send(tooLong)).body).toEqual(refused);
  });

  it.each([
    ['as JSON', { json: { person: { email: 'x' } } }],
    ['as a form', { form: 'person[email]=x' }],
  ])('is rejected with the same response as the first time, %s', async (name, sending) => {
    const first = await account.post('/people', keyed(`refused ${name}`.replaceAll(' ', '-'), sending));
    const again = await account.post('/people', keyed(`refused ${name}`.replaceAll(' ', '-'), sending));
    expect([again.status, again.body]).toEqual([400, { email: ['is invalid'] }]);
    expect(again.text).toBe(first.text);
  });

  it('does not get the response of another account', async () => {
    const other = await server.account();
    const mine = await account.post('/people', keyed('shared', { json: { person: { name: 'Ola' } } }));
    const theirs = await other.post('/people', keyed('shared', { json: { person: { name: 'Kari' } } }));
    expect([mine.body.person.name, theirs.body.person.name]).toEqual(['Ola', 'Kari']);
  });

  it('does not get the response to another key of the account', async () => {
    const other = await server.withRole(account, 'admin');
    const mine = await account.post('/people', keyed('own', { json: { person: { name: 'Ola' } } }));
    const theirs = await other.post('/people', keyed('own', { json: { person: { name: 'Kari' } } }));
    expect([mine.body.person.name, theirs.body.person.name]).toEqual(['Ola', 'Kari']);
  });

  it('does not get the first response if its sender has lost the permission', async () => {
    const manager = await server.withRole(account, 'manager');
    const sending = keyed('demoted', { json: { service: { title: 'Cut' } } });
    const path = `/services/${place.service_id}`;
    const first = await manager.put(path, sending);
    expect([first.status, (await manager.put(path, sending)).text]).toEqual([200, first.text]);
    await server.sql(`update api_key set role = 'staff' where key_hash = ?`, hashApiKey(manager.credentials.api_key));
    const { status, body } = await manager.put(path, sending);
    const description = 'The role of this key does not allow it: the permission CATALOG is missing';
    expect([status, body]).toEqual([403, { error: { description } }]);
  });

  it('changes and deletes once', async () => {
    const { id } = await account.create('/people', 'person', { name: 'Ola' });
    const renamed = await account.put(`/people/${id}`, keyed('put', { json: { person: { name: 'Kari' } } }));
    await account.put(`/people/${id}`, { json: { person: { name: 'Per' } } });
    expect((await account.put(`/people/${id}`, keyed('put', { json: { person: { name: 'Kari' } } }))).text).toBe(
      renamed.text,
    );
    expect((await account.get(`/people/${id}`)).body.person.name).toBe('Per');
    const deleted = await account.del(`/people/${id}`, keyed('delete'));
    expect((await account.del(`/people/${id}`, keyed('delete'))).text).toBe(deleted.text);
  });

  it('is executed again after 24 hours', async () => {
    await account.post('/people', keyed('old', { json: { person: { name: 'Ola' } } }));
    server.clock.advance(24 * 60);
    const { status, body } = await account.post('/people', keyed('old', { json: { person: { name: 'Kari' } } }));
    expect([status, body.person.name]).toEqual([200, 'Kari']);
  });

  it.each([[''], [' '], ['a b'], ['x'.repeat(256)], ['\u00e9']])('rejects %j as a key', async (key) => {
    const { status, body } = await account.post('/people', keyed(key, { json: { person: { name: 'Ola' } } }));
    expect([status, body]).toEqual([400, { idempotency_key: ['is invalid'] }]);
  });

  it('books once for a visitor, whose keys are separate from those of the private API', async () => {
    await server.configure(account, { public_access: true });
    const send = async () => {
      const response = await fetch(`${server.origin}/sites/${account.credentials.subdomain}/bookings`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'visit' },
        body: JSON.stringify({
          booking: {
            ...place,
            booked_from: '2026-03-12 09:00',
            booked_to: '2026-03-12 10:00',
            person_attributes: { name: 'Ola', email: 'ola@example.org' },
          },
        }),
      });
      return [response.status, await response.text()];
    };
    const before = await bookings();
    await account.post('/people', keyed('visit', { json: { person: { name: 'Per' } } }));
    const [first, again] = [await send(), await send()];
    expect(first[0]).toBe(200);
    expect(again).toEqual(first);
    expect(await bookings()).toBe(before + 1);
  });

  describe('of a visitor', () => {
    const buyer = (name: string) => ({ name, email: `${name.toLowerCase()}@example.org` });
    let service_id: number;
    let proxied: TestServer;
    let shop: TestAccount;
    beforeAll(async () => {
      proxied = await startTestServer({ config: { trustedHops: 1 } });
      shop = await proxied.account({ publicAccess: true });
      const product = { title: 'Soap', booking_type: 'product', price: 10 };
      ({ id: service_id } = await shop.create('/services', 'service', product));
    });
    afterAll(async () => proxied[Symbol.asyncDispose]());
    const order = async (address: string, key: string, name = 'Kari') => {
      const { status, text } = await sendRequest(`${proxied.origin}/sites/${shop.credentials.subdomain}/orders`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key, 'x-forwarded-for': address },
        body: JSON.stringify({ order: { person_attributes: buyer(name), order_line_items: [{ service_id }] } }),
      });
      return { status, body: JSON.parse(text) };
    };
    const uuid = '0d9d51c4-8f2a-4f7e-9c1b-6a5e3b7d2f10';

    it('is repeated from another address, if nobody guesses its key', async () => {
      const first = await order('192.0.2.1', uuid);
      expect(first.status).toBe(200);
      expect(await order('198.51.100.7', uuid)).toEqual(first);
      expect((await order('192.0.2.1', uuid, 'Ola')).body).toEqual({
        idempotency_key: ['has already been used with another request'],
      });
    });

    it.each(['1', 'order-42', '1764036000000', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'])(
      'with the key %s is not answered to somebody else who sends the same',
      async (key) => {
        // A name of its own, because a visitor may order three times.
        const name = `Kari${key.length}`;
        const first = await order('192.0.2.1', key, name);
        expect(await order('192.0.2.1', key, name)).toEqual(first);
        const guessed = await order('198.51.100.7', key, name);
        expect(guessed.status).toBe(200);
        expect(guessed.body.order.token).not.toBe(first.body.order.token);
        expect((await order('203.0.113.9', key, `Ola${key.length}`)).status).toBe(200);
        expect(await order('2001:db8::1', key, name)).toEqual(await order('2001:db8::ffff', key, name));
      },
    );
  });

  it('stores a file once', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001', 'hex');
    const send = async (name: string) => {
      const form = new FormData();
      form.set('client[name]', name);
      form.set('client[logo]', new Blob([png], { type: 'image/png' }), 'logo.png');
      const response = await fetch(`${server.origin}/api/v1/client`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${account.credentials.api_key}`,
          'user-agent': 'tests',
          'idempotency-key': 'logo',
        },
        body: form,
      });
      return [response.status, await response.text()];
    };
    const first = await send('Acme');
    expect(first[0]).toBe(200);
    expect(await send('Acme')).toEqual(first);
    expect(await send('Other')).toEqual([400, '{"idempotency_key":["has already been used with another request"]}']);
  });

  it('counts wrong codes in each repetition', async () => {
    const verifying = await server.account({ verification: 'email' });
    const { serviceId, resourceId } = await createBookableService(verifying);
    const booking = await verifying.create(
      '/bookings',
      'booking',
      {
        service_id: serviceId,
        resource_id: resourceId,
        booked_from: '2026-03-10 09:00',
        booked_to: '2026-03-10 10:00',
        person_attributes: { email: 'ola@example.org' },
      },
      { confirm: false },
    );
    for (let attempt = 0; attempt < 5; attempt++) {
      const wrong = keyed(`wrong-${attempt}`, { json: { verification_code: 'wrong' } });
      expect((await verifying.put(`/bookings/${booking.id}/verify_code`, wrong)).status).toBe(400);
    }
    const right = { json: { verification_code: booking.verification_code } };
    const { status, body } = await verifying.put(`/bookings/${booking.id}/verify_code`, right);
    expect([status, body]).toEqual([400, { verification_code: ['is invalid'] }]);
  });
});
