import { openDaily } from '../support/catalog.js';
import { accessibilityProblemsInLightAndDark, describeInChromium } from '../support/chromium.js';
import { createUser, goInside, openDashboard } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio', publicAccess: false });
const admin = await createUser(server, account);

describeInChromium('the first steps of a new account', (browser) => {
  it('stand above the empty calendar, follow the data, and are found again in the set-up', async () => {
    const { page, problems } = await openDashboard(browser(), admin, 'calendar', {
      viewport: { width: 390, height: 844 },
    });
    const list = page.getByRole('region', { name: 'First steps' });
    await list.getByText('0 of 6 done').waitFor();
    await list.getByRole('button', { name: 'Skip: Texts' }).click();
    await list.getByText('1 of 6 done').waitFor();
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    const { id: resource_id } = await account.create('/resources', 'resource', {
      ...{ title: 'Kim', ...openDaily('09:00', '17:00') },
    });
    const { id: service_id } = await account.create('/services', 'service', { title: 'Cut' });
    await page.reload();
    await list.getByText('3 of 6 done').waitFor();
    await list.getByRole('link', { name: 'Open: Who does what' }).click();
    await page.getByRole('heading', { name: 'Who does what' }).waitFor();
    await goInside(page, 'calendar');
    await list.getByRole('button', { name: 'Hide the list' }).click();
    await list.waitFor({ state: 'detached' });
    await account.create('/providers', 'provider', { resource_id, service_id });
    await account.put('/client', { json: { client: { public_access: true, closed_for_holidays: true } } });
    await goInside(page, 'setup/start');
    await list.getByText('6 of 6 done').waitFor();
    const address = `${server.origin}/sites/${account.credentials.subdomain}/`;
    await eventually(() => list.getByLabel('Address of your booking page', { exact: true }).inputValue()).toBe(address);
    await list.getByRole('img', { name: 'QR code of your booking page' }).waitFor();
    await eventually(() => list.getByRole('link', { name: 'See it as a customer' }).getAttribute('href')).toBe(address);
    await list.frameLocator('iframe').getByRole('link', { name: 'Cut' }).waitFor();
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await list.getByRole('link', { name: 'Opening hours' }).click();
    await page.locator('details[open] > summary', { hasText: 'Opening hours' }).waitFor();
    expect(problems).toEqual([]);
  }, 90_000);
});
