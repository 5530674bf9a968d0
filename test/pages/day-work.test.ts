import type { Locator, Page } from 'playwright-core';
import { bookService, createBookableService } from '../support/catalog.js';
import { accessibilityProblemsInLightAndDark, describeInChromium } from '../support/chromium.js';
import { calendarEntry, closeMessage, createUser, openDashboard } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const server = await useTestServer();
server.clock.set('2026-03-02T07:00:00Z');
const account = await server.account({ name: 'Fjord Studio' });
const place = await createBookableService(account, {
  service: { title: 'Cut', price: '450' },
  resource: { title: 'Ida' },
});
const user = await createUser(server, account, { role: 'manager' });

const desktop = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 360, height: 740 } };

const stored = async (id: number) => (await account.get(`/bookings/${id}`)).body.booking;
const bookFor = async (name: string, hour: number, attributes: object = {}): Promise<number> => {
  const times = { booked_from: `2026-03-02 ${hour}:00`, booked_to: `2026-03-02 ${hour + 1}:00` };
  const { id } = await bookService(account, place, { ...times, person_attributes: { name, ...attributes } });
  return id;
};
const panel = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Counts the clicks of a walk. */
function countedClicks() {
  let count = 0;
  const click = async (locator: Locator): Promise<void> => {
    count += 1;
    await locator.click();
  };
  return { click, count: () => count };
}

describeInChromium('the work of a day', (browser) => {
  it('takes two clicks from a booking in the calendar', async () => {
    const ids = {
      arrived: await bookFor('Arne', 9),
      absent: await bookFor('Nina', 10),
      paid: await bookFor('Pia', 11),
      moved: await bookFor('Mona', 12),
      noted: await bookFor('Nora', 13),
      again: await bookFor('Agnes', 14),
      written: await bookFor('Mia', 15, { email: 'mia@example.org', phone_number: '+47 98 76 54 32' }),
    };
    const { page, problems } = await openDashboard(browser(), user, 'calendar', desktop);
    const walk = async (
      name: string,
      work: (open: Locator, click: (on: Locator) => Promise<void>) => Promise<void>,
    ) => {
      const { click, count } = countedClicks();
      await click(calendarEntry(page, name));
      await work(panel(page, name), click);
      expect([name, count()]).toEqual([name, 2]);
    };
    const button = (open: Locator, name: string) => open.getByRole('button', { name, exact: true });
    await walk('Arne', async (open, click) => {
      await click(button(open, 'Check in: Arne'));
      await closeMessage(page, 'Arne has arrived.');
    });
    await eventually(() => stored(ids.arrived)).toMatchObject({ status: 'checked_in' });
    await walk('Nina', async (open, click) => {
      await click(button(open, 'No-show: Nina'));
      await closeMessage(page, 'Nina did not come.');
    });
    await eventually(() => stored(ids.absent)).toMatchObject({ status: 'no_show' });
    await walk('Pia', async (open, click) => {
      await click(button(open, 'Card'));
      await page.getByText('450.00 is paid: Card.').waitFor();
      await button(open, 'Close').click();
      await closeMessage(page, 'is paid: Card.');
    });
    await until(async () => (await stored(ids.paid)).paid_at !== null);
    await walk('Mona', async (open, click) => {
      await click(button(open, 'Move: Mona'));
      await page.locator('input:focus').fill('2026-03-03');
      await page.keyboard.press('Enter');
      await closeMessage(page, 'Saved Mona.');
    });
    await eventually(() => stored(ids.moved)).toMatchObject({ booked_from: '2026-03-03T12:00:00+01:00' });
    await walk('Nora', async (open, click) => {
      await click(button(open, 'Note: Nora'));
      await page.keyboard.type('Short fringe');
      await page.keyboard.press('Control+Enter');
      await closeMessage(page, 'Saved Nora.');
    });
    await eventually(() => stored(ids.noted)).toMatchObject({ notes: 'Short fringe' });
    await walk('Agnes', async (open, click) => {
      await click(button(open, 'Again in 4 weeks: Agnes'));
      // The clocks are an hour later by then.
      await closeMessage(page, 'Booked again for Agnes: Mon 30 Mar, 14:00.');
    });
    const { body } = await account.get('/bookings?booked_from=2026-03-30');
    const again = body.map(({ booking }: { booking: object }) => booking).filter(isOn('2026-03-30'));
    expect(again).toMatchObject([{ booked_from: '2026-03-30T14:00:00+02:00', person: { name: 'Agnes' } }]);
    await walk('Mia', async (open, click) => {
      const links = open.getByRole('link', { name: /Write an/ });
      const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      expect(hrefs).toEqual([expect.stringMatching(/^mailto:mia@example\.org\?subject=Cut/), 'sms:+4798765432']);
      // Playwright cannot see what the program for mail does.
      await links.first().evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()));
      await click(links.first());
      expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    });
    expect(problems).toEqual([]);
  }, 120_000);

  it('offers another time if the same one is taken four weeks later', async () => {
    await bookFor('Aud', 16);
    const times = { booked_from: '2026-03-30 16:00', booked_to: '2026-03-30 17:00' };
    await bookService(account, place, { ...times, person_attributes: { name: 'Earlier' } });
    const { page, problems } = await openDashboard(browser(), user, 'today', phone);
    await page.getByRole('link', { name: 'Aud' }).click();
    await panel(page, 'Aud').getByRole('button', { name: 'Again in 4 weeks: Aud' }).click();
    const form = panel(page, 'New booking');
    await form.getByText('Mon, 30 Mar 2026, 16:00 is not free. Choose another time.').waitFor();
    await form.getByRole('button', { name: 'Mon 30 Mar, 10:00' }).click();
    await form.getByRole('button', { name: 'Book', exact: true }).click();
    await page.getByText('Booked for Aud.').waitFor();
    expect(problems).toEqual([]);
  }, 60_000);

  it('cancels only once it can no longer be undone, also if the page is left', async () => {
    const id = await bookFor('Cara', 17);
    const { page, problems } = await openDashboard(browser(), user, 'today', phone);
    const cancel = async () => {
      await page.getByRole('link', { name: 'Cara' }).click();
      await panel(page, 'Cara').getByRole('button', { name: 'Cancel the booking: Cara' }).click();
      await page.getByText('Cara is cancelled.').waitFor();
      await page.getByRole('link', { name: 'Cara' }).waitFor({ state: 'hidden' });
    };
    await cancel();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Cara' }).waitFor();
    await eventually(() => stored(id)).toMatchObject({ state: 'confirmed', revision_count: 0 });
    await cancel();
    await page.goto(`${server.origin}/dashboard/people`);
    await until(async () => (await stored(id)).state === 'cancelled');
    expect(problems).toEqual([]);
  }, 60_000);

  it('finds people from everywhere by a part of what is known, with their next booking', async () => {
    const id = await bookFor('Solveig Lid', 18, { email: 'solveig@example.org', phone_number: '+47 91 23 45 67' });
    const { page, problems } = await openDashboard(browser(), user, 'calendar', desktop);
    await calendarEntry(page, 'Solveig').click();
    await page.getByLabel('Notes').focus();
    for (const part of ['olveig', 'eig@ex', '912345']) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search for' }).fill(part);
      await page.getByRole('option', { name: /Solveig Lid/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Solveig Lid' }).waitFor();
    }
    await page.getByText('Next booking:').getByRole('link', { name: '2 Mar 2026, 18:00–19:00' }).click();
    await panel(page, 'Solveig Lid').waitFor();
    await page.setViewportSize(phone.viewport);
    await page.goBack();
    await page.getByRole('button', { name: 'Book', exact: true }).click();
    await panel(page, 'New booking').getByRole('combobox', { name: 'Person' }).waitFor();
    await eventually(() => panel(page, 'New booking').getByRole('combobox', { name: 'Person' }).inputValue()).toBe(
      'Solveig Lid',
    );
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('combobox', { name: 'Search for' }).waitFor();
    await page.keyboard.press('Escape');
    const person = (await stored(id)).person.id;
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Merge…' }).waitFor();
    await eventually(async () => (await account.get(`/people/${person}`)).body.person).toMatchObject({ active: true });
    expect(problems).toEqual([]);
  }, 90_000);
});

const isOn = (date: string) => (booking: object) =>
  'booked_from' in booking && String(booking.booked_from).startsWith(date);
