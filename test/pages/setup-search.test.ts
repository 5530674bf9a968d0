import { openDaily } from '../support/catalog.js';
import { accessibilityProblemsInLightAndDark, describeInChromium } from '../support/chromium.js';
import { createUser, goInside, openDashboard, setupMenu } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio' });
await account.put('/client', { json: { client: { trade: 'clinic' } } });
const admin = await createUser(server, account);
await account.create('/resources', 'resource', { title: 'Kim', ...openDaily('09:00', '17:00') });
await account.create('/resources', 'resource', { title: 'Lea' });
await account.create('/services', 'service', { title: 'Massage' });

describeInChromium('the set-up in two levels', (browser) => {
  it('shows what an owner needs with its state, and the matters of developers when they are asked for', async () => {
    const { page, problems } = await openDashboard(browser(), admin, 'setup', {
      viewport: { width: 1280, height: 900 },
    });
    await page.getByText('2 team members, 1 without hours').waitFor();
    await page.getByText('1 treatment, 1 that nobody offers').waitFor();
    await eventually(() => page.locator('.setup-part .card').count()).toBe(6);
    await eventually(() => page.locator('body').innerText()).not.toMatch(/resource/i);
    const menu = setupMenu(page);
    const keys = menu.getByRole('link', { name: 'API keys' });
    await eventually(() => keys.isVisible()).toBe(false);
    await menu.getByText('For developers').click();
    await keys.click();
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    expect(problems).toEqual([]);
  }, 60_000);

  it('finds each setting by its word, and leads to the field', async () => {
    const { page, problems } = await openDashboard(browser(), admin, 'setup/overview', {
      viewport: { width: 1280, height: 900 },
    });
    const search = page.getByRole('searchbox', { name: 'Find a setting' });
    const found = page.getByRole('list', { name: 'Settings found' });
    await search.fill('freed');
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await found.getByRole('link', { name: 'A freed time is held' }).click();
    await page.getByLabel('A freed time is held').and(page.locator(':focus')).waitFor();
    await search.fill('staff');
    await found.getByRole('link', { name: 'Team members', exact: true }).waitFor();
    await search.fill('Free before');
    await found.getByRole('link', { name: 'Free before Treatments' }).click();
    await page.getByRole('link', { name: 'Massage' }).click();
    await page.getByLabel('Free before').and(page.locator(':focus')).waitFor();
    await search.fill('no such setting');
    await page.getByRole('status').getByText('Nothing found.').waitFor();
    expect(problems).toEqual([]);
  }, 60_000);

  it('asks how often something repeats before how many times', async () => {
    await account.create('/services', 'service', { title: 'Yoga', booking_type: 'attendance' });
    const { page, problems } = await openDashboard(browser(), admin, 'setup/events/new', {
      viewport: { width: 1280, height: 900 },
    });
    const repeat = page.getByLabel('Repeat', { exact: true });
    const times = page.getByLabel('How many times');
    await repeat.waitFor();
    await eventually(() => times.isVisible()).toBe(false);
    await repeat.selectOption('weekly');
    await times.waitFor();
    await goInside(page, 'setup/services/new');
    const more = page.locator('details', { has: page.getByText('More', { exact: true }) });
    await more.waitFor();
    await eventually(() => more.getAttribute('open')).toBeNull();
    expect(problems).toEqual([]);
  }, 60_000);
});
