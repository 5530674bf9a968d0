import { createUser, password } from '../support/dashboard.js';
import { appCode, setUpApp } from '../support/second-factor.js';
import { send, signIn, withKey } from '../support/sign-in.js';
import { type RestAnswer, type TestAccount, useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer();
const account = server.accountPerTest({ name: 'Fjord Studio' });

type Answer = Omit<RestAnswer, 'text'>;

const withCode = (email: string, code: string, at = account.origin): Promise<Answer> =>
  send(`${at}/session`, { subdomain: account.subdomain, email, password, code });

const refused = (description: string, second_factor: string[]) => ({ error: { description }, second_factor });

/** Creates a user who has signed in. */
async function signedIn(role = 'staff'): Promise<{ email: string; user: TestAccount }> {
  const { email } = await createUser(server, account, { role });
  return { email, user: withKey(account, (await signIn(account, email, password)).body.api_key) };
}

async function withApp(role?: string) {
  const { email, user } = await signedIn(role);
  return { email, user, ...(await setUpApp(user, password, server.clock)) };
}

/** The kinds of the log about second factors, each as often as it was counted. */
const events = async () => {
  const rows = await server.sql<{ kind: string; count: number }>(
    `select kind, event_count as count from security_event where account_id = ? and kind like 'second_factor%' order by id`,
    account.credentials.id,
  );
  return rows.flatMap(({ kind, count }) => Array<string>(count).fill(kind));
};

const state = `{ viewer { secondFactor { isRequired totpSince recoveryCodesLeft passkeys { name } } } }`;

describe('an app for codes', () => {
  it('is used from its confirmation on', async () => {
    const { email, user } = await signedIn();
    const started = await user.graphql(`mutation { startTotp(password: "${password}") { secret uri } }`);
    const { secret, uri } = started.data.startTotp;
    expect(uri).toBe(`otpauth://totp/Fjord%20Studio:${encodeURIComponent(email)}?secret=${secret}&issuer=Fjord+Studio`);
    const wrong = await user.graphql('mutation { confirmTotp(code: "000000") { recoveryCodes } }');
    expect(wrong.errors).toMatchObject([{ extensions: { fields: { code: ['is invalid', expect.any(String)] } } }]);
    expect((await signIn(account, email, password)).status).toBe(200);
    const code = appCode(secret, server.clock);
    const confirmed = await user.graphql(`mutation { confirmTotp(code: "${code}") { recoveryCodes } }`);
    expect(confirmed.data.confirmTotp.recoveryCodes).toHaveLength(10);
    expect((await user.graphql(state)).data.viewer.secondFactor).toEqual({
      isRequired: false,
      totpSince: '2026-03-02T08:00:00+01:00',
      recoveryCodesLeft: 10,
      passkeys: [],
    });
    const [stored] = await server.sql<{ factor: string }>(
      'select row_to_json(second_factor)::text as factor from second_factor where account_id = ?',
      account.credentials.id,
    );
    for (const shown of confirmed.data.confirmTotp.recoveryCodes) expect(stored?.factor).not.toContain(shown);
    expect(await events()).toEqual(['second_factor.enabled']);
  });

  it('is asked for after the right password only', async () => {
    const { email } = await withApp();
    const asked = await signIn(account, email, password);
    expect([asked.status, asked.body]).toEqual([
      401,
      refused('A second factor is required', ['totp', 'recovery_code']),
    ]);
    expect(asked.headers.get('www-authenticate')).toMatch(/^Bearer/);
    const wrong = { error: { description: 'The subdomain, email or password is not correct' } };
    expect((await signIn(account, email, 'wrong')).body).toEqual(wrong);
    const keys = await server.sql(
      'select id from api_key where account_id = ? and user_id > 0',
      account.credentials.id,
    );
    expect(keys).toHaveLength(1);
  });

  it('has codes that are accepted once, also by two processes at once', async () => {
    const { email, key } = await withApp();
    const elsewhere = (await server.another()).origin;
    server.clock.advance(1);
    const code = appCode(key, server.clock);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => withCode(email, code, index % 2 ? elsewhere : account.origin)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401, 401]);
    const again = await withCode(email, code);
    expect([again.status, again.body]).toEqual([401, refused('The code is not correct', ['totp', 'recovery_code'])]);
    // An older code that was not used is refused, too.
    expect((await withCode(email, appCode(key, server.clock, -1))).status).toBe(401);
    expect((await withCode(email, appCode(key, server.clock, 1))).status).toBe(200);
    expect(await events()).toEqual(['second_factor.enabled', ...Array(7).fill('second_factor.failed')]);
  });

  it('refuses the code with which it was confirmed', async () => {
    const { email, key } = await withApp();
    expect((await withCode(email, appCode(key, server.clock))).status).toBe(401);
  });

  it.each(['', ' ', '12345', '1234567', 'abcdef', '000000', '٠٠٠٠٠٠', 'x'.repeat(10_000), "' or 1=1"])(
    'refuses the code %j',
    async (code) => {
      const { email } = await withApp();
      expect((await withCode(email, code)).status).toBe(401);
    },
  );

  it('limits wrong codes to ten in 15 minutes, whoever sends them', async () => {
    const { email, key } = await withApp();
    server.clock.advance(1);
    const answers = await Promise.all(Array.from({ length: 10 }, () => withCode(email, '000000')));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(401));
    await server.sql("delete from attempt where account_id = ? and key like 'sign-in%'", account.credentials.id);
    expect((await withCode(email, appCode(key, server.clock))).status).toBe(429);
    server.clock.advance(15);
    expect((await withCode(email, appCode(key, server.clock))).status).toBe(200);
  });

  it('is removed with the password', async () => {
    const { email, user } = await withApp();
    const wrong = await user.graphql('mutation { removeTotp(password: "wrong") { recoveryCodes } }');
    expect(wrong.errors).toMatchObject([{ extensions: { fields: { password: ['is invalid'] } } }]);
    const removed = await user.graphql(
      `mutation { removeTotp(password: "${password}") { secondFactor { totpSince recoveryCodesLeft } } }`,
    );
    expect(removed.data.removeTotp.secondFactor).toEqual({ totpSince: null, recoveryCodesLeft: 0 });
    expect((await signIn(account, email, password)).status).toBe(200);
  });

  it('is nothing of a key of the account', async () => {
    const { errors } = await account.graphql('mutation { startTotp(password: "x") { secret } }');
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect((await account.graphql(state)).data.viewer.secondFactor).toBeNull();
  });
});

describe('recovery codes', () => {
  it('work once each, however they are written, and at once in two processes', async () => {
    const { email, recoveryCodes, user } = await withApp();
    const [first = '', second = ''] = recoveryCodes;
    expect((await withCode(email, first.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await withCode(email, first)).status).toBe(401);
    const elsewhere = (await server.another()).origin;
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => withCode(email, second, index % 2 ? elsewhere : account.origin)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await user.graphql(state)).data.viewer.secondFactor.recoveryCodesLeft).toBe(8);
    expect((await events()).filter((kind) => kind === 'second_factor.recovery_code_used')).toHaveLength(2);
  });

  it('are replaced as a whole', async () => {
    const { email, recoveryCodes, user } = await withApp();
    const { data } = await user.graphql(
      `mutation { replaceRecoveryCodes(password: "${password}") { recoveryCodes secondFactor { recoveryCodesLeft } } }`,
    );
    const { recoveryCodes: fresh, secondFactor } = data.replaceRecoveryCodes;
    expect([fresh.length, secondFactor.recoveryCodesLeft]).toEqual([10, 10]);
    expect((await withCode(email, recoveryCodes[0] ?? '')).status).toBe(401);
    expect((await withCode(email, fresh[0])).status).toBe(200);
  });

  it('need another factor', async () => {
    const { user } = await signedIn();
    const { errors } = await user.graphql(
      `mutation { replaceRecoveryCodes(password: "${password}") { recoveryCodes } }`,
    );
    expect(errors).toMatchObject([{ extensions: { fields: { base: [expect.stringContaining('first')] } } }]);
  });
});

describe('an account that requires a second factor', () => {
  const require = () => account.put('/client', { json: { second_factor_required: true } });

  it('lets a user without one set one up before the session begins', async () => {
    const { email } = await createUser(server, account, { role: 'staff' });
    await require();
    const asked = await signIn(account, email, password);
    expect([asked.status, asked.body]).toEqual([
      401,
      {
        ...refused('Set up a second factor first', []),
        enrolment: { secret: expect.stringMatching(/^[A-Z2-7]{32}$/), uri: expect.stringMatching(/^otpauth:/) },
      },
    ]);
    const { secret } = asked.body.enrolment;
    expect((await withCode(email, '000000')).status).toBe(401);
    const begun = await withCode(email, appCode(secret, server.clock));
    expect([begun.status, begun.body]).toMatchObject([200, { role: 'staff' }]);
    expect(begun.body.recovery_codes).toHaveLength(10);
    // From now on the app is asked for, and its key is not shown again.
    const next = await signIn(account, email, password);
    expect(next.body).toEqual(refused('A second factor is required', ['totp', 'recovery_code']));
  });

  it('does not give the key to somebody who does not have the password', async () => {
    const { email } = await createUser(server, account, { role: 'staff' });
    await require();
    expect((await signIn(account, email, 'wrong')).body).not.toHaveProperty('enrolment');
  });

  it('keeps the last factor, and the keys of the account', async () => {
    const { user } = await withApp();
    await require();
    const { errors } = await user.graphql(`mutation { removeTotp(password: "${password}") { recoveryCodes } }`);
    expect(errors).toMatchObject([{ extensions: { fields: { base: [expect.stringContaining('requires')] } } }]);
    expect((await account.get('/client')).status).toBe(200);
  });

  it('is set by who may change the account', async () => {
    const { user } = await signedIn('manager');
    expect((await user.put('/client', { json: { second_factor_required: true } })).status).toBe(403);
  });
});

describe('resetSecondFactor', () => {
  it('removes the factors of another user and ends the sessions', async () => {
    const { email, user } = await withApp();
    const { data } = await account.graphql('{ clientUsers { nodes { id hasSecondFactor user { email } } } }');
    const [link] = data.clientUsers.nodes;
    expect(link).toMatchObject({ hasSecondFactor: true, user: { email } });
    const reset = await account.graphql(`mutation { resetSecondFactor(id: ${link.id}) { hasSecondFactor } }`);
    expect(reset.data.resetSecondFactor).toEqual({ hasSecondFactor: false });
    expect((await user.get('/client')).status).toBe(401);
    expect((await signIn(account, email, password)).status).toBe(200);
    expect(await events()).toContain('second_factor.disabled');
  });

  it('requires the permission for users', async () => {
    const { user } = await signedIn('manager');
    const { errors } = await user.graphql('mutation { resetSecondFactor(id: 1) { id } }');
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  });
});

it('300 sign-ins at once, right and wrong, are each answered right', async () => {
  const { email, key } = await withApp();
  server.clock.advance(1);
  const code = appCode(key, server.clock);
  const kinds = [
    () => withCode('nobody@example.org', code),
    () => signIn(account, 'nobody@example.org', 'wrong'),
    () => withCode(email, code),
  ];
  const answers = await Promise.all(Array.from({ length: 300 }, (_, index) => kinds[index % 3]?.()));
  const count = (status: number) => answers.filter((answer) => answer?.status === status).length;
  // The one that is right resets the limits of its user: at most nine are refused before it and ten after it.
  expect([count(200), count(200) + count(401) + count(429)]).toEqual([1, 300]);
  expect(count(401)).toBeLessThan(30);
}, 120_000);
