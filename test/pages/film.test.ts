import type { Browser, Page } from 'playwright-core';
import { bookService, createBookableService } from '../support/catalog.js';
import { describeInChromium, openPage, type WatchedPage } from '../support/chromium.js';
import { calendarEntry, createUser, dragInCalendar, openDashboard } from '../support/dashboard.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { startMailServer } from '../support/mail-server.js';
import { deliverMessages } from '../support/messages.js';
import { useOwnTestServer } from '../support/test-server.js';
import { WaitlistJobs } from '../support/waitlist.js';

const server = await useOwnTestServer();
const mail = await disposeAfterAll(startMailServer());
const account = server.accountPerTest({ publicAccess: true, verification: 'email', name: 'Fjord Studio' });
const jobs = new WaitlistJobs(server, account, server.origin);
let serviceId: number;
let resourceId: number;
beforeEach(async () => {
  await server.configure(account, { allow_cancellation: true, cancellation_period: '2 hours' });
  const tuesday = { opening_hours_tue: ['10:00', '12:00'] };
  const closed = Object.fromEntries(
    ['mon', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [`opening_hours_${day}`, []]),
  );
  ({ serviceId, resourceId } = await createBookableService(account, {
    service: { title: 'Haircut' },
    resource: { ...closed, ...tuesday },
  }));
});

const kari = { name: 'Kari Nordmann', email: 'kari@example.org' };
const ola = { name: 'Ola Moen', email: 'ola@example.org' };

/** Sends all messages, and returns the last match in the last email to that address. */
async function findInMail(email: string, pattern: RegExp): Promise<string> {
  await deliverMessages(server, { smtpUrl: mail.url, publicUrl: server.origin });
  const text = mail.mails.findLast(({ to }) => to.includes(email))?.text.replaceAll('=\r\n', '') ?? '';
  const [, found] = pattern.exec(text) ?? [];
  if (found === undefined) throw new Error(`${pattern} is not in the email: ${text}`);
  return found;
}

const openPhone = (browser: Browser, javaScriptEnabled: boolean): Promise<WatchedPage> =>
  openPage(browser, server.origin, { viewport: { width: 390, height: 844 }, locale: 'en-GB', javaScriptEnabled });

async function enterContact(page: Page, { name, email }: typeof kari): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
}

/** Books Tuesday at ten, with the code of the email. */
async function book(page: Page): Promise<void> {
  await page.goto(`${server.origin}/sites/${account.credentials.subdomain}/`);
  await page.getByRole('link', { name: 'Haircut' }).click();
  await page.getByRole('link', { name: 'Tuesday, 3 March 2026' }).click();
  await page.getByRole('link', { name: '10:00', exact: true }).click();
  await enterContact(page, kari);
  await page.getByRole('button', { name: 'Book' }).click();
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
  await page.getByLabel('Code').fill(await findInMail(kari.email, /: (\d{4,8})\./));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { name: 'Your booking is confirmed' }).waitFor();
}

/** Joins the waitlist for Tuesday, which is full. */
async function joinWaitlist(page: Page): Promise<void> {
  await page.goto(`${server.origin}/sites/${account.credentials.subdomain}/services/${serviceId}?date=2026-03-03`);
  await page.getByText('Nothing is free on this day.', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Join the waitlist' }).click();
  await page.getByLabel('From').fill('2026-03-03');
  await page.getByLabel('Until').fill('2026-03-03');
  await enterContact(page, ola);
  await page.getByRole('button', { name: 'Join the waitlist' }).click();
  await page.getByRole('heading', { name: 'You are on the waitlist' }).waitFor();
}

describeInChromium('from a booking on a phone to the waitlist', (browser) => {
  it.each([
    ['with JavaScript', true],
    ['without JavaScript', false],
  ])(
    'customers %s and the staff see what the others do',
    async (_name, javaScriptEnabled) => {
      const user = await createUser(server, account, { name: 'Nora Lie' });
      const { page: calendar, problems } = await openDashboard(browser(), user, 'calendar?date=2026-03-03', {
        viewport: { width: 1280, height: 800 },
      });
      await calendar.locator('.ec-bg-event.closed').first().waitFor();
      const { page: phone, problems: phoneProblems } = await openPhone(browser(), javaScriptEnabled);
      await book(phone);
      await calendarEntry(calendar, 'Kari').waitFor();

      await dragInCalendar(calendar, [0, '10:00'], [0, '11:00']);
      await calendar.getByLabel('Tell the customer by email').waitFor();
      await calendar.getByRole('button', { name: 'Move', exact: true }).click();
      await calendar.getByText('Moved Kari Nordmann.').waitFor();
      await jobs.run();
      const ten = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
      await bookService(account, { serviceId, resourceId }, { ...ten, person_attributes: { name: 'Ingrid' } });
      const { page: other, problems: otherProblems } = await openPhone(browser(), javaScriptEnabled);
      await joinWaitlist(other);

      await phone.goto(await findInMail(kari.email, /Your booking: (\S+)/));
      await phone.getByText('Tuesday, 3 March 2026, 11:00–12:00').waitFor();
      await phone.getByRole('link', { name: 'Cancel the booking' }).click();
      await phone.getByRole('button', { name: 'Yes, cancel it' }).click();
      await phone.getByRole('heading', { name: 'The booking is cancelled' }).waitFor();
      await calendarEntry(calendar, 'Kari').waitFor({ state: 'hidden' });

      await jobs.run();
      await other.goto(await findInMail(ola.email, /(http\S+\/waitlist\/\S+)/));
      await other.getByRole('heading', { name: 'A time is free for you' }).waitFor();
      await other.getByText('Tuesday, 3 March 2026, 11:00–12:00').waitFor();
      await other.getByRole('button', { name: 'Take this time' }).click();
      await other.getByRole('heading', { name: 'The time is yours' }).waitFor();
      await calendarEntry(calendar, 'Ola').getByText('11:00–12:00').waitFor();
      expect([problems, phoneProblems, otherProblems]).toEqual([[], [], []]);
      for (const page of [calendar, phone, other]) await page.context().close();
    },
    120_000,
  );
});
