import { createUser, password } from '../support/dashboard.js';
import { appCode, SoftPasskey, setUpApp } from '../support/second-factor.js';
import { sendRequest } from '../support/send-request.js';
import { signIn, withKey } from '../support/sign-in.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest({ name: 'Fjord Studio' });

const place = { rpId: 'localhost', origin: server.origin.replace('127.0.0.1', 'localhost') };

const startMutation = `mutation { startPasskey(password: "${password}") }`;
const addMutation = `mutation ($name: String!, $response: JSONObject!) {
  addPasskey(name: $name, response: $response) { recoveryCodes secondFactor { passkeys { id name lastUsedAt } } }
}`;

async function signedIn(name?: string): Promise<{ email: string; user: TestAccount }> {
  const { email } = await createUser(server, account, { role: 'staff', ...(name && { name }) });
  return { email, user: withKey(account, (await signIn(account, email, password)).body.api_key) };
}

async function challengeFor(user: TestAccount): Promise<string> {
  return (await user.graphql(startMutation)).data.startPasskey.challenge;
}

async function withPasskey(name?: string) {
  const { email, user } = await signedIn(name);
  const device = new SoftPasskey();
  const response = device.register({ ...place, challenge: await challengeFor(user) });
  const { data } = await user.graphql(addMutation, { name: 'Phone', response });
  // Challenges that a user answers become younger.
  server.clock.advance(1);
  return { email, user, device, added: data.addPasskey };
}

async function post(path: string, body: object) {
  const answer = await sendRequest(`${server.origin}/dashboard/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'tests', origin: server.origin },
    body: JSON.stringify({ subdomain: account.subdomain, ...body }),
  });
  return { status: answer.status, body: JSON.parse(answer.text), headers: answer.headers };
}

const challenge = async (): Promise<string> => (await post('session/passkey', {})).body.challenge;

const enter = async (device: SoftPasskey, more: object = {}, at: object = {}) =>
  post('session', { passkey: device.answer({ ...place, challenge: await challenge(), ...at }), ...more });

describe('a passkey', () => {
  it('is added by a user and signs the user in without a password', async () => {
    const { user, device, added } = await withPasskey();
    expect(added.secondFactor.passkeys).toEqual([{ id: expect.any(Number), name: 'Phone', lastUsedAt: null }]);
    expect(added.recoveryCodes).toHaveLength(10);
    const { status, body, headers } = await enter(device);
    expect([status, body.user.name, headers.get('set-cookie')]).toEqual([
      200,
      'Kari Nordmann',
      expect.stringMatching(/^booking_session=/),
    ]);
    const { data } = await user.graphql('{ viewer { secondFactor { passkeys { lastUsedAt } } } }');
    expect(data.viewer.secondFactor.passkeys).toEqual([{ lastUsedAt: '2026-03-02T08:01:00+01:00' }]);
    const recorded = await server.sql<{ details: { method?: string } }>(
      "select details from security_event where account_id = ? and kind = 'sign_in.succeeded' order by id desc limit 1",
      account.credentials.id,
    );
    expect(recorded[0]?.details).toEqual({ method: 'passkey' });
  });

  it('stands in for the second step of a sign-in by password', async () => {
    const { email, device, added } = await withPasskey();
    const asked = await signIn(account, email, password);
    expect(asked.body).toMatchObject({ second_factor: ['passkey', 'recovery_code'] });
    expect((await enter(device, { email })).status).toBe(200);
    const code = added.recoveryCodes[0];
    expect((await post('session', { email, password, code })).status).toBe(200);
  });

  it('is refused for another user', async () => {
    const { device } = await withPasskey();
    const other = await signedIn('Ola Nordmann');
    expect((await enter(device, { email: other.email })).status).toBe(401);
  });

  it('is refused at another account', async () => {
    const { device } = await withPasskey();
    const other = await server.account();
    expect((await enter(device, { subdomain: other.subdomain })).status).toBe(401);
    expect((await enter(device, { subdomain: 'nowhere' })).status).toBe(401);
    expect((await post('session/passkey', { subdomain: 'nowhere' })).status).toBe(200);
  });

  it.each([
    ['for another site', { rpId: 'evil.example.org' }],
    ['by a page of another site', { origin: 'https://evil.example.org' }],
    ['to a challenge that is not ours', { challenge: 'AAAA' }],
  ])('an answer %s is refused', async (_name, at) => {
    const { device } = await withPasskey();
    expect((await enter(device, {}, at)).status).toBe(401);
  });

  it('an answer is accepted once, by two processes at once', async () => {
    const publicUrl = 'https://book.example.org';
    const processes = [await server.another({ publicUrl }), await server.another({ publicUrl })];
    const send = async (index: number, path: string, body: object) => {
      const answer = await sendRequest(`${processes[index % 2]?.origin}/dashboard/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'tests', origin: publicUrl },
        body: JSON.stringify({ subdomain: account.subdomain, ...body }),
      });
      return { status: answer.status, body: JSON.parse(answer.text) };
    };
    const user = (await signedIn()).user.at(processes[0]?.origin ?? '');
    const [device, at] = [new SoftPasskey(), { rpId: 'book.example.org', origin: publicUrl }];
    const added = await user.graphql(addMutation, {
      name: 'Phone',
      response: device.register({ ...at, challenge: await challengeFor(user) }),
    });
    expect(added.errors).toBeUndefined();
    server.clock.advance(1);
    const { body } = await send(0, 'session/passkey', {});
    const passkey = device.answer({ ...at, challenge: body.challenge });
    const answers = await Promise.all([0, 1, 2, 3].map((index) => send(index, 'session', { passkey })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
    expect((await send(1, 'session', { passkey })).status).toBe(401);
  });

  it('an answer that is too old is refused', async () => {
    const { device } = await withPasskey();
    const passkey = device.answer({ ...place, challenge: await challenge() });
    server.clock.advance(5);
    expect((await post('session', { passkey })).status).toBe(401);
  });

  it('a device that does not verify its user is refused', async () => {
    const { device } = await withPasskey();
    device.verifiesUser = false;
    expect((await enter(device)).status).toBe(401);
  });

  it('a copy of a device that counts is refused', async () => {
    const { device } = await withPasskey();
    device.counter = 5;
    expect((await enter(device)).status).toBe(200);
    server.clock.advance(1);
    device.counter = 4;
    expect((await enter(device)).status).toBe(401);
    server.clock.advance(1);
    device.counter = 6;
    expect((await enter(device)).status).toBe(200);
  });

  it.each([[null], ['x'], [[]], [{}], [{ id: 'AAAA', type: 'public-key', response: {} }]])(
    'the answer %j is refused',
    async (passkey) => expect((await post('session', { passkey })).status).toBe(401),
  );

  it('wrong answers from one network are limited', async () => {
    await withPasskey();
    const answers: number[] = [];
    for (let count = 0; count < 11; count += 1) answers.push((await post('session', { passkey: {} })).status);
    expect(answers).toEqual([...Array(10).fill(401), 429]);
  });

  it('is renamed and removed by its user', async () => {
    const { email, user, device, added } = await withPasskey();
    const [{ id }] = added.secondFactor.passkeys;
    const renamed = await user.graphql(`mutation { renamePasskey(id: ${id}, name: " Key ring ") { name } }`);
    expect(renamed.data.renamePasskey).toEqual({ name: 'Key ring' });
    const other = await signedIn('Ola Nordmann');
    for (const mutation of [
      `renamePasskey(id: ${id}, name: "x") { id }`,
      `removePasskey(id: ${id}, password: "${password}") { recoveryCodes }`,
    ]) {
      const { errors } = await other.user.graphql(`mutation { ${mutation} }`);
      expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    }
    await user.graphql(`mutation { removePasskey(id: ${id}, password: "${password}") { recoveryCodes } }`);
    expect((await enter(device)).status).toBe(401);
    expect((await signIn(account, email, password)).status).toBe(200);
  });
});

describe('addPasskey', () => {
  const add = (user: TestAccount, response: unknown, name = 'Phone') => user.graphql(addMutation, { name, response });
  const wrong = [{ extensions: { fields: { response: ['is invalid', expect.any(String)] } } }];

  it('refuses the answer to the challenge of another user', async () => {
    const kari = await signedIn();
    const ola = await signedIn('Ola Nordmann');
    const response = new SoftPasskey().register({ ...place, challenge: await challengeFor(kari.user) });
    expect((await add(ola.user, response)).errors).toMatchObject(wrong);
    expect((await add(kari.user, response)).errors).toBeUndefined();
    expect((await add(kari.user, response)).errors).toMatchObject(wrong);
  });

  it.each([
    ['a challenge for a sign-in', async () => ({ challenge: await challenge() })],
    ['a page of another site', async () => ({ origin: 'https://evil.example.org' })],
    ['another site', async () => ({ rpId: 'evil.example.org' })],
  ])('refuses an answer of %s', async (_name, change) => {
    const { user } = await signedIn();
    const answering = { ...place, challenge: await challengeFor(user), ...(await change()) };
    expect((await add(user, new SoftPasskey().register(answering))).errors).toMatchObject(wrong);
  });

  it('refuses a device that does not verify its user, and what is no answer', async () => {
    const { user } = await signedIn();
    const device = new SoftPasskey();
    device.verifiesUser = false;
    const response = device.register({ ...place, challenge: await challengeFor(user) });
    for (const sent of [response, {}, { id: 7 }]) expect((await add(user, sent)).errors).toMatchObject(wrong);
  });

  it.each([
    ['', "can't be blank"],
    ['x'.repeat(64), 'is too long (maximum is 63 characters)'],
  ])('refuses the name %j', async (name, message) => {
    const { user } = await signedIn();
    expect((await add(user, {}, name)).errors).toMatchObject([{ extensions: { fields: { name: [message] } } }]);
  });

  it('needs the password', async () => {
    const { user } = await signedIn();
    const { errors } = await user.graphql('mutation { startPasskey(password: "wrong") }');
    expect(errors).toMatchObject([{ extensions: { fields: { password: ['is invalid'] } } }]);
  });

  it('adds ten to a user at most', async () => {
    const { user } = await signedIn();
    for (let count = 0; count < 10; count += 1) {
      server.clock.advance(1);
      await add(user, new SoftPasskey().register({ ...place, challenge: await challengeFor(user) }));
    }
    server.clock.advance(1);
    const { errors } = await add(user, new SoftPasskey().register({ ...place, challenge: await challengeFor(user) }));
    expect(errors).toMatchObject([{ extensions: { fields: { base: [expect.stringContaining('maximum is 10')] } } }]);
  });

  it('does not replace the recovery codes of an app', async () => {
    const { email, user } = await signedIn();
    const { key } = await setUpApp(user, password, server.clock);
    server.clock.advance(1);
    const response = new SoftPasskey().register({ ...place, challenge: await challengeFor(user) });
    expect((await add(user, response)).data.addPasskey.recoveryCodes).toEqual([]);
    const code = appCode(key, server.clock);
    expect((await post('session', { email, password, code })).status).toBe(200);
  });
});

describe('a server whose address has no name', () => {
  it.each([
    [{ publicUrl: 'https://192.0.2.7' }, 'Passkeys need a server whose PUBLIC_URL has a name'],
    [{ host: '0.0.0.0' }, 'The address of this server is unknown'],
  ])('%j refuses passkeys with the reason', async (config, reason) => {
    await using nameless = await server.another(config);
    const answer = await sendRequest(`${nameless.origin}/dashboard/session/passkey`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'tests', origin: nameless.origin },
      body: JSON.stringify({ subdomain: account.subdomain }),
    });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(reason)]);
  });
});
