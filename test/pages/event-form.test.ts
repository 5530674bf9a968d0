import type { Page } from 'playwright-core';
import { createBookableService } from '../support/catalog.js';
import { accessibilityProblemsInLightAndDark, describeInChromium } from '../support/chromium.js';
import { createUser, openDashboard } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { createAllOccurrences } from '../support/recurrence.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio' });
const manager = await createUser(server, account, { role: 'manager' });
const service = { title: 'Yoga', booking_type: 'attendance' };
const { serviceId, resourceId } = await createBookableService(account, { service });
const place: { service_id: number; resource_id: number } = { service_id: serviceId, resource_id: resourceId };
const phone = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const;
const desktop = { viewport: { width: 1280, height: 900 } } as const;

interface EventBody {
  id: number;
  title: string;
  starts_at: string;
  ends_at: string;
}

const eventsNamed = async (title: string): Promise<EventBody[]> => {
  const { body } = await account.get('/events?from=2026-03-01');
  return body.flatMap(({ event }: { event: EventBody }) => (event.title === title ? event : []));
};
const times = ({ starts_at, ends_at }: EventBody): string[] => [starts_at, ends_at];
const create = (title: string, starts_at: string, ends_at: string) =>
  account.create('/events', 'event', { ...place, title, capacity: 3, starts_at, ends_at });

/** The labels of the fields that are shown, in order. */
const labels = async (page: Page): Promise<string[]> =>
  (await page.locator('form :is(.field > label, legend, .checkbox, summary):visible').allInnerTexts()).map((label) =>
    label.trim(),
  );

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('The event is saved.').waitFor();
}

describeInChromium('the form of an event', (browser) => {
  it('asks what is usual, in the order of the questions, and how often only of what repeats', async () => {
    const { page, problems } = await openDashboard(browser(), manager, 'setup/events/new', phone);
    const usual = ['Service', 'Resource', 'Title', 'Repeat', 'Begins', 'Length', 'How many people', 'More'];
    await eventually(() => labels(page)).toEqual(usual);
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await page.getByLabel('Repeat').selectOption('weekly');
    await eventually(() => labels(page)).toEqual(usual.toSpliced(4, 0, 'How many times'));
    await page.getByLabel('Repeat').selectOption('');
    await eventually(() => labels(page)).toEqual(usual);
    await page.getByText('More', { exact: true }).click();
    const more = ['On the booking page', 'Description', 'Bookable from', 'Bookable until'];
    await eventually(() => labels(page)).toEqual([...usual, ...more]);
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(problems).toEqual([]);
  }, 60_000);

  it('has a length, from which the end follows, also over midnight and a reload', async () => {
    const { page, problems } = await openDashboard(browser(), manager, 'setup/events/new', phone);
    await page.getByLabel('Title').fill('Night');
    await page.getByLabel('Begins').fill('2026-03-04T21:00');
    await page.getByText('Ends at 22:00').waitFor();
    await page.getByLabel('hours').fill('4');
    await page.getByLabel('minutes').fill('30');
    await page.getByText(/Ends on Thu,? 5 Mar 2026 at 01:30/).waitFor();
    await page.reload();
    await page.getByText(/Ends on Thu,? 5 Mar 2026 at 01:30/).waitFor();
    await eventually(() => page.getByLabel('hours').inputValue()).toBe('4');
    await page.getByLabel('How many people').fill('5');
    await save(page);
    await eventually(async () => (await eventsNamed('Night')).map(times)).toEqual([
      ['2026-03-04T21:00:00+01:00', '2026-03-05T01:30:00+01:00'],
    ]);
    expect(problems).toEqual([]);
  }, 60_000);

  it('keeps the length when the begin moves, and the begin when the length changes', async () => {
    const { id } = await create('Late', '2026-03-06 22:00', '2026-03-07 00:45');
    const { page, problems } = await openDashboard(browser(), manager, `setup/events/${id}`, desktop);
    await eventually(() => page.getByLabel('hours').inputValue()).toBe('2');
    await eventually(() => page.getByLabel('minutes').inputValue()).toBe('45');
    await page.getByLabel('Begins').fill('2026-03-06T20:00');
    await page.getByText('Ends at 22:45').waitFor();
    await save(page);
    const moved = ['2026-03-06T20:00:00+01:00', '2026-03-06T22:45:00+01:00'];
    await eventually(async () => (await eventsNamed('Late')).map(times)).toEqual([moved]);
    await page.goto(`${server.origin}/dashboard/setup/events/${id}`);
    await page.getByLabel('hours').fill('');
    await save(page);
    const short = ['2026-03-06T20:00:00+01:00', '2026-03-06T20:45:00+01:00'];
    await eventually(async () => (await eventsNamed('Late')).map(times)).toEqual([short]);
    expect(problems).toEqual([]);
  }, 60_000);

  it('gives an event of the night of a clock change the end that an event of a series has there', async () => {
    const weekly = {
      title: 'Weekly',
      ...place,
      capacity: 3,
      starts_at: '2026-03-22 01:30',
      ends_at: '2026-03-22 03:15',
    };
    const { body } = await account.post('/events/recurring', {
      json: { event: weekly, recurrence: { rrule: 'FREQ=WEEKLY;COUNT=2' } },
    });
    await createAllOccurrences(server, account, body.collection_id);
    const { page } = await openDashboard(browser(), manager, 'setup/events/new', desktop);
    await page.getByLabel('Title').fill('Single');
    await page.getByLabel('Begins').fill('2026-03-29T01:30');
    await page.getByLabel('minutes').fill('45');
    await page.getByLabel('How many people').fill('5');
    await save(page);
    const [, second] = await eventsNamed('Weekly');
    const ends = '2026-03-29T03:15:00+02:00';
    expect(second?.ends_at).toBe(ends);
    await eventually(async () => (await eventsNamed('Single')).map(({ ends_at }) => ends_at)).toEqual([ends]);
  }, 60_000);

  it('changes the length of a series and keeps what is not shown, with the rest open if it is not as usual', async () => {
    const event = { title: 'Choir', ...place, capacity: 3, published: false };
    const { body } = await account.post('/events/recurring', {
      json: {
        event: { ...event, starts_at: '2026-10-18 23:00', ends_at: '2026-10-19 00:30' },
        recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' },
      },
    });
    await createAllOccurrences(server, account, body.collection_id);
    const [first] = await eventsNamed('Choir');
    const { page } = await openDashboard(browser(), manager, `setup/events/${first?.id}`, desktop);
    await page.getByLabel('On the booking page').waitFor();
    const asked = ['Service', 'Resource', 'Title', 'Change', 'Begins', 'Length', 'How many people', 'More'];
    await eventually(async () => (await labels(page)).slice(0, asked.length)).toEqual(asked);
    await page.getByLabel('Change').selectOption('The whole series');
    await page.getByLabel('hours').fill('2');
    await page.getByLabel('minutes').fill('');
    await save(page);
    await eventually(async () => (await eventsNamed('Choir')).map(times)).toEqual([
      ['2026-10-18T23:00:00+02:00', '2026-10-19T01:00:00+02:00'],
      ['2026-10-25T23:00:00+01:00', '2026-10-26T01:00:00+01:00'],
      ['2026-11-01T23:00:00+01:00', '2026-11-02T01:00:00+01:00'],
    ]);
  }, 60_000);
});
