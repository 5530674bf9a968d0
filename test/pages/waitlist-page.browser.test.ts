import type { Page } from 'playwright-core';
import { createEvent } from '../support/catalog.js';
import {
  accessibilityProblemsInLightAndDark,
  describeInChromium,
  openPage,
  tabTo,
  takeScreenshots,
} from '../support/chromium.js';
import { eventually } from '../support/eventually.js';
import { HtmlVisitor } from '../support/html-visitor.js';
import { useTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { WaitlistJobs } from '../support/waitlist.js';

const ola = { name: 'Ola Moen', email: 'ola@example.org', phone_number: '40612345' };
const toWaitlist = 'Nothing that suits you? Join the waitlist';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true, verification: 'email', name: 'Fjord Studio' });
const jobs = new WaitlistJobs(server, account);
let eventId: number;
beforeEach(async () => {
  ({ id: eventId } = await createEvent(account, { capacity: 1 }));
  await jobs.openings();
});

const site = () => `${server.origin}/sites/${account.credentials.subdomain}`;
const headed = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const entries = async () =>
  (await account.get('/waitlist')).body.map((item: { waitlist_entry: object }) => item.waitlist_entry);
/** Takes the last place in the event. @returns the id of the booking */
const fill = async (): Promise<number> => {
  const booking = await account.create('/bookings', 'booking', {
    event_id: eventId,
    person_attributes: { name: 'Kari' },
  });
  return booking.id;
};
/** Frees the place in the event. @returns the URL of the last offer */
const offer = async (bookingId: number): Promise<string> => {
  await account.put(`/bookings/${bookingId}/cancel`);
  await jobs.run();
  return `${site()}/waitlist/${(await jobs.offeredTokens()).at(-1)}`;
};
/** Joins the waitlist of the event. @returns the URL of the place on it */
const join = async (email: string): Promise<string> => {
  const visitor = new HtmlVisitor(account, { 'accept-language': 'en' });
  const form = await visitor.open(`/waitlist/new?event_id=${eventId}`);
  return (await visitor.submit(form, { name: 'Kari', email })).url;
};
const typed = (page: Page): Promise<string[]> =>
  Promise.all(['Name', 'Email', 'Phone'].map((label) => page.getByLabel(label).inputValue()));

describeInChromium('the pages of the waitlist', (browser) => {
  it('have no serious findings of axe-core on a phone in any state, in light and dark', async () => {
    const { page, problems } = await openPage(browser(), server.origin, {
      viewport: { width: 360, height: 740 },
      locale: 'en-GB',
    });
    const findings: Record<string, string[]> = {};
    const check = async (state: string): Promise<void> => {
      const found = await accessibilityProblemsInLightAndDark(page);
      if (found.length > 0) findings[state] = found;
      await eventually(async () => [state, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([
        state,
        360,
      ]);
    };
    const open = async (url: string, heading: string): Promise<void> => {
      await page.goto(url);
      await headed(page, heading);
      await check(heading);
    };
    await page.goto(`${site()}/events/${eventId}`);
    const bookingId = await fill();
    await page.getByLabel('Name').fill(ola.name);
    await page.getByLabel('Email').fill(ola.email);
    await page.getByLabel('Phone').fill(ola.phone_number);
    await page.getByRole('button', { name: 'Book' }).click();
    await page.getByRole('alert').first().waitFor();
    await check('the form of a full event');
    await page.getByRole('button', { name: toWaitlist }).dblclick();
    await headed(page, 'Waitlist');
    await eventually(() => typed(page)).toEqual(Object.values(ola));
    await eventually(async () => page.url()).toBe(`${site()}/waitlist/new?event_id=${eventId}`);
    await check('the form');
    await page.getByLabel('Email').fill('nobody');
    await page.getByRole('button', { name: 'Join the waitlist' }).click();
    await page.getByRole('alert').first().waitFor();
    await until(async () => (await page.evaluate('document.activeElement.id')) === 'field-email');
    await check('the form with problems');
    await page.getByLabel('Email').fill(ola.email);
    await page.getByRole('button', { name: 'Join the waitlist' }).dblclick();
    await headed(page, 'You are on the waitlist');
    await check('waiting');
    const place = page.url();
    const late = await join('kari@example.org');
    const offered = await offer(bookingId);
    await open(place, 'A time is free for you');
    await eventually(() => page.getByRole('button').allTextContents()).toEqual(['Leave the waitlist']);
    await open(offered, 'A time is free for you');
    await takeScreenshots(page, 'waitlist-phone');
    await page.getByRole('button', { name: 'Take this time' }).dblclick();
    await headed(page, 'The time is yours');
    await check('taken');
    await open(offered, 'The time is yours');
    await open(late, 'You are on the waitlist');
    await page.getByRole('button', { name: 'Leave the waitlist' }).dblclick();
    await headed(page, 'You have left the waitlist');
    await check('left');
    const expired = await join('per@example.org');
    server.clock.set('2026-03-04T07:00:00Z');
    await jobs.expireEntries();
    await open(expired, 'The waitlist is over');
    expect([findings, problems]).toEqual([{}, []]);
    await eventually(async () => (await entries()).map(({ state }: { state: string }) => state).sort()).toEqual([
      'expired',
      'left',
      'taken',
    ]);
    await page.context().close();
  }, 120_000);

  it('are used by keyboard alone, from the form of a full event to the offer', async () => {
    const { page } = await openPage(browser(), server.origin, { locale: 'en-GB' });
    const press = async (button: string): Promise<void> => {
      await tabTo(page, button);
      await page.keyboard.press('Enter');
    };
    await page.goto(`${site()}/events/${eventId}`);
    const bookingId = await fill();
    for (const [name, text] of Object.entries(ola)) {
      await tabTo(page, name);
      await page.keyboard.type(text);
    }
    // In a field, the Enter key books.
    await page.keyboard.press('Enter');
    await page.getByText('There are not enough places left.').first().waitFor();
    await press(toWaitlist);
    await headed(page, 'Waitlist');
    await eventually(() => typed(page)).toEqual(Object.values(ola));
    await tabTo(page, 'phone_number');
    await page.keyboard.press('Enter');
    await headed(page, 'You are on the waitlist');
    await eventually(() => entries()).toMatchObject([{ ...ola, state: 'waiting', event_id: eventId }]);
    await page.goto(await offer(bookingId));
    await press('Take this time');
    await headed(page, 'The time is yours');
    await eventually(() => entries()).toMatchObject([{ state: 'taken' }]);
    const place = await join('kari@example.org');
    await page.goto(place);
    await press('Leave the waitlist');
    await headed(page, 'You have left the waitlist');
    await page.context().close();
  }, 60_000);
});
