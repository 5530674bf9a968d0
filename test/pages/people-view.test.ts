import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { bookService, createBookableService } from '../support/catalog.js';
import { accessibilityProblems, describeInChromium } from '../support/chromium.js';
import { createUser, openDashboard } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { createAllOccurrences, createBatch } from '../support/recurrence.js';
import { useTestServer } from '../support/test-server.js';

const hostile = '<img src=x onerror="document.title=1"> anna 🎉';

const server = await useTestServer();
server.clock.set('2026-03-02T07:00:00Z');
const account = await server.account({ name: 'Fjord Studio' });
const user = await createUser(server, account, { role: 'manager' });
const place = await createBookableService(account, { service: { price: '450' }, resource: { capacity: 9 } });

const createPerson = (attributes: object) => account.create('/people', 'person', attributes);
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

describeInChromium('the people', (browser) => {
  it('are searched, opened, blocked and merged; hostile names are text', async () => {
    const { id } = await createPerson({ name: hostile, email: 'anna@example.org' });
    const { id: twin } = await createPerson({ name: 'Anna Twin', email: 'twin@example.org' });
    await bookService(account, place, { person_id: id });
    await bookService(account, place, { person_id: twin });
    const { page, problems } = await openDashboard(browser(), user, 'people', {
      viewport: { width: 1280, height: 800 },
    });
    await page.getByLabel('Search').fill('anna@');
    await page.getByRole('link', { name: /onerror/ }).click();
    await page.getByRole('heading', { name: hostile }).waitFor();
    await page.getByRole('button', { name: 'Merge…' }).click();
    await page.getByLabel('Who is the same person?').fill('twin@');
    await page.getByRole('button', { name: /Anna Twin/ }).click();
    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    await page.getByText('The two are one person now.').waitFor();
    await page.getByRole('region', { name: 'Upcoming' }).getByRole('row').nth(2).waitFor();
    await page.getByRole('tab', { name: 'Orders' }).click();
    await page.getByRole('region', { name: 'Orders' }).getByRole('row').nth(2).waitFor();
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('list', { name: 'History' }).getByText('Person created').waitFor();
    await page.getByRole('button', { name: 'Block' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
    await page.getByRole('button', { name: 'Unblock' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await eventually(async () => (await account.get(`/people/${id}`)).body.person).toMatchObject({
      name: hostile,
      blocked: true,
    });
    await eventually(() => page.title()).toBe('People · Fjord Studio');
    expect(problems).toEqual([]);
  }, 90_000);

  it('are exported as JSON and ZIP, and erased with the bookings that are not over', async () => {
    const { id } = await createPerson({ name: 'Dagny', email: 'dagny@example.org', notes: 'Knee' });
    await bookService(account, place, { person_id: id, notes: 'Bad knee' });
    const { page, problems } = await openDashboard(browser(), user, `people/${id}`, {
      viewport: { width: 360, height: 740 },
    });
    await page.getByRole('tab', { name: 'Personal data' }).click();
    const download = async (name: string): Promise<Buffer> => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name, exact: true }).click(),
      ]);
      return readFile(await file.path());
    };
    expect(JSON.parse((await download('Export as JSON')).toString())).toMatchObject({
      person: [{ id, name: 'Dagny' }],
      booking: [{ notes: 'Bad knee' }],
    });
    const files = unzipSync(await download('Export as ZIP'));
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['person.json', 'booking.json', 'change.json']));
    expect(JSON.parse(strFromU8(files['person.json'] ?? new Uint8Array()))).toMatchObject([{ name: 'Dagny' }]);
    await page.getByRole('button', { name: 'Erase', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Erase', exact: true }).click();
    await dialog.getByText(/must be cancelled before/).waitFor();
    await dialog.getByLabel('Cancel the bookings that are not over').check();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Erase', exact: true }).click();
    await page.getByRole('heading', { name: 'erased person' }).waitFor();
    await page.getByText('Being erased: 0 other records so far.').waitFor();
    await eventually(() => page.getByRole('button', { name: 'Restore' }).count()).toBe(0);
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(await accessibilityProblems(page)).toEqual([]);
    await eventually(async () => (await account.get(`/people/${id}/bookings`)).body).toMatchObject([
      { booking: { state: 'cancelled' } },
    ]);
    expect(problems).toEqual([]);
  }, 90_000);

  it('are saved once, with messages at the fields; drafts survive a reload and a lost session', async () => {
    const { page, problems } = await openDashboard(browser(), user, 'people/new', {
      viewport: { width: 360, height: 740 },
      colorScheme: 'dark',
    });
    await page.getByLabel('Name', { exact: true }).fill('Berit');
    await page.getByText('Address', { exact: true }).click();
    await page.getByLabel('Country').fill('QQ');
    await page.reload();
    await page.getByText('What you had typed before and not saved is here again.').waitFor();
    await eventually(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Berit');
    await save(page);
    await page.getByRole('alert').getByText('is invalid').waitFor();
    await eventually(() => page.getByLabel('Country').inputValue()).toBe('QQ');
    expect(await accessibilityProblems(page)).toEqual([]);
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await page.getByLabel('Country').fill('NO');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save', exact: true }).dblclick();
    await page.getByRole('dialog').getByLabel('Password').fill('correct horse battery');
    await page.getByRole('dialog').getByLabel('Email').fill(user.email);
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Berit' }).waitFor();
    const { body } = await account.get('/people?search=Berit');
    expect(body).toHaveLength(1);
    expect(problems).toEqual([]);
  }, 90_000);

  it('are not overwritten when somebody else has changed them', async () => {
    const { id } = await createPerson({ name: 'Carl', city: 'Oslo' });
    const { page } = await openDashboard(browser(), user, `people/${id}`);
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Carl Dahl');
    await account.put(`/people/${id}`, { json: { person: { notes: 'Allergic' } } });
    await save(page);
    await page.getByText('Notes: nothing is now “Allergic”.').waitFor();
    await page.getByRole('button', { name: 'Save mine' }).click();
    await page.getByText('The person is saved.').waitFor();
    const { body } = await account.get(`/people/${id}`);
    expect(body.person).toMatchObject({ name: 'Carl Dahl', notes: 'Allergic', city: 'Oslo' });
  }, 60_000);

  it('are imported from a file in parts, with a report of each line, and once despite a lost response', async () => {
    const { page } = await openDashboard(browser(), user, 'people/import');
    const lines = Array.from({ length: 250 }, (_none, index) => `Guest ${index},guest-${index}@example.org`);
    lines[209] = 'Bad,no email';
    let isLost = false;
    await page.route('**/graphql', async (route) => {
      if (!isLost && route.request().postData()?.includes('guest-249@')) {
        isLost = true;
        await route.fetch();
        await route.abort();
      } else await route.continue();
    });
    const file = { name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(`name,email\n${lines.join('\n')}`) };
    await page.getByLabel('CSV file').setInputFiles(file);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText(/It has stopped/).waitFor();
    await page.getByText('Importing: 200 of 250').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('249 created, 0 updated, 0 unchanged, 1 failed.').waitFor();
    await page.getByRole('row', { name: /^211 Bad Email is invalid/ }).waitFor();
    const found = await server.sql(
      'select 1 from person where account_id = ? and name like ?',
      account.credentials.id,
      'Guest %',
    );
    expect(found).toHaveLength(249);
  }, 60_000);

  it('are imported from a file of a spreadsheet, with letters of Windows-1252 and a line with a bad date', async () => {
    const { page } = await openDashboard(browser(), user, 'people/import');
    const text = 'sep=;\rname;date of birth\rÅse Bjørk;1990-12-31\rBad;12/31/1990\rJosé;1991-01-02\r';
    const file = { name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') };
    await page.getByLabel('CSV file').setInputFiles(file);
    await page.getByText('read as Windows-1252. Check the letters, such as in “Åse”.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('2 created, 0 updated, 0 unchanged, 1 failed.').waitFor();
    await page.getByRole('row', { name: /^4 Bad Date of birth is invalid/ }).waitFor();
    const { body } = await account.get(`/people?search=${encodeURIComponent('åse bjørk')}`);
    expect(body).toHaveLength(1);
  }, 60_000);

  it('get a series of bookings once, whose progress is shown while the server books it', async () => {
    const { id } = await createPerson({ name: 'Weekly' });
    const taken = { booked_from: '2026-03-10 10:00', booked_to: '2026-03-10 11:00', count: 9 };
    const { id: otherId } = await bookService(account, place, taken);
    const { page, problems } = await openDashboard(browser(), user, `people/${id}`);
    await page.getByRole('button', { name: 'Book a series…' }).click();
    const form = page.getByRole('region', { name: 'A series of bookings' });
    await form.getByLabel('First date').fill('2026-03-03');
    await form.getByLabel('From').fill('10:00');
    await form.getByLabel('To', { exact: true }).fill('11:00');
    await form.getByLabel('How many times').fill('60');
    await page.reload();
    await page.getByRole('button', { name: 'Book a series…' }).click();
    await form.getByText('What you had typed before and not saved is here again.').waitFor();
    await eventually(() => form.getByLabel('How many times').inputValue()).toBe('60');
    expect(await accessibilityProblems(page)).toEqual([]);
    await form.getByRole('button', { name: 'Book the series' }).dblclick();
    await form.getByText('Booking the series: 1 of 60').waitFor();
    const series = await server.sql<{ collection_id: string }>(
      'select collection_id from recurrence where account_id = ?',
      account.credentials.id,
    );
    const [{ collection_id: collectionId } = { collection_id: '' }, ...others] = series;
    expect(others).toEqual([]);
    await createBatch(server, account, collectionId);
    await form.getByText('Booking the series: 50 of 60').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await createAllOccurrences(server, account, collectionId);
    await form.getByText('Booking the series: 59 of 60').waitFor();
    await form.getByText('These dates are not booked:').waitFor();
    await eventually(() => form.getByRole('listitem').allInnerTexts()).toEqual([
      '10 Mar 2026: Resource is not available.',
    ]);
    await form.getByRole('button', { name: 'Done' }).click();
    await page.getByText('The nearest').first().waitFor();

    await account.put(`/bookings/${otherId}/cancel`);
    const { body } = await account.get(`/bookings/recurring/${collectionId}`);
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Search for people' }).fill(String(body[0].booking.id));
    await page.getByRole('option', { name: `Booking ${body[0].booking.id}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Weekly' });
    await dialog.getByText('Series', { exact: true }).click();
    await dialog.getByText('60 dates, 1 left out:').waitFor();
    await dialog.getByRole('button', { name: 'Book 10 Mar 2026' }).click();
    await dialog.getByText('60 dates, none left out.').waitFor();
    await page.getByText('10 Mar 2026 is booked.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await eventually(
      async () => (await account.get(`/bookings/recurring/${collectionId}?start=2026-03-10&end=2026-03-11`)).body,
    ).toHaveLength(1);
    expect(problems).toEqual([]);
  }, 120_000);
});
