import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer({ config: { trustedHops: 1 } });
const account = server.accountPerTest();
afterEach(() => server.clock.set('2026-03-02T07:00:00Z'));

const person = (attributes: object) => account.create('/people', 'person', attributes);
const send = (identifier: object, address = '10.1.1.1') =>
  account.post('/people/perishable_token/send', {
    json: { person: identifier },
    headers: { 'x-forwarded-for': address },
  });
const verify = (perishable_token: unknown, identifier: object, through = account) =>
  through.post('/people/perishable_token/verify', { json: { perishable_token, person: identifier } });

interface Sms {
  recipient: string;
  body: string;
  personId: number | null;
}

/** Returns the texts that were sent to people, in order. */
const messages = (): Promise<Sms[]> =>
  server.sql(
    `select recipient, body, person_id as "personId" from message
     where account_id = ? and kind = 'perishable_token' and channel = 'sms' order by id`,
    account.credentials.id,
  );
const lastCode = async (): Promise<string> => (await messages()).at(-1)?.body.match(/\d{5}/)?.[0] ?? 'none';
const another = (code: string): string => (code === '00000' ? '11111' : '00000');

const sent = { perishable_token: { expires_at: '2026-03-02T08:10:00+01:00' } };
const wrong = { perishable_token: ['is invalid'] };
const number = { phone_number: '406 12 345' };

describe('a perishable token', () => {
  it('is sent by SMS and returns the person of the number, once', async () => {
    const kari = await person({ name: 'Kari', phone_number: '40612345', locale: 'sv-SE' });
    const { status, body } = await send(number);
    expect([status, body]).toEqual([200, sent]);
    const code = await lastCode();
    expect(await messages()).toEqual([
      {
        recipient: '+4740612345',
        body: `${code} är din kod hos Acme. Den gäller i 10 minuter.`,
        personId: kari.id,
      },
    ]);
    // As people write it.
    const written = ` ${code.slice(0, 2)}-${code.slice(2)}\u200b`;
    const { status: verified, body: found } = await verify(written, { phone_number: '+4740612345' });
    expect([verified, found]).toEqual([200, { person: kari }]);
    expect((await verify(code, number)).body).toEqual(wrong);
  });

  it('returns an empty person for a number without a person', async () => {
    const { body } = await send({ phonenumber: '40612345' });
    expect(body).toEqual(sent);
    const answer = await verify(await lastCode(), number);
    const keys = Object.keys(await person({ name: 'Somebody' }));
    expect([answer.status, answer.body]).toEqual([200, { person: Object.fromEntries(keys.map((key) => [key, null])) }]);
  });

  it('is sent to the phone of the person with the email, or not at all, with the same response', async () => {
    const kari = await person({ email: 'Kari@example.org', phone_number: '40612345' });
    await person({ email: 'none@example.org' });
    await person({ email: 'odd@example.org', phone_number: 'ext 7' });
    for (const email of ['kari@EXAMPLE.org', 'none@example.org', 'odd@example.org', 'nobody@example.org']) {
      const { status, body } = await send({ email });
      expect([email, status, body]).toEqual([email, 200, sent]);
    }
    expect((await messages()).map(({ recipient }) => recipient)).toEqual(['+4740612345']);
    const code = await lastCode();
    expect((await verify(code, { email: 'nobody@example.org' })).body).toEqual(wrong);
    expect((await verify(code, { email: 'none@example.org' })).body).toEqual(wrong);
    expect((await verify(code, { email: 'kari@example.org' })).body).toEqual({ person: kari });
  });

  it('is accepted in a form, and beside the person', async () => {
    await account.post('/people/perishable_token/send', { form: 'person[phone_number]=%2B4740612345' });
    const form = `perishable_token=${await lastCode()}&person[phone_number]=+4740612345`;
    expect((await account.post('/people/perishable_token/verify', { form })).status).toBe(200);
  });

  it('is valid for ten minutes', async () => {
    await send(number);
    server.clock.set('2026-03-02T07:09:59Z');
    const code = await lastCode();
    expect((await verify(another(code), number)).body).toEqual(wrong);
    server.clock.set('2026-03-02T07:10:00Z');
    expect((await verify(code, number)).body).toEqual(wrong);
  });

  it('is replaced by the next, which has its own attempts', async () => {
    await send(number);
    const first = await lastCode();
    for (let attempt = 0; attempt < 5; attempt += 1) await verify(another(first), number);
    await send(number);
    const second = await lastCode();
    if (first !== second) expect((await verify(first, number)).body).toEqual(wrong);
    expect((await verify(second, number)).status).toBe(200);
  });

  it('is invalid after five concurrent wrong attempts', async () => {
    await send(number);
    const code = await lastCode();
    await Promise.all(Array.from({ length: 5 }, () => verify(another(code), number)));
    expect((await verify(code, number)).body).toEqual(wrong);
  });

  it('is accepted once by twenty concurrent requests', async () => {
    await using second = await server.another();
    for (let round = 0; round < 2; round += 1) {
      await send(number);
      const code = await lastCode();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          verify(code, number, account.at(index % 2 ? second.origin : server.origin)),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    }
  });

  it('is valid only for its number and account', async () => {
    await send(number);
    const code = await lastCode();
    await send({ phone_number: '41612345' });
    const other = await server.account();
    expect((await verify(code, { phone_number: '41612399' })).body).toEqual(wrong);
    expect((await verify(code, number, other)).body).toEqual(wrong);
    expect((await verify(code, number)).status).toBe(200);
  });

  it('is not sent to a deleted person', async () => {
    const { id } = await person(number);
    await account.del(`/people/${id}`);
    await send(number);
    expect((await verify(await lastCode(), number)).body.person.id).toBeNull();
  });

  it('is contained only in the message', async () => {
    await send(number);
    const code = await lastCode();
    const stored = await server.sql<{ code_hash: string }>(
      'select * from perishable_token where account_id = ?',
      account.credentials.id,
    );
    expect(stored).toEqual([expect.objectContaining({ code_hash: expect.stringMatching(/^[0-9a-f]{64}$/) })]);
    expect(await server.changes(account)).toEqual(['message.queued']);
    const log = await server.sql('select snapshot, previous from change where account_id = ?', account.credentials.id);
    expect(JSON.stringify(log)).not.toMatch(new RegExp(`\\b${code}\\b`));
    const { data } = await account.graphql(
      '{ messages { edges { node { id kind channel recipient subject state } } } }',
    );
    expect(data.messages.edges).toHaveLength(1);
    const bodies = await account.graphql('{ messages { nodes { body } } }');
    expect(bodies.data).toEqual({ messages: { nodes: [{ body: null }] } });
  });
});

describe('sending', () => {
  it.each([number, { email: 'nobody@example.org' }])(
    'to %j is limited to three times in ten minutes',
    async (identifier) => {
      const answers = await Promise.all(Array.from({ length: 5 }, () => send(identifier)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429]);
      const refused = await send(identifier, '10.5.5.5');
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '600']);
      server.clock.advance(10);
      expect((await send(identifier)).status).toBe(200);
    },
  );

  it('is not limited by client address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => send({ email: `nobody-${index}@example.org` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200));
  });
});

describe('bad input', () => {
  const identifiers: [object, object][] = [
    [{}, { phone_number: ["can't be blank"] }],
    [{ email: null, phone_number: ' ' }, { phone_number: ["can't be blank"] }],
    [{ phone_number: '12' }, { phone_number: ['is invalid'] }],
    [{ phone_number: 'x'.repeat(10_000) }, { phone_number: ['is invalid'] }],
    [{ phone_number: ['40612345'] }, { phone_number: ['is invalid'] }],
    [{ email: 'kari' }, { email: ['is invalid'] }],
    [{ email: `${'x'.repeat(300)}@example.org` }, { email: ['is invalid'] }],
    [{ email: 'a\u0000@example.org' }, { email: ['is invalid'] }],
  ];
  it.each(identifiers)('%j is reported by both requests', async (identifier, errors) => {
    for (const { status, body } of [await send(identifier), await verify('12345', identifier)]) {
      expect([status, body]).toEqual([400, errors]);
    }
    expect(await server.changes(account)).toEqual([]);
  });

  it.each([
    ['', { perishable_token: ["can't be blank"] }],
    [null, { perishable_token: ["can't be blank"] }],
    [undefined, { perishable_token: ["can't be blank"] }],
    ['x', wrong],
    ['123456', wrong],
    ['x'.repeat(10_000), wrong],
    [12345.5, wrong],
    [{ $ne: '' }, wrong],
    [['12345'], wrong],
    ['\u0000', wrong],
  ])('%j is not a code', async (code, errors) => {
    const { status, body } = await verify(code, number);
    expect([status, body]).toEqual([400, errors]);
  });
});
