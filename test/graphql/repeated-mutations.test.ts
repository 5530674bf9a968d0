import { hashApiKey } from '../../src/domain/account/api-key.rules.js';
import { createBookableService } from '../support/catalog.js';
import { sendRequest } from '../support/send-request.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();

const createPerson =
  'mutation Create($name: String!) { createPerson(input: {name: $name, customData: {a: 1}}) { id name } }';
const invalidKey = (message: string) => ({
  errors: [
    { message: 'The input is invalid', extensions: { code: 'BAD_USER_INPUT', fields: { idempotencyKey: [message] } } },
  ],
});

async function send(key: string, query: string, variables: object = {}, of = account, accept = 'application/json') {
  const { status, text, headers } = await sendRequest(`${of.origin}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${of.credentials.api_key}`,
      'content-type': 'application/json',
      'idempotency-key': key,
      accept,
    },
    body: JSON.stringify({ query, variables }),
  });
  const isReplayed = headers.get('idempotency-replayed') === 'true';
  return {
    status,
    text,
    isReplayed,
    type: headers.get('content-type'),
    body: accept.startsWith('app') && JSON.parse(text),
  };
}

const people = async (of = account) => (await of.graphql('{ people { totalCount } }')).data.people.totalCount;

describe('a mutation with an Idempotency-Key', () => {
  it('gets the first response when it is repeated', async () => {
    const before = await people();
    const first = await send('first', createPerson, { name: 'Ola' });
    expect([first.status, first.isReplayed, first.body.data.createPerson.name]).toEqual([200, false, 'Ola']);
    await account.put(`/people/${first.body.data.createPerson.id}`, { json: { person: { name: 'Per' } } });
    expect(await send('first', createPerson, { name: 'Ola' })).toEqual({ ...first, isReplayed: true });
    expect(await people()).toBe(before + 1);
  });

  it('gets that response from another process, too', async () => {
    await using other = await server.another();
    const first = await send('elsewhere', createPerson, { name: 'Ola' });
    expect(await send('elsewhere', createPerson, { name: 'Ola' }, account.at(other.origin))).toEqual({
      ...first,
      isReplayed: true,
    });
  });

  it('books once if it is sent several times concurrently', async () => {
    const { serviceId, resourceId } = await createBookableService(account, { resource: { capacity: 100 } });
    const book = `mutation { createBooking(input: {serviceId: ${serviceId}, resourceId: ${resourceId},
      bookedFrom: "2026-03-03 10:00", bookedTo: "2026-03-03 10:30"}) { id } }`;
    const answers = await Promise.all(Array.from({ length: 8 }, () => send('at-once', book)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ isReplayed }) => isReplayed)).toHaveLength(7);
    expect((await account.graphql('{ bookings { totalCount } }')).data).toEqual({ bookings: { totalCount: 1 } });
  });

  it.each(['application/json', 'application/graphql-response+json'])(
    'is refused with %s if another request had the key',
    async (accept) => {
      await send('taken', createPerson, { name: 'Ola' });
      const before = await people();
      const refused = { status: 400, body: invalidKey('has already been used with another request') };
      expect(await send('taken', createPerson, { name: 'Kari' }, account, accept)).toMatchObject(refused);
      expect(await send('taken', `${createPerson} `, { name: 'Ola' }, account, accept)).toMatchObject(refused);
      expect(await people()).toBe(before);
    },
  );

  it('is refused if a request of REST had the key, and the other way round', async () => {
    const headers = { 'idempotency-key': 'rest' };
    await account.post('/people', { json: { person: { name: 'Ola' } }, headers });
    expect((await send('rest', createPerson, { name: 'Ola' })).body).toEqual(
      invalidKey('has already been used with another request'),
    );
    await send('graphql', createPerson, { name: 'Ola' });
    const { status } = await account.post('/people', {
      json: { person: { name: 'Ola' } },
      headers: { 'idempotency-key': 'graphql' },
    });
    expect(status).toBe(400);
  });

  it('gets the refusal again, and may be corrected', async () => {
    const tooLong = 'x'.repeat(256);
    const refused = await send('corrected', createPerson, { name: tooLong });
    expect(refused.body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
    expect(await send('corrected', createPerson, { name: tooLong })).toEqual({ ...refused, isReplayed: true });
    const corrected = await send('corrected', createPerson, { name: 'Kari' });
    expect(corrected.body.data.createPerson.name).toBe('Kari');
    expect((await send('corrected', createPerson, { name: 'Kari' })).text).toBe(corrected.text);
    expect((await send('corrected', createPerson, { name: tooLong })).status).toBe(400);
  });

  it('keeps what succeeded before a refusal, and does it once', async () => {
    const two = 'mutation { a: createPerson(input: {name: "Ola"}) { id } b: createPerson(input: {email: "x"}) { id } }';
    const before = await people();
    const first = await send('partial', two);
    expect(first.body).toMatchObject({ data: { a: { id: expect.any(Number) }, b: null } });
    expect((await send('partial', two)).text).toBe(first.text);
    expect((await send('partial', createPerson, { name: 'Ola' })).status).toBe(400);
    expect(await people()).toBe(before + 1);
  });

  it('is rolled back and can be repeated after an error of the server', async () => {
    const of = await server.account();
    await server.sql(`create function break() returns trigger language plpgsql as
      $$ begin if new.name = 'Broken' then raise exception 'broken'; end if; return new; end $$`);
    await server.sql('create trigger break before insert on person for each row execute function break()');
    const two =
      'mutation { a: createPerson(input: {name: "Ola"}) { id } b: createPerson(input: {name: "Broken"}) { id } }';
    const failed = await send('failed', two, {}, of);
    expect([failed.status, failed.body]).toEqual([
      500,
      { errors: [{ message: 'system error', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] },
    ]);
    expect([await people(of), await server.changes(of)]).toEqual([0, []]);
    await server.sql('drop function break cascade');
    const repeated = await send('failed', two, {}, of);
    expect([repeated.status, repeated.isReplayed, repeated.body.errors]).toEqual([200, false, undefined]);
    expect(await people(of)).toBe(2);
  });

  it('counts wrong codes', async () => {
    const of = await server.account({ verification: 'email' });
    const { serviceId, resourceId } = await createBookableService(of);
    const booking = await of.create(
      '/bookings',
      'booking',
      {
        ...{ service_id: serviceId, resource_id: resourceId },
        ...{ booked_from: '2026-03-10 09:00', booked_to: '2026-03-10 10:00' },
        person_attributes: { email: 'ola@example.org' },
      },
      { confirm: false },
    );
    const verify = 'mutation ($id: Int!, $code: String!) { verifyBookingByCode(id: $id, code: $code) { id } }';
    for (let attempt = 0; attempt < 5; attempt++) {
      const { body } = await send(`wrong-${attempt}`, verify, { id: booking.id, code: 'wrong' }, of);
      expect(body.errors[0].extensions.fields).toEqual({ verificationCode: ['is invalid'] });
    }
    const { body } = await send('right', verify, { id: booking.id, code: booking.verification_code }, of);
    expect(body.errors[0].extensions.fields).toEqual({ verificationCode: ['is invalid'] });
  });

  it('does not get the response to another key or account', async () => {
    const others = [await server.withRole(account, 'admin'), await server.account()];
    const mine = await send('shared', createPerson, { name: 'Ola' });
    for (const other of others) {
      const theirs = await send('shared', createPerson, { name: 'Ola' }, other);
      expect([theirs.status, theirs.isReplayed]).toEqual([200, false]);
      expect(theirs.body.data.createPerson.id).not.toBe(mine.body.data.createPerson.id);
    }
  });

  it('does not get the first response if its sender has another role', async () => {
    const manager = await server.withRole(account, 'manager');
    const create = 'mutation { createService(input: {title: "Cut"}) { id } }';
    expect((await send('demoted', create, {}, manager)).status).toBe(200);
    await server.sql(`update api_key set role = 'staff' where key_hash = ?`, hashApiKey(manager.credentials.api_key));
    expect((await send('demoted', create, {}, manager)).body.data).toBeUndefined();
  });

  it('is executed again after 24 hours', async () => {
    const of = await server.account();
    await send('old', createPerson, { name: 'Ola' }, of);
    server.clock.advance(24 * 60);
    expect(await send('old', createPerson, { name: 'Ola' }, of)).toMatchObject({ status: 200, isReplayed: false });
    expect(await people(of)).toBe(2);
  });

  it.each([[''], ['a b'], ['x'.repeat(256)], ['\u00e9']])('is refused with the key %j', async (key) => {
    const before = await people();
    const { status, body } = await send(key, createPerson, { name: 'Ola' });
    expect([status, body]).toEqual([400, invalidKey('is invalid')]);
    expect(await people()).toBe(before);
  });
});

describe('an Idempotency-Key', () => {
  const stored = async (key: string) => server.sql('select 1 from idempotency_key where key = ?', key);

  it.each([
    ['a query', 'query { people { totalCount } }', 200],
    ['a document that cannot be parsed', 'mutation {', 200],
    ['no document', '', 400],
    ['a subscription', 'subscription { changes { name } }', 200],
  ])('of %s is ignored', async (_what, query, status) => {
    for (const key of ['ignored', 'x'.repeat(256)]) {
      const { isReplayed, ...answer } = await send(key, query);
      expect([answer.status, isReplayed, answer.body.errors?.[0].extensions.fields]).toEqual([
        status,
        false,
        undefined,
      ]);
      expect(await stored(key)).toEqual([]);
    }
  });

  it('of an invalid mutation does not execute it', async () => {
    const unknown = 'mutation { createPerson(input: {nothing: 1}) { id } }';
    const { body } = await send('unknown', unknown);
    expect(body.errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    expect((await send('unknown', createPerson, { name: 'Ola' })).status).toBe(200);
  });

  it('of a stream is ignored', async () => {
    const before = await people();
    for (let times = 0; times < 2; times++) {
      expect((await send('streamed', createPerson, { name: 'Ola' }, account, 'text/event-stream')).type).toContain(
        'text/event-stream',
      );
    }
    expect(await people()).toBe(before + 2);
    expect(await stored('streamed')).toEqual([]);
  });

  it('is not looked at before the API key', async () => {
    const { status, text } = await sendRequest(`${server.origin}/graphql`, {
      method: 'POST',
      headers: { authorization: 'Bearer nobody', 'content-type': 'application/json', 'idempotency-key': 'a b' },
      body: JSON.stringify({ query: createPerson, variables: { name: 'Ola' } }),
    });
    expect([status, JSON.parse(text).errors[0].extensions.code]).toEqual([401, 'UNAUTHENTICATED']);
  });
});
