import { choose, inviteUser, send, signIn, withKey } from '../support/sign-in.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account({ subdomain: 'salon' });

const good = 'correct horse';
let users = 0;
async function invited(of = account, role = 'staff') {
  users += 1;
  const email = `user-${users}@example.org`;
  return { email, link: await inviteUser(server, of, { name: `User ${users}`, email, role }) };
}

describe('the page to choose a password', () => {
  it('is a plain form without scripts, caching or a referrer', async () => {
    const { link, email } = await invited();
    const response = await fetch(link);
    const page = await response.text();
    expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([
      200,
      {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; img-src data:; style-src 'sha256-[^']+'; form-action 'self'/,
        ),
      },
    ]);
    expect(page).toContain(email);
    expect(page).toContain('<form method="post">');
    expect(page).not.toMatch(/<script|javascript:|\son\w+=/i);
  });

  it.each([
    ['en', 'Choose your password'],
    ['sv', 'Välj ditt lösenord'],
    ['nb', 'Velg passordet ditt'],
  ])('is in %s: %s', async (locale, title) => {
    const { link } = await invited(await server.account({ locale }));
    expect(await (await fetch(link)).text()).toContain(`<html lang="${locale}">\n<head>\n<meta charset="utf-8">`);
    expect(await (await fetch(link)).text()).toContain(`<h1>${title}</h1>`);
  });

  it('shows names as text', async () => {
    const { link } = await invited(await server.account({ name: '<script>alert("x")</script> & \'co\'' }));
    const page = await (await fetch(link)).text();
    expect(page).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;co&#39;');
    expect(page).not.toContain('<script');
  });

  it('sets the password once', async () => {
    const { link, email } = await invited();
    const chosen = await choose(link, good);
    expect([chosen.status, chosen.body]).toEqual([200, expect.stringContaining('Your password is saved.')]);
    // Leads on to the form to sign in, with the account and the email.
    const [, next = ''] = /<a class="button" href="([^"]+)">Sign in<\/a>/.exec(chosen.body) ?? [];
    const dashboard = new URL(next.replaceAll('&amp;', '&'), link);
    expect(dashboard.pathname).toBe('/dashboard');
    expect(Object.fromEntries(dashboard.searchParams)).toEqual({ account: 'salon', email });
    expect((await signIn(account, email, good)).status).toBe(200);
    for (const again of [await choose(link, 'another password'), await send(link, '')]) {
      expect([again.status, again.body]).toEqual([410, expect.stringContaining('This link has been used')]);
    }
    expect((await fetch(link)).status).toBe(410);
    expect((await signIn(account, email, 'another password')).status).toBe(401);
  });

  it('signs the user in, if its own form was sent', async () => {
    const { link } = await invited(account, 'manager');
    const body = new URLSearchParams({ password: good, repetition: good });
    const headers = { 'sec-fetch-site': 'same-origin', origin: 'null' };
    const chosen = await fetch(link, { method: 'POST', body, headers, redirect: 'manual' });
    expect([chosen.status, chosen.headers.get('location')]).toEqual([303, '../dashboard']);
    const [cookie = ''] = (chosen.headers.get('set-cookie') ?? '').split(';');
    const session = await fetch(`${server.origin}/dashboard/session`, { headers: { cookie } });
    expect(await session.json()).toMatchObject({ account: { subdomain: 'salon' }, role: 'manager' });
  });

  it.each([
    ['the form was sent by another page', { second_factor_required: false }, 'cross-site'],
    ['a second factor is required', { second_factor_required: true }, 'same-origin'],
    ['the API is closed', { api_enabled: false }, 'same-origin'],
    ['the account is suspended', { suspended_at: new Date(0) }, 'same-origin'],
    ['the network is not allowed', { dashboard_networks: '{192.0.2.0/24}' }, 'same-origin'],
  ])('does not sign in if %s', async (_reason, settings, site) => {
    const strict = await server.account();
    const { link } = await invited(strict);
    await server.configure(strict, settings);
    const body = new URLSearchParams({ password: good, repetition: good });
    const chosen = await fetch(link, { method: 'POST', body, headers: { 'sec-fetch-site': site }, redirect: 'manual' });
    expect([chosen.status, chosen.headers.get('set-cookie')]).toEqual([200, null]);
    expect(await chosen.text()).toContain('Your password is saved.');
  });

  it('sets one of ten concurrently chosen passwords', async () => {
    const { link, email } = await invited();
    const passwords = Array.from({ length: 5 }, (_, index) => `password-${index}`);
    const answers = await Promise.all(passwords.map((password) => choose(link, password)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410, 410, 410, 410]);
    const chosen = passwords[answers.findIndex(({ status }) => status === 200)] ?? '';
    expect((await signIn(account, email, chosen)).status).toBe(200);
  });

  it('is valid for seven days', async () => {
    const { link } = await invited();
    server.clock.advance(7 * 24 * 60 - 1);
    expect((await fetch(link)).status).toBe(200);
    server.clock.advance(1);
    expect([(await fetch(link)).status, (await choose(link, good)).status]).toEqual([410, 410]);
  });

  it.each<[string, (link: string) => string]>([
    ['of another account', (link) => link.replace(/\/(\d+)-/, '/999-')],
    ['with another secret', (link) => `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`],
    ['cut off', (link) => link.slice(0, -1)],
    ['with a broken escape', (link) => `${link.slice(0, -3)}%zz`],
    ['with markup', (link) => link.replace(/[^/]+$/, '%3Cscript%3E')],
  ])('a link %s is not found', async (_name, wrong) => {
    const { link } = await invited();
    for (const { status } of [await fetch(wrong(link)), await choose(wrong(link), good)]) {
      expect([404, 400]).toContain(status);
    }
    expect((await fetch(link)).status).toBe(200);
  });

  it.each([
    ['too short', 'password=short&repetition=short', '10 to 200'],
    ['too long', `password=${'x'.repeat(201)}&repetition=${'x'.repeat(201)}`, '10 to 200'],
    ['not the same twice', 'password=correct+horse&repetition=wrong+horses', 'not the same'],
    ['missing', '', '10 to 200'],
    ['a list', 'password[]=correct+horse&repetition[]=correct+horse', '10 to 200'],
    ['a NUL', 'password=correct+horse%00&repetition=correct+horse%00', '10 to 200'],
  ])('a password that is %s does not use up the link', async (_name, form, problem) => {
    const { link } = await invited();
    const { status, body } = await send(link, form);
    expect([status, body]).toEqual([400, expect.stringContaining(problem)]);
    expect((await fetch(link)).status).toBe(200);
  });

  it("ends the user's sessions", async () => {
    const { link, email } = await invited(account, 'admin');
    await choose(link, good);
    const { body } = await signIn(account, email, good);
    const user = withKey(account, body.api_key);
    const { client_user_link } = (await user.get('/client/users')).body.at(-1);
    await account.graphql(`mutation { inviteClientUser(id: ${client_user_link.id}) { id } }`);
    expect((await user.get('/client')).status).toBe(200);
    const [message] = await server.sql<{ body: string }>('select body from message order by id desc limit 1');
    await choose(/\S+\/password\/\S+/.exec(message?.body ?? '')?.[0] ?? '', 'a new password');
    expect((await user.get('/client')).status).toBe(401);
    expect((await signIn(account, email, good)).status).toBe(401);
    expect((await signIn(account, email, 'a new password')).status).toBe(200);
  });
});
