import type { BrowserContextOptions, FrameLocator, Page } from 'playwright-core';
import { createBookableService } from '../support/catalog.js';
import {
  accessibilityProblems,
  accessibilityProblemsInLightAndDark,
  describeInChromium,
  openPage,
} from '../support/chromium.js';
import { startEmbeddingHost } from '../support/embedding-host.js';
import { eventually } from '../support/eventually.js';
import { usePaymentWorld } from '../support/payment-world.js';
import { paidEvent } from '../support/stripe-double.js';

const { world, setProvider, lastSession, tell } = usePaymentWorld();

let serviceId: number;
beforeEach(async () => {
  await setProvider();
  ({ serviceId } = await createBookableService(world.account, {
    service: { title: 'Haircut', price: 650, payment_required: true },
  }));
});

/** Books on the page, up to the page that leads to the provider. */
async function book(page: Page): Promise<void> {
  await page.goto(
    `${world.server.origin}/sites/${world.account.credentials.subdomain}/services/${serviceId}?date=2026-03-03`,
  );
  await bookAtTen(page);
}

async function bookAtTen(page: Page | FrameLocator): Promise<void> {
  await page.getByRole('link', { name: '10:00', exact: true }).click();
  await page.getByLabel('Name').fill('Kari Nordmann');
  await page.getByLabel('Email').fill('kari@example.org');
  await page.getByRole('button', { name: 'Book' }).click();
  await page.getByRole('heading', { name: 'The time is held until it is paid' }).waitFor();
}

const atProvider = (page: Page) => page.getByRole('heading', { name: 'Pay 650 nok' }).waitFor();
const payLink = (page: Page) => page.getByRole('link', { name: /^Pay .*650/ });

const visitors: [string, BrowserContextOptions][] = [
  ['with JavaScript, on a phone in the dark', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
  ['with JavaScript, on a desktop in the light', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
  ['without JavaScript', { javaScriptEnabled: false }],
];

describeInChromium('the payment of a booking in Chromium', (browser) => {
  it.each(visitors)(
    'leads to the provider and back to the paid booking, also after going back: %s',
    async (_name, options) => {
      world.stripe.onPaid = (session) => tell(paidEvent(session));
      const { page, problems } = await openPage(browser(), world.server.origin, { ...options, locale: 'en-GB' });
      // axe-core needs timers, which a page without JavaScript does not have.
      const check = async (): Promise<void> => {
        if (options.javaScriptEnabled !== false) expect(await accessibilityProblems(page)).toEqual([]);
      };
      await book(page);
      await check();
      await payLink(page).click();
      await atProvider(page);
      await page.getByRole('link', { name: 'Go back' }).click();
      await page.getByText('The payment was not completed').waitFor();
      await check();
      await payLink(page).click();
      await atProvider(page);
      await page.getByRole('button', { name: 'Pay now' }).click();
      await page.getByRole('heading', { name: 'Your booking is confirmed' }).waitFor();
      await check();
      await eventually(() => payLink(page).count()).toBe(0);
      const { bookings } = await readBookings();
      expect(bookings).toMatchObject([{ state: 'confirmed', paid_amount: '650.0' }]);
      expect(problems.filter((problem) => !problem.startsWith(world.stripe.url))).toEqual([]);
      expect(world.stripe.sessions).toHaveLength(1);
      await page.context().close();
    },
    60_000,
  );

  it('leaves the frame of another page for the provider, which refuses to be shown in a frame', async () => {
    const { server, account, stripe } = world;
    await using host = await startEmbeddingHost(server.origin, account.credentials.subdomain);
    await account.put('/client', { json: { client: { embed_origins: [host.origin] } } });
    const { page } = await openPage(browser(), host.origin, { locale: 'en-GB' });
    await page.goto(host.origin);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('link', { name: 'Haircut' }).click();
    await frame.getByRole('link', { name: 'Tuesday, 3 March 2026' }).click();
    await bookAtTen(frame);
    await frame.getByRole('link', { name: /^Pay .*650/ }).click();
    await atProvider(page);
    await eventually(async () => page.url()).toContain(stripe.url);
    await page.getByRole('link', { name: 'Go back' }).click();
    await page.getByText('The payment was not completed').waitFor();
    await eventually(async () => page.url()).toContain(`${server.origin}/sites/`);
    await page.context().close();
  }, 60_000);

  it('waits for the confirmation of the provider, and shows it then, in light and dark', async () => {
    const { page } = await openPage(browser(), world.server.origin, { locale: 'en-GB' });
    await book(page);
    await payLink(page).click();
    await page.getByRole('button', { name: 'Pay now' }).click();
    await page.getByText('waiting for the confirmation').waitFor();
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await eventually(() => payLink(page).count()).toBe(0);
    await tell(paidEvent(lastSession()));
    await page.getByRole('link', { name: 'Show the booking again' }).click();
    await page.getByRole('heading', { name: 'Your booking is confirmed' }).waitFor();
    await page.context().close();
  }, 60_000);
});

describeInChromium('a deposit in Chromium', (browser) => {
  it('is shown with the rest before one books, is paid, and leaves the rest for the appointment', async () => {
    const { account, server, stripe } = world;
    const deposit = { price: '333.33', payment_required: false, deposit_type: 'percentage', deposit_value: 30 };
    await account.put(`/services/${serviceId}`, { json: { service: deposit } });
    stripe.onPaid = (session) => tell(paidEvent(session));
    const { page } = await openPage(browser(), server.origin, {
      ...{ locale: 'en-GB', viewport: { width: 360, height: 740 } },
    });
    await page.goto(`${server.origin}/sites/${account.credentials.subdomain}/services/${serviceId}?date=2026-03-03`);
    await page.getByRole('link', { name: '10:00', exact: true }).click();
    await page.getByText('100 kr now, 233,33 kr at the appointment').waitFor();
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await page.getByLabel('Name').fill('Kari Nordmann');
    await page.getByLabel('Email').fill('kari@example.org');
    await page.getByRole('button', { name: 'Book' }).click();
    await page.getByRole('heading', { name: 'The time is held until it is paid' }).waitFor();
    await page.getByText('100 kr now, 233,33 kr at the appointment').waitFor();
    await page.getByRole('link', { name: 'Pay 100 kr' }).click();
    await page.getByRole('button', { name: 'Pay now' }).click();
    await page.getByRole('heading', { name: 'Your booking is confirmed' }).waitFor();
    await page.getByText('233,33 kr at the appointment').waitFor();
    await eventually(() => page.getByText('100 kr now').count()).toBe(0);
    expect(stripe.sessions).toHaveLength(1);
    const { body } = await account.get('/orders');
    expect(body).toMatchObject([{ order: { state: 'pending', due_now: '0.0', due_later: '233.33' } }]);
    await page.context().close();
  }, 60_000);
});

async function readBookings(): Promise<{ bookings: object[] }> {
  const { body } = await world.account.get('/bookings');
  return { bookings: body.map(({ booking }: { booking: object }) => booking) };
}
