import type { Locator, Page } from 'playwright-core';
import { bookService, createBookableService, createEvent, openDaily } from '../support/catalog.js';
import { describeInChromium, type WatchedPage } from '../support/chromium.js';
import { createUser, enterCredentials, goInside, openDashboard } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { isSampled } from '../support/sample.js';
import { useTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { type FormCase, type FormIds, formCases, type Round } from './dashboard.forms.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio' });
const admin = await createUser(server, account);
const { serviceId, resourceId } = await createBookableService(account, { resource: { capacity: 9 } });
await createEvent(account, { title: 'Yoga' });
for (const title of ['Room', 'Storey']) await account.create('/resources', 'resource', { title });
const person = await account.create('/people', 'person', { name: 'Nora Lie' });
await bookService(account, { serviceId, resourceId }, { person_id: person.id });
const { id: service } = await account.create('/services', 'service', { title: 'Colour' });
const ids: FormIds = { resource: resourceId, service, person: person.id };
const [kim] = await Promise.all(
  ['Kim', 'Lea'].map((title) => account.create('/resources', 'resource', { title, ...openDaily('09:00', '17:00') })),
);
for (const round of [1, 2]) {
  await account.create('/people', 'person', { name: `Twin ${round}`, email: `twin-${round}@example.org` });
  const times = { booked_from: `2026-03-1${round * 3 - 1} 10:00`, booked_to: `2026-03-1${round * 3 - 1} 11:00` };
  await account.create('/bookings', 'booking', { resource_id: kim.id, ...times });
}

const cases = formCases(() => ids);
const anywhere = (page: Page): Locator => page.locator('body');

/** The fields of a form with the texts to type. */
const fieldsOf = (page: Page, { place = anywhere, typed }: FormCase, round: Round) =>
  Object.entries(typed(round)).map(
    ([label, text]) => [place(page).getByLabel(label, { exact: true }).first(), text] as const,
  );

/** Opens a view anew: first a page that there is not, because this one may be open. That reads nothing, unlike a view. */
async function reopen(page: Page, path: string): Promise<void> {
  await goInside(page, 'nowhere');
  await goInside(page, path);
}

/** Counts the changes of a name. A session is a key, too, so the keys without one are counted. */
async function count(change: string): Promise<number> {
  if (change !== 'api_key.created') return (await server.changes(account)).filter((name) => name === change).length;
  const keys = 'select 1 from api_key where account_id = ? and user_id is null';
  return (await server.sql(keys, account.credentials.id)).length;
}

describeInChromium('the forms of the dashboard', (browser) => {
  let watched: WatchedPage;
  let sent: Set<object>;
  beforeAll(async () => {
    watched = await openDashboard(browser(), admin, '', { viewport: { width: 1280, height: 900 } });
    sent = openRequests(watched.page);
  }, 60_000);

  it.each(Object.entries(cases))(
    'send %s once when clicked twice, and keep what was typed over a reload and when the session is lost',
    async (name, form) => {
      const { path, prepare, place = anywhere, proceed, submit = 'Save', kept, done, change } = form;
      const { page } = watched;
      const send = async (round: Round) => {
        await reopen(page, path());
        await prepare?.(page, round);
        const fields = fieldsOf(page, form, round);
        for (const [field, text] of fields) await field.fill(text);
        // A page may not keep the choice of a file.
        if (round === 1 && fields.length > 0) {
          await page.reload();
          await prepare?.(page, round);
          for (const [field, text] of fields) {
            await field.waitFor();
            await eventually(() => field.inputValue()).toBe(text);
          }
        }
        await proceed?.(page, round);
        const before = await count(change);
        if (round === 2) await page.context().clearCookies();
        let isClicked = false;
        const click = place(page)
          .getByRole('button', { name: submit, exact: true })
          .dblclick()
          .then(() => {
            isClicked = true;
          });
        click.catch(() => {}); // Awaited below.
        if (round === 2) {
          // The dialog opens before the click if the view reads something first, and the click then waits until it is closed.
          await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
          if (kept && isClicked) await page.getByText(kept(round)).first().waitFor();
          if (!kept) for (const [field, text] of fields) await eventually(() => field.inputValue()).toBe(text);
          await enterCredentials(page, admin);
        }
        await click;
        await page.getByText(done).first().waitFor();
        await until(() => sent.size === 0);
        await eventually(async () => (await count(change)) - before).toBe(1);
      };
      for (const round of [1, 2] as const) if (isSampled(round, 2, name)) await send(round);
      expect(watched.problems).toEqual([]);
    },
    90_000,
  );
});

/** Follows the requests of a page that have no response yet. */
function openRequests(page: Page): Set<object> {
  const open = new Set<object>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return open;
}
