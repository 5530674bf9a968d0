import { accessibilityProblemsInLightAndDark, describeInChromium, openPage } from '../support/chromium.js';
import { createUser, enterCredentials, password } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { choose, newestLink, nextLink } from '../support/sign-in.js';
import { useTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio' });
const user = await createUser(server, account);

describeInChromium('the session of the dashboard', (browser) => {
  it('begins with the right password only, and ends on the server', async () => {
    const { page, problems } = await openPage(browser(), server.origin);
    await page.goto(`${server.origin}/dashboard`);
    await enterCredentials(page, user, 'wrong password');
    await page.getByRole('alert').getByText('The subdomain, email or password is not correct').waitFor();
    await eventually(() => page.getByLabel('Email').inputValue()).toBe(user.email);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '2 March 2026' }).waitFor();
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({
      name: 'booking_session',
      httpOnly: true,
      sameSite: 'Strict',
      path: '/',
      secure: false,
    });
    await page.reload();
    await page.getByText('Kari Nordmann').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await eventually(() => page.context().cookies()).toEqual([]);
    const { status } = await fetch(`${server.origin}/dashboard/session`, {
      headers: { cookie: `booking_session=${cookie?.value}` },
    });
    expect(status).toBe(401);
    expect(problems).toEqual([]);
  }, 60_000);

  it('removes drafts of forms when it ends, and those of another user', async () => {
    const other = await createUser(server, account, { name: 'Berit Nordmann', role: 'manager' });
    const { page } = await openPage(browser(), server.origin);
    const drafts = () => page.evaluate("Object.keys(sessionStorage).filter((key) => key.startsWith('booking-draft/'))");
    const type = async (address: string) => {
      await page.goto(`${server.origin}/dashboard/people/new`);
      await page.getByLabel('Name', { exact: true }).fill(address);
      await expect(until(async () => ((await drafts()) as string[]).length === 1)).resolves.toBeUndefined();
    };
    await page.goto(`${server.origin}/dashboard`);
    await enterCredentials(page, user);
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    await type('Secret');
    await page.getByText('Kari Nordmann').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await eventually(() => drafts()).toEqual([]);

    await enterCredentials(page, user);
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    await type('Another secret');
    await page.context().clearCookies();
    await page.reload();
    await enterCredentials(page, other);
    await page.getByText('Berit Nordmann').waitFor();
    await eventually(() => drafts()).toEqual([]);
  }, 60_000);

  it('that has ended is begun again before a list is saved as a file', async () => {
    const { page, problems } = await openPage(browser(), server.origin);
    await page.goto(`${server.origin}/dashboard/people`);
    await enterCredentials(page, user);
    const link = page.getByRole('link', { name: /CSV/ });
    await link.waitFor();
    await page.context().clearCookies();
    await link.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password').fill(password);
    await dialog.getByLabel('Email').fill(user.email);
    const signIn = dialog.getByRole('button', { name: 'Sign in' });
    const [download] = await Promise.all([page.waitForEvent('download'), signIn.click()]);
    expect(download.suggestedFilename()).toBe('people.csv');
    expect(problems.filter((problem) => !/401/.test(problem))).toEqual([]);
  }, 60_000);

  it('sends a link to choose a new password, with the same answer for an unknown email', async () => {
    const forgetful = await createUser(server, account, { name: 'Ola Nordmann', role: 'staff' });
    const invitation = await newestLink(server, account);
    const { page } = await openPage(browser(), server.origin);
    const ask = async (email: string) => {
      await page.goto(`${server.origin}/dashboard?account=${account.credentials.subdomain}`);
      await page.getByRole('button', { name: 'Forgot password?' }).click();
      await page.getByLabel('Email').fill(email);
      await page.getByRole('button', { name: 'Send me a link' }).click();
      return page.getByRole('status').filter({ hasText: /./ }).textContent();
    };
    const sent = 'If there is such a user, an email with a link is on its way. The link works for an hour.';
    expect(await ask('nobody@example.org')).toBe(sent);
    expect(await ask(forgetful.email)).toBe(sent);
    await choose(await nextLink(server, account, invitation), 'another good one');
    await page.goto(`${server.origin}/dashboard`);
    await enterCredentials(page, forgetful, 'another good one');
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
  }, 60_000);

  it('has no accessibility problems, in light and dark', async () => {
    const { page } = await openPage(browser(), server.origin, { viewport: { width: 360, height: 740 } });
    await page.goto(`${server.origin}/dashboard`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await enterCredentials(page, user);
    await page.getByRole('button', { name: 'New booking' }).waitFor();
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  }, 60_000);
});
