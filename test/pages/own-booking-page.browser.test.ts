import { bookService, createBookableService } from '../support/catalog.js';
import {
  accessibilityProblemsInLightAndDark,
  describeInChromium,
  openPage,
  tabTo,
  takeScreenshots,
} from '../support/chromium.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';
import { linkTokenOf } from '../support/valid-input.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true, verification: 'email', name: 'Fjord Studio' });
let serviceId: number;
let resourceId: number;
beforeEach(async () => {
  await server.configure(account, { allow_cancellation: true, footer: 'Strandgaten 1, 5013 Bergen' });
  ({ serviceId, resourceId } = await createBookableService(account, { service: { title: 'Haircut', price: 650 } }));
});

const site = () => `${server.origin}/sites/${account.credentials.subdomain}`;
const stored = async (id: number) => (await account.get(`/bookings/${id}`)).body.booking;
const book = async (): Promise<{ id: number; own: string }> => {
  const { id } = await bookService(account, { serviceId, resourceId }, { person_attributes: { name: 'Kari' } });
  return { id, own: `${site()}/bookings/${await linkTokenOf(account, id)}` };
};

describeInChromium("the pages of one's own booking", (browser) => {
  it('have no serious findings of axe-core on a phone, in light and dark', async () => {
    const { id, own } = await book();
    const { page, problems } = await openPage(browser(), server.origin, {
      viewport: { width: 360, height: 740 },
      locale: 'en-GB',
    });
    const findings: string[] = [];
    const check = async (heading: string): Promise<void> => {
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      findings.push(...(await accessibilityProblemsInLightAndDark(page)));
      await eventually(async () => [heading, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([
        heading,
        360,
      ]);
    };
    await page.goto(own);
    await check('Your booking is confirmed');
    await takeScreenshots(page, 'own-booking-phone');
    await page.getByRole('link', { name: 'Move to another time' }).click();
    await page.getByRole('link', { name: 'Thursday, 5 March 2026' }).click();
    await page.getByRole('heading', { name: 'Free times on Thursday, 5 March 2026' }).waitFor();
    await check('Move to another time');
    await page.getByRole('link', { name: '10:00', exact: true }).click();
    await page.getByRole('button', { name: 'Move the booking here' }).waitFor();
    await check('Move to another time');
    await page.getByRole('button', { name: 'Move the booking here' }).dblclick();
    await page.getByText('The booking has been moved.').waitFor();
    await check('Your booking is confirmed');
    await page.getByRole('link', { name: 'Cancel the booking' }).click();
    await check('Do you want to cancel this booking?');
    await page.getByRole('button', { name: 'Yes, cancel it' }).dblclick();
    await check('The booking is cancelled');
    await eventually(() => stored(id)).toMatchObject({ state: 'cancelled', revision_count: 2 });
    await page.goto(`${own}x`);
    await check('This page does not exist');
    expect([findings, problems]).toEqual([[], []]);
    await page.context().close();
  }, 120_000);

  it('move and cancel a booking by keyboard alone', async () => {
    const { id, own } = await book();
    const { page } = await openPage(browser(), server.origin, { locale: 'en-GB' });
    await page.goto(own);
    await tabTo(page, 'Move to another time');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Choose a day' }).waitFor();
    await tabTo(page, 'Thursday, 5 March 2026');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Free times on Thursday, 5 March 2026' }).waitFor();
    await tabTo(page, '10:00');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Move the booking here' }).waitFor();
    await tabTo(page, 'Move the booking here');
    await page.keyboard.press('Enter');
    await page.getByText('The booking has been moved.').waitFor();
    await eventually(() => stored(id)).toMatchObject({ booked_from: '2026-03-05T10:00:00+01:00' });
    await tabTo(page, 'Cancel the booking');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Do you want to cancel this booking?' }).waitFor();
    await tabTo(page, 'Yes, cancel it');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'The booking is cancelled' }).waitFor();
    await page.context().close();
  }, 60_000);
});
