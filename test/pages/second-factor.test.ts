import type { Browser, Page } from 'playwright-core';
import {
  accessibilityProblemsInLightAndDark,
  describeInChromium,
  keepFromReuse,
  openPage,
} from '../support/chromium.js';
import { createUser, enterCredentials, openDashboard, password, type TestUser } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { appCode, setUpApp } from '../support/second-factor.js';
import { signIn, withKey } from '../support/sign-in.js';
import { useTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const server = await useTestServer();
const account = server.accountPerTest({ name: 'Fjord Studio' });

/** Passkeys belong to a name: the pages of a server on this machine are opened at `localhost`. */
const origin = server.origin.replace('127.0.0.1', 'localhost');

/** Opens a page in a browser with a device that holds passkeys and verifies its user. */
async function openWithDevice(browser: Browser, path: string): Promise<{ page: Page; problems: string[] }> {
  const { page, problems } = await openPage(browser, origin);
  keepFromReuse(page);
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  await page.goto(`${origin}${path}`);
  return { page, problems };
}

const views = (page: Page) => page.getByRole('navigation', { name: 'Views' });

async function signOut(page: Page): Promise<void> {
  await page.getByText('Kari Nordmann').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}

/** Confirms a change by the password. */
async function confirm(page: Page, button: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: button }).click();
}

const draftsOf = (page: Page) =>
  page.evaluate<string[]>("Object.keys(sessionStorage).filter((key) => key.startsWith('booking-draft/'))");

async function typeDraft(page: Page): Promise<void> {
  await page.goto(`${server.origin}/dashboard/people/new`);
  await page.getByLabel('Name', { exact: true }).fill('Secret');
  await until(async () => (await draftsOf(page)).length === 1);
}

const endSessions = () =>
  server.sql('update api_key set revoked_at = created_at where account_id = ? and user_id > 0', account.credentials.id);

describeInChromium('the second factor of a user', (browser) => {
  it('an app is set up by its key, and its codes and the recovery codes sign in', async () => {
    const user = await createUser(server, account, { role: 'staff' });
    const { page, problems } = await openDashboard(browser(), user);
    await page.getByText('Kari Nordmann').click();
    await page.getByRole('link', { name: 'My account' }).click();
    await page.getByText('No app shows codes for you.').waitFor();
    await page.getByRole('button', { name: 'Set up an app' }).click();
    await confirm(page, 'Go on');
    await page.getByRole('img', { name: 'QR code with the key' }).waitFor();
    const key = (await page.getByLabel('Key', { exact: true }).inputValue()).replaceAll(' ', '');
    await page.getByLabel('Code that the app shows').fill('000000');
    await page.getByRole('button', { name: 'Use this app' }).click();
    await page.getByText('must be the code that your app shows now').waitFor();
    await page.getByLabel('Code that the app shows').fill(appCode(key, server.clock));
    await page.getByRole('button', { name: 'Use this app' }).click();
    const items = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await until(async () => (await items.count()) === 10);
    const codes = await items.allTextContents();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await saved).suggestedFilename()).toBe('recovery-codes.txt');
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText(/An app shows codes for you since/).waitFor();

    await signOut(page);
    await enterCredentials(page, user);
    await page.getByLabel('Code').fill('000000');
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('alert').getByText('The code is not correct.').waitFor();
    server.clock.advance(1);
    await page.getByLabel('Code').fill(appCode(key, server.clock));
    await page.keyboard.press('Enter');
    await views(page).waitFor();

    await signOut(page);
    await enterCredentials(page, user);
    await page.getByLabel('Code').fill(codes[0] ?? '');
    await page.keyboard.press('Enter');
    await views(page).waitFor();
    await page.goto(`${server.origin}/dashboard/own`);
    await page.getByText('9 left.').waitFor();
    expect(problems).toEqual([]);

    const { page: norwegian } = await openPage(browser(), server.origin, { locale: 'nb-NO' });
    await norwegian.goto(`${server.origin}/dashboard`);
    const enter = (name: string, text: string) => norwegian.locator(`input[name="${name}"]`).fill(text);
    await enter('subdomain', user.account.credentials.subdomain);
    await enter('email', user.email);
    await enter('password', 'wrong');
    await norwegian.keyboard.press('Enter');
    await norwegian.getByRole('alert').getByText('Konto, e-post eller passord er ikke riktig').waitFor();
    await enter('password', password);
    await norwegian.keyboard.press('Enter');
    await enter('code', '000000');
    await norwegian.keyboard.press('Enter');
    await norwegian.getByRole('alert').getByText('Koden er ikke riktig.').waitFor();
  }, 120_000);

  it('a passkey is added, and signs in without a password and in the second step', async () => {
    const user = await createUser(server, account, { role: 'staff' });
    const { page, problems } = await openWithDevice(browser(), '/dashboard');
    await enterCredentials(page, user);
    await views(page).waitFor();
    await page.goto(`${origin}/dashboard/own`);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name of the passkey').fill('Office laptop');
    await confirm(page, 'Go on');
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByRole('cell', { name: 'Office laptop', exact: true }).waitFor();
    server.clock.advance(1);

    await signOut(page);
    await eventually(() => page.getByLabel('Account', { exact: true }).inputValue()).toBe(account.subdomain);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await views(page).waitFor();
    server.clock.advance(1);

    await signOut(page);
    await enterCredentials(page, user);
    await page.getByLabel('Recovery code').waitFor();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await views(page).waitFor();

    await page.goto(`${origin}/dashboard/own`);
    await page.getByRole('button', { name: 'Remove the passkey Office laptop' }).click();
    await confirm(page, 'Remove');
    await page.getByText('No passkeys.').waitFor();
    await signOut(page);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('alert').getByText('The passkey is not one of this account').waitFor();
    expect(problems).toEqual([]);
  }, 120_000);

  it('is set up at the sign-in if the account requires it', async () => {
    const user = await createUser(server, account, { role: 'staff' });
    await account.put('/client', { json: { second_factor_required: true } });
    const { page } = await openPage(browser(), server.origin, { viewport: { width: 360, height: 740 } });
    await page.goto(`${server.origin}/dashboard`);
    await enterCredentials(page, user);
    await page.getByText('Your account requires a second factor').waitFor();
    await page.getByRole('img', { name: 'QR code with the key' }).waitFor();
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    const key = (await page.getByLabel('Key', { exact: true }).inputValue()).replaceAll(' ', '');
    await page.getByLabel('Code that the app shows').fill(appCode(key, server.clock));
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await views(page).waitFor();
  }, 120_000);

  it('is reset by an admin, who sees the sessions', async () => {
    const admin = await createUser(server, account);
    const staff = await createUser(server, account, { role: 'staff', name: 'Ola Nordmann' });
    const key = (await signIn(account, staff.email, password)).body.api_key;
    await setUpApp(withKey(account, key), password, server.clock);
    const { page } = await openDashboard(browser(), admin, 'setup/users');
    await page.getByRole('button', { name: `Sessions: ${staff.email}` }).click();
    const dialog = page.getByRole('dialog', { name: `Sessions of ${staff.email}` });
    await dialog.getByRole('cell', { name: 'node', exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Reset the second factor' }).click();
    await page.getByRole('dialog', { name: 'Reset the second factor' }).getByRole('button', { name: 'Reset' }).click();
    await dialog.getByText('No session is open.').waitFor();
    expect((await signIn(account, staff.email, password)).status).toBe(200);
  }, 120_000);
});

describeInChromium('the sessions of a user', (browser) => {
  it('are listed, and the others end', async () => {
    const user = await createUser(server, account, { role: 'staff' });
    const other = withKey(account, (await signIn(account, user.email, password)).body.api_key);
    const { page } = await openDashboard(browser(), user, 'own');
    await page.getByRole('cell', { name: 'This session' }).waitFor();
    await page.getByRole('cell', { name: 'Chrome on Linux' }).waitFor();
    await page.getByRole('button', { name: 'End all others' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click();
    await page.getByText('All other sessions have ended.').waitFor();
    await eventually(async () => (await other.get('/client')).status).toBe(401);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  }, 120_000);

  it('take drafts with them when they end elsewhere, and the page behind the dialog cannot be seen', async () => {
    const user = await createUser(server, account, { role: 'manager' });
    const { page } = await openPage(browser(), server.origin);
    keepFromReuse(page);
    await page.clock.install();
    await page.goto(`${server.origin}/dashboard`);
    await enterCredentials(page, user);
    await views(page).waitFor();
    await typeDraft(page);
    await endSessions();
    // The page looks once a minute.
    await page.clock.runFor(61_000);
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    await eventually(() => draftsOf(page)).toEqual([]);
    const backdrop = "getComputedStyle(document.querySelector('dialog'), '::backdrop').backgroundColor";
    await eventually(() => page.evaluate(backdrop)).toMatch(/^rgb\(/);
    await enterCredentials(page, user as TestUser);
    await dialog.waitFor({ state: 'detached' });
    await eventually(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Secret');
  }, 120_000);

  it('take drafts with them when they have ended before the page is opened', async () => {
    const user = await createUser(server, account, { role: 'manager' });
    const { page } = await openDashboard(browser(), user);
    await typeDraft(page);
    await endSessions();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await eventually(() => draftsOf(page)).toEqual([]);
  }, 120_000);
});
