import { createBookableService } from '../support/catalog.js';
import { accessibilityProblemsInLightAndDark, describeInChromium } from '../support/chromium.js';
import { createUser, calendarEntry as entry, openDashboard } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio' });
const user = await createUser(server, account);
const viewport = { width: 1280, height: 800 };

describeInChromium('the bookings of a deleted resource', (browser) => {
  it('are marked in the calendar and listed under "Today", until they get another one', async () => {
    const { serviceId, resourceIds } = await createBookableService(account, { providers: [{}, {}] });
    for (const [index, title] of ['Anna', 'Bea'].entries()) {
      await account.put(`/resources/${resourceIds[index]}`, { json: { resource: { title } } });
    }
    const { id } = await account.create('/bookings', 'booking', {
      ...{ service_id: serviceId, resource_id: resourceIds[0], person_attributes: { name: 'Nora' } },
      ...{ booked_from: '2026-03-05 10:00', booked_to: '2026-03-05 11:00' },
    });
    await account.del(`/resources/${resourceIds[0]}`);
    const { page, problems } = await openDashboard(browser(), user, 'calendar?view=day&date=2026-03-05', { viewport });
    await entry(page, 'Nora').getByRole('img', { name: 'Needs a new resource: Anna' }).waitFor();
    await page.getByText('Anna (deleted)').waitFor();
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Today' }).click();
    const list = page.getByRole('region', { name: 'Needs a new resource' });
    await list.getByText('Nora').waitFor();
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await list.getByRole('link', { name: 'Choose another resource' }).click();
    const dialog = page.getByRole('dialog', { name: 'Nora' });
    await dialog.getByText('Needs a new resource: Anna').waitFor();
    await eventually(() => dialog.getByLabel('Resource').inputValue()).toBe(String(resourceIds[0]));
    await dialog.getByLabel('Resource').selectOption('Bea');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved Nora.').waitFor();
    await page.getByText('Anna (deleted)').waitFor({ state: 'detached' });
    await eventually(async () => (await account.get(`/bookings/${id}`)).body.booking.resource_id).toBe(resourceIds[1]);
    expect(problems).toEqual([]);
  }, 90_000);
});
