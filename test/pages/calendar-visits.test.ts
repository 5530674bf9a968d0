import type { Page } from 'playwright-core';
import { accessibilityProblemsInLightAndDark, describeInChromium } from '../support/chromium.js';
import {
  closeMessage,
  createUser,
  dragInCalendar,
  calendarEntry as entry,
  openDashboard,
} from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { createServiceWithNeeds } from '../support/needs.js';
import { useTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio' });
const titles = ['Anna', 'Bea', 'Chair 1', 'Chair 2'];
const { serviceId, resourceIds, needIds } = await createServiceWithNeeds(server, account, {
  service: { title: 'Colour', interval: 120 },
  resources: titles.map((title) => ({ title })),
  needs: [
    {
      pool: [0, 1],
      segments: [
        { offset: 0, length: 30 },
        { offset: 90, length: 30 },
      ],
    },
    { pool: [2, 3] },
  ],
});
for (const [index, title] of ['Stylist', 'Chair'].entries()) {
  await account.put(`/service_needs/${needIds[index]}`, { json: { service_need: { title } } });
}
const [anna = 0, bea = 0, chair = 0, otherChair = 0] = resourceIds;
const { id: cut } = await account.create('/services', 'service', { title: 'Cut', interval: 60 });
for (const resourceId of [anna, bea])
  await account.create('/providers', 'provider', { service_id: cut, resource_id: resourceId });
const user = await createUser(server, account);
const viewport = { width: 1280, height: 900 };
const phone = { viewport: { width: 360, height: 740 } };

const book = (date: string, name: string) =>
  account.create('/bookings', 'booking', {
    ...{ service_id: serviceId, booked_from: `${date} 10:00`, booked_to: `${date} 12:00` },
    person_attributes: { name },
  });

async function visit(date: string, name: string): Promise<{ id: number; bookings: { id: number }[] }> {
  const { body } = await account.post('/visits', {
    json: {
      visit: {
        person_attributes: { name },
        items: [
          { service_id: serviceId, booked_from: `${date} 10:00`, booked_to: `${date} 12:00` },
          { service_id: cut, resource_id: bea, booked_from: `${date} 12:00`, booked_to: `${date} 13:00` },
        ],
      },
    },
  });
  return body.visit;
}

/** The times of the bookings of a visit on their day. */
async function timesOf(id: number): Promise<string[]> {
  const { bookings } = (await account.get(`/visits/${id}`)).body.visit;
  return bookings.map((one: { booked_from: string; state: string }) => `${one.booked_from.slice(11, 16)} ${one.state}`);
}

async function placesOf(id: number): Promise<[number, string][]> {
  const { data } = await account.graphql('query ($id: Int!) { booking(id: $id) { places { resourceId from } } }', {
    id,
  });
  const { places }: { places: { resourceId: number; from: string }[] } = data.booking;
  return places.map(({ resourceId, from }) => [resourceId, from.slice(11, 16)]);
}

/** The entries of somebody, each with the column of the day in which it is. */
async function columnsOf(page: Page, name: string): Promise<string[]> {
  const entries = await entry(page, name).evaluateAll((all) =>
    all.map((one) => {
      const { x } = one.getBoundingClientRect();
      const columns = [...document.querySelectorAll('.ec-body .ec-day')].map((day) => day.getBoundingClientRect());
      const column = columns.findIndex(({ left, right }) => left <= x && x < right);
      return { column, time: one.querySelector('.time')?.textContent };
    }),
  );
  return entries.map(({ column, time }) => `${titles[column]} ${time}`).sort();
}

describeInChromium('a booking with several resources', (browser) => {
  it('is in the column of each of them when it works, and leaves the gap free', async () => {
    const { id } = await book('2026-03-03', 'Nora');
    const { page, problems } = await openDashboard(browser(), user, 'calendar?view=day&date=2026-03-03', { viewport });
    await entry(page, 'Nora').first().waitFor();
    await eventually(() => columnsOf(page, 'Nora')).toEqual([
      'Anna 10:00–10:30',
      'Anna 11:30–12:00',
      'Chair 1 10:00–12:00',
    ]);
    await entry(page, 'Nora').first().hover();
    const outlines = () =>
      entry(page, 'Nora').evaluateAll((all) => all.map((one) => getComputedStyle(one).outlineStyle));
    await until(async () => (await outlines()).every((style) => style === 'solid'));
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await dragInCalendar(page, [2, '10:00'], [3, '11:00']);
    await page.getByText('Moved Nora.').waitFor();
    await eventually(() => placesOf(id)).toEqual([
      [anna, '11:00'],
      [anna, '12:30'],
      [otherChair, '11:00'],
    ]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Nora is as before.').waitFor();
    await eventually(() => placesOf(id)).toEqual([
      [anna, '10:00'],
      [anna, '11:30'],
      [chair, '10:00'],
    ]);
    expect(problems).toEqual([]);
  }, 90_000);

  it('is booked with the one that is chosen for a later need, at a time when that is free', async () => {
    const time = { booked_from: '2026-03-16 09:00', booked_to: '2026-03-16 17:00' };
    await account.create('/bookings', 'booking', { ...time, resource_id: otherChair });
    const { page, problems } = await openDashboard(browser(), user, 'calendar?view=day&date=2026-03-16', { viewport });
    await page.getByRole('button', { name: 'New booking' }).click();
    const dialog = page.getByRole('dialog', { name: 'New booking' });
    await dialog.getByLabel('Service').selectOption('Colour');
    const free = dialog.getByRole('group', { name: 'Next free times' }).getByRole('button');
    await eventually(() => free.first().innerText()).toBe('Mon 16 Mar, 09:00');
    await dialog.getByLabel('Chair', { exact: true }).selectOption('Chair 2');
    await eventually(() => free.first().innerText()).toBe('Tue 17 Mar, 09:00');
    await free.first().click();
    await dialog.getByRole('combobox', { name: 'Person' }).fill('Liv');
    await dialog.getByRole('button', { name: 'Book', exact: true }).click();
    await page.getByText('Booked for Liv').waitFor();
    const { body } = await account.get('/bookings');
    const liv = body.find(({ booking }: { booking: { person?: { name: string } } }) => booking.person?.name === 'Liv');
    await eventually(() => placesOf(liv.booking.id)).toEqual([
      [anna, '09:00'],
      [anna, '10:30'],
      [otherChair, '09:00'],
    ]);
    expect(problems).toEqual([]);
    await account.put(`/bookings/${liv.booking.id}/cancel`);
  }, 60_000);

  it('names all of them in the week, the agenda and its panel, where each can be changed', async () => {
    const { id } = await book('2026-03-04', 'Olav');
    const { page, problems } = await openDashboard(browser(), user, 'calendar?view=week&date=2026-03-04', { viewport });
    await entry(page, 'Olav').getByText('Colour · Anna, Chair 1').waitFor();
    await eventually(() => entry(page, 'Olav').count()).toBe(1);
    await page.getByRole('combobox', { name: 'View' }).selectOption('Agenda');
    await entry(page, 'Olav').getByText('Colour · Anna, Chair 1 · Confirmed').click();
    const dialog = page.getByRole('dialog', { name: 'Olav' });
    await dialog.getByText('Colour, Anna, Chair 1.').waitFor();
    await dialog.getByLabel('Chair').getByRole('option', { name: 'Chair 2' }).waitFor({ state: 'attached' });
    await dialog.getByLabel('Chair').selectOption('Chair 2');
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved Olav.').waitFor();
    await eventually(() => placesOf(id)).toEqual([
      [anna, '10:00'],
      [anna, '11:30'],
      [otherChair, '10:00'],
    ]);
    await book('2026-03-04', 'Petra');
    await entry(page, 'Olav').click();
    await dialog.getByLabel('Stylist').selectOption('Bea');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByLabel('Stylist').and(page.locator('[aria-invalid="true"]')).waitFor();
    expect(problems).toEqual([]);
  }, 90_000);
});

describeInChromium('a visit', (browser) => {
  it('is marked, and moves whole when one of its bookings is dragged, unless the user wants it alone', async () => {
    const { id } = await visit('2026-03-05', 'Quentin');
    const { page, problems } = await openDashboard(browser(), user, 'calendar?view=day&date=2026-03-05', { viewport });
    await entry(page, 'Quentin').nth(3).waitFor();
    await eventually(() => entry(page, 'Quentin').getByRole('img', { name: 'Part of a visit' }).count()).toBe(4);
    await dragInCalendar(page, [1, '12:00'], [1, '13:00']);
    const question = page.getByRole('dialog', { name: 'Move Quentin?' });
    await eventually(() => question.getByLabel('Move the whole visit').isChecked()).toBe(true);
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await question.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('The whole visit is moved.').waitFor();
    await eventually(() => timesOf(id)).toEqual(['11:00 confirmed', '13:00 confirmed']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Quentin is as before.').waitFor();
    await eventually(() => timesOf(id)).toEqual(['10:00 confirmed', '12:00 confirmed']);
    const [colour] = (await account.get(`/visits/${id}`)).body.visit.bookings;
    await dragInCalendar(page, [2, '10:00'], [3, '11:00']);
    await question.getByRole('button', { name: 'Move', exact: true }).click();
    // The message of the move before may still be there.
    const cutAt = (times: string) => entry(page, 'Quentin').getByText(times).first().waitFor();
    await cutAt('13:00–14:00');
    await eventually(async () => (await placesOf(colour.id)).at(-1)).toEqual([otherChair, '11:00']);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await until(async () => (await placesOf(colour.id)).at(-1)?.join() === [chair, '10:00'].join());
    await eventually(() => timesOf(id)).toEqual(['10:00 confirmed', '12:00 confirmed']);
    await cutAt('12:00–13:00');
    await dragInCalendar(page, [1, '12:00'], [1, '13:00']);
    await question.getByLabel('Move the whole visit').uncheck();
    await question.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('Moved Quentin.').waitFor();
    await eventually(() => timesOf(id)).toEqual(['10:00 confirmed', '13:00 confirmed']);
    expect(problems).toEqual([]);
  }, 90_000);

  it('lists its bookings in the panel of each, and is moved and cancelled there, also on a phone', async () => {
    const { id } = await visit('2026-03-06', 'Runa');
    const { page, problems } = await openDashboard(browser(), user, 'calendar?view=agenda&date=2026-03-06', phone);
    await entry(page, 'Runa').first().click();
    const part = page.getByRole('dialog', { name: 'Runa' }).getByRole('region', { name: 'Visit' });
    await part.getByText('10:00–12:00, Colour, Anna, Chair 1').waitFor();
    await part.getByRole('link', { name: '12:00–13:00, Cut, Bea' }).waitFor();
    await part.getByRole('button', { name: 'Move the whole visit' }).click();
    await part.getByLabel('From').fill('14:00');
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await part.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('The whole visit is moved.').waitFor();
    await eventually(() => timesOf(id)).toEqual(['14:00 confirmed', '16:00 confirmed']);
    await entry(page, 'Runa').last().click();
    await part.getByRole('button', { name: 'Cancel the whole visit' }).click();
    await part.getByRole('button', { name: 'Cancel the whole visit' }).click();
    await closeMessage(page, 'The whole visit is cancelled.');
    await until(async () => (await timesOf(id)).join() === '14:00 cancelled,16:00 cancelled');
    expect(problems).toEqual([]);
  }, 90_000);
});
