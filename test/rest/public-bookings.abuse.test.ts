import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { verificationLink } from '../../src/domain/messaging/composing/message-values.rules.js';
import { createBookableService } from '../support/catalog.js';
import { deliverMessages } from '../support/messages.js';
import { rawRequest } from '../support/raw-request.js';
import { useOwnTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const server = await useOwnTestServer({ config: { trustedHops: 1 } });
const account = server.accountPerTest({ publicAccess: true, verification: 'email' });
let serviceId: number;
beforeEach(async () => {
  ({ serviceId } = await createBookableService(account, { resource: { capacity: 99 } }));
});

const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };

/** Sends a request of a visitor from an address. */
async function send(method: string, path: string, json: object, address: string) {
  const answer = await rawRequest(`${server.origin}/sites/${account.credentials.subdomain}${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(json),
  });
  return { status: answer.status, body: JSON.parse(answer.text), headers: answer.headers };
}
const start = (person_attributes: object, address = '10.1.1.1', attributes: object = {}) =>
  send('POST', '/bookings', { booking: { service_id: serviceId, ...time, person_attributes, ...attributes } }, address);
const verify = (id: number, verification_code: string, address = '10.1.1.1') =>
  send('PUT', `/bookings/${id}/verify_code`, { verification_code }, address);
const seen = async (id: number) => (await account.get(`/bookings/${id}`)).body.booking;
const otherCode = (code: string): string => (code === '000000' ? '000001' : '000000');
const wrong = { status: 400, body: { verification_code: ['is invalid'] } };
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status);
const tooMany = (seconds: number) => ({
  status: 429,
  body: { error: { description: `Rate limit exceeded, retry in ${seconds} seconds` } },
});

/** Creates a hold for Kari. @returns it with its code */
async function hold(address?: string): Promise<{ id: number; code: string }> {
  const { body } = await start({ name: 'Kari', email: 'kari@example.org' }, address);
  return { id: body.booking.id, code: (await seen(body.booking.id)).verification_code };
}

describe('bookings of visitors', () => {
  it.each([
    ['an email address', { email: 'kari@example.org' }, { email: 'KARI@example.org' }],
    [
      'a phone number',
      { email: 'a@example.org', phone_number: '40612345' },
      { email: 'b@example.org', phone_number: '+47 406 12 345' },
    ],
  ])('are limited to three in ten minutes for %s, from any address and in any notation', async (_name, one, other) => {
    for (const [index, contact] of [one, other, one].entries()) {
      expect((await start({ name: `Visitor ${index}`, ...contact }, `10.2.2.${index}`)).status).toBe(200);
    }
    const before = await server.changes(account);
    const refused = await start({ name: 'Visitor', ...other }, '10.2.2.9');
    expect(refused).toMatchObject(tooMany(600));
    expect(refused.headers['retry-after']).toBe('600');
    expect(await server.changes(account)).toEqual(before);
    expect((await start({ name: 'Ola', email: 'ola@example.org' }, '10.2.2.9')).status).toBe(200);
    server.clock.advance(10);
    expect((await start({ name: 'Visitor', ...other }, '10.2.2.9')).status).toBe(200);
  });

  it('do not count if they are rejected', async () => {
    const kari = { name: 'Kari', email: 'kari@example.org' };
    for (let turn = 0; turn < 5; turn += 1) {
      expect((await start(kari, '10.3.3.3', { booked_to: '2026-03-03 11:30' })).status).toBe(400);
    }
    expect((await start(kari, '10.3.3.3')).status).toBe(200);
  });

  it('are limited to 30 in ten minutes from an address or a /64 network', async () => {
    const begin = (index: number, address: string) =>
      start({ name: 'Visitor', email: `${index}@example.org` }, address);
    const first = await Promise.all(Array.from({ length: 28 }, (_, index) => begin(index, '2001:db8::1')));
    expect(statuses(first)).toEqual(Array(28).fill(200));
    const next = await Promise.all([30, 31, 32].map((index) => begin(index, `2001:db8:0:0:${index}::5`)));
    expect(statuses(next).toSorted()).toEqual([200, 200, 429]);
    expect((await begin(33, '2001:db8:0:1::1')).status).toBe(200);
  });

  it('are limited to 60 to come from an address, however slowly, and to 180 from its network', async () => {
    const open = await server.account({ publicAccess: true });
    const place = await createBookableService(open, { resource: { capacity: 999 } });
    let visitors = 0;
    const book = async (address: string, attributes: object = {}) => {
      visitors += 1;
      const person_attributes = { name: 'Visitor', email: `${visitors}@example.org` };
      const answer = await rawRequest(`${server.origin}/sites/${open.credentials.subdomain}/bookings`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ booking: { service_id: place.serviceId, ...time, person_attributes, ...attributes } }),
      });
      return { status: answer.status, body: JSON.parse(answer.text) };
    };
    const fill = async (address: string, count: number) => {
      for (let left = count; left > 0; left -= 30) {
        const answers = await Promise.all(Array.from({ length: Math.min(left, 30) }, () => book(address)));
        expect(statuses(answers)).toEqual(answers.map(() => 200));
        server.clock.advance(11);
      }
    };
    await fill('10.6.6.1', 59);
    const last = await Promise.all([book('10.6.6.1'), book('10.6.6.1'), book('10.6.6.1')]);
    expect(statuses(last).toSorted()).toEqual([200, 400, 400]);
    const refused = { status: 400, body: { base: [expect.stringContaining('too many bookings to come')] } };
    expect(await book('10.6.6.1')).toMatchObject(refused);
    const told = async () => (await open.graphql('{ bookingRefusals(first: 1) { nodes { attribute rule } } }')).data;
    await until(async () => (await told()).bookingRefusals.nodes.length > 0);
    expect((await told()).bookingRefusals.nodes).toEqual([
      { attribute: 'base', rule: 'has too many bookings to come from this network' },
    ]);

    // One that is cancelled makes room.
    const [taken] = last.filter(({ status }) => status === 200);
    await open.put(`/bookings/${taken?.body.booking.id}/cancel`);
    expect((await book('10.6.6.1')).status).toBe(200);
    await fill('10.6.6.2', 60);
    await fill('10.6.6.3', 60);
    expect(await book('10.6.6.4')).toMatchObject(refused);
    expect((await book('10.6.7.1')).status).toBe(200);
    // Only digests are stored, until the end of the booking.
    const own = open.credentials.id;
    const stored = await server.sql<{ key: string; at: Date }>(
      `select key, expires_at as at from attempt where account_id = ? and key like 'booking-ahead:%'`,
      own,
    );
    expect(stored.filter(({ key }) => !/^booking-ahead:[0-9a-f]{64}:\d+$/.test(key))).toEqual([]);
    expect(new Set(stored.map(({ at }) => at.toISOString()))).toEqual(new Set(['2026-03-03T10:00:00.000Z']));
    // Bookings that are over, and those that were verified, do not count.
    await server.sql(`update booking set verification_method = 'email' where account_id = ? and id % 2 = 0`, own);
    expect((await book('10.6.6.1')).status).toBe(200);
    server.clock.set('2026-03-03T10:00:00Z');
    const later = { booked_from: '2026-03-04 10:00', booked_to: '2026-03-04 11:00' };
    expect((await book('10.6.6.1', later)).status).toBe(200);
  });

  it('are not limited on the private API', async () => {
    const booking = { service_id: serviceId, ...time, person_attributes: { name: 'Kari', email: 'kari@example.org' } };
    for (let turn = 0; turn < 5; turn += 1) await account.create('/bookings', 'booking', booking, { confirm: false });
  });

  it('cause no message with a URL of the visitor', async () => {
    const { body } = await start({ name: 'You won http://evil.example/x evil.example', email: 'kari@example.org' });
    expect((await seen(body.booking.id)).person.name).toBe('You won');
    await deliverMessages(server);
    const [message] = await server.sql<{ body: string }>(
      'select body from message where account_id = ? order by id desc limit 1',
      account.credentials.id,
    );
    expect(message?.body).toContain('Hello You won,');
    expect(message?.body).not.toContain('evil');
  });

  it.each([
    ['http://evil.example', ["can't be blank"]],
    ['Kari\nNordmann', ['is invalid']],
    ['Kari\u0085', ['is invalid']],
    ['Kari \u202egro.elpmaxe', ['is invalid']],
  ])('are rejected under the name %j, also for a known person', async (name, errors) => {
    await account.create('/people', 'person', { name: 'Kari', email: 'kari@example.org' });
    const { status, body } = await start({ name, email: 'kari@example.org' });
    expect([status, body]).toEqual([400, { person: ['is invalid'], person_attributes: { name: errors } }]);
  });
});

describe('wrong codes of visitors', () => {
  it('are limited to five per booking and address, and other addresses can use the code', async () => {
    const { id, code } = await hold();
    for (let turn = 0; turn < 6; turn += 1) expect(await verify(id, otherCode(code), '10.4.4.4')).toMatchObject(wrong);
    expect(await verify(id, code, '10.4.4.4')).toMatchObject(wrong);
    expect(await verify(id, code, '10.1.1.1')).toMatchObject({
      status: 200,
      body: { booking: { state: 'confirmed' } },
    });
  });

  it('do not count on the private API', async () => {
    const { id, code } = await hold();
    for (let turn = 0; turn < 6; turn += 1) await verify(id, otherCode(code), '10.4.4.4');
    const { status } = await account.put(`/bookings/${id}/verify_code`, { json: { verification_code: code } });
    expect(status).toBe(200);
  });

  it('are limited to fifty per booking from all addresses, and the sent link still works', async () => {
    const { id, code } = await hold();
    for (let turn = 0; turn < 50; turn += 1) await verify(id, otherCode(code), `10.5.5.${turn}`);
    expect(await verify(id, code)).toMatchObject(wrong);
    const { account: owner } = await createBackgroundContext(server.database, server.clock, account.credentials.id);
    const link = verificationLink(server.origin, owner, { id, verificationCode: code });
    expect((await fetch(link)).status).toBe(200);
    expect((await fetch(link, { method: 'POST' })).status).toBe(200);
    expect((await seen(id)).state).toBe('confirmed');
  });

  it('are limited to twenty per hour and address for all bookings, whether or not they exist', async () => {
    const { id, code } = await hold();
    for (let turn = 0; turn < 20; turn += 1) {
      expect(await verify(9_000 + turn, '000000', '10.6.6.6')).toMatchObject(wrong);
    }
    const refused = await verify(id, code, '10.6.6.6');
    expect(refused).toMatchObject(tooMany(3600));
    server.clock.advance(19);
    expect((await verify(id, code, '10.6.6.6')).status).toBe(429);
    expect((await verify(id, code)).status).toBe(200);
  });

  it('count; correct ones do not', async () => {
    for (let turn = 0; turn < 25; turn += 1) {
      const booking = {
        service_id: serviceId,
        ...time,
        person_attributes: { name: 'Kari', email: 'kari@example.org' },
      };
      const { id, verification_code } = await account.create('/bookings', 'booking', booking, { confirm: false });
      expect((await verify(id, verification_code)).status).toBe(200);
    }
  });
});

const openLink = async ({ id, code }: { id: number; code: string }): Promise<string> => {
  const { account: owner } = await createBackgroundContext(server.database, server.clock, account.credentials.id);
  const answer = await fetch(verificationLink(server.origin, owner, { id, verificationCode: code }), {
    method: 'POST',
  });
  return answer.text();
};

describe('the code of a booking that was verified by its link', () => {
  it('is right for an hour, and changes nothing', async () => {
    const { id, code } = await hold();
    const page = await openLink({ id, code });
    expect(page).toContain(`<a href="../sites/${account.credentials.subdomain}/bookings/${id}-`);
    const before = [await seen(id), await server.changes(account)];
    const { status, body } = await verify(id, code);
    expect([status, body.booking.state]).toEqual([200, 'confirmed']);
    expect([await seen(id), await server.changes(account)]).toEqual(before);
    expect(await verify(id, otherCode(code))).toMatchObject(wrong);
    server.clock.advance(59);
    expect((await verify(id, code)).status).toBe(200);
    server.clock.advance(1);
    expect(await verify(id, code)).toMatchObject(wrong);
  });

  it('is not right after a cancellation', async () => {
    const { id, code } = await hold();
    await openLink({ id, code });
    await account.put(`/bookings/${id}/cancel`);
    expect(await verify(id, code)).toMatchObject(wrong);
  });
});

it('the sent link still works after five wrong codes on the private API', async () => {
  const { id, code } = await hold();
  const send5 = Array.from({ length: 5 }, () =>
    account.put(`/bookings/${id}/verify_code`, { json: { verification_code: otherCode(code) } }),
  );
  expect(statuses(await Promise.all(send5))).toEqual(Array(5).fill(400));
  const { account: owner } = await createBackgroundContext(server.database, server.clock, account.credentials.id);
  const link = verificationLink(server.origin, owner, { id, verificationCode: code });
  expect((await fetch(link, { method: 'POST' })).status).toBe(200);
});
