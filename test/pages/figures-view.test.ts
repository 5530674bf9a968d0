import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { figureKinds } from '../../src/domain/figures/figure-kinds.js';
import { figureRoutes } from '../../src/http/rest/routes/account.routes.js';
import { recorderText } from '../../src/pages/dashboard/history/history.rules.js';
import { methodText } from '../../src/pages/dashboard/payment-methods.js';
import { t } from '../../src/pages/dashboard/texts.js';
import type { FigureKey, Figures, FigureValues } from '../../src/pages/dashboard/views/figures/report.rules.js';
import { parseCsv } from '../../src/platform/read-csv.rules.js';
import { snakeCase } from '../../src/platform/text.js';
import { bookService, createBookableService } from '../support/catalog.js';
import { accessibilityProblems, describeInChromium, takeScreenshot } from '../support/chromium.js';
import { createUser, openDashboard } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
server.clock.set('2026-03-02T07:00:00Z');
const account = await server.account({ name: 'Fjord Studio' });
await fill();

/**
 * Books a price of 450 on each day of a fortnight; people come once or twice, one does not show up, one cancels, and some
 * have paid.
 */
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
      const method = [undefined, 'CASH', 'CARD'][day % 4];
      if (hour === 10 && method) await pay(id, method);
    }
  }
}

async function pay(bookingId: number, method: string): Promise<void> {
  const { data } = await account.graphql(`{ booking(id: ${bookingId}) { order { id } } }`);
  const given = `orderId: ${data.booking.order.id}, amount: "450", method: ${method}`;
  await account.graphql(`mutation { recordPayment(${given}) { id } }`);
}

const march = 'figures?period=custom&from=2026-03-01&to=2026-03-31';
/** A comparison would add columns. */
const marchAlone = `${march}&compare=none`;
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** Chooses from the menu of a chart. */
const choose = async (chart: Locator, item: string | RegExp): Promise<void> => {
  await chart.getByRole('button', { name: /^Table and file/ }).click();
  await chart.getByRole('menuitem', { name: item }).click();
};

type Kind = (typeof figureKinds)[number];
type Chart = NonNullable<Kind['charts']>[number];

const columnsOf = ({ plotted, listed }: Chart) => Object.entries({ ...plotted, ...listed });

function valueAt(figure: FigureValues, path: string): FigureValues[string] | undefined {
  const [field = '', ...below] = path.split('.');
  const value = figure[field];
  return typeof value === 'object' && value !== null ? valueAt(value, below.join('.')) : value;
}

/** The numbers of a chart by GraphQL, as its CSV file has them. */
async function answerOf({ name, figure: { measures } }: Kind, chart: Chart) {
  const fields = columnsOf(chart).map(([path]) => path.replace(/[.](.*)/, ' { $1 }'));
  const by = chart.by?.dimension ?? (chart.plot === 'bars' ? 'DAY' : 'WEEKDAY, HOUR_OF_DAY');
  const { data } = await account.graphql(`{
    figures: ${name.toLowerCase()}Figures(during: {from: "2026-03-01", to: "2026-04-01"}, groupBy: [${by}]) {
      groups { keys { name label } figure { ...Fields } } total { ...Fields }
    }
  } fragment Fields on ${name}Figure { ${fields.join(' ')} }`);
  const figures: Figures<FigureValues> = data.figures;
  const measureOf = (path: string) => measures[path.split('.')[0] ?? ''];
  const all = [figures.total, ...figures.groups.map(({ figure }) => figure)];
  /** A sum of money that nothing has, such as VAT without a rate, is left out. */
  const columns = columnsOf(chart).filter(
    ([path]) => measureOf(path)?.unit !== 'money' || all.some((figure) => valueAt(figure, path) !== null),
  );
  const written = (figure: FigureValues): string[] =>
    columns.map(([path]) => {
      const value = valueAt(figure, path);
      if (value === null) return '';
      const isTime = measureOf(path)?.unit === 'minutes';
      return String(isTime ? Math.round(Number(value) / 6) / 10 : Number(value));
    });
  const labelsOf = (keys: readonly FigureKey[]): string[] =>
    keys.map(({ name: value, label }) => {
      if (!chart.by) return label ?? '';
      if (chart.by.dimension === 'METHOD') return methodText(value);
      return (chart.by.dimension === 'RECORDED_BY' ? recorderText(value) : label) ?? t.figures.notStated;
    });
  const rows = figures.groups.map(({ keys, figure }) => [...labelsOf(keys), ...written(figure)]);
  return { columns, rows, total: figures.total, totalRow: written(figures.total) };
}

/** The total of a chart by REST. */
async function restTotal({ name }: Kind): Promise<FigureValues> {
  const route = figureRoutes.find(({ operation }) => new RegExp(`^Get${name}s?Figures$`).test(operation));
  const { body } = await account.get(
    `${route?.path}?from=2026-03-01&to=2026-04-01${name === 'Booking' ? '&extended=true' : ''}`,
  );
  return body[`${snakeCase(name)}_figures`].total;
}

describeInChromium('the figures', (browser) => {
  it('have plots, tables and CSV files of the period and the comparison in the address', async () => {
    const user = await createUser(server, account);
    const viewport = { width: 1280, height: 900 };
    const { page, problems } = await openDashboard(browser(), user, marchAlone, { viewport, colorScheme: 'light' });
    const bookings = section(page, 'Bookings by day');
    await bookings.getByRole('img', { name: /^Bookings by day: Confirmed 4\d, Cancelled 1\./ }).waitFor();
    await section(page, 'Revenue').getByRole('img').waitFor();
    await section(page, 'Utilisation')
      .getByRole('row', { name: /^Monday/ })
      .waitFor();
    await section(page, 'No-shows').getByRole('definition').filter({ hasText: '1' }).first().waitFor();
    await section(page, 'New and returning people').getByRole('img').waitFor();
    await takeScreenshot(page, 'figures-desktop-light');
    await choose(bookings, 'Bookings by day as a table');
    await bookings.getByRole('row', { name: /^Wed, 4 Mar 2026 / }).waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), choose(bookings, 'Bookings by day as CSV')]);
    expect(download.suggestedFilename()).toBe('bookings-2026-03-01-2026-03-31.csv');
    const lines = readFileSync(await download.path(), 'utf8').split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFF"Day","Confirmed",/);
    expect(lines[4]).toBe('"2026-03-04",4,0,0,0,1,0,0,5');
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByLabel('Compare with').selectOption('The period before');
    await bookings.getByText('All, earlier').first().waitFor();
    // It is the usual comparison, so the address is without it.
    await eventually(async () => page.url()).not.toContain('compare=');
    await page.getByLabel('Period').selectOption('This month');
    await bookings.getByRole('img', { name: /Confirmed 4\d/ }).waitFor();
    await eventually(async () => page.url()).toContain('period=this-month');
    expect(problems).toEqual([]);
  }, 90_000);

  it('fit a phone in the dark, hide money from staff, and say why dates cannot be used', async () => {
    const user = await createUser(server, account, { role: 'staff', name: 'Per Hansen' });
    const [{ resource }] = (await account.get('/resources')).body;
    // Longer than on other weekdays, whose hours are closed then.
    await account.put(`/resources/${resource.id}/exception_dates/2026-03-20`, {
      json: { resource_exception_date: { opening_hours: ['05:00', '23:00'] } },
    });
    const options = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const;
    const { page, problems } = await openDashboard(browser(), user, march, options);
    await section(page, 'Utilisation').getByText('closed').first().waitFor({ state: 'attached' });
    await section(page, 'Bookings by day').getByRole('img').waitFor();
    await eventually(() => section(page, 'Revenue').count()).toBe(0);
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    const controls = await page.locator('form.period').locator('input, select').all();
    const heights = await Promise.all(controls.map(async (control) => (await control.boundingBox())?.height));
    expect(heights).toEqual([44, 44, 44, 44]);
    await page.getByLabel('To', { exact: true }).fill('2028-01-01');
    await page.getByText('A period has at most 366 days; this one has 672.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
  }, 60_000);

  it('lead with money, and say in a sentence how it compares, unless the user wants no comparison', async () => {
    const user = await createUser(server, account, { name: 'Eva Lie' });
    const weeks = 'figures?period=custom&from=2026-03-09&to=2026-03-15';
    const { page, problems } = await openDashboard(browser(), user, weeks, { viewport: { width: 1280, height: 900 } });
    await eventually(() => page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      'Money',
      'Customers',
      'Use',
    ]);
    const money = section(page, 'Money');
    await eventually(async () =>
      (await money.getByRole('heading', { level: 3 }).allTextContents()).slice(0, 2),
    ).toEqual(['Revenue', 'Revenue by service']);
    await section(page, 'Bookings by day').getByText('As much as 2 Mar – 8 Mar 2026').first().waitFor();
    await section(page, 'Bookings by day').getByText('5% less than 2 Mar – 8 Mar 2026').waitFor();
    // Wide enough for the name of a service, such as Consultation, beside the columns of a comparison.
    const name = section(page, 'Revenue by service').getByRole('cell', { name: 'Cut', exact: true });
    await eventually(async () => (await name.boundingBox())?.width).toBeGreaterThanOrEqual(160);
    await page.getByLabel('Compare with').selectOption('No comparison');
    await page.getByText('2 Mar – 8 Mar 2026').first().waitFor({ state: 'hidden' });
    await eventually(async () => page.url()).toContain('compare=none');
    expect(problems).toEqual([]);
  }, 60_000);

  it('show every declared chart with the numbers of GraphQL and REST', async () => {
    const user = await createUser(server, account, { name: 'Kari Berg' });
    const { page, problems } = await openDashboard(browser(), user, marchAlone, {
      viewport: { width: 1280, height: 900 },
    });
    const charts = figureKinds.flatMap((kind) => (kind.charts ?? []).map((chart) => ({ kind, chart })));
    const titles = t.figures;
    for (const { kind, chart } of charts) {
      const { columns: shown, rows, total, totalRow } = await answerOf(kind, chart);
      const ofRest = await restTotal(kind);
      for (const [path] of columnsOf(chart)) expect(valueAt(ofRest, snakeCase(path))).toEqual(valueAt(total, path));
      const panel = section(page, titles[chart.title]);
      const [download] = await Promise.all([page.waitForEvent('download'), choose(panel, / as CSV$/)]);
      expect(download.suggestedFilename()).toBe(`${chart.name}-2026-03-01-2026-03-31.csv`);
      const [head, ...lines] = parseCsv(readFileSync(await download.path(), 'utf8')).map(({ cells }) => cells);
      const columns = shown.map(([, title]) => titles[title]);
      const byTime = chart.plot === 'bars' ? [titles.day] : [titles.weekday, titles.hour];
      const keys = chart.by ? [titles[chart.by.title]] : byTime;
      expect(head).toEqual([...keys, ...columns]);
      const totalKeys = [titles.total, ...keys.slice(1).map(() => '')];
      expect(lines).toEqual([...rows, [...totalKeys, ...totalRow]]);
      if (chart.plot !== 'table') await choose(panel, `${titles[chart.title]} as a table`);
      const table = panel.getByRole('table', { name: titles[chart.title], exact: true });
      await eventually(() => table.getByRole('columnheader').allTextContents()).toEqual(head);
      await eventually(() => table.getByRole('row').count()).toBe(lines.length + 1);
    }
    await eventually(() => page.locator('.panel').count()).toBe(charts.length);
    expect(problems).toEqual([]);
  }, 90_000);
});
