import { createBookableService } from '../support/catalog.js';
import { accessibilityProblemsInLightAndDark, describeInChromium, openPage } from '../support/chromium.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio', publicAccess: true });
const description = 'Wash, cut and style, with a scalp massage and advice for every day at home.';
const titles = [
  'Haircut',
  'Colour',
  'Balayage',
  'Perm',
  'Beard',
  'Eyebrows',
  'Café break',
  'Bridal make-up with trial',
];
const ids: number[] = [];
for (const title of titles) {
  ids.push((await createBookableService(account, { service: { title, description, price: 650 } })).serviceId);
}
await account.create('/categories', 'category', { title: 'Hair', service_id_list: ids.slice(0, 4) });
await account.create('/categories', 'category', { title: 'Face', service_id_list: ids.slice(4) });
const [yoga, pilates] = await Promise.all(
  ['Yoga', 'Pilates'].map((title) =>
    account.create('/services', 'service', { title, booking_type: 'attendance', booking_capacity: 10 }),
  ),
);
const hall = await account.create('/resources', 'resource', { title: 'Hall' });
for (let day = 3; day < 15; day += 1) {
  const date = `2026-03-${String(day).padStart(2, '0')}`;
  const service = day % 2 === 0 ? yoga : pilates;
  await account.create('/events', 'event', {
    ...{ title: `${service?.['title']} ${day}`, service_id: service?.['id'], resource_id: hall.id, capacity: 10 },
    ...{ starts_at: `${date} 18:00`, ends_at: `${date} 19:00` },
  });
}

const site = () => `${server.origin}/sites/${account.credentials.subdomain}`;
const phone = { viewport: { width: 360, height: 740 }, locale: 'en-GB' };

describeInChromium('services and events', (browser) => {
  it('8 services and 12 events are a page of at most 2,000 pixels on a phone', async () => {
    const { page, problems } = await openPage(browser(), server.origin, phone);
    await page.goto(`${site()}/`);
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await eventually(() => page.evaluate('document.body.scrollHeight')).toBeLessThanOrEqual(2_000);
    await eventually(() => page.locator('.offers time').count()).toBe(3);
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    expect(problems).toEqual([]);
  }, 60_000);

  it('services are searched by title, description and category, without accents, on the same page', async () => {
    const { page } = await openPage(browser(), server.origin, phone);
    await page.goto(`${site()}/`);
    await page.evaluate('window.isSamePage = true');
    const search = page.getByRole('searchbox', { name: 'Search services' });
    await search.fill('FACE cafe');
    await search.press('Enter');
    await page.waitForURL('**/?q=FACE+cafe');
    await page.getByRole('link', { name: 'Haircut' }).waitFor({ state: 'detached' });
    await eventually(() => page.locator('[data-swap] h3').allInnerTexts()).toEqual(['Café break']);
    await eventually(() => page.evaluate('window.isSamePage')).toBe(true);
    await search.fill('nothing like this');
    await search.press('Enter');
    await page.getByText('No service matches this search.').waitFor();
  }, 60_000);

  it('all events are below their days, of one service or from a day on', async () => {
    const { page, problems } = await openPage(browser(), server.origin, { ...phone, javaScriptEnabled: false });
    await page.goto(`${site()}/`);
    await page.getByRole('link', { name: 'All events' }).click();
    await eventually(() => page.locator('h2.day').count()).toBe(12);
    await page.getByLabel('Service').selectOption('Yoga');
    await page.getByLabel('From').fill('2026-03-10');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL('**/events?*');
    await eventually(() => page.locator('h3').allInnerTexts()).toEqual(['Yoga 10', 'Yoga 12', 'Yoga 14']);
    await eventually(() => page.locator('h2.day').first().innerText()).toBe('Tuesday, 10 March 2026');
    await page.getByRole('link', { name: 'Yoga 10' }).click();
    await page.getByRole('button', { name: 'Book' }).waitFor();
    expect(problems).toEqual([]);
  }, 60_000);
});
