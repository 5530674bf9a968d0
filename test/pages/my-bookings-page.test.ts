import { bookableServicePerTest, bookService } from '../support/catalog.js';
import { HtmlVisitor } from '../support/html-visitor.js';
import { type RawAnswer, rawRequest } from '../support/raw-request.js';
import { payOrder } from '../support/shop.js';
import { useOwnTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { startVisitorSession } from '../support/visitor-session.js';

const sends = { smtpUrl: 'smtp://127.0.0.1:1', smsGatewayUrl: 'http://127.0.0.1:1' };
const server = await useOwnTestServer({ config: { ...sends, siteDomain: 'book.example.org', trustedHops: 1 } });
const account = server.accountPerTest({ publicAccess: true, name: 'Fjord Studio' });
const offer = bookableServicePerTest(account);
const english = { 'accept-language': 'en' };
const visitor = new HtmlVisitor(account, english);
const kari = { name: 'Kari', email: 'kari@example.org' };

const codes = (): Promise<{ body: string }[]> =>
  server.sql(
    `select body from message where account_id = ? and kind = 'visitor_code' order by id`,
    account.credentials.id,
  );

/** Requests a code by the form, and sends it. @returns the response to the code */
async function enter(
  headers: Record<string, string> = {},
  path = `/sites/${account.credentials.subdomain}/me/session`,
): Promise<RawAnswer> {
  const before = (await codes()).length;
  await visitor.submit(await visitor.open('/me'), { email: kari.email });
  await until(async () => (await codes()).length > before);
  const code = (await codes()).at(-1)?.body.slice(0, 6) ?? '';
  return rawRequest(server.origin + path, {
    method: 'POST',
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ email: kari.email, phone_number: '', code }).toString(),
  });
}

const withCookie = (cookie: string) => new HtmlVisitor(account, { ...english, cookie });

it('an unknown address gets the same page as a known one', async () => {
  await account.create('/people', 'person', kari);
  const [known, unknown] = await Promise.all(
    ['kari@example.org', 'olav@example.org'].map(async (email) => visitor.submit(await visitor.open('/me'), { email })),
  );
  expect(known?.text.replaceAll('kari', 'olav')).toBe(unknown?.text);
  expect(known?.headers.get('cache-control')).toBe('no-store');
});

it('a wrong address and a wrong code are shown at their fields, and what was typed is kept', async () => {
  const empty = await visitor.submit(await visitor.open('/me'));
  expect([empty.status, empty.problems]).toEqual([400, { email: 'Please fill this in.' }]);
  const wrong = await visitor.submit(await visitor.open('/me'), { email: 'kari' });
  expect([wrong.status, wrong.problems]).toEqual([
    400,
    { email: 'This is not an email address. Example: ola@example.org' },
  ]);
  const form = await visitor.submit(await visitor.open('/me'), { email: 'olav@example.org' });
  const refused = await visitor.submit(form, { code: '12345' });
  expect([refused.status, refused.problems]).toEqual([
    400,
    { code: 'This code is not right or no longer valid. After five attempts you need a new one.' },
  ]);
  expect(refused.forms.at(-1)?.values['email']).toBe('olav@example.org');
});

it('the code can be sent again after a pause, which a wrong code does not shorten', async () => {
  const form = await visitor.submit(await visitor.open('/me'), { email: 'olav@example.org' });
  const wrong = await visitor.submit(form, { code: '12345' });
  for (const page of [form, wrong]) {
    expect(page.html).toMatch(/name="repeated"[^>]* data-waits/);
    expect(page.text).toContain('Again from 08:01.');
  }
});

it('the code is shown in a sandbox, whose messages are not sent, and works', async () => {
  const sandbox = await server.account({ publicAccess: true, sandbox: true });
  await sandbox.create('/people', 'person', kari);
  const tester = new HtmlVisitor(sandbox, english);
  const form = await tester.submit(await tester.open('/me'), { email: kari.email });
  const [shown = '', code = ''] = /Your code is (\d{6})/.exec(form.text) ?? [];
  const wrong = await tester.submit(form, { code: code === '111111' ? '222222' : '111111' });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining(shown)]);
  await tester.submit(wrong, { code });
  const sessions = await server.sql('select address from visitor_session where account_id = ?', sandbox.credentials.id);
  expect(sessions).toEqual([{ address: kari.email }]);
});

it('the session is a cookie of the site that scripts cannot read, and ends with the button', async () => {
  await bookService(account, offer, { person_attributes: kari });
  const { status, headers } = await enter();
  const cookie = String(headers['set-cookie']);
  expect([status, headers['location']]).toEqual([303, `/sites/${account.credentials.subdomain}/me`]);
  expect(cookie).toMatch(
    new RegExp(
      `^visitor_session=[^;]+; Max-Age=86400; Path=/sites/${account.credentials.subdomain}; .*HttpOnly; SameSite=Lax$`,
    ),
  );
  const own = withCookie(cookie.split(';')[0] ?? '');
  const page = await own.open('/me');
  expect(page.text).toContain('Signed in as kari@example.org');
  expect(page.text).toContain('Cut Wednesday, 4 March 2026, 12:00–13:00 (CET) Confirmed');
  const out = await own.submit(page);
  expect(out.text).toContain('You are signed out.');
  const after = await own.open('/me');
  expect(after.text).toContain('You were signed out');
  expect(String(after.headers.get('set-cookie'))).toContain('visitor_session=;');
});

it('a booking and its order show what is due of a deposit and later, until it is over', async () => {
  await account.put('/client', { json: { client: { currency: 'NOK' } } });
  const service = { price: '333.33', deposit_type: 'percentage', deposit_value: 30 };
  await account.put(`/services/${offer.serviceId}`, { json: { service } });
  const { id } = await bookService(account, offer, { person_attributes: kari }, { confirm: false });
  const { headers } = await enter();
  const own = withCookie(String(headers['set-cookie']).split(';')[0] ?? '');
  const page = await own.open('/me');
  expect(page.text).toContain('Awaits its payment 100 kr now, 233,33 kr at the appointment');
  const [{ order }] = (await account.get('/orders')).body;
  expect((await own.follow(page, `Order ${order.id}`)).text).toContain(
    'Left to pay 100 kr now, 233,33 kr at the appointment',
  );
  await payOrder(account, order.id, '100');
  expect((await own.open('/me')).text).toContain('Confirmed 233,33 kr at the appointment');
  await account.put(`/bookings/${id}/cancel`);
  expect((await own.open('/me?which=past')).text).not.toContain('at the appointment');
});

it('a visit is one card with its bookings, for whom each is, and what can be done with all', async () => {
  await account.put('/client', { json: { client: { allow_cancellation: true } } });
  const { id: mother } = await account.create('/people', 'person', kari);
  const { id: child } = await account.create('/people', 'person', { name: 'Ola', date_of_birth: '2018-04-01' });
  await account.create(`/people/${child}/guardians`, 'guardian', { person_id: mother });
  const { serviceId: service_id, resourceId: resource_id } = offer;
  const item = (from: number, person_id: number) => ({
    ...{ service_id, resource_id, person_id },
    ...{ booked_from: `2026-03-04 ${from}:00`, booked_to: `2026-03-04 ${from + 1}:00` },
  });
  await account.post('/visits', { json: { visit: { items: [item(10, mother), item(11, child)] } } });
  await bookService(account, offer, { person_id: mother });
  const { headers } = await enter();
  const own = withCookie(String(headers['set-cookie']).split(';')[0] ?? '');
  const page = await own.open('/me');
  expect(page.html.match(/<li class="card/g)?.length).toBe(2);
  expect(page.text).toMatch(
    /Booked together Cut [^:]*10:00–11:00 .* Kari Cut [^:]*11:00–12:00 .* Ola · Sunday, 1 April 2018 Move all Cancel all/,
  );
  const cancelled = await own.submit(await own.follow(page, 'Cancel all'));
  expect(cancelled.text).toContain('The booking is cancelled');
  const left = await own.open('/me');
  expect(left.html.match(/<li class="card/g)?.length).toBe(1);
});

it('a visit whose bookings are on two pages is whole on the first, and left out of the next', async () => {
  const { id: person_id } = await account.create('/people', 'person', kari);
  const { serviceId: service_id, resourceId: resource_id } = offer;
  await account.put(`/resources/${resource_id}`, { json: { resource: { capacity: 60 } } });
  const at = (from: string, to: string) => ({ booked_from: `2026-03-${from}`, booked_to: `2026-03-${to}` });
  const earlier = Array.from({ length: 49 }, () =>
    bookService(account, offer, { person_id, ...at('03 10:00', '03 11:00') }),
  );
  await Promise.all(earlier);
  const items = [at('04 10:00', '04 11:00'), at('04 11:00', '04 12:00')];
  const visit = { items: items.map((time) => ({ service_id, resource_id, person_id, ...time })) };
  expect((await account.post('/visits', { json: { visit } })).status).toBe(200);
  await bookService(account, offer, { person_id, ...at('05 10:00', '05 11:00') });
  const { headers } = await enter();
  const own = withCookie(String(headers['set-cookie']).split(';')[0] ?? '');
  const first = await own.open('/me');
  expect(first.text).toMatch(/Booked together Cut [^:]*10:00–11:00 .* Cut [^:]*11:00–12:00/);
  const next = await own.open('/me?page=2');
  expect(next.html.match(/<li class="card/g)?.length).toBe(1);
  expect([next.text.includes('Booked together'), next.text.includes('5 March')]).toEqual([false, true]);
});

it('over HTTPS the cookie is secure, and of the host alone if the site has one of its own', async () => {
  await account.create('/people', 'person', kari);
  const { subdomain } = account.credentials;
  const proto = { 'x-forwarded-proto': 'https' };
  const shared = await enter(proto);
  expect(String(shared.headers['set-cookie'])).toMatch(
    new RegExp(`^__Secure-visitor_session=.*Path=/sites/${subdomain}; .*HttpOnly; Secure; SameSite=Lax$`),
  );
  const own = await enter({ ...proto, host: `${subdomain}.book.example.org` }, '/me/session');
  expect(String(own.headers['set-cookie'])).toMatch(
    /^__Host-visitor_session=.*Path=\/; .*HttpOnly; Secure; SameSite=Lax$/,
  );
});

it('a form of another site is refused, and changes nothing', async () => {
  await account.create('/people', 'person', kari);
  const { status } = await enter({ 'sec-fetch-site': 'cross-site' });
  expect(status).toBe(403);
  const session = await startVisitorSession(server, account);
  const cookie = `visitor_session=${session['authorization']?.slice('Bearer '.length)}`;
  const url = `${server.origin}/sites/${account.credentials.subdomain}/me/sign_out`;
  const signOut = await rawRequest(url, {
    method: 'POST',
    headers: { accept: 'text/html', cookie, 'sec-fetch-site': 'cross-site' },
  });
  expect(signOut.status).toBe(403);
  expect((await withCookie(cookie).open('/me')).text).toContain('Signed in as');
});

it('the cookie does not open the public API, which other sites can call', async () => {
  const session = await startVisitorSession(server, account);
  const cookie = `visitor_session=${session['authorization']?.slice('Bearer '.length)}`;
  const url = `${server.origin}/sites/${account.credentials.subdomain}/me/bookings`;
  expect((await rawRequest(url, { headers: { cookie } })).status).toBe(401);
});

it('is not there if the account has turned it off', async () => {
  expect((await visitor.open('/')).text).toContain('My bookings');
  await server.configure(account, { my_bookings: false });
  server.forgetAccounts();
  expect((await visitor.open('/')).text).not.toContain('My bookings');
  expect((await visitor.open('/me')).status).toBe(404);
});

it('says so if the server sends no messages', async () => {
  await using silent = await server.another({ smtpUrl: undefined, smsGatewayUrl: undefined });
  const there = new HtmlVisitor(account.at(silent.origin), english);
  const page = await there.open('/me');
  expect([page.forms, page.text]).toEqual([[], expect.stringContaining('This server sends no messages')]);
  await using mailOnly = await server.another({ smsGatewayUrl: undefined });
  const form = (await new HtmlVisitor(account.at(mailOnly.origin), english).open('/me')).forms.at(-1);
  expect(Object.keys(form?.values ?? {})).not.toContain('phone_number');
});
