import type { Page } from 'playwright-core';
import { bookService, createBookableService } from '../support/catalog.js';
import { accessibilityProblemsInLightAndDark, describeInChromium, openPage } from '../support/chromium.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { eventually } from '../support/eventually.js';
import { startMailServer } from '../support/mail-server.js';
import { deliverMessages } from '../support/messages.js';
import { useOwnTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { startVisitorSession } from '../support/visitor-session.js';

const mail = await disposeAfterAll(startMailServer());
const server = await useOwnTestServer({ config: { smtpUrl: mail.url } });
const account = server.accountPerTest({ publicAccess: true, name: 'Fjord Studio' });
const kari = { name: 'Kari', email: 'kari@example.org' };

const site = () => `${server.origin}/sites/${account.credentials.subdomain}`;
const cookiesOf = (page: Page) => page.context().cookies(`${site()}/me`);

/** Waits for the message with the code, and returns the code as it was received. */
async function receivedCode(): Promise<string> {
  await until(async () => {
    await deliverMessages(server, { smtpUrl: mail.url });
    return mail.mails.length > 0;
  });
  return mail.mails.at(-1)?.text.match(/^\d{6}\b/m)?.[0] ?? 'none';
}

describeInChromium('my bookings', (browser) => {
  it('have room for large amounts that are due now and later, on a phone', async () => {
    await server.configure(account, { currency: 'NOK' });
    const price = { price: 12_345.5, deposit_type: 'percentage', deposit_value: 30 };
    const offer = await createBookableService(account, { service: { title: 'Colour', ...price } });
    await bookService(account, offer, { person_attributes: kari }, { confirm: false });
    const viewport = { width: 360, height: 740 };
    const { page } = await openPage(browser(), server.origin, { viewport, locale: 'en-GB' });
    const session = await startVisitorSession(server, account, kari.email);
    const value = session['authorization']?.replace('Bearer ', '') ?? '';
    await page.context().addCookies([{ name: 'visitor_session', value, url: site() }]);
    await page.goto(`${site()}/me`);
    await page.getByText('3 703,65 kr now, 8 641,85 kr at the appointment').waitFor();
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  }, 90_000);

  it('are reached by a code, changed and left, on a phone, in light and dark', async () => {
    await server.configure(account, { allow_cancellation: true, currency: 'NOK' });
    const offer = await createBookableService(account, { service: { title: 'Haircut' } });
    const { person_id: id } = await bookService(account, offer, { person_attributes: kari });
    const product = await account.create('/services', 'service', { title: 'Oil', booking_type: 'product', price: 120 });
    await account.create('/orders', 'order', { person_id: id, order_line_items: [{ service_id: product.id }] });
    await account.create('/gift_cards', 'gift_card', { person_id: id, value: 500 });
    const wait = { service_id: offer.serviceId, from: '2026-03-20', to: '2026-03-21', person_id: id, ...kari };
    await account.create('/waitlist', 'waitlist_entry', wait);
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
    await page.goto(site());
    await page.getByRole('link', { name: 'My bookings' }).click();
    await check('My bookings');
    await page.getByRole('textbox', { name: 'Email' }).fill('Kari@example.org');
    await page.getByRole('button', { name: 'Send me a code' }).dblclick();
    await check('Enter your code');
    const code = await receivedCode();
    await page.getByRole('textbox', { name: 'Code' }).fill(code === '000000' ? '111111' : '000000');
    await page.getByRole('button', { name: 'Show my bookings' }).click();
    await page.getByRole('link', { name: /This code is not right/ }).waitFor();
    await page.getByRole('textbox', { name: 'Code' }).fill(code);
    await page.getByRole('button', { name: 'Show my bookings' }).click();
    await page.getByRole('heading', { name: 'Gift cards' }).waitFor();
    await check('My bookings');
    const [cookie] = await cookiesOf(page);
    expect(cookie).toMatchObject({
      name: 'visitor_session',
      httpOnly: true,
      sameSite: 'Lax',
      path: `/sites/${account.credentials.subdomain}`,
    });
    await page.getByRole('link', { name: 'Haircut' }).first().click();
    await page.getByRole('link', { name: 'Cancel the booking' }).click();
    await page.getByRole('button', { name: 'Yes, cancel it' }).click();
    await page.getByRole('heading', { name: 'The booking is cancelled' }).waitFor();
    await page.getByRole('link', { name: 'My bookings' }).click();
    await page.getByText('You have no upcoming bookings.').waitFor();
    await page.getByRole('link', { name: 'Past and cancelled bookings' }).click();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    await eventually(() => cookiesOf(page)).toEqual([]);
    expect([findings, problems]).toEqual([[], []]);
    await page.context().close();
  }, 120_000);

  it('show a visit as one card, which moves whole, on a phone, in light and dark', async () => {
    await server.configure(account, { allow_cancellation: true });
    const title = 'Full colour with highlights, toner and a long treatment';
    const offer = await createBookableService(account, {
      service: { title },
      resource: { title: 'Anna-Kristina Berg' },
    });
    const { id: mother } = await account.create('/people', 'person', kari);
    const child = { name: 'Maximilian Alexander Nordmann-Berg', date_of_birth: '2018-04-01' };
    const { id: dependant } = await account.create('/people', 'person', child);
    await account.create(`/people/${dependant}/guardians`, 'guardian', { person_id: mother });
    const items = [mother, dependant].map((person_id, index) => ({
      ...{ person_id, service_id: offer.serviceId, resource_id: offer.resourceId },
      ...{ booked_from: `2026-03-04 ${10 + index}:00`, booked_to: `2026-03-04 ${11 + index}:00` },
    }));
    await account.post('/visits', { json: { visit: { items } } });
    const { authorization = '' } = await startVisitorSession(server, account, kari.email);
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
    const value = authorization.replace('Bearer ', '');
    await page.context().addCookies([{ name: 'visitor_session', value, url: `${site()}/me` }]);
    await page.goto(`${site()}/me`);
    await check('My bookings');
    await page.getByText('Maximilian Alexander Nordmann-Berg · Sunday, 1 April 2018').waitFor();
    await page.getByRole('link', { name: 'Move all' }).click();
    await check('Move all');
    await page.getByRole('link', { name: '13:00 until 15:00' }).click();
    await check('Move all');
    await page.getByRole('button', { name: 'Move all' }).click();
    await page.getByText('All bookings have been moved.').waitFor();
    await check('Your booking is confirmed');
    expect([findings, problems]).toEqual([[], []]);
    await page.context().close();
  }, 90_000);
});
