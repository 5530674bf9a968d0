import type { Browser, BrowserContextOptions, Cookie, Locator, Page } from 'playwright-core';
import { openPage, type WatchedPage } from './chromium.js';
import { choose, inviteUser } from './sign-in.js';
import type { TestAccount, TestServer } from './test-server.js';

export const password = 'correct horse battery';

/** A user with the password `password`. */
export interface TestUser {
  account: TestAccount;
  email: string;
}

/** Creates a user of an account who has chosen the password. */
export async function createUser(
  server: TestServer,
  account: TestAccount,
  { role = 'admin', name = 'Kari Nordmann' }: { role?: string; name?: string } = {},
): Promise<TestUser> {
  const email = `${role}-${name.toLowerCase().replaceAll(/\W+/g, '-')}@example.org`;
  await choose(await inviteUser(server, account, { name, email, role }), password);
  return { account, email };
}

/** Fills and sends the form to sign in. */
export async function enterCredentials(page: Page, { account, email }: TestUser, entered = password): Promise<void> {
  // The dialog of a lost session opens over forms that may have fields of the same names.
  const form = page.locator('form', { has: page.getByLabel('Password') });
  const subdomain = form.getByLabel('Account', { exact: true });
  if (await subdomain.isEditable()) await subdomain.fill(account.credentials.subdomain);
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password').fill(entered);
  await form.getByRole('button', { name: 'Sign in' }).click();
}

/** The cookies of the latest session of each user. */
const sessions = new WeakMap<TestUser, Cookie[]>();

/**
 * Opens a view of the dashboard in a new browser context. Signs in by the form, or uses the session of an earlier call for
 * the user, if it is still valid.
 */
export async function openDashboard(
  browser: Browser,
  user: TestUser,
  view = '',
  options?: BrowserContextOptions,
): Promise<WatchedPage> {
  const { origin } = user.account;
  const watched = await openPage(browser, origin, options);
  const { page } = watched;
  await page.context().addCookies(sessions.get(user) ?? []);
  await page.goto(`${origin}/dashboard${view === '' ? '' : `/${view}`}`);
  const views = page.getByRole('navigation', { name: 'Views' });
  await views.or(page.getByLabel('Password')).first().waitFor();
  if (await views.isVisible()) return watched;
  await enterCredentials(page, user);
  await views.waitFor();
  sessions.set(user, await page.context().cookies());
  return watched;
}

/**
 * Goes to another view without loading the dashboard again, which takes ten times as long. Closes messages of the last view,
 * so that none of them is taken for one of this view.
 */
export async function goInside(page: Page, path: string): Promise<void> {
  const url = JSON.stringify(`/dashboard/${path}`);
  await page.evaluate(`for (const button of document.querySelectorAll('.toasts .close')) button.click();
    history.pushState(null, '', ${url});
    dispatchEvent(new PopStateEvent('popstate'))`);
}

/** The menu of the set-up. Where there is no room for it beside a part, it is a page of its own. */
export function setupMenu(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Parts of the set-up' });
}

/** Opens a part of the set-up from its menu. */
export async function openSetupPart(page: Page, name: string): Promise<void> {
  const menu = setupMenu(page);
  const entry = menu.getByRole('link', { name, exact: true });
  const back = page.getByRole('link', { name: 'All of the set-up' });
  await menu.or(back).first().waitFor();
  if (await back.isVisible()) await back.click();
  await menu.waitFor();
  const folded = menu.locator('details:not([open]) > summary');
  if (!(await entry.isVisible()) && (await folded.isVisible())) await folded.click();
  await entry.click();
}

/** The entry of a booking in the calendar, by the name of its person. On a phone the calendar is a list. */
export function calendarEntry(page: Page, name: string): Locator {
  return page.locator('.ec-event, .agenda .entry', { hasText: name });
}

/** Closes a message. What it describes happens at once then, if it waited for "Undo". */
export async function closeMessage(page: Page, text: string): Promise<void> {
  await page.locator('.toasts p', { hasText: text }).getByRole('button', { name: 'Close the message' }).click();
}

/** Drags from one place of the calendar's grid to another. A place is a column and a time of the sidebar. */
export async function dragInCalendar(
  page: Page,
  from: [column: number, time: string],
  to: [column: number, time: string],
): Promise<void> {
  const pointOf = ([column, time]: [number, string]) =>
    page.evaluate<{ x: number; y: number }>(`(() => {
      const { x, width } = document.querySelectorAll('.ec-body .ec-day')[${column}].getBoundingClientRect();
      const label = [...document.querySelectorAll('.ec-body time')].find((time) => time.textContent === '${time}');
      const { y, height } = label.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 + 6 };
    })()`);
  const [start, end] = [await pointOf(from), await pointOf(to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}
