import type { Locator, Page } from 'playwright-core';
import { book, openStudio } from '../socket/studio.js';
import { accessibilityProblems, describeInChromium } from '../support/chromium.js';
import { closeMessage, createUser, dragInCalendar, openDashboard } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const phone = { viewport: { width: 360, height: 740 } } as const;
const viewport = { width: 1280, height: 900 };

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio' });
const studio = await openStudio(account);
const user = await createUser(server, account);

const entry = (page: Page, name: string) => page.locator('.ec-event', { hasText: name });
const stored = async (id: number) => (await account.get(`/bookings/${id}`)).body.booking;
const bookFor = (name: string, hour: number) =>
  book(account, studio, {
    booked_from: `2026-03-02 ${hour}:00`,
    booked_to: `2026-03-02 ${hour + 1}:00`,
    person_attributes: { name },
  });

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('it is not on the page');
  return box;
}

/** Drags the lower edge of a booking by half hours. */
async function resize(page: Page, name: string, halfHours: number): Promise<void> {
  await entry(page, name).hover();
  const { x, y, width, height } = await boxOf(entry(page, name).locator('.ec-resizer').last());
  const rowHeight = Number(
    await page.evaluate<string>(
      "getComputedStyle(document.querySelector('.ec-main')).getPropertyValue('--ec-slot-height').replace('px', '')",
    ),
  );
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height / 2 + (halfHours * rowHeight) / 2, { steps: 4 });
  await page.mouse.move(x + width / 2, y + height / 2 + halfHours * rowHeight, { steps: 4 });
  await page.mouse.up();
}

describeInChromium('changes in the calendar', (browser) => {
  it('make a booking longer and shorter by the mouse', async () => {
    const { id } = await bookFor('Longer', 10);
    const { page } = await openDashboard(browser(), user, 'calendar', { viewport });
    await entry(page, 'Longer').waitFor();
    // The message is closed, so that the next one of the same text is not mistaken for it.
    const moved = () => page.getByText('Moved Longer.').getByRole('button', { name: 'Close the message' }).click();
    await resize(page, 'Longer', 1);
    await entry(page, '10:00–11:30').waitFor();
    await moved();
    await eventually(() => stored(id)).toMatchObject({
      booked_from: '2026-03-02T10:00:00+01:00',
      booked_to: '2026-03-02T11:30:00+01:00',
      revision_count: 1,
    });
    await resize(page, 'Longer', -2);
    await entry(page, '10:00–10:30').waitFor();
    await moved();
    await eventually(() => stored(id)).toMatchObject({ booked_to: '2026-03-02T10:30:00+01:00', revision_count: 2 });
  }, 60_000);

  it('create and move a booking by keyboard alone', async () => {
    const { page } = await openDashboard(browser(), user, 'calendar', { viewport });
    await page.getByRole('button', { name: 'New booking' }).waitFor();
    /** Presses Tab until the element has the focus. */
    const tabTo = async (locator: Locator) => {
      for (let step = 0; step < 60; step += 1) {
        if (await locator.evaluate((element) => element === element.ownerDocument.activeElement)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`Tab does not lead to ${locator}`);
    };
    await tabTo(page.getByRole('button', { name: 'New booking' }));
    await page.keyboard.press('Enter');
    await tabTo(page.getByLabel('From'));
    await page.keyboard.type('1300');
    await tabTo(page.getByLabel('To', { exact: true }));
    await page.keyboard.type('1400');
    await tabTo(page.getByRole('combobox', { name: 'Person' }));
    await page.keyboard.type('Tabea');
    await page.getByRole('option', { name: 'New person: Tabea' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('input[name=email]:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Hall is closed then. Book anyway?').waitFor();
    await eventually(async () => (await account.get('/bookings')).text).not.toContain('Tabea');
    await page.keyboard.press('Enter');
    await entry(page, 'Tabea').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await tabTo(entry(page, 'Tabea'));
    await page.keyboard.press('Enter');
    await tabTo(page.getByLabel('From'));
    await page.keyboard.type('1500');
    await tabTo(page.getByLabel('To', { exact: true }));
    await page.keyboard.type('1630');
    await tabTo(page.getByRole('button', { name: 'Save' }));
    await page.keyboard.press('Enter');
    await page.getByText('Saved Tabea.').waitFor();
    await entry(page, '15:00–16:30').waitFor();
    const { body } = await account.get('/bookings');
    const bookings = body.map(({ booking }: { booking: { person: { name: string } } }) => booking);
    const [found] = bookings.filter(({ person }: { person: { name: string } }) => person.name === 'Tabea');
    expect(found).toMatchObject({
      booked_from: '2026-03-02T15:00:00+01:00',
      booked_to: '2026-03-02T16:30:00+01:00',
      person: { name: 'Tabea' },
    });
  }, 60_000);

  it('act once for a form and an action that are clicked twice', async () => {
    const { id } = await bookFor('Twice', 12);
    const { page } = await openDashboard(browser(), user, 'calendar', { viewport });
    await entry(page, 'Twice').click();
    await page.getByLabel('Notes').fill('Once');
    await page.getByRole('button', { name: 'Save' }).dblclick();
    await page.getByText('Saved Twice.').waitFor();
    await eventually(() => stored(id)).toMatchObject({ notes: 'Once', revision_count: 1 });
    await entry(page, 'Twice').click();
    await page.getByRole('button', { name: 'Check in: Twice' }).dblclick();
    await page.getByText('Twice has arrived.').waitFor();
    await entry(page, 'Twice').click();
    await page.getByRole('button', { name: 'Cancel the booking: Twice' }).dblclick();
    await closeMessage(page, 'Twice is cancelled.');
    await until(async () => (await stored(id)).state === 'cancelled');
    await eventually(() => stored(id)).toMatchObject({ revision_count: 3 });
  }, 60_000);
});

describeInChromium('a change of a booking', (browser) => {
  /** The number of times that messages to customers were requested. */
  const requests = async () =>
    (await server.sql('select id from message_request where account_id = ?', account.credentials.id)).length;

  it('is told to the customer only if the user wants it, and is undone', async () => {
    await server.configure(account, { verification_method: 1 });
    const person_attributes = { name: 'Told', email: 'told@example.org' };
    const times = { booked_from: '2026-03-04 10:00', booked_to: '2026-03-04 11:00' };
    const { id } = await book(account, studio, { ...times, person_attributes });
    const before = await requests();
    const { page, problems } = await openDashboard(browser(), user, 'calendar?date=2026-03-04', { viewport });
    await entry(page, 'Told').waitFor();
    await dragInCalendar(page, [0, '10:00'], [0, '12:00']);
    const question = page.getByRole('dialog', { name: 'Move Told?' });
    await question.getByText('4 March 2026, 12:00–13:00').waitFor();
    await question.getByLabel('Tell the customer by email').uncheck();
    await question.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('Moved Told.').waitFor();
    await eventually(() => stored(id)).toMatchObject({ booked_from: '2026-03-04T12:00:00+01:00' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Told is as before.').waitFor();
    await entry(page, '10:00–11:00').waitFor();
    await eventually(() => stored(id)).toMatchObject({
      ...{ booked_from: '2026-03-04T10:00:00+01:00', revision_count: 2 },
    });
    await eventually(() => requests()).toBe(before);
    await dragInCalendar(page, [0, '10:00'], [0, '11:00']);
    await question.getByRole('button', { name: 'Put back' }).click();
    await entry(page, '10:00–11:00').waitFor();
    await entry(page, 'Told').click();
    const panel = page.getByRole('dialog', { name: 'Told' });
    await panel.getByRole('link', { name: 'Told', exact: true }).waitFor();
    await panel.getByRole('region', { name: 'Messages' }).waitFor();
    await panel.getByLabel('To', { exact: true }).fill('11:30');
    await eventually(() => panel.getByLabel('Tell the customer by email').isChecked()).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved Told.').waitFor();
    await eventually(() => requests()).toBe(before + 1);
    await entry(page, 'Told').click();
    await panel.getByRole('button', { name: 'Cancel the booking: Told' }).click();
    await panel.getByLabel('Tell the customer by email').first().uncheck();
    await panel.getByRole('button', { name: 'Cancel the booking', exact: true }).click();
    await closeMessage(page, 'Told is cancelled.');
    await until(async () => (await stored(id)).state === 'cancelled');
    await eventually(() => requests()).toBe(before + 1);
    await server.configure(account, { verification_method: 0 });
    expect(problems).toEqual([]);
  }, 90_000);

  it('has messages and entries in other calendars, which are sent again', async () => {
    const { id } = await bookFor('Resent', 18);
    const [message] = await server.sql<{ id: number }>(
      `insert into message (account_id, created_at, updated_at, kind, channel, recipient, subject, body, state, booking_id)
       values (?, now(), now(), 'modification', 'email', 'resent@example.org', 'New time', 'At six', 'failed', ?) returning id`,
      ...[account.credentials.id, id],
    );
    const source = await account.create('/calendar_sources', 'calendar_source', {
      resource_id: studio.resource,
      name: 'Private',
      url: 'https://calendar.example.org/private-77ab/basic.ics',
    });
    const [calendarEntry] = await server.sql<{ id: number }>(
      `insert into calendar_source_entry
         (account_id, created_at, updated_at, calendar_source_id, booking_id, ends_at, state, error)
       values (?, now(), now(), ?, ?, '2026-03-02T18:00:00Z', 'failed', 'no answer') returning id`,
      ...[account.credentials.id, source.id, id],
    );
    const { page, problems } = await openDashboard(browser(), user, 'calendar', { viewport });
    await entry(page, 'Resent').click();
    const panel = page.getByRole('dialog', { name: 'Resent' });
    await panel.getByText('Modification, email: Failed').waitFor();
    await panel.getByRole('button', { name: 'Send again: Modification, resent@example.org' }).click();
    await panel.getByText('Modification, email: Queued').waitFor();
    await panel.getByText('Private: Failed').waitFor();
    await panel.getByRole('button', { name: 'Enter again: Private' }).click();
    await panel.getByText('Private: Waiting').waitFor();
    const states = await server.sql(
      `select state from message where account_id = ? and id = ?
       union all select state from calendar_source_entry where account_id = ? and id = ?`,
      ...[account.credentials.id, message?.id ?? 0, account.credentials.id, calendarEntry?.id ?? 0],
    );
    expect(states).toEqual([{ state: 'queued' }, { state: 'pending' }]);
    await account.del(`/calendar_sources/${source.id}`);
    expect(problems).toEqual([]);
  }, 60_000);

  it('is undone for a status', async () => {
    const { id } = await bookFor('Mistaken', 17);
    const { page } = await openDashboard(browser(), user, 'calendar', { viewport });
    await entry(page, 'Mistaken').click();
    await page.getByRole('button', { name: 'No-show: Mistaken' }).click();
    await page.getByText('Mistaken did not come.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Mistaken is as before.').waitFor();
    await eventually(() => stored(id)).toMatchObject({ status: null });
  }, 60_000);

  it('is made by a finger that rests on the booking', async () => {
    const times = { booked_from: '2026-03-05 10:00', booked_to: '2026-03-05 11:00' };
    const { id } = await book(account, studio, { ...times, person_attributes: { name: 'Touched' } });
    const view = 'calendar?date=2026-03-05&view=day';
    const { page } = await openDashboard(browser(), user, view, { ...phone, hasTouch: true });
    await entry(page, 'Touched').waitFor();
    const { x, y, width } = await boxOf(entry(page, 'Touched'));
    const label = await boxOf(page.locator('.ec-body time', { hasText: '10:00' }));
    const next = await boxOf(page.locator('.ec-body time', { hasText: '11:00' }));
    const finger = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', offset: number) =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: x + width / 2, y: y + 10 + offset }],
      });
    const hour = next.y - label.y;
    await touch('touchStart', 0);
    await page.locator('.ec-dragging, .ec-preview').first().waitFor();
    for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', hour * part);
    await touch('touchEnd', hour);
    await page.getByText('Moved Touched.').waitFor();
    await eventually(() => stored(id)).toMatchObject({ booked_from: '2026-03-05T11:00:00+01:00' });
  }, 60_000);
});

describeInChromium('what is typed into the dialogs of the calendar', (browser) => {
  it('survives a reload, for a new booking with a known person, and is dropped by "Cancel"', async () => {
    await account.create('/people', 'person', { name: 'Sigrid Undset', email: 'sigrid@example.org' });
    const { page, problems } = await openDashboard(browser(), user, 'calendar', { ...phone, colorScheme: 'dark' });
    const open = () => page.getByRole('button', { name: 'New booking' }).click();
    await open();
    await page.getByRole('combobox', { name: 'Person' }).fill('Sigrid');
    await page.getByRole('option', { name: 'Sigrid Undset' }).click();
    await page.locator('.field > .hint', { hasText: 'sigrid@example.org' }).waitFor();
    await page.getByLabel('Notes').fill('By the window');
    await page.reload();
    await open();
    await page.getByText('What you had typed before and not saved is here again.').waitFor();
    await page.locator('.field > .hint', { hasText: 'sigrid@example.org' }).waitFor();
    await eventually(() => page.getByRole('combobox', { name: 'Person' }).inputValue()).toBe('Sigrid Undset');
    await eventually(() => page.getByLabel('Notes').inputValue()).toBe('By the window');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Discard it' }).click();
    await eventually(() => page.getByLabel('Notes').inputValue()).toBe('');
    await page.getByRole('combobox', { name: 'Person' }).fill('Nobody');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await open();
    await eventually(() => page.getByRole('combobox', { name: 'Person' }).inputValue()).toBe('');
    expect(problems).toEqual([]);
  }, 60_000);

  it('survives a reload for a booking, and is gone once it is saved', async () => {
    const { id } = await bookFor('Draft', 9);
    const { page } = await openDashboard(browser(), user, 'calendar', { viewport });
    await entry(page, 'Draft').click();
    await page.getByLabel('Notes').fill('Half a sen');
    await page.getByLabel('To', { exact: true }).fill('09:45');
    await account.put(`/bookings/${id}`, { json: { booking: { count: 3 } } });
    // The address has the open booking.
    await page.reload();
    await page.getByLabel('Notes').waitFor();
    await eventually(() => page.getByLabel('Notes').inputValue()).toBe('Half a sen');
    await eventually(() => page.getByLabel('To', { exact: true }).inputValue()).toBe('09:45');
    await eventually(() => page.getByLabel('People').inputValue()).toBe('3');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved Draft.').waitFor();
    await eventually(() => stored(id)).toMatchObject({
      notes: 'Half a sen',
      booked_to: '2026-03-02T09:45:00+01:00',
      count: 3,
    });
    await entry(page, 'Draft').click();
    await page.getByLabel('Notes').waitFor();
    await eventually(() => page.getByText('What you had typed before').count()).toBe(0);
  }, 60_000);
});

describeInChromium('the look of the calendar', (browser) => {
  it('marks the time of the account, whatever the clock of the browser', async () => {
    server.clock.set('2026-03-02T11:00:00Z');
    const utc = await server.account({ timeZone: 'UTC' });
    await openStudio(utc);
    const inUtc = await createUser(server, utc);
    for (const [who, time] of [
      [user, '12:00'],
      [inUtc, '11:00'],
    ] as const) {
      const { page } = await openDashboard(browser(), who, 'calendar', { viewport, timezoneId: 'Asia/Tokyo' });
      // The label of an hour is in the middle of its line. Both move while the calendar scrolls to the time.
      await until(async () => {
        // The calendar may replace both while it reads.
        const line = await page.locator('.ec-bg-event.now').first().boundingBox();
        const label = await page.locator('.ec-body time', { hasText: time }).boundingBox();
        return line !== null && label !== null && Math.abs(line.y - (label.y + label.height / 2)) < 20;
      });
      await page.getByLabel('View', { exact: true }).selectOption('Week');
      await page.locator('.ec-bg-event.now').first().waitFor();
    }
  }, 60_000);

  it('is printed with all hours and without controls', async () => {
    const { page } = await openDashboard(browser(), user, 'calendar?date=2026-03-06', { viewport });
    await page.locator('.ec-main').waitFor();
    await page.emulateMedia({ media: 'print' });
    const hidden = 'document.querySelector(".ec-main").scrollHeight - document.querySelector(".ec-main").clientHeight';
    await until(async () => (await page.evaluate<number>(hidden)) <= 1);
    await eventually(() => page.getByRole('button').count()).toBe(0);
    await page.getByRole('heading', { name: '6 March 2026' }).waitFor();
  }, 60_000);

  it('shows the hours of the night, and taller hours, where the user wants them', async () => {
    const { page } = await openDashboard(browser(), user, 'calendar?date=2026-03-06', { viewport });
    const hours = page.locator('.ec-body time');
    const heightOf = async () => (await boxOf(hours.nth(1))).y - (await boxOf(hours.nth(0))).y;
    await hours.filter({ hasText: '9:00' }).first().waitFor();
    await eventually(() => hours.filter({ hasText: /^0?3:00$/ }).count()).toBe(0);
    const before = await heightOf();
    await page.getByText('More', { exact: true }).click();
    await page.getByLabel('A line every').selectOption('15 min');
    await until(async () => (await heightOf()) > before * 1.3);
    await page.getByLabel('All 24 hours').check();
    await hours.filter({ hasText: /^0?3:00$/ }).waitFor({ state: 'attached' });
    await page.reload();
    await hours.filter({ hasText: /^0?3:00$/ }).waitFor({ state: 'attached' });
  }, 60_000);

  it('has at most two rows of controls on a phone', async () => {
    const { page } = await openDashboard(browser(), user, 'calendar', phone);
    const controls = page.locator('.toolbar').locator('button:visible, input:visible, select:visible, summary');
    await page.getByRole('button', { name: 'New booking' }).waitFor();
    await controls.nth(7).waitFor();
    const boxes = await Promise.all((await controls.all()).map(boxOf));
    expect(boxes).toHaveLength(8);
    // The last one, for a new booking, is where a thumb is.
    expect(new Set(boxes.slice(0, -1).map(({ y, height }) => Math.round(y + height / 2))).size).toBe(2);
    expect(boxes.at(-1)?.y).toBeGreaterThan(600);
    expect(Math.max(...boxes.map(({ x, width }) => x + width))).toBeLessThanOrEqual(360);
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  }, 60_000);
});
