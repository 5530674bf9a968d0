import type { Page } from 'playwright-core';
import {
  accessibilityProblems,
  accessibilityProblemsInLightAndDark,
  describeInChromium,
  openPage,
  takeScreenshots,
} from '../support/chromium.js';
import { createUser, openDashboard } from '../support/dashboard.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { eventually } from '../support/eventually.js';
import { clientId, clientSecret } from '../support/forging-provider.js';
import { useProvider } from '../support/identity-sign-in.js';
import { startOidcProvider } from '../support/oidc-provider.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer({ config: { webhookPrivateTargets: true }, now: new Date().toISOString() });
const account = await server.account({ name: 'Fjord Studio' });
const provider = await disposeAfterAll(startOidcProvider(server.origin));
const admin = await createUser(server, account);

const groups = {
  groupsClaim: 'groups',
  groupRoles: [
    { group: 'booking-admins', role: 'ADMIN' },
    { group: 'booking-team', role: 'STAFF' },
  ],
};

/** Returns the heading of the page, and its buttons, links to press and fields. */
async function shownOn(page: Page): Promise<string> {
  const heading = await page.locator('h1').first().innerText();
  const texts = await page.evaluate<string[]>(`
    [...document.querySelectorAll('button:not(.skip), a.button, nav a, input')]
      .filter((element) => element.checkVisibility() && element.type !== 'hidden')
      .map(({ innerText, name, placeholder, labels }) => innerText || labels?.[0]?.innerText || placeholder || name)`);
  const place = page.url().startsWith(server.origin) ? 'dashboard' : 'provider';
  return `${place}: ${heading.replace(/127\S+(?=\?)/, 'HOST')}: ${texts.map((text) => text.trim()).join(', ')}`;
}

describeInChromium('a sign-in by an identity provider', (browser) => {
  it('is set up in the dashboard', async () => {
    const { page, problems } = await openDashboard(browser(), admin, 'setup/sign-in');
    const redirectUri = page.getByRole('textbox', { name: 'Redirect URI, to enter at the provider' });
    await redirectUri.waitFor();
    await eventually(() => redirectUri.inputValue()).toBe(`${server.origin}/dashboard/sign-in`);
    await page.getByLabel('Name on the button').fill('Example ID');
    await page.getByLabel('Issuer').fill('https://127.0.0.1:1');
    await page.getByLabel('Client id').fill(clientId);
    await page.getByLabel('Client secret').fill(clientSecret);
    await page.getByLabel('Claim with the groups').fill('groups');
    await page.getByLabel('Roles of groups').fill('booking-admins');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('has the line “booking-admins”').waitFor();
    await page.getByLabel('Roles of groups').fill('booking-admins = admin\nbooking-team = Staff\n');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('could not be read: the connection was refused').waitFor();
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await page.getByLabel('Issuer').fill(provider.issuer);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The identity provider is saved.').waitFor();
    await page.getByRole('button', { name: 'Remove the provider' }).waitFor();
    await eventually(() => page.getByLabel('Client secret').inputValue()).toBe('');
    await takeScreenshots(page, 'identity-provider');
    const { data } = await account.graphql('{ identityProvider { groupRoles { group role } clientId } }');
    expect(data.identityProvider).toEqual({ groupRoles: groups.groupRoles, clientId });
    expect(problems).toEqual([]);
  }, 120_000);

  it('goes through the form of the provider and back, and ends at both', async () => {
    await useProvider(account, provider, groups);
    const { page, problems } = await openPage(browser(), server.origin);
    const film: string[] = [];
    const note = async (): Promise<void> => void film.push(await shownOn(page));
    await page.goto(`${server.origin}/dashboard/people`);
    await page.getByLabel('Account').waitFor();
    await note();
    await page.getByLabel('Account').fill(account.subdomain);
    await page.getByLabel('Email').focus();
    const link = page.getByRole('link', { name: 'Sign in with Example ID' });
    await link.waitFor();
    await note();
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await takeScreenshots(page, 'identity-sign-in');
    await link.click();
    await page.getByPlaceholder('Enter any login').waitFor();
    await note();
    await page.getByPlaceholder('Enter any login').fill('ola');
    await page.getByPlaceholder('and password').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    await note();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'People' }).waitFor();
    await eventually(async () => new URL(page.url()).pathname).toBe('/dashboard/people');
    await note();
    await page.getByText('Ola Nordmann').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Yes, sign me out' }).waitFor();
    await note();
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await link.waitFor();
    await note();
    await eventually(async () => new URL(page.url()).pathname).toBe('/dashboard');
    // The provider asks again: its session has ended, too.
    await link.click();
    await page.getByPlaceholder('Enter any login').waitFor();
    await page.getByPlaceholder('Enter any login').fill('eva');
    await page.getByPlaceholder('and password').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('The identity provider gives you no role in this account.').waitFor();
    await note();
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await link.waitFor();
    expect(film).toEqual([
      'dashboard: Sign in: Account, Email, Password, Sign in, Forgot password?, Use a passkey',
      'dashboard: Sign in: Account, Sign in with Example ID, Email, Password, Sign in, Forgot password?, Use a passkey',
      'provider: Sign-in: Enter any login, and password, Sign-in',
      'provider: Authorize: Continue',
      'dashboard: People: Calendar, Today, People, Figures, Set-up, Search, Search, New person, Import from a file',
      'provider: Do you want to sign-out from HOST?: Yes, sign me out, No, stay signed in',
      'dashboard: Sign in: Account, Sign in with Example ID, Email, Password, Sign in, Forgot password?, Use a passkey',
      'dashboard: Sign in: Back to sign-in',
    ]);
    const ofProvider = [provider.issuer, 'https://fonts.googleapis.com/'];
    expect(problems.filter((problem) => !ofProvider.some((start) => problem.startsWith(start)))).toEqual([]);
  }, 120_000);

  it('begins a lost session again in another tab, and keeps what was typed', async () => {
    await useProvider(account, provider, groups);
    const { page } = await openDashboard(browser(), admin, 'people/new');
    await page.getByLabel('Name', { exact: true }).fill('Per Hansen');
    await server.sql(
      'update api_key set revoked_at = now() where account_id = ? and user_id > 0',
      account.credentials.id,
    );
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog');
    const link = dialog.getByRole('link', { name: 'Sign in with Example ID' });
    await link.waitFor();
    await dialog.getByRole('button', { name: 'I have signed in' }).click();
    await page.getByText('You are not signed in yet.').waitFor();
    const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    await tab.getByPlaceholder('Enter any login').fill('kari');
    await tab.getByPlaceholder('and password').fill('any');
    await tab.getByRole('button', { name: 'Sign-in' }).click();
    await tab.getByRole('button', { name: 'Continue' }).click();
    await tab.getByRole('navigation', { name: 'Views' }).waitFor();
    await eventually(async () => new URL(tab.url()).pathname).toBe('/dashboard/people/new');
    await tab.close();
    await dialog.getByRole('button', { name: 'I have signed in' }).click();
    await page.getByText('The person is saved.').waitFor();
  }, 120_000);
});
