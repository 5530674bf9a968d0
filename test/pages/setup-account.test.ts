import type { Page } from 'playwright-core';
import { accessibilityProblems, accessibilityProblemsInLightAndDark, describeInChromium } from '../support/chromium.js';
import { createUser, openDashboard } from '../support/dashboard.js';
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
  it('has texts of messages and of the booking page, and its accessibility holds, in light and dark', async () => {
    const { page, problems } = await openDashboard(browser(), admin, 'setup/account', phone);
    await page.getByText('Emails to people, in Liquid').click();
    await page.getByLabel('Confirmation: subject').fill('See you, {{ booking.person.name }}');
    await page.getByLabel('Confirmation', { exact: true }).first().fill('{{ broken');
    await page.getByText('Look and texts of the public booking page').click();
    await page.getByLabel('At the end').fill('<b>Welcome</b>');
    await page.getByLabel('Web pages that may embed it').fill('https://a.example.org, https://b.example.org');
    await save(page).click();
    await page.getByRole('alert').getByText('is invalid').waitFor();
    expect(await page.getByLabel('At the end').inputValue()).toBe('<b>Welcome</b>');
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await page.getByLabel('Confirmation', { exact: true }).first().fill('Welcome!');
    await save(page).dblclick();
    await page.getByText('The account is saved.').waitFor();
    expect(await client()).toMatchObject({
      mail_confirmation_subject: 'See you, {{ booking.person.name }}',
      mail_confirmation: 'Welcome!',
      footer: '<b>Welcome</b>',
      embed_origins: ['https://a.example.org', 'https://b.example.org'],
    });
    expect(problems).toEqual([]);
  }, 90_000);

  it('has the closed days, which are added and removed one by one', async () => {
    const { page, problems } = await openDashboard(browser(), admin, 'setup/closed-days', phone);
    const panel = page.getByRole('region', { name: 'Closed days' });
    await panel.getByLabel('First day').fill('2026-07-26');
    await panel.getByLabel('Last day').fill('2026-07-06');
    await panel.getByLabel('Reason').fill('Summer');
    await panel.getByRole('button', { name: 'Add the closed day' }).click();
    await page.getByText('to must not be before from').first().waitFor();
    await panel.getByLabel('First day').fill('2026-07-06');
    await panel.getByLabel('Last day').fill('2026-07-26');
    await panel.getByRole('button', { name: 'Add the closed day' }).click();
    await panel.getByRole('cell', { name: 'Summer' }).waitFor();
    await panel.getByLabel('First day').fill('2026-12-24');
    await panel.getByLabel('Repeats each year').check();
    await panel.getByRole('button', { name: 'Add the closed day' }).click();
    await panel.getByRole('cell', { name: /^24 Dec 2026, each year$/ }).waitFor();
    await until(async () => (await client()).closed_days.length === 2);
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await panel.getByRole('button', { name: 'Remove 6 Jul 2026 – 26 Jul 2026' }).click();
    await page.getByText('The closed day is removed.').waitFor();
    expect((await client()).closed_days).toEqual([
      { from: '2026-12-24', to: '2026-12-24', reason: null, repeats_yearly: true },
    ]);
    expect(problems).toEqual([]);
  }, 90_000);

  it('has the sender of emails, and how bookings come into the calendars of people', async () => {
    const { page, problems } = await openDashboard(browser(), admin, 'setup/account', phone);
    await page.getByText('Sender of emails to people').click();
    await page.getByLabel('Name of the sender').fill('Salon at the fjord');
    await page.getByLabel('Address of the sender').fill('hello@salon.example');
    await page.getByLabel('Replies go to').fill('answers@example.org');
    await page.getByLabel('Bookings in the calendars of people').selectOption({ label: 'Files' });
    await save(page).click();
    await page.getByRole('alert').getByText('the operator of this server allows no domains').waitFor();
    await page.getByLabel('Address of the sender').fill('');
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await save(page).click();
    await page.getByText('The account is saved.').waitFor();
    expect(await client()).toMatchObject({
      ...{ mail_from_name: 'Salon at the fjord', mail_from: null, reply_to: 'answers@example.org' },
      calendar_attachment: 'file',
    });
    expect(problems).toEqual([]);
  }, 90_000);

  it('has the days and months after which something is deleted', async () => {
    const { page, problems } = await openDashboard(browser(), admin, 'setup/account', phone);
    await page.getByText('What is deleted, and when').click();
    await page.getByLabel('Changes are kept for').fill('31');
    await page.getByLabel('People are erased after').fill('24');
    await save(page).click();
    await page.getByRole('alert').getByText('must be less than or equal to 30').waitFor();
    await page.getByLabel('Changes are kept for').fill('14');
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await save(page).click();
    await page.getByText('The account is saved.').waitFor();
    expect(await client()).toMatchObject({
      message_retention_days: null,
      delivery_retention_days: null,
      change_retention_days: 14,
      person_retention_months: 24,
    });
    expect(problems).toEqual([]);
  }, 90_000);

  it('previews the offers to the waitlist before they are saved, in each language, and those of a service', async () => {
    const { page, problems } = await openDashboard(browser(), admin, 'setup/account', {
      ...phone,
      colorScheme: 'dark',
    });
    const preview = page.getByRole('region', { name: 'Preview of an offer to the waitlist' });
    const show = preview.getByRole('button', { name: 'Show the preview' });
    await page.locator('summary').getByText('Waitlist', { exact: true }).click();
    await page.getByLabel('Email: subject').fill('For you: {{ booking.service.title }}');
    await page.getByLabel('Email: text').fill('Until {{ booking.expires_at | i18n_date }}');
    await page.getByLabel('SMS', { exact: true }).fill('{{ booking.waitlist_link }} {{ broken');
    await show.click();
    const refused = async (sentence: string) => {
      await page.getByRole('alert').getByText(sentence).waitFor();
      await page.getByRole('button', { name: 'Close the message' }).click();
    };
    await refused('“SMS” is invalid: output "{{ broken" not closed, line:1, col:29.');
    await page.getByLabel('Email: text').fill('{% if %}');
    await show.click();
    await refused('“Email: text” is invalid: ');
    await page.getByLabel('Email: text').fill('Until {{ booking.expires_at | i18n_date }}');
    await page.getByLabel('Email: subject').fill('{{ x | nope }}');
    await show.click();
    await refused('“Email: subject” is invalid: ');
    await page.getByLabel('Email: subject').fill('For you: {{ booking.service.title }}');
    await page.getByLabel('SMS', { exact: true }).fill('');
    await show.click();
    const message = (title: string) =>
      preview.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
    await message('Email, English').getByText('Until Monday, March 2, 2026').waitFor();
    await message('Email, Svenska').getByText('Until måndag 2 mars 2026').waitFor();
    await message('SMS, Norsk').getByText('En time er blitt ledig').waitFor();
    await message('Email, Dansk').getByText('Until mandag').waitFor();
    await message('Email, Deutsch').getByText('Until Montag').waitFor();
    expect(await message('Email, Norsk').locator('.subject').textContent()).toMatch(/^For you: ./);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(await client()).toMatchObject({ mail_waitlist_offer: null, mail_waitlist_offer_subject: null });

    const { id } = await account.create('/services', 'service', { title: 'Cut', mail_waitlist_offer: 'Stored' });
    await page.goto(`${server.origin}/dashboard/setup/services/${id}`);
    await page.getByRole('button', { name: 'Save' }).waitFor();
    await show.click();
    await message('Email, English').getByText('Stored').waitFor();
    await message('SMS, English').getByText('A time has become free').waitFor();
    expect(problems).toEqual([]);
  }, 60_000);

  it('has a logo, which is shown, refused if it is no image, and removed', async () => {
    const { page, problems } = await openDashboard(browser(), admin, 'setup/account');
    const logo = page.getByRole('region', { name: 'Logo' });
    const choose = async (mimeType: string, buffer: Buffer) => {
      await logo.getByLabel('Image').setInputFiles({ name: 'logo', mimeType, buffer });
      await logo.getByRole('button', { name: 'Use this image' }).click();
    };
    await page.getByLabel('Name', { exact: true }).fill('Fjord Atelier');
    await choose('text/html', Buffer.from('<script></script>'));
    await logo.getByRole('alert').getByText('must be a PNG, JPEG, GIF or WebP image').waitFor();
    await choose('image/png', Buffer.alloc(1_048_577));
    await logo.getByRole('alert').getByText('is too large (maximum is 1 MB)').waitFor();
    await choose('image/gif', gif);
    await page.getByText('The logo is saved.').waitFor();
    await until(async () => (await page.evaluate('document.querySelector("img.logo")?.naturalWidth')) === 1);
    expect((await client()).logo).toContain('/logos/');
    await save(page).click();
    await page.getByText('The account is saved.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await logo.getByRole('button', { name: 'Remove the logo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the logo' }).dblclick();
    await logo.getByText('There is none.').waitFor();
    expect(await client()).toMatchObject({ logo: null, name: 'Fjord Atelier' });
    expect(problems).toEqual([]);
  }, 90_000);

  it('has API keys whose origins and expiry can be changed, but not over a change of somebody else', async () => {
    const document = `mutation { createApiKey(input: { name: "Shop", role: STAFF }) { secret apiKey { id } } }`;
    const { secret, apiKey } = (await account.graphql(document)).data.createApiKey;
    const key = withKey(account, secret);
    const { page, problems } = await openDashboard(browser(), admin, 'setup/keys', { ...phone, colorScheme: 'dark' });
    await page.getByRole('link', { name: 'Shop' }).click();
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
    expect((await from('https://elsewhere.example.org')).status).toBe(403);
    expect((await from('https://shop.example.org')).status).toBe(200);
    await account.graphql(rename.replace('Web shop', 'Net shop'), { id: apiKey.id });
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Revoke the key' }).click();
    await dialog.getByRole('alert').getByText('Somebody else has changed it in the meantime.').waitFor();
    expect((await from('https://shop.example.org')).status).toBe(200);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByLabel('Name').inputValue()).toBe('Net shop');
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
    expect(await page.getByLabel('Read', { exact: true }).isChecked()).toBe(true);
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
    expect(await rows.nth(1).textContent()).toContain('API key changed');
    await page.getByLabel('What').selectOption('api_key.created');
    await page.getByText('1 of 1').waitFor();
    const created = /API key created.*Reports.*127\.0\.0\.1, by dashboard.*Permissions: read/;
    expect(await rows.last().textContent()).toMatch(created);
    await page.getByLabel('To', { exact: true }).fill('2001-01-01');
    await page.getByText('Nothing was recorded.').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(problems).toEqual([]);
  }, 90_000);

  it('refuses networks of the dashboard that would lock the user out', async () => {
    const { page, problems } = await openDashboard(browser(), admin, 'setup/account', phone);
    await page.getByText('Access', { exact: true }).click();
    const networks = page.getByLabel('Networks of the dashboard');
    await networks.fill('203.0.113.0/24');
    await save(page).click();
    await page.getByRole('alert').getByText('must contain your address 127.0.0.1').waitFor();
    await networks.fill('203.0.113.0/24, 127.0.0.1');
    await save(page).click();
    await page.getByText('The account is saved.').waitFor();
    expect((await client()).dashboard_networks).toEqual(['203.0.113.0/24', '127.0.0.1/32']);
    expect(problems).toEqual([]);
  }, 90_000);
});
