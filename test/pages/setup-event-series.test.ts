import type { Page } from 'playwright-core';
import { createBookableService } from '../support/catalog.js';
import { accessibilityProblems, describeInChromium } from '../support/chromium.js';
import { closeMessage, createUser, openDashboard } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { createAllOccurrences } from '../support/recurrence.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio' });
const manager = await createUser(server, account, { role: 'manager' });
const service = { title: 'Yoga', booking_type: 'attendance' };
const { serviceId, resourceId } = await createBookableService(account, { service });
const place: { service_id: number; resource_id: number } = { service_id: serviceId, resource_id: resourceId };

interface EventBody {
  id: number;
  title: string | null;
  active: boolean;
  starts_at: string;
}

/** Creates four weekly events from 3 March 2026, 12:00. @returns them in order */
async function createSeries(title: string): Promise<EventBody[]> {
  const event = { title, ...place, capacity: 3, starts_at: '2026-03-03 12:00', ends_at: '2026-03-03 13:00' };
  const { body } = await account.post('/events/recurring', {
    json: { event, recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' } },
  });
  await createAllOccurrences(server, account, body.collection_id);
  const list = await account.get(`/events/recurring/${body.collection_id}`);
  return list.body.map((one: { event: EventBody }) => one.event);
}

const read = async ({ id }: EventBody): Promise<EventBody> => (await account.get(`/events/${id}`)).body.event;
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const desktop = { viewport: { width: 1280, height: 900 } } as const;
const phone = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const;

describeInChromium('series of events in the set-up', (browser) => {
  it('are created once, with a draft that survives a reload, and show their progress', async () => {
    const { page, problems } = await openDashboard(browser(), manager, 'setup/events/new', phone);
    await page.getByLabel('Title').fill('Pilates');
    await page.getByLabel('Begins').fill('2026-03-04T10:00');
    await page.getByLabel('Repeat').selectOption('Every other week');
    await page.getByLabel('How many times').fill('101');
    await page.getByLabel('How many people').fill('5');
    await page.reload();
    await page.getByText('What you had typed before and not saved is here again.').waitFor();
    await eventually(() => page.getByLabel('Repeat').inputValue()).toBe('fortnightly');
    await save(page).click();
    await page.getByRole('alert').getByText('must be a number from 2 to 100').waitFor();
    await page.getByLabel('How many times').fill('3');
    expect(await accessibilityProblems(page)).toEqual([]);
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await save(page).dblclick();
    const progress = page.getByRole('region', { name: 'A series of events' });
    await progress.getByText('Creating the events: 1 of 3').waitFor();
    const rows = await server.sql<{ collection_id: string }>(
      'select collection_id from recurrence where account_id = ?',
      account.credentials.id,
    );
    expect(rows).toHaveLength(1);
    await createAllOccurrences(server, account, rows[0]?.collection_id ?? '');
    await progress.getByText('Creating the events: 3 of 3').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await progress.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row', { name: /^Pilates Wed 1 Apr, 10:00–11:00 Chair 0 of 5 Yes In a series/ }).waitFor();
    expect(problems).toEqual([]);
  }, 90_000);

  it('change one event, this and the following, or all', async () => {
    const series = await createSeries('Morning');
    const { page, problems } = await openDashboard(browser(), manager, `setup/events/${series[1]?.id}`, desktop);
    const change = async (title: string, scope: string) => {
      await page.getByLabel('Title').fill(title);
      await page.getByLabel('Change').selectOption(scope);
      await save(page).dblclick();
      await page.getByRole('row', { name: new RegExp(`^${title} Tue 10 Mar`) }).waitFor();
      return (await Promise.all(series.map(read))).map((event) => event.title);
    };
    await page.getByRole('row', { name: 'Morning Tue 24 Mar, 12:00–13:00 0 of 3' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await change('One', 'Only this event')).toEqual(['Morning', 'One', 'Morning', 'Morning']);
    expect(await change('All', 'The whole series')).toEqual(['All', 'All', 'All', 'All']);
    expect(await change('Rest', 'This and the following')).toEqual(['All', 'Rest', 'Rest', 'Rest']);
    expect(problems).toEqual([]);
  }, 90_000);

  it('are not changed over a change of somebody else', async () => {
    const series = await createSeries('Evening');
    const { page } = await openDashboard(browser(), manager, `setup/events/${series[0]?.id}`, desktop);
    await page.getByLabel('Title').fill('Mine');
    await page.getByLabel('Change').selectOption('The whole series');
    await account.put(`/events/${series[0]?.id}`, { json: { event: { title: 'Theirs' } } });
    await save(page).click();
    await page.getByText('Title: “Evening” is now “Theirs”.').waitFor();
    await eventually(async () => (await Promise.all(series.map(read))).map(({ title }) => title)).toEqual([
      ...['Theirs', 'Evening', 'Evening', 'Evening'],
    ]);
    await page.getByRole('button', { name: 'Save mine' }).click();
    await page.getByText('The event is saved.').waitFor();
    await eventually(async () => (await Promise.all(series.map(read))).map(({ title }) => title)).toEqual([
      'Mine',
      'Mine',
      'Mine',
      'Mine',
    ]);
  }, 90_000);

  it('are not changed over a change of another event by somebody else, but over new bookings', async () => {
    const series = await createSeries('Noon');
    const { page } = await openDashboard(browser(), manager, `setup/events/${series[0]?.id}`, desktop);
    await page.getByLabel('Title').fill('Mine');
    await page.getByLabel('Change').selectOption('The whole series');
    await account.put(`/events/${series[2]?.id}`, { json: { event: { title: 'Theirs' } } });
    await save(page).click();
    const notice = page.getByText('The series of the event has changed.');
    await notice.waitFor();
    const titles = async () => (await Promise.all(series.map(read))).map(({ title }) => title);
    await eventually(() => titles()).toEqual(['Noon', 'Noon', 'Theirs', 'Noon']);
    await page.getByRole('button', { name: 'Load theirs, drop mine' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.getByLabel('Title').fill('Later');
    await page.getByLabel('Change').selectOption('The whole series');
    await account.create('/bookings', 'booking', { event_id: series[1]?.id, person_attributes: { name: 'Emil' } });
    await save(page).click();
    await page.getByText('The event is saved.').waitFor();
    await eventually(() => titles()).toEqual(['Later', 'Later', 'Later', 'Later']);
  }, 90_000);

  it('are cancelled from an event on, or all, not over a change of somebody else', async () => {
    const series = await createSeries('Night');
    const attendance = { event_id: series[3]?.id, person_attributes: { name: 'Emil' } };
    const { id: bookingId } = await account.create('/bookings', 'booking', attendance);
    const { page, problems } = await openDashboard(browser(), manager, `setup/events/${series[2]?.id}`, desktop);
    await page.getByRole('button', { name: 'Cancel this and the following' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Events that are not over: 2. Booked places in them: 1.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await account.put(`/events/${series[2]?.id}`, { json: { event: { title: 'Changed' } } });
    await dialog.getByRole('button', { name: 'Cancel 2 events' }).click();
    await page.getByRole('row', { name: /^Night Tue 10 Mar/ }).waitFor();
    await eventually(() => page.getByRole('row', { name: /^Night Tue 17 Mar|^Changed/ }).count()).toBe(0);
    await closeMessage(page, 'The events are cancelled: 2.');
    const refusal = 'Somebody else has changed it in the meantime. Nothing was deleted.';
    await page.getByRole('alert').getByText(refusal).waitFor();
    await page.getByRole('link', { name: 'Changed' }).click();
    await page.getByRole('button', { name: 'Cancel this and the following' }).click();
    await dialog.getByRole('button', { name: 'Cancel 2 events' }).click();
    await page.getByRole('row', { name: /^Night Tue 10 Mar/ }).waitFor();
    await closeMessage(page, 'The events are cancelled: 2.');
    const states = async () => (await Promise.all(series.map(read))).map(({ active }) => active);
    await eventually(() => states()).toEqual([true, true, false, false]);
    await eventually(async () => (await account.get(`/bookings/${bookingId}`)).body.booking).toMatchObject({
      state: 'cancelled',
    });
    await page.getByRole('link', { name: 'Night' }).first().click();
    await page.getByRole('button', { name: 'Cancel the whole series' }).click();
    await dialog.getByRole('button', { name: 'Cancel 2 events' }).click();
    await closeMessage(page, 'The events are cancelled: 2.');
    await eventually(() => states()).toEqual([false, false, false, false]);
    expect(problems).toEqual([]);
  }, 90_000);
});
