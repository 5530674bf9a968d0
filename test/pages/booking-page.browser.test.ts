import type { Page } from 'playwright-core';
import { axePath } from '../support/axe.js';
import { createBookableService, createEvent } from '../support/catalog.js';
import { accessibilityProblems, describeInChromium, openPage, tabTo, takeScreenshot } from '../support/chromium.js';
import { eventually } from '../support/eventually.js';
import { useOwnTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const server = await useOwnTestServer();
const account = await server.account({
  ...{ subdomain: 'fjord', name: 'Fjord Studio', publicAccess: true, verification: 'email' },
});
await server.configure(account, { currency: 'NOK', footer: 'Strandgaten 1, 5013 Bergen' });
const { serviceId } = await createBookableService(account, {
  service: { title: 'Haircut', price: 650, description: 'Wash, cut and style.' },
  providers: [{}, {}],
});
await createBookableService(account, { service: { title: 'Colour', interval: 90, price: 1450 } });
await account.create('/categories', 'category', { title: 'Hair', service_id_list: [serviceId] });
await createEvent(account, { title: 'Styling course' });

const site = () => `${server.origin}/sites/fjord`;
const codeOf = async (page: Page): Promise<string> => {
  const id = new URL(page.url()).searchParams.get('id');
  return (await account.get(`/bookings/${id}`)).body.booking.verification_code;
};
const widthOf = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth');

/** Chooses a service and a time, and fills in the form. */
async function bookBy(page: Page, time: string, email: string): Promise<void> {
  await page.goto(`${site()}/`);
  await page.getByRole('link', { name: 'Haircut' }).click();
  await page.getByRole('link', { name: 'Tuesday, 3 March 2026' }).click();
  await page.getByRole('heading', { name: 'Free times on Tuesday, 3 March 2026' }).waitFor();
  await page.getByRole('link', { name: time }).click();
  await page.getByLabel('Name').fill('Kari Nordmann');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Book' }).click();
}

async function verify(page: Page): Promise<void> {
  await page.getByLabel('Code').fill(await codeOf(page));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { name: 'Your booking is confirmed' }).waitFor();
}

describeInChromium('the booking page in Chromium', (browser) => {
  it('books on a phone in the dark, without serious findings of axe-core on any page', async () => {
    const { page, problems } = await openPage(browser(), server.origin, {
      ...{ viewport: { width: 390, height: 844 }, colorScheme: 'dark', locale: 'en-GB' },
    });
    const findings: Record<string, string[]> = {};
    const check = async (name: string): Promise<void> => {
      findings[name] = await accessibilityProblems(page);
      await eventually(async () => [name, await widthOf(page)]).toEqual([name, 390]);
    };
    await page.goto(`${site()}/`);
    await check('services');
    await page.goto(`${site()}/services/${serviceId}?date=2026-03-03`);
    await check('times');
    await takeScreenshot(page, 'booking-phone-dark');
    await page.getByRole('link', { name: '10:00', exact: true }).click();
    await page.getByLabel('Email').fill('nobody');
    await page.getByRole('button', { name: 'Book' }).click();
    await page.getByText('Please fill this in.').first().waitFor();
    await until(async () => (await page.evaluate('document.activeElement.id')) === 'field-name');
    await eventually(() => page.evaluate("document.activeElement.getAttribute('aria-describedby')")).toBe(
      'field-name-error',
    );
    await eventually(() => page.getByLabel('Email').inputValue()).toBe('nobody');
    await check('form with problems');
    await page.getByLabel('Name').fill('Kari Nordmann');
    await page.getByLabel('Email').fill('phone@example.org');
    await page.getByRole('button', { name: 'Book' }).click();
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    // The clock of the browser is another, and the countdown does not depend on it.
    await page
      .getByRole('timer')
      .filter({ hasText: /^19:\d\d$/ })
      .waitFor();
    await check('code');
    await verify(page);
    await check('done');
    expect([findings, problems]).toEqual([
      { services: [], times: [], 'form with problems': [], code: [], done: [] },
      [],
    ]);
    await page.context().close();
  }, 60_000);

  it('books without JavaScript', async () => {
    const { page, problems } = await openPage(browser(), server.origin, { javaScriptEnabled: false, locale: 'en-GB' });
    await bookBy(page, '11:00', 'plain@example.org');
    await verify(page);
    expect(problems).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('changes days without a full reload, and opens with less than 100 KB', async () => {
    const { page } = await openPage(browser(), server.origin, { locale: 'en-GB', colorScheme: 'light' });
    let bytes = 0;
    page.on('response', async (response) => {
      if (response.url().endsWith(axePath)) return;
      const { responseBodySize, responseHeadersSize } = await response.request().sizes();
      bytes += responseBodySize + responseHeadersSize;
    });
    await page.goto(`${site()}/`, { waitUntil: 'networkidle' });
    expect(await accessibilityProblems(page)).toEqual([]);
    await takeScreenshot(page, 'booking-desktop-light');
    await page.goto(`${site()}/services/${serviceId}`, { waitUntil: 'networkidle' });
    expect(bytes).toBeLessThan(100_000);
    await page.evaluate('window.isSamePage = true');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('link', { name: 'Wednesday, 4 March 2026' }).click();
    await page.getByRole('heading', { name: 'Free times on Wednesday, 4 March 2026' }).waitFor();
    await eventually(async () => page.url()).toContain('date=2026-03-04');
    await eventually(() => page.evaluate('[window.isSamePage, document.activeElement.id]')).toEqual([
      true,
      'times-of-day',
    ]);
    const first = await page.locator('.times a').first().boundingBox();
    expect(first && first.y + first.height).toBeLessThanOrEqual(844);
    await page.goBack();
    await page.getByRole('heading', { name: 'Free times on Monday, 2 March 2026' }).waitFor();
    await eventually(() => page.evaluate('window.isSamePage')).toBe(true);
    for (const width of [360, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      await eventually(() => widthOf(page)).toBe(width);
    }
    await page.context().close();
  }, 60_000);

  it.each([
    ['America/New_York', 'Eastern Standard Time', /^04:00 10:00 Oslo$/, /^Tuesday,? 3 March 2026.* 04:00–05:00/],
    [
      'Pacific/Honolulu',
      'Hawaii-Aleutian Standard Time',
      /^Mon,? 2 Mar,? 23:00 10:00 Oslo$/,
      /^Monday,? 2 March 2026.* 23:00 – Tuesday,? 3 March/,
    ],
    ['Pacific/Auckland', 'New Zealand Daylight Time', /^22:00 10:00 Oslo$/, /^Tuesday,? 3 March 2026.* 22:00–23:00/],
    ['Asia/Kathmandu', 'Nepal Time', /^14:45 10:00 Oslo$/, /^Tuesday,? 3 March 2026.* 14:45–15:45/],
  ])(
    'also shows the times of a visitor in %s, who books those of the account',
    async (timezoneId, zone, slot, period) => {
      const { page, problems } = await openPage(browser(), server.origin, { locale: 'en-GB', timezoneId });
      await page.goto(`${site()}/services/${serviceId}?date=2026-03-03`);
      await page.getByText('Times in CET.').waitFor();
      const times = page.locator('.times a');
      await eventually(() => times.nth(1).innerText()).toBe('10:00');
      await page.getByText('Also show the time in').click();
      const menu = page.getByLabel('Also show the time in');
      await eventually(() => menu.locator('option').nth(1).innerText()).toContain('(your time zone)');
      await menu.selectOption({ index: 1 });
      const shown = async (): Promise<string> => (await times.nth(1).innerText()).replaceAll(/\s+/g, ' ');
      await until(async () => (await shown()).includes('Oslo'));
      await eventually(() => shown()).toMatch(slot);
      await page.getByRole('link', { name: 'Wednesday, 4 March 2026' }).click();
      await page.getByRole('heading', { name: 'Free times on Wednesday, 4 March 2026' }).waitFor();
      await until(async () => (await shown()).includes('Oslo'));
      await page.getByRole('link', { name: 'Tuesday, 3 March 2026' }).click();
      await page.getByRole('heading', { name: 'Free times on Tuesday, 3 March 2026' }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await times.filter({ hasText: '10:00' }).first().click();
      const time = page.locator('.summary time');
      await until(async () => (await time.innerText()).includes(zone));
      await eventually(async () => (await time.innerText()).replaceAll(/\s+/g, ' ')).toMatch(period);
      await eventually(() => time.innerText()).toContain('Tuesday, 3 March 2026, 10:00–11:00 (CET)');
      await eventually(async () => new URL(page.url()).searchParams.get('slot')).toBe(
        '2026-03-03T10:00:00+01:00/2026-03-03T11:00:00+01:00',
      );
      await page.getByText('Also show the time in').click();
      await menu.selectOption('No other time zone');
      await eventually(() => time.innerText()).toBe('Tuesday, 3 March 2026, 10:00–11:00 (CET)');
      expect(problems).toEqual([]);
      await page.context().close();
    },
    60_000,
  );

  it('offers no other zone to a visitor in one that has the same times', async () => {
    const { page } = await openPage(browser(), server.origin, { locale: 'en-GB', timezoneId: 'Europe/Paris' });
    await page.goto(`${site()}/services/${serviceId}?date=2026-03-03`, { waitUntil: 'networkidle' });
    await page.getByText('Times in CET.').waitFor();
    await eventually(() => page.locator('.zone details').count()).toBe(0);
    await page.context().close();
  });

  it('keeps the zone that was chosen for the visit, in a closed line', async () => {
    const { page } = await openPage(browser(), server.origin, { locale: 'en-GB', timezoneId: 'Asia/Kathmandu' });
    await page.goto(`${site()}/services/${serviceId}?date=2026-03-03`, { waitUntil: 'networkidle' });
    const line = page.getByText('Also show the time in');
    const menu = page.getByLabel('Also show the time in');
    await line.click();
    await menu.selectOption('Asia/Tokyo');
    const time = page.locator('.times a').nth(1);
    await eventually(async () => (await time.innerText()).replaceAll(/\s+/g, ' ')).toBe('18:00 10:00 Oslo');
    await page.reload();
    await until(async () => (await time.innerText()).includes('18:00'));
    await eventually(() => menu.isVisible()).toBe(false);
    await eventually(() => menu.inputValue()).toBe('Asia/Tokyo');
    await page.context().close();
  });

  it('books by keyboard alone', async () => {
    const { page } = await openPage(browser(), server.origin, { locale: 'en-GB' });
    await page.goto(`${site()}/`);
    await tabTo(page, 'Haircut');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/services/**');
    await tabTo(page, '12:00');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/bookings/new**');
    await tabTo(page, 'name');
    await page.keyboard.type('Kari Nordmann');
    await tabTo(page, 'email');
    await page.keyboard.type('keys@example.org');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/bookings/verify**');
    await tabTo(page, 'verification_code');
    await page.keyboard.type(await codeOf(page));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your booking is confirmed' }).waitFor();
    await page.context().close();
  }, 60_000);
});
