import { createBookableService } from '../support/catalog.js';
import { accessibilityProblemsInLightAndDark, describeInChromium } from '../support/chromium.js';
import { createUser, openDashboard, type TestUser } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account({ publicAccess: true });

describeInChromium('options on the dashboard', (browser) => {
  let user: TestUser;
  beforeAll(async () => {
    user = await createUser(server, account);
  });

  it('are added below their service, in a group, and changed', async () => {
    const { serviceId } = await createBookableService(account, { service: { title: 'Cut', price: 600 } });
    const { page } = await openDashboard(browser(), user, `setup/services/${serviceId}`);
    page.setDefaultTimeout(30_000);
    const options = page.getByRole('region', { name: 'Options', exact: true });
    await options.getByRole('button', { name: 'New group' }).click();
    await options.getByLabel('Title').fill('Your hair');
    await options.getByLabel('At least').fill('1');
    await options.getByRole('button', { name: 'Save' }).click();
    await options.getByText('Your hair').first().waitFor();
    await options.getByRole('button', { name: 'New option' }).click();
    await options.getByLabel('Title').fill('Long');
    await options.getByLabel('Group', { exact: true }).selectOption({ label: 'Your hair' });
    await options.getByLabel('Longer by', { exact: true }).fill('30');
    await options.getByLabel('Price').fill('200');
    await options.getByRole('button', { name: 'Save' }).click();
    await options.getByRole('cell', { name: 'Long', exact: true }).waitFor();
    const { body } = await account.get(`/services/${serviceId}/options`);
    const [group] = (await account.get(`/services/${serviceId}/option_groups`)).body;
    expect(body.map((one: Record<string, object>) => one['service_option'])).toMatchObject([
      { title: 'Long', group_id: group.service_option_group.id, minutes: 30, price: '200.0', maximum: 1 },
    ]);
    await options.getByRole('button', { name: /^Change.*Long/ }).click();
    await options.getByLabel('How many at most').fill('2');
    await options.getByRole('button', { name: 'Save' }).click();
    await options.getByRole('button', { name: 'New option' }).waitFor();
    const { id } = body[0].service_option;
    await eventually(async () => (await account.get(`/service_options/${id}`)).body.service_option).toMatchObject({
      maximum: 2,
    });
    await page.goto(`${account.origin}/dashboard/calendar`);
    await page.getByRole('button', { name: 'New booking' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('group', { name: /Your hair/ }).waitFor();
    await dialog.getByRole('spinbutton', { name: /Long/ }).fill('1');
    const free = dialog.getByRole('group', { name: 'Next free times' });
    await free.getByRole('button').first().click();
    const end = dialog.getByLabel('To', { exact: true });
    await eventually(() => end.inputValue()).toBe('10:30');
    await dialog.getByRole('spinbutton', { name: /Long/ }).fill('2');
    await eventually(() => end.inputValue()).toBe('11:00');
    await dialog.getByRole('spinbutton', { name: /Long/ }).fill('1');
    await dialog.getByRole('button', { name: 'Book', exact: true }).click();
    await page.getByText('Booked').first().waitFor();
    const [{ booking }] = (await account.get('/bookings')).body;
    expect(booking.options).toMatchObject([{ title: 'Long', quantity: 1 }]);
    expect(Date.parse(booking.booked_to) - Date.parse(booking.booked_from)).toBe(90 * 60_000);
  });

  it('of a booking are changed in its panel, which shows the new price and the new end first', async () => {
    const { serviceId } = await createBookableService(account, { service: { title: 'Dye', price: 600 } });
    const add = async (attributes: object): Promise<number> =>
      (await account.create(`/services/${serviceId}/options`, 'service_option', attributes)).id;
    const wash = await add({ title: 'Wash', minutes: 15, price: 100 });
    const mask = await add({ title: 'Mask', minutes: 30, price: 50, maximum: 2 });
    const { id } = await account.create('/bookings', 'booking', {
      ...{ service_id: serviceId, booked_from: '2026-03-04 10:00', booked_to: '2026-03-04 11:15' },
      ...{ options: [{ option_id: wash }], person_attributes: { name: 'Sunniva' } },
    });
    await account.put(`/service_options/${wash}`, { json: { service_option: { price: 130 } } });
    const { page, problems } = await openDashboard(browser(), user, `calendar?date=2026-03-04&booking=${id}`);
    const part = page.getByRole('dialog', { name: 'Sunniva' }).getByRole('region', { name: 'Options' });
    await part.getByText('Wash 100').waitFor();
    await part.getByRole('button', { name: 'Change the options' }).click();
    await part.getByRole('checkbox', { name: /Wash \+ 100/ }).waitFor();
    await eventually(() => part.getByRole('status').innerText()).toBe('');
    await part.getByRole('spinbutton', { name: /Mask/ }).fill('2');
    await part.getByText('The options will cost 200.00 instead of 100.00. The booking will end at 12:15.').waitFor();
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await part.getByRole('button', { name: 'Change the options' }).click();
    await page.getByText('The options of Sunniva are changed.').waitFor();
    const { booking } = (await account.get(`/bookings/${id}`)).body;
    expect(booking.booked_to).toBe('2026-03-04T12:15:00+01:00');
    expect(booking.options).toMatchObject([
      { option_id: wash, quantity: 1, price: '100.0' },
      { option_id: mask, quantity: 2, price: '50.0' },
    ]);
    expect(problems).toEqual([]);
  });
});
