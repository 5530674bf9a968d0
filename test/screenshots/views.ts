import type { Page } from 'playwright-core';

/** A view of the pages of the demo account. */
export interface View {
  /** The name of its picture. */
  name: string;
  /** Opens it by addresses and labels, so that it can be opened in an older version, too. */
  open: (page: Page, site: Site) => Promise<unknown>;
  /** Whether the page is signed in to the dashboard. */
  isSignedIn?: boolean;
}

interface Site {
  /** The URL of the server. */
  origin: string;
  /** The day after tomorrow that is no Sunday, as a plain date: it has free times. */
  day: string;
  /** The Monday of a week in which eight people have about four hundred bookings. */
  denseDay: string;
}

const inBooking = (path: string) => async (page: Page, site: Site) => page.goto(`${site.origin}/sites/demo${path}`);
const inDashboard = (path: string) => async (page: Page, site: Site) => page.goto(`${site.origin}/dashboard/${path}`);
/** A day on which the demo account is open, and has bookings. */
const openCalendar = async (page: Page, { origin, day }: Site) => page.goto(`${origin}/dashboard/calendar?date=${day}`);
const at = (path: string) => async (page: Page, site: Site) => page.goto(site.origin + path);

async function openTimes(page: Page, { origin, day }: Site): Promise<void> {
  await page.goto(`${origin}/sites/demo/`);
  const href = await page.locator('a[href*="/services/"]').first().getAttribute('href');
  await page.goto(`${new URL(href ?? '', page.url()).href}?date=${day}`);
}

async function openForm(page: Page, site: Site): Promise<void> {
  await openTimes(page, site);
  await page.locator('a[href*="/bookings/new"]').first().click();
  await page.getByLabel('Name').first().waitFor();
}

/** Each booking takes the next free time, so that all pictures can have one. */
async function book(page: Page, site: Site): Promise<void> {
  await openForm(page, site);
  await page.getByLabel('Name').first().fill('Nora Lie');
  await page.getByLabel('Email').first().fill('nora@example.org');
  const phone = page.getByLabel('Phone').first();
  if (await phone.isVisible()) await phone.fill('+47 912 34 567');
  await page.locator('main form button[type=submit]').first().click();
  await page.waitForURL(/bookings(?!\/new)/);
}

/** Books with the code that the page of the demo shows. */
async function confirm(page: Page, site: Site): Promise<void> {
  await book(page, site);
  const [code = ''] = /\b\d{6}\b/.exec(await page.locator('main').innerText()) ?? [];
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL(/done/);
}

async function openOwn(page: Page, site: Site): Promise<void> {
  await confirm(page, site);
  await page.getByRole('link', { name: 'See or change the booking' }).click();
  await page.waitForURL(/bookings\/\d/);
}

/** Opens a link of a list in the dashboard once it is loaded. */
async function openFirst(page: Page, address: string, part: string): Promise<void> {
  await page.goto(address);
  await page.locator(`main a[href*="${part}"]:not([href$="/new"], [href$="/import"])`).first().click();
}

/** The views that most people see, in the order of a visit and of a working day. */
export const views: readonly View[] = [
  { name: 'booking-start', open: inBooking('/') },
  { name: 'booking-times', open: openTimes },
  { name: 'booking-form', open: openForm },
  { name: 'booking-sent', open: book },
  { name: 'booking-done', open: confirm },
  { name: 'booking-own', open: openOwn },
  {
    name: 'booking-move',
    open: async (page, site) => {
      await openOwn(page, site);
      await page.getByRole('link', { name: 'Move to another time' }).click();
      await page.locator('#times').waitFor();
    },
  },
  { name: 'my-bookings', open: inBooking('/me') },
  { name: 'waitlist', open: inBooking('/waitlist/new?service_id=1') },
  { name: 'sign-in', open: inDashboard('') },
  { name: 'calendar', open: openCalendar, isSignedIn: true },
  {
    name: 'booking',
    isSignedIn: true,
    open: async (page, { origin }) => {
      await page.goto(`${origin}/dashboard/calendar`);
      await page.locator('main :is(.ec-event, .entry)').filter({ hasText: 'Massage' }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'class',
    isSignedIn: true,
    open: async (page, { origin }) => {
      await page.goto(`${origin}/dashboard/calendar`);
      await page.locator('main :is(.ec-event, .entry)').filter({ hasText: 'Morning yoga' }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'new-booking',
    isSignedIn: true,
    open: async (page, { origin }) => {
      await page.goto(`${origin}/dashboard/calendar`);
      await page.getByRole('button', { name: 'New booking' }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'week', open: inDashboard('calendar?view=week'), isSignedIn: true },
  { name: 'month', open: inDashboard('calendar?view=month'), isSignedIn: true },
  { name: 'timeline', open: inDashboard('calendar?view=timeline'), isSignedIn: true },
  { name: 'first-steps', open: inDashboard('setup/start'), isSignedIn: true },
  { name: 'today', open: inDashboard('today'), isSignedIn: true },
  { name: 'people', open: inDashboard('people'), isSignedIn: true },
  {
    name: 'person',
    open: (page, { origin }) => openFirst(page, `${origin}/dashboard/people`, '/people/'),
    isSignedIn: true,
  },
  { name: 'figures', open: inDashboard('figures'), isSignedIn: true },
  { name: 'setup-account', open: inDashboard('setup/account'), isSignedIn: true },
  { name: 'setup-page', open: inDashboard('setup/booking-page'), isSignedIn: true },
  { name: 'setup-rules', open: inDashboard('setup/rules'), isSignedIn: true },
  { name: 'setup-notifications', open: inDashboard('setup/notifications'), isSignedIn: true },
  { name: 'setup-closed-days', open: inDashboard('setup/closed-days'), isSignedIn: true },
  { name: 'setup-questions', open: inDashboard('setup/questions'), isSignedIn: true },
  { name: 'setup-service', open: inDashboard('setup/services/1'), isSignedIn: true },
  { name: 'setup-services', open: inDashboard('setup/services'), isSignedIn: true },
  { name: 'setup-resources', open: inDashboard('setup/resources'), isSignedIn: true },
  { name: 'setup-messages', open: inDashboard('setup/templates'), isSignedIn: true },
  { name: 'setup-message-own', open: inDashboard('setup/templates/new'), isSignedIn: true },
  { name: 'setup-message-text', open: inDashboard('setup/texts/confirmation-email'), isSignedIn: true },
  { name: 'home', open: at('/') },
  { name: 'docs', open: at('/docs') },
  { name: 'guide', open: at('/docs/guides/first-booking') },
];

const inDense =
  (mode: string) =>
  async (page: Page, { origin, denseDay }: Site) =>
    page.goto(`${origin}/dashboard/calendar?date=${denseDay}&view=${mode}`);

/** Views of a week of a business with eight people, after it was filled. */
export const denseViews: readonly View[] = [
  { name: 'dense-day', open: inDense('day'), isSignedIn: true },
  { name: 'dense-week', open: inDense('week'), isSignedIn: true },
  {
    name: 'dense-hour',
    isSignedIn: true,
    open: async (page, site) => {
      await inDense('week')(page, site);
      await page.locator('.ec-event.others').first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
];
