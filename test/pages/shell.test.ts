import { bookService, createBookableService } from '../support/catalog.js';
import { accessibilityProblems, describeInChromium, keepFromReuse } from '../support/chromium.js';
import { createUser, openDashboard } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio' });
const admin = await createUser(server, account);
const { id: person } = await account.create('/people', 'person', { name: 'Nora Lie', email: 'nora@example.org' });
const service = await createBookableService(account, { service: { title: 'Massage' } });
const booking = await bookService(account, service, { person_id: person });
const phone = { viewport: { width: 390, height: 844 } };

describeInChromium('the search', (browser) => {
  it('opens by a key, finds by name, and opens what is chosen by keyboard alone', async () => {
    const { page, problems } = await openDashboard(browser(), admin, 'today');
    await page.keyboard.press('/');
    const box = page.getByRole('combobox', { name: 'Search for people, bookings, services and resources' });
    await box.waitFor();
    await page.keyboard.type('nora');
    await page.getByRole('option', { name: 'Nora Lie' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await box.fill('mass');
    await page.getByRole('option', { name: 'Massage', selected: true }).waitFor();
    await box.fill('nora');
    await page.getByRole('option', { name: 'Nora Lie', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/dashboard/people/${person}`);
    await eventually(() => page.getByRole('dialog').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('finds a booking by its number, and says when there is nothing', async () => {
    const { page } = await openDashboard(browser(), admin, 'today', phone);
    await page.getByRole('button', { name: 'Search' }).click();
    const box = page.getByRole('combobox');
    await box.fill('zzzz');
    await page.getByText('Nothing was found.').waitFor();
    await box.fill(`#${booking.id}`);
    await page.getByRole('option', { name: `Booking ${booking.id}` }).click();
    await page.waitForURL(`**/dashboard/calendar?date=*&booking=${booking.id}`);
  });

  it('leaves keys alone that are typed into a field, and lists the shortcuts', async () => {
    const { page } = await openDashboard(browser(), admin, 'people');
    const field = page.getByRole('searchbox').first();
    await field.fill('a');
    await field.press('/');
    await field.press('?');
    await eventually(() => field.inputValue()).toBe('a/?');
    await eventually(() => page.getByRole('dialog').count()).toBe(0);
    await field.blur();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await until(async () => (await page.getByRole('dialog').count()) === 0);
  });
});

describeInChromium('the dashboard on a phone', (browser) => {
  it('has its views in a bar at the bottom, and fits', async () => {
    const { page } = await openDashboard(browser(), admin, 'today', phone);
    const views = page.getByRole('navigation', { name: 'Views' });
    await eventually(() => views.getByRole('link').allTextContents()).toEqual([
      'Calendar',
      'Today',
      'People',
      'Figures',
      'Set-up',
    ]);
    const { y = 0, height = 0 } = (await views.boundingBox()) ?? {};
    expect(Math.round(y + height)).toBe(844);
    await eventually(() => page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390);
    await views.getByRole('link', { name: 'People' }).click();
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
  });

  it('says so when there is no connection, and comes back', async () => {
    const { page } = await openDashboard(browser(), admin, 'people', { ...phone, serviceWorkers: 'allow' });
    keepFromReuse(page);
    await page.evaluate<unknown>('navigator.serviceWorker.ready.then(() => true)');
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('heading', { name: 'No connection' }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    const kept =
      'caches.keys().then((names) => Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url))))';
    await eventually(() => page.evaluate<string[][]>(kept)).toEqual([[`${server.origin}/dashboard/offline`]]);
  });

  it('keeps the day that was seen last, to be read without a connection, until the user signs out', async () => {
    const hostile = '<img src=x> Kari';
    const times = { booked_from: '2026-03-02 10:00', booked_to: '2026-03-02 11:00' };
    await bookService(account, service, { ...times, notes: 'Left side', person_attributes: { name: hostile } });
    const { page } = await openDashboard(browser(), admin, 'today', { ...phone, serviceWorkers: 'allow' });
    keepFromReuse(page);
    await page.evaluate<unknown>('navigator.serviceWorker.ready.then(() => true)');
    await page.getByRole('link', { name: hostile }).waitFor();
    const keptDay = () => page.evaluate<boolean>(`caches.match('/dashboard/last-day').then(Boolean)`);
    await until(keptDay);
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText('This is the day as you saw it last').waitFor();
    await page.getByRole('heading', { name: /^Monday,? 2 March 2026$/ }).waitFor();
    await eventually(() => page.getByRole('listitem').innerText()).toMatch(
      /^10:00–11:00 <img src=x> Kari\s+Massage · .*Left side$/,
    );
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.context().setOffline(false);
    await page.getByRole('link', { name: 'Try again' }).click();
    // A view that keeps no day has not loaded the code that stores it.
    await page.goto(`${server.origin}/dashboard/people`);
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    await page.locator('.user summary').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Password').waitFor();
    await until(async () => !(await keptDay()));
  });
});

it('the manifest names icons that exist, at addresses below its own', async () => {
  const response = await fetch(`${server.origin}/dashboard/manifest.webmanifest`);
  expect(response.headers.get('content-type')).toMatch(/^application\/manifest\+json/);
  const manifest: { name: string; start_url: string; icons: { src: string; sizes: string }[] } = await response.json();
  const german = await fetch(`${server.origin}/dashboard/manifest.webmanifest?language=de`);
  expect([manifest.name, await german.json()]).toEqual([
    'Bookings',
    expect.objectContaining({ name: 'Buchungen', short_name: 'Buchungen' }),
  ]);
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512']);
  for (const path of [manifest.start_url, ...manifest.icons.map(({ src }) => src)]) {
    expect((await fetch(new URL(path, response.url))).status).toBe(200);
  }
  const page = await (await fetch(`${server.origin}/dashboard`, { headers: { accept: 'text/html' } })).text();
  expect(page).toContain('<link rel="manifest" href="dashboard/manifest.webmanifest?language=en">');
});

it.each([
  ['nb', 'Ingen forbindelse'],
  ['en', 'No connection'],
])('the page without a connection is in the language of the browser: %s', async (language, title) => {
  const response = await fetch(`${server.origin}/dashboard/offline`, { headers: { 'accept-language': language } });
  expect(await response.text()).toContain(`<h1>${title}</h1>`);
});
