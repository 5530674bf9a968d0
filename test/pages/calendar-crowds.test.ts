import type { Page } from 'playwright-core';
import { createBookableService } from '../support/catalog.js';
import { accessibilityProblemsInLightAndDark, describeInChromium } from '../support/chromium.js';
import { createUser, openDashboard } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio' });
const names = ['Anna', 'Bea', 'Carl', 'Dina'];
const { serviceId, resourceIds } = await createBookableService(account, {
  service: { title: 'Cut' },
  providers: names.map(() => ({})),
});
for (const [index, id] of resourceIds.entries()) {
  await account.put(`/resources/${id}`, { json: { resource: { title: names[index] } } });
}
const user = await createUser(server, account);
const viewport = { width: 1280, height: 800 };
const book = (resource: number, name: string, from: string, to: string, attributes: object = {}) =>
  account.create('/bookings', 'booking', {
    ...{ service_id: serviceId, resource_id: resourceIds[resource], person_attributes: { name } },
    ...{ booked_from: `2026-03-03 ${from}`, booked_to: `2026-03-03 ${to}` },
    ...attributes,
  });
await book(0, 'Nora', '10:00', '12:00');
await book(1, 'Olav', '10:00', '11:00', { notes: 'Allergic to nuts' });
await book(2, 'Petra', '10:00', '10:30');
await book(3, 'Quentin', '10:30', '11:30');
await book(3, 'Nora', '13:00', '14:00');

const open = (page: Page, name: string) => page.locator('.ec-event', { hasText: name });
const namesIn = (page: Page) =>
  page.locator('.ec-event.booking .name').evaluateAll((all) => all.map((one) => one.firstChild?.textContent));

describeInChromium('a week in which more than two are booked at once', (browser) => {
  it('shows two beside each other, and the others of an hour by one click', async () => {
    const { page, problems } = await openDashboard(browser(), user, 'calendar?view=week&date=2026-03-03', { viewport });
    await open(page, 'Olav').waitFor();
    await eventually(async () => (await namesIn(page)).sort()).toEqual(['Nora', 'Nora', 'Olav']);
    await eventually(() => page.locator('.ec-event.others').allInnerTexts()).toEqual(['+2\n2 more']);
    await page.locator('.ec-event.others').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Tue, 3 Mar 2026, 10:00–11:00' });
    await eventually(() => dialog.locator('.who').allInnerTexts()).toEqual([
      '✓ Nora',
      '✓ Olav',
      '✓ Petra',
      '✓ Quentin',
    ]);
    await dialog.getByRole('button', { name: 'Petra' }).click();
    await page.getByRole('dialog', { name: 'Petra' }).waitFor();
    expect(problems).toEqual([]);
  }, 60_000);

  it('has one column for a day of each resource, without hours', async () => {
    const path = 'calendar?view=timeline&date=2026-03-03';
    const { page, problems } = await openDashboard(browser(), user, path, { viewport });
    await open(page, 'Olav').waitFor();
    const head = page.locator('.ec-header').first();
    await eventually(() => head.innerText()).toContain('Tue');
    await eventually(() => head.innerText()).not.toContain(':00');
    expect(problems).toEqual([]);
  }, 60_000);

  it('says when each resource is free', async () => {
    const { page } = await openDashboard(browser(), user, 'calendar?view=week&date=2026-03-03', { viewport });
    await page.getByText('Free times').click();
    const row = page.getByRole('row', { name: 'Anna' });
    await row.getByRole('button', { name: /^Tue, 3 Mar 2026: (?!.*10:00–12:00).*10:00, 12:00–/ }).click();
    await page.getByRole('heading', { name: 'Tuesday, 3 March 2026' }).waitFor();
    await page.locator('.ec-event', { hasText: 'Petra' }).waitFor();
  }, 60_000);

  it('is without problems of accessibility, in light and dark', async () => {
    const { page } = await openDashboard(browser(), user, 'calendar?view=week&date=2026-03-03', { viewport });
    await page.getByText('Free times').click();
    await open(page, 'Olav').waitFor();
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
  }, 60_000);
});

describeInChromium('a day of several resources', (browser) => {
  it('has marks with words, also for the keyboard, whose arrows go from one entry to the next', async () => {
    const { page } = await openDashboard(browser(), user, 'calendar?view=day&date=2026-03-03', { viewport });
    await open(page, 'Olav').getByRole('img', { name: 'Note: Allergic to nuts' }).waitFor();
    await open(page, 'Olav').focus();
    const focused = () => page.locator('.ec-event:focus .name').evaluate((name) => name.firstChild?.textContent);
    const keys = ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowLeft'];
    const visited: unknown[] = [];
    for (const key of keys) {
      await page.keyboard.press(key);
      visited.push(await focused());
    }
    expect(visited).toEqual(['Petra', 'Quentin', 'Nora', 'Quentin', 'Petra', 'Olav']);
  }, 60_000);

  it('has the colours of services or resources, and says what they mean', async () => {
    const { page } = await openDashboard(browser(), user, 'calendar?view=day&date=2026-03-03', { viewport });
    const legend = page.getByRole('list', { name: 'Colours' });
    await legend.waitFor();
    await eventually(() => legend.getByRole('listitem').allInnerTexts()).toEqual(['Cut']);
    await page.getByText('More', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Colours' }).selectOption('by resource');
    await until(async () => (await legend.getByRole('listitem').count()) === 4);
    await eventually(() => legend.getByRole('listitem').allInnerTexts()).toEqual(names);
    // The grid follows the legend.
    await until(async () => {
      const entries = page.locator('.ec-event.booking');
      const colours = await entries.evaluateAll((all) => all.map((one) => getComputedStyle(one).borderColor));
      return new Set(colours).size === 4;
    });
  }, 60_000);

  it('is printed with a sheet for each resource', async () => {
    const { page } = await openDashboard(browser(), user, 'calendar?view=day&date=2026-03-03', { viewport });
    await open(page, 'Olav').waitFor();
    await page.evaluate('window.print = () => undefined');
    await page.getByText('More', { exact: true }).click();
    await page.getByRole('button', { name: 'Print a sheet each' }).click();
    await page.emulateMedia({ media: 'print' });
    const sheets = page.locator('.sheets section');
    await sheets.first().waitFor();
    await eventually(() => sheets.locator('h2').allInnerTexts()).toEqual(
      names.map((name) => `${name}, Tuesday, 3 March 2026`),
    );
    await eventually(async () =>
      (await sheets.nth(1).getByRole('row').allInnerTexts()).map((row) => row.split(/\s*[\t\n]\s*/)),
    ).toEqual([['10:00–11:00', 'Olav', 'Cut · Bea · Confirmed', 'Allergic to nuts']]);
    await eventually(() => page.locator('.ec').isVisible()).toBe(false);
    await page.evaluate("window.dispatchEvent(new Event('afterprint'))");
    await sheets.first().waitFor({ state: 'detached' });
  }, 60_000);
});
