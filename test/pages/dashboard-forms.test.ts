import type { Locator, Page } from 'playwright-core';
import { until } from '../jobs/change-writer.js';
import { bookService, createBookableService, createEvent } from '../support/catalog.js';
import { describeInChromium, type WatchedPage } from '../support/chromium.js';
import { createUser, enterCredentials, openDashboard, type TestUser } from '../support/dashboard.js';
import { type TestAccount, type TestServer, useTestServer } from '../support/test-server.js';

let server: TestServer;
let account: TestAccount;
let admin: TestUser;
let ids: { resource: number; person: number };
beforeAll(async () => {
  server = await useTestServer();
  account = await server.account({ name: 'Fjord Studio' });
  admin = await createUser(server, account);
  const { serviceId, resourceId } = await createBookableService(account, { resource: { capacity: 9 } });
  await createEvent(account, { title: 'Yoga' });
  for (const title of ['Room', 'Storey']) await account.create('/resources', 'resource', { title });
  const person = await account.create('/people', 'person', { name: 'Nora Lie' });
  await bookService(account, { serviceId, resourceId }, { person_id: person.id });
  ids = { resource: resourceId, person: person.id };
});
afterAll(async () => server[Symbol.asyncDispose]());

/** A form of the dashboard. Each round sends it with other values. */
interface FormCase {
  /** The address below the dashboard. */
  path: () => string;
  /** Opens the form, or chooses in it. */
  prepare?: (page: Page, round: Round) => Promise<unknown>;
  /** Where the form is, by default anywhere. */
  place?: (page: Page) => Locator;
  /** The texts to type, by label. */
  typed: (round: Round) => Record<string, string>;
  /** The name of the button, by default `Save`. */
  submit?: string;
  /** Shown when it is done. */
  done: string;
  /** The name of the change that it makes. */
  change: string;
}

type Round = 1 | 2;

const newRecord = (path: string, noun: string, change: string, typed: FormCase['typed']): FormCase => ({
  path: () => `setup/${path}/new`,
  ...{ typed, change, done: `The ${noun} is saved.` },
});
const choose = (label: string, option: string) => (page: Page) =>
  page.getByRole('combobox', { name: label, exact: true }).selectOption(option);
const dialog = (page: Page) => page.getByRole('dialog').first();
const openEntry = (text: string) => (page: Page) => page.locator('.ec-event', { hasText: text }).press('Enter');
const images = [
  'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'R0lGODlhAQABAIABAP///wAAACH5BAEAAAEALAAAAAABAAEAAAICTAEAOw==',
];
const gif = (round: Round) => Buffer.from(images[round - 1] ?? '', 'base64');

const cases: Record<string, FormCase> = {
  'a resource': newRecord('resources', 'resource', 'resource.created', (round) => ({ Title: `Hall ${round}` })),
  'a service': newRecord('services', 'service', 'service.created', (round) => ({ Title: `Massage ${round}` })),
  'a provider': {
    ...newRecord('providers', 'provider', 'provider.created', (round) => ({ Priority: String(round) })),
    prepare: (page, round) => choose('Resource', round === 1 ? 'Room' : 'Storey')(page),
  },
  'a category': newRecord('categories', 'category', 'category.created', (round) => ({ Title: `Hair ${round}` })),
  'an event': newRecord('events', 'event', 'event.created', (round) => ({
    ...{ Title: `Pilates ${round}`, 'How many people': '5' },
    ...{ Begins: `2026-03-0${3 + round}T10:00`, Ends: `2026-03-0${3 + round}T11:00` },
  })),
  'a series of events': {
    ...newRecord('events', 'event', 'recurrence.created', (round) => ({
      ...{ Title: `Spinning ${round}`, 'How many people': '5', 'How many times': '3' },
      ...{ Begins: `2026-03-0${3 + round}T14:00`, Ends: `2026-03-0${3 + round}T15:00` },
    })),
    prepare: choose('Repeat', 'weekly'),
  },
  'a coupon': newRecord('coupons', 'coupon', 'coupon.created', (round) => ({
    ...{ Title: `Spring ${round}`, Code: `SPRING${round}`, Value: '10' },
  })),
  'a gift card': newRecord('gift-cards', 'gift card', 'gift_card.created', (round) => ({
    'What is left': `${round}00`,
  })),
  'a message': newRecord('templates', 'message', 'message_template.created', (round) => ({ Text: `See you ${round}` })),
  'a user': newRecord('users', 'user', 'client_user_link.created', (round) => ({
    ...{ Name: `Ola ${round}`, Email: `ola-${round}@example.org` },
  })),
  'a web hook': newRecord('web-hooks', 'web hook', 'web_hook.created', (round) => ({
    Address: `https://example.org/hook-${round}`,
  })),
  'an API key': {
    path: () => 'setup/keys',
    typed: (round) => ({ Name: `Till ${round}`, Origins: 'https://example.org' }),
    ...{ submit: 'Create the key', done: 'Copy it now.', change: 'api_key.created' },
  },
  'the account': {
    path: () => 'setup/account',
    typed: (round) => ({ Name: `Fjord ${round}` }),
    ...{ done: 'The account is saved.', change: 'account.modified' },
  },
  'the logo': {
    path: () => 'setup/account',
    prepare: (page, round) =>
      page.getByLabel('Image').setInputFiles({ name: 'logo.gif', mimeType: 'image/gif', buffer: gif(round) }),
    typed: () => ({}),
    ...{ submit: 'Use this image', done: 'The logo is saved.', change: 'account.modified' },
  },
  'an exception date': {
    path: () => `setup/resources/${ids.resource}`,
    typed: (round) => ({ Date: `2026-04-0${round}`, Open: '10:00–14:00' }),
    ...{ submit: 'Save the date', done: 'The date is saved.', change: 'resource_exception_date.created' },
  },
  'a person': {
    path: () => 'people/new',
    typed: (round) => ({ Name: `Berit ${round}`, Notes: 'Allergic' }),
    ...{ done: 'The person is saved.', change: 'person.created' },
  },
  'a known person': {
    path: () => `people/${ids.person}`,
    prepare: (page) => page.getByRole('tab', { name: 'Details' }).click(),
    typed: (round) => ({ Notes: `Allergic ${round}` }),
    ...{ done: 'The person is saved.', change: 'person.modified' },
  },
  'a series of bookings': {
    path: () => `people/${ids.person}`,
    prepare: (page) => page.getByRole('button', { name: 'Book a series…' }).click(),
    typed: (round) => ({ 'First date': `2026-05-0${round}`, From: '10:00', To: '11:00', 'How many times': '3' }),
    ...{ submit: 'Book the series', done: 'Booking the series: 1 of 3', change: 'recurrence.created' },
  },
  'a new booking': {
    path: () => 'calendar',
    prepare: (page) => page.getByRole('button', { name: 'New booking' }).click(),
    place: dialog,
    typed: (round) => ({ Email: `emil-${round}@example.org`, Notes: 'By the window' }),
    ...{ submit: 'Book', done: 'Booked for', change: 'booking.created' },
  },
  'a booking': {
    path: () => 'calendar?date=2026-03-04',
    prepare: openEntry('Nora Lie'),
    place: dialog,
    typed: (round) => ({ Notes: `Late ${round}` }),
    ...{ done: 'Saved Nora Lie.', change: 'booking.modified' },
  },
  'an event in the calendar': {
    path: () => 'calendar?date=2026-03-03',
    prepare: openEntry('◆ Yoga'),
    place: dialog,
    typed: (round) => ({ Title: `Yoga ${round}` }),
    ...{ done: 'The event is saved.', change: 'event.modified' },
  },
};

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
    'send %s once when clicked twice, and keep what was typed when the session is lost',
    async (_name, { path, prepare, place = (page) => page.locator('body'), typed, submit = 'Save', done, change }) => {
      const { page } = watched;
      const send = async (round: Round) => {
        await page.goto(`${account.origin}/dashboard/${path()}`);
        await page.getByRole('navigation', { name: 'Views' }).or(page.getByLabel('Password')).first().waitFor();
        if (await page.getByLabel('Password').isVisible()) await enterCredentials(page, admin);
        await prepare?.(page, round);
        const fields = Object.entries(typed(round)).map(
          ([label, text]) => [place(page).getByLabel(label, { exact: true }).first(), text] as const,
        );
        for (const [field, text] of fields) await field.fill(text);
        const before = await count(change);
        sent.clear();
        if (round === 2) await page.context().clearCookies();
        await place(page).getByRole('button', { name: submit, exact: true }).dblclick();
        if (round === 2) {
          await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
          for (const [field, text] of fields) expect(await field.inputValue()).toBe(text);
          await enterCredentials(page, admin);
        }
        await page.getByText(done).first().waitFor();
        await until(() => sent.size === 0);
        expect((await count(change)) - before).toBe(1);
      };
      await send(1);
      await send(2);
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
