import type { Page } from 'playwright-core';
import { book, openStudio } from '../socket/studio.js';
import { accessibilityProblems, describeInChromium } from '../support/chromium.js';
import { createUser, openDashboard, openSetupPart } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';

const long = 'Æ🎉\u202E '.repeat(2_500);
const overridden = '\u202Eanna nialliw \u2066';
const names = [
  '<script>document.title="hacked"</script>',
  '<img src=x onerror="document.title=`hacked`">',
  '</textarea></dialog>"><b onclick=alert(1)>bold',
  '{{7*7}} {{ booking.link }} %s',
  overridden,
  'مريم العربية',
  '👩‍👩‍👧‍👦🏳️‍🌈🎉',
  `${'W'.repeat(254)}!`,
];

const server = await useTestServer();
const account = await server.account({ name: '<i>Fjord</i> & \u202Estudio' });
const studio = await openStudio(account);
await account.put(`/resources/${studio.resource}`, { json: { resource: { title: names[0] } } });
await account.put(`/services/${studio.service}`, { json: { service: { title: names[1], description: long } } });
for (const [index, name] of names.entries()) {
  const time = { booked_from: `2026-03-02 ${9 + index}:00`, booked_to: `2026-03-02 ${10 + index}:00` };
  await book(account, studio, { ...time, person_attributes: { name }, notes: long });
}
// As rows that are older than the rule that removes overrides of the direction have it.
const older = 'update person set name = ? where account_id = ? and name = ?';
await server.sql(older, overridden, account.credentials.id, 'anna nialliw ');
const admin = await createUser(server, account);

const options = [
  ['phone', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
  ['desktop', { viewport: { width: 1280, height: 900 } }],
] as const;

/** Whether the page shows each text as it is, has no element of them, and is no wider than its window. */
async function expectTexts(page: Page, selector: string, texts: readonly string[], width: number): Promise<void> {
  for (const text of texts) {
    const shown = page.locator(selector).filter({ hasText: text.trim() });
    await shown.first().waitFor({ state: 'attached' });
    await eventually(() =>
      shown.first().evaluate((element) => element.querySelectorAll('script, img, b, i').length),
    ).toBe(0);
  }
  await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  await eventually(() => page.title()).toContain('<i>Fjord</i>');
}

describeInChromium('hostile texts are shown as texts', (browser) => {
  it.each(options)(
    'in the calendar, its dialogs and today: %s',
    async (_name, option) => {
      const { width } = option.viewport;
      const { page, problems } = await openDashboard(browser(), admin, 'calendar', option);
      // On a phone the calendar is a list.
      await page.locator('.ec-event.booking, .agenda .entry').first().waitFor();
      await expectTexts(page, '.ec-event .name, .agenda .who', names, width);
      const name = page.locator('.name, .who', { hasText: 'onerror' });
      await page.locator('.ec-event, .agenda .entry', { has: name }).press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('heading', { name: names[1], exact: true }).waitFor();
      await eventually(async () => (await dialog.getByLabel('Notes').inputValue()) === long).toBe(true);
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Today' }).click();
      await page.locator('.card').first().waitFor();
      await expectTexts(page, '.card .name', names, width);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(problems).toEqual([]);
    },
    60_000,
  );

  it.each(options)(
    'among the people and in the set-up: %s',
    async (_name, option) => {
      const { width } = option.viewport;
      const { page, problems } = await openDashboard(browser(), admin, 'people', option);
      await page.getByRole('row').nth(names.length).waitFor();
      await expectTexts(page, 'td', names, width);
      await page.getByRole('link', { name: names[0], exact: true }).click();
      await page.getByRole('heading', { name: names[0], exact: true }).waitFor();
      await page.getByRole('tab', { name: 'Details' }).click();
      await page.getByLabel('Name', { exact: true }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole('link', { name: 'Set-up' }).click();
      await openSetupPart(page, 'Resources');
      await expectTexts(page, 'td', [names[0] ?? ''], width);
      await openSetupPart(page, 'Services');
      await page.getByRole('link', { name: names[1], exact: true }).click();
      await page.getByLabel('Description').waitFor();
      await eventually(async () => (await page.getByLabel('Description').inputValue()) === long).toBe(true);
      expect(await accessibilityProblems(page)).toEqual([]);
      await openSetupPart(page, 'Categories');
      await page.getByRole('link', { name: 'New category' }).click();
      await page.getByRole('textbox', { name: 'Title' }).evaluate((input) => input.removeAttribute('maxlength'));
      await page.getByRole('textbox', { name: 'Title' }).fill(long);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('alert').getByText('is too long').waitFor();
      await eventually(async () => (await page.getByRole('textbox', { name: 'Title' }).inputValue()) === long).toBe(
        true,
      );
      await expectTexts(page, 'label', [names[1] ?? ''], width);
      expect(problems).toEqual([]);
    },
    60_000,
  );
});
