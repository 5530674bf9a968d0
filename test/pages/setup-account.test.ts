import type { Page } from 'playwright-core';
import {
  accessibilityProblems,
  accessibilityProblemsInLightAndDark,
  describeInChromium,
  openPage,
} from '../support/chromium.js';
import { createUser, openDashboard } from '../support/dashboard.js';
import { startEmbeddingHost } from '../support/embedding-host.js';
import { eventually } from '../support/eventually.js';
import { withKey } from '../support/sign-in.js';
import { useTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio' });
const admin = await createUser(server, account);

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const phone = { viewport: { width: 360, height: 740 } } as const;
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const client = async () => (await account.get('/client')).body.client;

describeInChromium('the account in the set-up', (browser) => {
  it('has the look and texts of the booking page, and its accessibility holds, in light and dark', async () => {
    const { page, problems } = await openDashboard(browser(), admin, 'setup/booking-page', phone);
    await page.getByLabel('At the end').fill('<b>Welcome</b>');
    await page.getByLabel('Colour', { exact: true }).fill('blue');
    await save(page).click();
    const summary = page.getByRole('region', { name: 'What is to be corrected' });
    await summary.and(page.locator(':focus')).waitFor();
    await summary.getByRole('link', { name: 'Colour' }).click();
    const colour = page.getByLabel('Colour', { exact: true });
    await colour.and(page.locator(':focus')).waitFor();
    await eventually(() => page.getByLabel('At the end').inputValue()).toBe('<b>Welcome</b>');
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await colour.fill('#1f5fbf');
    // Another form of the same account has a draft of its own.
    await page.getByRole('link', { name: 'Set-up' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('link', { name: 'Booking rules' }).click();
    await page.getByLabel('People may cancel').waitFor();
    await page.goBack();
    await page.goBack();
    await page.getByText('What you had typed before and not saved is here again.').waitFor();
    await save(page).dblclick();
    await page.getByText('The account is saved.').waitFor();
    await eventually(() => client()).toMatchObject({
      footer: '<b>Welcome</b>',
      accent_colour: '#1f5fbf',
    });
    expect(problems).toEqual([]);
  }, 90_000);

  it('offers lines to copy that put the booking page into another website', async () => {
    await account.put('/client', { json: { client: { public_access: true } } });
    const { page, problems } = await openDashboard(browser(), admin, 'setup/booking-page', phone);
    const panel = page.getByRole('region', { name: 'On your own website' });
    const lines: string[] = [];
    for (const label of ['The page itself', 'A button that opens it', 'A link, without a script']) {
      lines.push(await panel.getByRole('textbox', { name: label }).inputValue());
    }
    await using host = await startEmbeddingHost(server.origin, account.subdomain, lines.join(''));
    const site = panel.getByLabel('Address of the website');
    const add = panel.getByRole('button', { name: 'Add the website' });
    await panel.getByText('None yet: only the link works.').waitFor();
    await site.fill('our shop');
    await add.click();
    await panel.getByRole('alert').getByText('must be the address of a website').waitFor();
    await site.fill(`www.salon-mit-einem-langen-namen-${'und-mehr-'.repeat(3)}.example.org/kontakt?from=menu`);
    await add.click();
    await panel.getByRole('cell', { name: /^https:..www.salon-.*example.org$/ }).waitFor();
    await site.fill(`${host.origin}/`);
    await add.dblclick();
    await panel.getByRole('cell', { name: host.origin, exact: true }).waitFor();
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await panel.getByRole('button', { name: /^Remove https:..www.salon/ }).click();
    await eventually(async () => (await client()).embed_origins).toEqual([host.origin]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => (await client()).embed_origins.length).toBe(2);
    await panel.getByRole('cell', { name: /^https:..www.salon/ }).waitFor();
    expect(problems).toEqual([]);
    const { page: website } = await openPage(browser(), host.origin, { locale: 'en-GB' });
    await website.goto(host.origin);
    const heading = { name: 'Book at Fjord Studio' };
    await website.frameLocator('iframe').first().getByRole('heading', heading).waitFor();
    await website.getByRole('button', { name: 'Book now' }).click();
    await website.getByRole('dialog').frameLocator('iframe').getByRole('heading', heading).waitFor();
    await website.keyboard.press('Escape');
    await website.getByRole('link', { name: 'Book now' }).click();
    await website.getByRole('heading', heading).waitFor();
    await website.context().close();
  }, 60_000);

  it('has the closed days by date, which are added and removed one by one', async () => {
    await account.put('/client', { json: { client: { closed_days: [{ from: '2025-12-24', to: '2026-01-01' }] } } });
    const { page, problems } = await openDashboard(browser(), admin, 'setup/closed-days', phone);
    const panel = page.getByRole('region', { name: 'Closed days' });
    await panel.getByText('Nothing is closed yet.').waitFor();
    await panel.getByLabel('First day').fill('2026-12-24');
    await panel.getByLabel('Repeats each year').check();
    await panel.getByRole('button', { name: 'Add the closed day' }).click();
    await panel.getByRole('cell', { name: /^Thu,? 24 Dec 2026 Each year$/ }).waitFor();
    await panel.getByLabel('First day').fill('2026-07-26');
    await panel.getByLabel('Last day').fill('2026-07-06');
    await panel.getByLabel('Reason').fill('Summer');
    await panel.getByRole('button', { name: 'Add the closed day' }).click();
    await page.getByText('the last day must not be before the first').first().waitFor();
    await panel.getByLabel('First day').fill('2026-07-06');
    await panel.getByLabel('Last day').fill('2026-07-26');
    await panel.getByRole('button', { name: 'Add the closed day' }).click();
    const coming = panel.getByRole('table', { name: 'Days ahead' });
    await coming.getByRole('cell', { name: 'Summer' }).waitFor();
    await eventually(async () => (await coming.getByRole('row').nth(1).innerText()).replaceAll(',', '')).toMatch(
      /Mon 6 Jul 2026 – Sun 26 Jul 2026\s+21\s+Summer/,
    );
    await panel.locator('summary', { hasText: 'Past days (1)' }).click();
    await panel.getByRole('cell', { name: /^Wed,? 24 Dec 2025 – Thu,? 1 Jan 2026$/ }).waitFor();
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await panel.getByRole('button', { name: /^Remove Mon,? 6 Jul/ }).click();
    await page.getByText('The closed day is removed.').waitFor();
    await until(async () => (await client()).closed_days.length === 2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await coming.getByRole('cell', { name: 'Summer' }).waitFor();
    await panel.getByRole('button', { name: /^Remove Wed,? 24 Dec 2025/ }).click();
    await until(async () => (await client()).closed_days.length === 2);
    await eventually(async () => (await client()).closed_days).toEqual([
      { from: '2026-07-06', to: '2026-07-26', reason: 'Summer', repeats_yearly: false },
      { from: '2026-12-24', to: '2026-12-24', reason: null, repeats_yearly: true },
    ]);
    expect(problems).toEqual([]);
  }, 90_000);

  it('closes on the public holidays of the country, which it lists for this and the next year', async () => {
    await account.put('/client', { json: { client: { closed_days: [], country_code: 'NO' } } });
    const { page, problems } = await openDashboard(browser(), admin, 'setup/closed-days');
    const holidays = page.getByRole('region', { name: 'Public holidays', exact: true });
    await holidays.getByRole('heading', { name: 'Public holidays in Norway' }).waitFor();
    await holidays.getByRole('cell', { name: /^Sun,? 17 May 2026$/ }).waitFor();
    await holidays.locator('summary', { hasText: '2027' }).click();
    await holidays.getByRole('cell', { name: /^Sat,? 1 May 2027$/ }).waitFor();
    await page.getByRole('button', { name: 'Close on public holidays' }).click();
    await page.getByText('Public holidays are closed now.').waitFor();
    await page.getByText('Public holidays are closed. Add your own days off').waitFor();
    await eventually(async () => (await client()).closed_for_holidays).toBe(true);
    await holidays.getByLabel('Closed on public holidays').uncheck();
    await page.getByText('Public holidays can be booked now.').waitFor();
    await eventually(async () => (await client()).closed_for_holidays).toBe(false);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
  }, 90_000);

  it('has the sender of emails, and how bookings come into the calendars of people', async () => {
    const { page, problems } = await openDashboard(browser(), admin, 'setup/notifications', phone);
    await page.getByLabel('Name of the sender').fill('Salon at the fjord');
    await page.getByLabel('Address of the sender').fill('hello@salon.example');
    await page.getByLabel('Replies go to').fill('answers@example.org');
    await page.getByLabel('Bookings in the calendars of people').selectOption({ label: 'Files' });
    await save(page).click();
    await page.getByRole('alert').getByText('the operator of this server allows no domains').waitFor();
    await page.getByLabel('Address of the sender').fill('');
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await save(page).click();
    await page.getByText('The account is saved.').waitFor();
    await eventually(() => client()).toMatchObject({
      ...{ mail_from_name: 'Salon at the fjord', mail_from: null, reply_to: 'answers@example.org' },
      calendar_attachment: 'file',
    });
    expect(problems).toEqual([]);
  }, 90_000);

  it('has the days and months after which something is deleted', async () => {
    const { page, problems } = await openDashboard(browser(), admin, 'setup/retention', phone);
    await page.getByLabel('Changes are kept for').fill('31');
    await page.getByLabel('People are erased after').fill('24');
    await save(page).click();
    await page.getByRole('alert').getByText('must be less than or equal to 30').waitFor();
    await page.getByLabel('Changes are kept for').fill('14');
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await save(page).click();
    await page.getByText('The account is saved.').waitFor();
    await eventually(() => client()).toMatchObject({
      message_retention_days: null,
      delivery_retention_days: null,
      change_retention_days: 14,
      person_retention_months: 24,
    });
    expect(problems).toEqual([]);
  }, 90_000);

  it('has a logo, which is shown, refused if it is no image, and removed', async () => {
    const { page, problems } = await openDashboard(browser(), admin, 'setup/booking-page');
    const logo = page.getByRole('region', { name: 'Logo' });
    const choose = async (mimeType: string, buffer: Buffer) => {
      await logo.getByLabel('Image').setInputFiles({ name: 'logo', mimeType, buffer });
      await logo.getByRole('button', { name: 'Use this image' }).click();
    };
    await page.getByLabel('At the end').fill('Welcome');
    await choose('text/html', Buffer.from('<script></script>'));
    await logo.getByRole('alert').getByText('must be a PNG, JPEG, GIF or WebP image').waitFor();
    await choose('image/png', Buffer.alloc(1_048_577));
    await logo.getByRole('alert').getByText('is too large (maximum is 1 MB)').waitFor();
    await choose('image/gif', gif);
    await page.getByText('The logo is saved.').waitFor();
    await until(async () => (await page.evaluate('document.querySelector("img.logo")?.naturalWidth')) === 1);
    await eventually(async () => (await client()).logo).toContain('/logos/');
    await save(page).click();
    await page.getByText('The account is saved.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await logo.getByRole('button', { name: 'Remove the logo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the logo' }).dblclick();
    await logo.getByText('There is none.').waitFor();
    await eventually(() => client()).toMatchObject({ logo: null, footer: 'Welcome' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await page.evaluate('document.querySelector("img.logo")?.naturalWidth')) === 1);
    await eventually(async () => (await client()).logo).toContain('/logos/');
    expect(problems).toEqual([]);
  }, 90_000);

  it('has API keys whose origins and expiry can be changed, but not over a change of somebody else', async () => {
    const document = `mutation { createApiKey(input: { name: "Shop", role: STAFF }) { secret apiKey { id } } }`;
    const { secret, apiKey } = (await account.graphql(document)).data.createApiKey;
    const key = withKey(account, secret);
    const { page, problems } = await openDashboard(browser(), admin, 'setup/keys', { ...phone, colorScheme: 'dark' });
    await page.getByRole('link', { name: 'Shop' }).click();
    await page.getByText('There was no request with this key yet.').waitFor();
    await page.getByLabel('Origins').fill('https://shop.example.org, http://localhost:3000');
    await page.getByLabel('Expires').fill('2099-01-01T12:00');
    expect(await accessibilityProblems(page)).toEqual([]);
    const rename = 'mutation ($id: Int!) { updateApiKey(id: $id, input: { name: "Web shop" }) { id } }';
    await account.graphql(rename, { id: apiKey.id });
    await save(page).click();
    await page.getByText('Name: “Shop” is now “Web shop”.').waitFor();
    await page.getByRole('button', { name: 'Save mine' }).dblclick();
    await page.getByText('The key is saved.').waitFor();
    const { nodes } = (await account.graphql('{ apiKeys { nodes { id name expiresAt allowedOrigins } } }')).data
      .apiKeys;
    expect(nodes).toContainEqual({
      ...{ id: apiKey.id, name: 'Web shop', expiresAt: '2099-01-01T12:00:00+01:00' },
      allowedOrigins: ['https://shop.example.org', 'http://localhost:3000'],
    });
    const from = (origin: string) => key.get('/services', { headers: { origin } });
    await eventually(async () => (await from('https://elsewhere.example.org')).status).toBe(403);
    await eventually(async () => (await from('https://shop.example.org')).status).toBe(200);
    await account.graphql(rename.replace('Web shop', 'Net shop'), { id: apiKey.id });
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Revoke the key' }).click();
    await dialog.getByRole('alert').getByText('Somebody else has changed it in the meantime.').waitFor();
    await eventually(async () => (await from('https://shop.example.org')).status).toBe(200);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await eventually(() => page.getByLabel('Name').inputValue()).toBe('Net shop');
    // Requests are logged after their answers. One that came later would be above the rows that the page has read.
    const logged = 'select 1 from api_request where account_id = ? and api_key_id = ? and status = 200';
    await until(async () => (await server.sql(logged, account.credentials.id, apiKey.id)).length === 2);
    await server.sql(
      `insert into api_request (account_id, created_at, updated_at, request_id, api_key_id, interface, method, path, operation, status, errors, duration)
       select ?, now(), now(), 'request-' || number, ?, 'rest', 'PUT', '/api/v1/people/' || number, 'UpdatePerson',
         case number when 9 then 400 else 200 end, case number when 9 then '["email"]' else '[]' end::jsonb, 12
       from generate_series(1, 60) number`,
      ...[account.credentials.id, apiKey.id],
    );
    await page.reload();
    await page.getByText(/^50 of \d+$/).waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByText(/^(\d+) of \1$/).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await page.getByLabel('Errors only').check();
    await page.getByText('1 of 1').waitFor();
    await eventually(() => page.getByRole('row').last().textContent()).toMatch(
      /PUT \/api\/v1\/people\/9UpdatePerson400email12 msrequest-9/,
    );
    expect(problems).toEqual([]);
  }, 90_000);

  it('has keys that are limited to permissions and networks, and the log that says who made them', async () => {
    const { page, problems } = await openDashboard(browser(), admin, 'setup/keys', phone);
    await page.getByLabel('Name').fill('Reports');
    await page.getByLabel('Networks').fill('203.0.113.0/24, nonsense');
    await page.getByLabel('Read', { exact: true }).check();
    const create = page.getByRole('button', { name: 'Create the key' });
    await create.click();
    await page.getByRole('alert').getByText('must be networks such as 203.0.113.0/24').waitFor();
    await eventually(() => page.getByLabel('Read', { exact: true }).isChecked()).toBe(true);
    await page.getByLabel('Networks').fill('203.0.113.0/24, 2001:db8::/32');
    await create.click();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('row', { name: /^Reports Staff, only: Read / }).waitFor();
    await page.getByRole('link', { name: 'Reports' }).click();
    await page.getByLabel('Read', { exact: true }).uncheck();
    await save(page).click();
    await page.getByText('The key is saved.').waitFor();
    const { nodes } = (await account.graphql('{ apiKeys { nodes { id name permissions allowedNetworks } } }')).data
      .apiKeys;
    const key = nodes.find(({ name }: { name: string }) => name === 'Reports');
    expect(key).toMatchObject({ permissions: null, allowedNetworks: ['203.0.113.0/24', '2001:db8::/32'] });
    await page.goto(new URL('/dashboard/setup/security', page.url()).href);
    await page.getByLabel('Who').selectOption({ label: `Reports (key ${key.id})` });
    const rows = page.getByRole('row');
    await page.getByText('2 of 2').waitFor();
    await eventually(() => rows.nth(1).textContent()).toContain('API key changed');
    await page.getByLabel('What').selectOption('api_key.created');
    await page.getByText('1 of 1').waitFor();
    const created = /API key created.*Reports.*127\.0\.0\.1, by dashboard.*Permissions: read/;
    await eventually(() => rows.last().textContent()).toMatch(created);
    await page.getByLabel('To', { exact: true }).fill('2001-01-01');
    await page.getByText('Nothing was recorded.').waitFor();
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(problems).toEqual([]);
  }, 90_000);

  it('refuses networks of the dashboard that would lock the user out', async () => {
    const { page, problems } = await openDashboard(browser(), admin, 'setup/access', phone);
    const networks = page.getByLabel('Networks of the dashboard');
    await networks.fill('203.0.113.0/24');
    await save(page).click();
    await page.getByRole('alert').getByText('must contain your address 127.0.0.1').waitFor();
    await networks.fill('203.0.113.0/24, 127.0.0.1');
    await save(page).click();
    await page.getByText('The account is saved.').waitFor();
    await eventually(async () => (await client()).dashboard_networks).toEqual(['203.0.113.0/24', '127.0.0.1/32']);
    expect(problems).toEqual([]);
  }, 90_000);
});
