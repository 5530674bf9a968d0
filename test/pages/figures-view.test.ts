import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { bookService, createBookableService } from '../support/catalog.js';
import { accessibilityProblems, describeInChromium, takeScreenshot } from '../support/chromium.js';
import { createUser, openDashboard } from '../support/dashboard.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
server.clock.set('2026-03-02T07:00:00Z');
const account = await server.account({ name: 'Fjord Studio' });
await fill();

/** Books a price of 450 on each day of a fortnight; people come once or twice, one does not show up, one cancels. */
async function fill(): Promise<void> {
  const service = { title: 'Cut', interval: 60, price: '450' };
  const place = await createBookableService(account, { service, resource: { capacity: 3 } });
  for (let day = 2; day < 16; day += 1) {
    const date = `2026-03-${String(day).padStart(2, '0')}`;
    for (let hour = 9; hour < 10 + (day % 5); hour += 1) {
      const { id } = await bookService(account, place, {
        booked_from: `${date} ${hour}:00`,
        booked_to: `${date} ${hour + 1}:00`,
        person_attributes: { email: `${day % 7}-${hour}@example.org` },
      });
      if (day === 3 && hour === 9) await account.put(`/bookings/${id}`, { json: { booking: { status: 'no_show' } } });
      if (day === 4 && hour === 9) await account.put(`/bookings/${id}/cancel`);
    }
  }
}

const march = 'figures?period=custom&from=2026-03-01&to=2026-03-31';
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

describeInChromium('the figures', (browser) => {
  it('have plots, tables and CSV files of the period and the comparison in the address', async () => {
    const user = await createUser(server, account);
    const viewport = { width: 1280, height: 900 };
    const { page, problems } = await openDashboard(browser(), user, march, { viewport, colorScheme: 'light' });
    const bookings = section(page, 'Bookings by day');
    await bookings.getByRole('img', { name: /^Bookings by day: Confirmed 4\d, Cancelled 1\./ }).waitFor();
    await section(page, 'Revenue').getByRole('img').waitFor();
    await section(page, 'Utilisation')
      .getByRole('row', { name: /^Monday/ })
      .waitFor();
    await section(page, 'No-shows').getByRole('definition').filter({ hasText: '1' }).first().waitFor();
    await section(page, 'New and returning people').getByRole('img').waitFor();
    await takeScreenshot(page, 'figures-desktop-light');
    await bookings.getByText('Bookings by day as a table').click();
    await bookings.getByRole('row', { name: /^Wed, 4 Mar 2026 / }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      bookings.getByRole('button', { name: 'Bookings by day as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('bookings-2026-03-01-2026-03-31.csv');
    const lines = readFileSync(await download.path(), 'utf8').split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFF"Day","Confirmed",/);
    expect(lines[4]).toBe('"2026-03-04",4,0,0,0,1,0,0,5');
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByLabel('Compare with').selectOption('The period before');
    await bookings.getByText('All, earlier').first().waitFor();
    expect(page.url()).toContain('compare=previous-period');
    await page.getByLabel('Period').selectOption('This month');
    await bookings.getByRole('img', { name: /Confirmed 4\d/ }).waitFor();
    expect(page.url()).toContain('period=this-month');
    expect(problems).toEqual([]);
  }, 90_000);

  it('fit a phone in the dark, hide money from staff, and say why dates cannot be used', async () => {
    const user = await createUser(server, account, { role: 'staff', name: 'Per Hansen' });
    const options = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const;
    const { page, problems } = await openDashboard(browser(), user, march, options);
    await section(page, 'Bookings by day').getByRole('img').waitFor();
    expect(await section(page, 'Revenue').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    const controls = await page.locator('form.period').locator('input, select').all();
    const heights = await Promise.all(controls.map(async (control) => (await control.boundingBox())?.height));
    expect(heights).toEqual([44, 44, 44, 44]);
    await page.getByLabel('To', { exact: true }).fill('2028-01-01');
    await page.getByText('A period has at most 366 days; this one has 672.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
  }, 60_000);
});
