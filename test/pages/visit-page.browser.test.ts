import type { Page, Route } from 'playwright-core';
import { createBookableService } from '../support/catalog.js';
import { accessibilityProblems, describeInChromium, openPage, tabTo, takeScreenshots } from '../support/chromium.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { startVisitorSession } from '../support/visitor-session.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio', publicAccess: true });
await server.configure(account, { currency: 'NOK' });
const longName = 'Anne-Sophie Wilhelmina von Hohenstein-Oppenheimer';
const cut = await createBookableService(account, {
  service: { title: 'Haircut', price: 650, interval: 30, description: 'Wash, cut and style.' },
  resource: { title: longName },
  providers: [{}, { price: 900 }],
});
const colour = await createBookableService(account, {
  service: { title: 'Donaudampfschifffahrtsgesellschaftskapitänsfrisur', price: 1450 },
  resource: { title: 'Eva' },
});
const mother = await account.create('/people', 'person', { name: 'Anna Berg', email: 'anna@example.org' });
const child = await account.create('/people', 'person', { name: longName, date_of_birth: '2018-04-01' });
await account.create(`/people/${child.id}/guardians`, 'guardian', { person_id: mother.id });
const units = { units: 10, person_id: mother.id, service_ids: [cut.serviceId] };
await account.create('/packages', 'package', { title: `Ten haircuts for ${longName}`, ...units });

const site = `${server.origin}/sites/${account.credentials.subdomain}`;
const phone = { viewport: { width: 360, height: 740 }, locale: 'en-GB' } as const;
const widthOf = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth');

async function signIn(page: Page): Promise<void> {
  const { authorization = '' } = await startVisitorSession(server, account, 'anna@example.org');
  const value = authorization.replace('Bearer ', '');
  await page.context().addCookies([{ name: 'visitor_session', value, url: server.origin }]);
}

describeInChromium('a visit on the booking page', (browser) => {
  it.each([
    ['phone', phone],
    ['desktop', { viewport: { width: 1280, height: 900 }, locale: 'en-GB' } as const],
  ])(
    'is chosen on a %s without findings of axe-core, with the basket in view',
    async (name, options) => {
      const { page, problems } = await openPage(browser(), server.origin, options);
      await signIn(page);
      const findings: Record<string, string[]> = {};
      const check = async (step: string): Promise<void> => {
        findings[step] = await accessibilityProblems(page);
        await eventually(async () => [step, await widthOf(page)]).toEqual([step, options.viewport.width]);
        await takeScreenshots(page, `visit-${step}-${name}`);
      };
      const isInView = async (): Promise<boolean> => {
        const box = await page.getByRole('complementary', { name: 'Your visit' }).boundingBox();
        return box !== null && box.y >= 0 && box.y + box.height <= options.viewport.height + 1;
      };
      await page.goto(`${site}/services/${cut.serviceId}?date=2026-03-04`);
      await page.getByRole('link', { name: 'Add another service' }).click();
      await page.getByRole('heading', { name: 'Choose another service' }).waitFor();
      await eventually(() => isInView()).toBe(true);
      await check('services');
      await page.getByRole('link', { name: 'Donau' }).click();
      await page.getByRole('heading', { name: 'Your visit' }).waitFor();
      await eventually(() => isInView()).toBe(true);
      await page.evaluate('window.isSamePage = true');
      await page.getByLabel('For', { exact: true }).nth(1).selectOption({ index: 1 });
      await page.getByLabel('Order').selectOption({ label: 'At the same time' });
      await page.getByText('2 people').and(page.locator(':visible')).first().waitFor();
      await eventually(() => page.evaluate('window.isSamePage')).toBe(true);
      await page.getByRole('link', { name: 'Thursday, 5 March 2026' }).click();
      await page.getByRole('heading', { name: 'Free times on Thursday, 5 March 2026' }).waitFor();
      await eventually(() => page.evaluate('document.activeElement.id')).toBe('times-of-day');
      await check('times');
      await page.evaluate('scrollTo(0, 0)');
      await eventually(() => isInView()).toBe(true);
      await page.getByRole('link', { name: /^10:00/ }).click();
      await page.getByRole('heading', { name: 'Your details' }).waitFor();
      await page.getByText('uses 1 of your 10, 9 left after that').waitFor();
      await page.getByText('Left to pay').waitFor();
      await check('form');
      const time = { booked_from: '2026-03-05 10:00', booked_to: '2026-03-05 11:00' };
      const taken = await account.create('/bookings', 'booking', { service_id: colour.serviceId, ...time });
      await page.getByRole('button', { name: 'Book' }).click();
      await page.getByText('This time has just been taken.').first().waitFor();
      await check('refused');
      await account.put(`/bookings/${taken.id}/cancel`);
      await page.getByRole('button', { name: 'Book' }).click();
      await page.getByRole('heading', { name: 'Your bookings are confirmed' }).waitFor();
      await check('done');
      await eventually(() => page.getByText(longName).count()).toBeGreaterThan(0);
      for (const booking of (await account.get('/bookings')).body)
        await account.put(`/bookings/${booking.booking.id}/cancel`);
      expect([findings, problems]).toEqual([{ services: [], times: [], form: [], refused: [], done: [] }, []]);
      await page.context().close();
    },
    90_000,
  );

  it('keeps what was chosen before its script or the answer to it arrived', async () => {
    const { page } = await openPage(browser(), server.origin, phone);
    await signIn(page);
    const held: (() => Promise<void>)[] = [];
    const hold = (route: Route) => void held.push(() => route.fallback());
    const release = async () => {
      await until(() => held.length > 0);
      for (const send of held.splice(0)) await send();
    };
    await page.route(/\.js$/, hold);
    await page.goto(`${site}/visit?items=${cut.serviceId}_${colour.serviceId}&date=2026-03-04`, {
      waitUntil: 'commit',
    });
    await page.getByLabel('For', { exact: true }).nth(1).selectOption({ index: 1 });
    await release();
    await page.unroute(/\.js$/);
    await page.getByText('2 people').and(page.locator(':visible')).first().waitFor();
    await page.route(/arrangement=/, hold, { times: 1 });
    await page.getByLabel('Order').selectOption({ label: 'At the same time' });
    await until(() => held.length > 0);
    await page.getByRole('link', { name: 'Thursday, 5 March 2026' }).click();
    await release();
    await page.getByRole('heading', { name: 'Free times on Thursday, 5 March 2026' }).waitFor();
    await eventually(() => page.getByLabel('Order').locator('option:checked').innerText()).toBe('At the same time');
  });

  it('is booked by keyboard alone, and its basket opens and loses a service', async () => {
    const { page } = await openPage(browser(), server.origin, phone);
    await page.goto(`${site}/visit?items=${cut.serviceId}_${cut.serviceId}_${colour.serviceId}&date=2026-03-04`);
    await tabTo(page, '3 services');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Remove');
    await page.keyboard.press('Enter');
    await page.getByText('2 services').first().waitFor();
    await tabTo(page, '09:00');
    const focused = await page.evaluate<number>('document.activeElement.getBoundingClientRect().bottom');
    const bar = await page.getByRole('complementary', { name: 'Your visit' }).boundingBox();
    expect(focused).toBeLessThanOrEqual(bar?.y ?? 0);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/visit/new**');
    await tabTo(page, 'name');
    await page.keyboard.type('Kari Nordmann');
    await tabTo(page, 'email');
    await page.keyboard.type('keys@example.org');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your bookings are confirmed' }).waitFor();
    await page.context().close();
  }, 60_000);
});
