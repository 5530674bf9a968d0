import { createBookableService } from '../support/catalog.js';
import { accessibilityProblems, describeInChromium } from '../support/chromium.js';
import { createUser, openDashboard } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio' });
const manager = await createUser(server, account, { role: 'manager', name: 'Ola' });
const kari = await createUser(server, account, { role: 'staff', name: 'Kari' });
const desktop = { viewport: { width: 1280, height: 900 } } as const;
const phone = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const;

const { serviceId, resourceId } = await createBookableService(account, { resource: { title: 'Kari' } });
for (const { client_user_link: link } of (await account.get('/client/users')).body) {
  const isKari = link.user.name === 'Kari';
  if (isKari) await account.put(`/client/users/${link.id}`, { json: { user: { resource_id: resourceId } } });
}
const booking = await account.create('/bookings', 'booking', {
  ...{ service_id: serviceId, resource_id: resourceId, person_attributes: { name: 'Eva', email: 'eva@example.org' } },
  ...{ booked_from: '2026-03-10 10:00', booked_to: '2026-03-10 11:00' },
});
const timesOff = async () =>
  (await account.get(`/time_off?resource_id=${resourceId}`)).body.map(({ time_off }: { time_off: object }) => time_off);

describeInChromium('time off', (browser) => {
  it('is asked for on a phone, approved with the bookings in its way, shown in the calendar and withdrawn', async () => {
    const own = await openDashboard(browser(), kari, 'own', phone);
    const panel = own.page.getByRole('region', { name: 'Time off' });
    await panel.getByText('No time off.').waitFor();
    await panel.getByLabel('First day').fill('2026-03-09');
    await panel.getByLabel('Last day').fill('2026-03-10');
    await panel.getByLabel('Reason').fill('Holiday');
    await panel.getByRole('button', { name: 'Ask for time off' }).dblclick();
    await own.page.getByText('The time off is asked for.').waitFor();
    await panel.getByRole('cell', { name: 'Asked for' }).waitFor();
    await eventually(() => panel.getByLabel('First day').inputValue()).toBe('');
    expect(await accessibilityProblems(own.page)).toEqual([]);
    await eventually(() => timesOff()).toMatchObject([
      { starts_on: '2026-03-09', ends_on: '2026-03-10', reason: 'Holiday', state: 'asked', asked_by: 'Kari' },
    ]);

    const setup = await openDashboard(browser(), manager, `setup/resources/${resourceId}`, desktop);
    const { page } = setup;
    const list = page.getByRole('region', { name: 'Time off' });
    await list.getByRole('button', { name: /Decide.*9 Mar 2026/ }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText('They stay until you move or cancel them.').waitFor();
    const link = sheet.getByRole('link', { name: /Eva/ });
    await eventually(() => link.getAttribute('href')).toMatch(
      new RegExp(`calendar\\?date=2026-03-10&booking=${booking.id}$`),
    );
    expect(await accessibilityProblems(page)).toEqual([]);
    await sheet.getByLabel('Note').fill('Enjoy it');
    await sheet.getByRole('button', { name: 'Approve' }).dblclick();
    await page.getByText('The time off is approved.').waitFor();
    await list.getByRole('cell', { name: 'Approved' }).waitFor();
    await eventually(() => timesOff()).toMatchObject([{ state: 'approved', decided_by: 'Ola', note: 'Enjoy it' }]);
    await list.getByRole('button', { name: /Show.*9 Mar 2026/ }).click();
    await page.getByRole('dialog').getByRole('link', { name: /Eva/ }).click();
    await page.getByRole('dialog').getByText('Eva').first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.time-off', { hasText: 'Holiday' }).waitFor();
    await page.getByRole('combobox', { name: 'View' }).selectOption('Agenda');
    await page.locator('.agenda .away', { hasText: 'Holiday' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'View' }).selectOption('Month');
    await page.locator('.ec-event.away', { hasText: 'Holiday' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await own.page.reload();
    await panel.getByRole('button', { name: /Show/ }).click();
    await own.page.getByText('Note: Enjoy it').waitFor();
    await own.page.getByRole('button', { name: 'Withdraw' }).click();
    await own.page.getByRole('dialog', { name: 'Withdraw' }).getByRole('button', { name: 'Withdraw' }).click();
    await own.page.getByText('The time off is withdrawn.').waitFor();
    await eventually(() => timesOff()).toMatchObject([{ state: 'withdrawn' }]);
    expect([...own.problems, ...setup.problems]).toEqual([]);
  }, 90_000);

  it('is entered by a manager as hours of a date, and not offered to staff who are another', async () => {
    const { page, problems } = await openDashboard(browser(), manager, `setup/resources/${resourceId}`, desktop);
    const panel = page.getByRole('region', { name: 'Time off' });
    await panel.getByLabel('First day').fill('2026-03-20');
    await panel.getByLabel('From').fill('12:00');
    await panel.getByLabel('To', { exact: true }).fill('11:00');
    await panel.getByRole('button', { name: 'Enter time off' }).click();
    await panel.locator('[aria-invalid=true][name=toTime]').waitFor();
    await panel.getByLabel('To', { exact: true }).fill('14:00');
    await panel.getByRole('button', { name: 'Enter time off' }).click();
    await page.getByText('The time off is entered.').waitFor();
    await panel.getByText('20 Mar 2026, 12:00–14:00').waitFor();
    await eventually(async () => (await timesOff()).at(-1)).toMatchObject({
      from_time: '12:00',
      to_time: '14:00',
      state: 'approved',
    });
    expect(problems.filter((problem) => !problem.includes('400'))).toEqual([]);

    const other = await createBookableService(account);
    const staff = await openDashboard(browser(), kari, `setup/resources/${other.resourceId}`, desktop);
    const ofOther = staff.page.getByRole('region', { name: 'Time off' });
    await ofOther.getByText('No time off.').waitFor();
    await eventually(() => ofOther.getByRole('button').count()).toBe(0);
  }, 90_000);

  it('appears in an open calendar once it is approved, and disappears once it is withdrawn, also in the month of a phone', async () => {
    const { page, problems } = await openDashboard(browser(), manager, 'calendar?view=month&date=2026-04-14', {
      viewport: { width: 360, height: 740 },
    });
    await page.locator('.month-days').waitFor();
    const { id } = await account.create('/time_off', 'time_off', {
      ...{ resource_id: resourceId, starts_on: '2026-04-14', reason: 'Course', state: 'asked' },
    });
    await account.put(`/time_off/${id}/approve`);
    await page.locator('.agenda .away', { hasText: 'Course' }).waitFor();
    const day = page.getByRole('button', { name: /14 April 2026: .*Time off/ });
    await day.waitFor();
    await account.put(`/time_off/${id}/withdraw`);
    await day.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  }, 90_000);
});
