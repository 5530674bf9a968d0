import { createBookableService, createEvent } from '../support/catalog.js';
import { accessibilityProblemsInLightAndDark, describeInChromium } from '../support/chromium.js';
import { createUser, calendarEntry as entry, openDashboard } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio' });
const chair = await createBookableService(account);
const sofa = await createBookableService(account, { service: { title: 'Massage' }, resource: { title: 'Sofa' } });
const manager = await createUser(server, account, { role: 'manager' });
const anna = await account.create('/people', 'person', { name: 'Anna Berg', email: 'anna@example.org' });
await account.put('/client', { json: { client: { person_overlaps: 'warn' } } });

const viewport = { width: 1280, height: 900 };
const book = ({ serviceId, resourceId }: typeof chair, day: string, hour: number, attributes: object) =>
  account.create('/bookings', 'booking', {
    ...{ service_id: serviceId, resource_id: resourceId },
    ...{ booked_from: `${day} ${hour}:00`, booked_to: `${day} ${hour + 1}:00`, ...attributes },
  });
const stored = async (id: number) => (await account.get(`/bookings/${id}`)).body.booking;

describeInChromium('the people of a booking on the dashboard', (browser) => {
  it('are the known one and the name that was given, which becomes a person of its own', async () => {
    const { id } = await book(chair, '2026-03-03', 10, {
      person_attributes: { name: 'Bo Berg', email: 'anna@example.org' },
    });
    const { page, problems } = await openDashboard(browser(), manager, 'calendar?date=2026-03-03', { viewport });
    await entry(page, 'Bo Berg, booked by Anna Berg').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Bo Berg, booked by Anna Berg' });
    await eventually(() => dialog.getByRole('region', { name: 'Person' }).getByRole('link').first().innerText()).toBe(
      'Anna Berg',
    );
    const make = dialog.getByRole('button', { name: 'Make a person of its own: Bo Berg' });
    await make.waitFor();
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await make.click();
    await dialog.getByLabel('Date of birth').fill('2018-04-01');
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Give the booking to this person' }).click();
    await page.getByText('Bo Berg is a person of its own now.').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await entry(page, 'Bo Berg').waitFor();
    await eventually(() => entry(page, 'booked by Anna Berg').count()).toBe(0);
    const booking = await stored(id);
    expect(booking).toMatchObject({ booked_for_name: null, person: { name: 'Bo Berg' } });
    const { person } = (await account.get(`/people/${booking.person_id}`)).body;
    expect(person).toMatchObject({
      ...{ name: 'Bo Berg', email: null, parent_id: anna.id, date_of_birth: '2018-04-01' },
    });
    await entry(page, 'Bo Berg').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Bo Berg' }).getByRole('link', { name: 'Bo Berg' }).waitFor();
    await eventually(() => page.getByRole('button', { name: /Make a person of its own/ }).count()).toBe(0);
    expect(problems).toEqual([]);
  }, 90_000);

  it('are told apart by their birthdays if they have the same name', async () => {
    const mother = await account.create('/people', 'person', { name: 'Eva Dahl', email: 'eva@example.org' });
    const twins: number[] = [];
    for (const date_of_birth of ['2016-01-02', '2019-05-06']) {
      const child = await account.create('/people', 'person', { name: 'Ivar Dahl', date_of_birth });
      await account.create(`/people/${child.id}/guardians`, 'guardian', { person_id: mother.id });
      twins.push(child.id);
    }
    const { id } = await book(chair, '2026-03-06', 10, {
      person_attributes: { name: 'Ivar Dahl', email: 'eva@example.org' },
    });
    const path = `calendar?date=2026-03-06&booking=${id}`;
    const { page, problems } = await openDashboard(browser(), manager, path, {
      viewport: { width: 360, height: 740 },
    });
    const dialog = page.getByRole('dialog', { name: 'Ivar Dahl, booked by Eva Dahl' });
    await dialog.getByRole('button', { name: 'Make a person of its own: Ivar Dahl' }).click();
    const known = dialog.getByLabel('For', { exact: true });
    await eventually(() => known.getByRole('option').allInnerTexts()).toEqual([
      'New person: Ivar Dahl',
      'Ivar Dahl, 2 Jan 2016',
      'Ivar Dahl, 6 May 2019',
    ]);
    await known.selectOption('Ivar Dahl, 6 May 2019');
    await eventually(() => dialog.getByLabel('Date of birth').count()).toBe(0);
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Give the booking to this person' }).click();
    await page.getByText('Ivar Dahl is a person of its own now.').waitFor();
    await eventually(() => stored(id)).toMatchObject({ person_id: twins[1], booked_by_person_id: mother.id });
    expect(problems).toEqual([]);
  }, 90_000);

  it('that are in two places at once have a banner, until the booking moves away', async () => {
    await book(chair, '2026-03-04', 10, { person_id: anna.id });
    const { id } = await book(sofa, '2026-03-04', 10, { person_id: anna.id, title: 'Second' });
    const { page, problems } = await openDashboard(browser(), manager, `calendar?date=2026-03-04&booking=${id}`, {
      viewport,
    });
    const dialog = page.getByRole('dialog', { name: 'Anna Berg' });
    await dialog.getByText('Also booked at that time: 10:00–11:00, Cut, Chair.').waitFor();
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await dialog.getByLabel('From').fill('12:00');
    await dialog.getByLabel('To', { exact: true }).fill('13:00');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await eventually(() => page.getByText('Saved Anna Berg.').innerText()).not.toContain('Also booked');
    await page.goto(`${server.origin}/dashboard/calendar?date=2026-03-04&booking=${id}`);
    await dialog.getByText('12:00–13:00').first().waitFor();
    await eventually(() => dialog.getByText('Also booked').count()).toBe(0);
    expect(problems).toEqual([]);
  }, 90_000);

  it('are named when their event moves onto another booking of theirs', async () => {
    const day = '2026-03-05';
    const event = await createEvent(account, { title: 'Yoga', starts_at: `${day} 14:00`, ends_at: `${day} 15:00` });
    await account.create('/bookings', 'booking', { event_id: event.id, person_id: anna.id });
    await book(sofa, day, 10, { person_id: anna.id });
    const { page, problems } = await openDashboard(browser(), manager, `calendar?date=${day}`, { viewport });
    await entry(page, '◆ Yoga').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Yoga' });
    await dialog.getByRole('button', { name: 'Anna Berg' }).waitFor();
    await eventually(() => dialog.getByText('Also booked').count()).toBe(0);
    await dialog.getByLabel('Begins').fill(`${day}T10:00`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Also booked at that time: Anna Berg, 10:00–11:00, Massage, Sofa.').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await entry(page, '◆ Yoga').focus();
    await page.keyboard.press('Enter');
    await dialog.getByText('Also booked at that time: 10:00–11:00, Massage, Sofa.').waitFor();
    expect(problems).toEqual([]);
  }, 90_000);
});
