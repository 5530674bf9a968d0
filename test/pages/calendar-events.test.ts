import { createEvent } from '../support/catalog.js';
import { accessibilityProblemsInLightAndDark, describeInChromium } from '../support/chromium.js';
import { closeMessage, createUser, calendarEntry as entry, openDashboard } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio' });
const manager = await createUser(server, account, { role: 'manager' });

const attend = (event_id: number, name: string, attributes: object = {}) =>
  account.create('/bookings', 'booking', { event_id, person_attributes: { name }, ...attributes });
const stored = async (id: number) => (await account.get(`/events/${id}`)).body.event;
const viewport = { width: 1280, height: 900 };

describeInChromium('the events of the calendar', (browser) => {
  it('open with their details and bookings, which stay current, in light and dark', async () => {
    const day = '2026-03-03';
    const title = 'Yoga <b>for all</b>';
    const event = await createEvent(account, { title, starts_at: `${day} 12:00`, ends_at: `${day} 13:00` });
    await attend(event.id, 'Nora Lie');
    const { page, problems } = await openDashboard(browser(), manager, `calendar?date=${day}`, { viewport });
    await entry(page, `${title} 1/3`).getByText(title).waitFor();
    await eventually(() => entry(page, 'Nora Lie').count()).toBe(0);
    await entry(page, title).getByText(title).click();
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByText('12:00–13:00, Cut, Chair. 1 of 3 people, 2 left.').waitFor();
    await dialog.getByRole('button', { name: 'Nora Lie' }).waitFor();
    await attend(event.id, 'Emil Strand', { count: 2 });
    await dialog.getByText('3 of 3 people, 0 left.').waitFor();
    const rows = await dialog.getByRole('region', { name: 'Bookings' }).getByRole('listitem').allInnerTexts();
    expect(rows.map((row) => row.split('\n'))).toEqual([
      ['Nora Lie', '✓ Confirmed'],
      ['Emil Strand', '2 people', '✓ Confirmed'],
    ]);
    await dialog.getByLabel('How many people').waitFor();
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Emil Strand' }).click();
    await page.getByRole('dialog', { name: 'Emil Strand' }).getByLabel('Notes').waitFor();
    expect(problems).toEqual([]);
  }, 90_000);

  it('are opened, changed once and cancelled by keyboard alone', async () => {
    const event = await createEvent(account, { starts_at: '2026-03-05 12:00', ends_at: '2026-03-05 13:00' });
    const { id: bookingId } = await attend(event.id, 'Ingrid Dahl');
    const { page, problems } = await openDashboard(browser(), manager, 'calendar?date=2026-03-05', { viewport });
    await entry(page, '◆ Yoga').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Yoga' });
    await dialog.getByLabel('How many people').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.locator('.ec-event:focus').waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('How many people').fill('12');
    await dialog.getByLabel('Title').fill('Pilates');
    await dialog.getByLabel('Title').press('Enter');
    await page.getByText('The event is saved.').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await entry(page, '◆ Pilates 1/12').waitFor();
    await eventually(() => stored(event.id)).toMatchObject({ title: 'Pilates', capacity: 12 });
    await entry(page, '◆ Pilates').press('Enter');
    await page.getByRole('button', { name: 'Cancel the event' }).press('Enter');
    const question = page.getByRole('dialog', { name: 'Cancel the event' });
    await question.getByRole('button', { name: 'Cancel the event' }).press('Enter');
    await entry(page, '◆ Pilates').waitFor({ state: 'hidden' });
    await eventually(() => entry(page, 'Ingrid Dahl').count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await entry(page, '◆ Pilates 1/12').press('Enter');
    await page.getByRole('button', { name: 'Cancel the event' }).press('Enter');
    await question.getByRole('button', { name: 'Cancel the event' }).press('Enter');
    await closeMessage(page, 'The event is cancelled.');
    await entry(page, '◆ Pilates').waitFor({ state: 'hidden' });
    await eventually(() => stored(event.id)).toMatchObject({ active: false });
    await eventually(async () => (await account.get(`/bookings/${bookingId}`)).body.booking).toMatchObject({
      state: 'cancelled',
    });
    expect(problems).toEqual([]);
  }, 90_000);

  it('show staff their bookings, without a form', async () => {
    const staff = await createUser(server, account, { role: 'staff', name: 'Per Hansen' });
    const event = await createEvent(account, { starts_at: '2026-03-06 12:00', ends_at: '2026-03-06 13:00' });
    await attend(event.id, 'Nora Lie');
    const { page } = await openDashboard(browser(), staff, 'calendar?date=2026-03-06', { viewport });
    await entry(page, '◆ Yoga').getByText('◆ Yoga 1/3').click();
    const dialog = page.getByRole('dialog', { name: 'Yoga' });
    await dialog.getByRole('button', { name: 'Nora Lie' }).waitFor();
    await eventually(() => dialog.getByRole('button').allInnerTexts()).toEqual(['', 'Nora Lie']);
  }, 60_000);
});
