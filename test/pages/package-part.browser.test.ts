import { createBookableService } from '../support/catalog.js';
import { accessibilityProblemsInLightAndDark, describeInChromium } from '../support/chromium.js';
import { createUser, openDashboard } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio' });
await account.put('/client', { json: { client: { currency: 'NOK' } } });
const chair = await createBookableService(account, { service: { title: 'Cut', price: 500 } });
const manager = await createUser(server, account, { role: 'manager' });
const { id: tenCuts } = await account.create('/services', 'service', {
  ...{ title: 'Ten cuts', booking_type: 'package', price: 4000, package_units: 10, package_months: 6 },
  package_service_ids: [chair.serviceId],
});

const addPerson = async (name: string): Promise<number> => (await account.create('/people', 'person', { name })).id;
const packagesOf = async (personId: number) =>
  (await account.get(`/packages?person_id=${personId}`)).body.map(({ package: one }: { package: object }) => one);

describeInChromium('packages', (browser) => {
  it('are sold to a person and paid by two clicks, and their balance is shown', async () => {
    const kari = await addPerson('Kari');
    const { page, problems } = await openDashboard(browser(), manager, `people/${kari}`);
    await page.getByRole('button', { name: 'Sell a package' }).click();
    const sale = page.getByRole('region', { name: 'Packages' });
    await eventually(() => sale.getByLabel('Package').innerText()).toMatch(/^Ten cuts, NOK\s4,000\.00$/);
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await sale.getByRole('button', { name: 'Card' }).click();
    await page.getByText('Ten cuts is sold: Card.').waitFor();
    await eventually(() => sale.getByRole('list').innerText()).toMatch(/^Ten cuts: 10 of 10 left, until \d+ \w+ 2026$/);
    expect(await packagesOf(kari)).toMatchObject([{ active: true, left: 10 }]);
    const [{ order }] = (await account.get('/orders')).body;
    expect(order).toMatchObject({ person_id: kari, state: 'confirmed', paid_amount: '4000.0' });
    expect(problems).toEqual([]);
  }, 90_000);

  it('are left due, and have no balance until they are paid', async () => {
    const ola = await addPerson('Ola');
    const { page } = await openDashboard(browser(), manager, `people/${ola}`);
    await page.getByRole('button', { name: 'Sell a package' }).click();
    await page.getByRole('button', { name: 'Not paid yet' }).click();
    await page.getByText('Ten cuts is sold, and can be used once NOK 4,000.00 is paid.').waitFor();
    await eventually(() => page.getByRole('region', { name: 'Packages' }).getByRole('list').count()).toBe(0);
    expect(await packagesOf(ola)).toMatchObject([{ active: false, left: 10 }]);
  }, 90_000);

  it('pay for a booking by one click in its panel, and are taken back by one', async () => {
    const nina = await addPerson('Nina');
    const given = { person_id: nina, units: 10, valid_until: '2026-12-31' };
    await account.create('/packages', 'package', { ...given, title: 'Ten cuts' });
    await account.create('/packages', 'package', { ...given, title: 'Courses', service_ids: [tenCuts] });
    await account.create('/packages', 'package', { ...given, title: 'Old cuts', valid_until: '2026-03-02' });
    const { id } = await account.create('/bookings', 'booking', {
      ...{ service_id: chair.serviceId, resource_id: chair.resourceId, person_id: nina },
      ...{ booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' },
    });
    const { page, problems } = await openDashboard(browser(), manager, `calendar?date=2026-03-03&booking=${id}`);
    const panel = page.getByRole('dialog', { name: 'Nina' });
    const part = panel.getByRole('region', { name: 'Package' });
    await eventually(() => part.getByRole('button').allInnerTexts()).toEqual([
      'Ten cuts: 10 of 10 left, until 31 Dec 2026',
    ]);
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await part.getByRole('button').click();
    await page.getByText('Nina is paid with Ten cuts.').waitFor();
    const open = () => page.goto(`${server.origin}/dashboard/calendar?date=2026-03-03&booking=${id}`);
    await open();
    await part.getByText('1 unit', { exact: true }).waitFor();
    await part.getByText('9 of 10 left, until 31 Dec 2026').waitFor();
    await panel.getByRole('region', { name: 'Price' }).getByText('Paid', { exact: true }).waitFor();
    await part.getByRole('button', { name: 'Take the unit back' }).click();
    await page.getByText('Nina is no longer paid with Ten cuts.').waitFor();
    await open();
    await panel.getByText('NOK 500.00 to pay').waitFor();
    await part.getByRole('button', { name: 'Ten cuts: 10 of 10 left' }).waitFor();
    expect(problems).toEqual([]);
  }, 90_000);
});
