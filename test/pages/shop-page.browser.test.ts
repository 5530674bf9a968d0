import type { BrowserContextOptions, Page } from 'playwright-core';
import {
  accessibilityProblemsInLightAndDark,
  describeInChromium,
  openPage,
  takeScreenshot,
} from '../support/chromium.js';
import { eventually } from '../support/eventually.js';
import { useOwnTestServer } from '../support/test-server.js';

const hostile = '<img src=x onerror="document.title=1"> \u202eabc\u202c 💇🏽‍♀️ "&amp;';

const server = await useOwnTestServer();
const account = server.accountPerTest({ publicAccess: true, name: 'Fjord Studio' });
beforeEach(async () => {
  await server.configure(account, { currency: 'NOK' });
  const sell = (service: object) => account.create('/services', 'service', service);
  await sell({ title: 'Gift card', booking_type: 'gift_card', description: 'For everything that we do.' });
  await sell({ title: 'Shampoo', booking_type: 'product', price: 249 });
  await account.create('/coupons', 'coupon', { title: 'Spring', code: 'SPRING', value_type: 'percentage', value: 10 });
});

const shop = () => `${server.origin}/sites/${account.credentials.subdomain}/shop`;
const orders = async () => (await account.get('/orders')).body.map(({ order }: { order: object }) => order);
const widthOf = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth');
const thing = (page: Page, title: string) => page.getByRole('group', { name: title });

async function fillIn(page: Page): Promise<void> {
  await page.goto(shop());
  await thing(page, 'Gift card').getByLabel('Amount').fill('500');
  await thing(page, 'Gift card').getByLabel('Quantity').fill('1');
  await thing(page, 'Shampoo').getByLabel('Quantity').fill('2');
  await page.getByLabel('Name').fill('Kari Nordmann');
  await page.getByLabel('Email').fill('kari@example.org');
}

const order = (page: Page) => page.getByRole('button', { name: 'Place the order' });
const received = (page: Page) => page.getByText('We have received your order.').waitFor();

const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 } };
const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };

describeInChromium('the shop page in Chromium', (browser) => {
  it.each([
    ['a phone, with JavaScript', 'phone', { ...phone, colorScheme: 'dark' }],
    ['a phone, without JavaScript', undefined, { ...phone, javaScriptEnabled: false }],
    ['a desktop, with JavaScript', 'desktop', { ...desktop, colorScheme: 'light' }],
    ['a desktop, without JavaScript', undefined, { ...desktop, javaScriptEnabled: false }],
  ] as const)(
    'sells products and a gift card with a coupon on %s',
    async (_, name, options) => {
      const { page, problems } = await openPage(browser(), server.origin, { ...options, locale: 'en-GB' });
      await fillIn(page);
      await page.getByLabel('Coupon code').fill('NONE');
      await page.evaluate('scrollTo(0, 0)');
      if (name) await takeScreenshot(page, `shop-${name}-${name === 'phone' ? 'dark' : 'light'}`);
      await order(page).click();
      await page.getByText('Coupon code does not exist.').first().waitFor();
      await eventually(() => thing(page, 'Shampoo').getByLabel('Quantity').inputValue()).toBe('2');
      await page.getByLabel('Coupon code').fill('spring');
      await order(page).click();
      await received(page);
      await page.getByText('2 × Shampoo').waitFor();
      const [{ id, total, discount_amount, balance }] = await orders();
      expect([total, discount_amount, balance]).toEqual(['998.0', '49.8', '948.2']);
      await account.graphql(`mutation { recordPayment(orderId: ${id}, amount: "948.2") { id } }`);
      await page.reload();
      await page.getByRole('heading', { name: 'Your gift cards' }).waitFor();
      await page.getByText(/^[A-Z]{4}-\d{4}-[A-Z]{4}$/).waitFor();
      expect(problems).toEqual([]);
      await page.context().close();
    },
    60_000,
  );

  it('buys once for two clicks', async () => {
    const { page } = await openPage(browser(), server.origin, { locale: 'en-GB' });
    await fillIn(page);
    await order(page).dblclick();
    await received(page);
    await eventually(() => orders()).toHaveLength(1);
    await page.context().close();
  }, 60_000);

  it('has no serious findings of axe-core, in light and dark, and fits from 360 to 2560 px', async () => {
    const { page } = await openPage(browser(), server.origin, { locale: 'en-GB' });
    const findings: Record<string, string[]> = {};
    const check = async (name: string): Promise<void> => {
      findings[name] = await accessibilityProblemsInLightAndDark(page);
      for (const width of [360, 2560]) {
        await page.setViewportSize({ width, height: 800 });
        await eventually(async () => [name, await widthOf(page)]).toEqual([name, width]);
      }
    };
    await page.goto(shop());
    await check('shop');
    await order(page).click();
    await page.getByText('Please enter how many you would like to buy.').first().waitFor();
    await check('problems');
    await fillIn(page);
    await order(page).click();
    await received(page);
    await check('order');
    const [{ id, balance }] = await orders();
    await account.graphql(`mutation { recordPayment(orderId: ${id}, amount: "${balance}") { id } }`);
    await page.reload();
    await page.getByRole('heading', { name: 'Your gift cards' }).waitFor();
    await check('paid order');
    expect(Object.keys(findings)).toHaveLength(4);
    expect(Object.values(findings).flat()).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('shows hostile texts as text', async () => {
    await account.put('/client', { json: { name: hostile } });
    const description = 'A'.repeat(10_000);
    await account.create('/services', 'service', { title: hostile, description, booking_type: 'product', price: 1 });
    const { page, problems } = await openPage(browser(), server.origin, { ...phone, locale: 'en-GB' });
    await page.goto(shop());
    await page.getByText(hostile).first().waitFor();
    await eventually(() => widthOf(page)).toBe(390);
    await thing(page, hostile).getByLabel('Quantity').fill('1');
    await page.getByLabel('Name').fill('<i>Kari</i> عربي 💇');
    await page.getByLabel('Email').fill('"<b>"@example.org');
    await order(page).click();
    await page.getByRole('alert').first().waitFor();
    await eventually(() => page.getByLabel('Name').inputValue()).toBe('<i>Kari</i> عربي 💇');
    await page.getByLabel('Name').fill('<i>Kari</i>');
    await page.getByLabel('Email').fill('kari@example.org');
    await order(page).click();
    await received(page);
    await page.getByText(`1 × ${hostile}`).waitFor();
    await eventually(async () => [await page.locator('img[src="x"], b, i').count(), problems]).toEqual([0, []]);
    await page.context().close();
  }, 60_000);
});
