import type { Page } from 'playwright-core';
import { book, openStudio } from '../socket/studio.js';
import { accessibilityProblems, describeInChromium, keepFromReuse, openPage } from '../support/chromium.js';
import { createUser, enterCredentials, openDashboard } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio' });
const studio = await openStudio(account);
const user = await createUser(server, account, { role: 'staff' });

const list = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const bookFor = async (name: string, hour: number, parameters: object = {}): Promise<number> => {
  const booked_to = hour === 23 ? '2026-03-03 00:00' : `2026-03-02 ${hour + 1}:00`;
  const time = { booked_from: `2026-03-02 ${hour}:00`, booked_to };
  return (await book(account, studio, { ...time, person_attributes: { name } }, parameters)).id;
};
const setStatus = (id: number, status: string) => account.put(`/bookings/${id}/status`, { json: { status } });

describeInChromium('the view of today', (browser) => {
  it('counts down the time that is left of a hold, by the clock of the account, and drops it at the end', async () => {
    await server.configure(account, { verification_method: 1 });
    const { expires_at } = await book(
      account,
      studio,
      { person_attributes: { email: 'hold@example.org' } },
      { confirm: false },
    );
    await server.configure(account, { verification_method: 0 });
    expect(expires_at).toBe('2026-03-02T08:20:00+01:00');
    const { page, problems } = await openPage(browser(), server.origin);
    keepFromReuse(page);
    await page.clock.install({ time: '2031-01-01T00:00:00Z' });
    await page.goto(`${server.origin}/dashboard/today`);
    await enterCredentials(page, user);
    const holds = list(page, 'Holds');
    await holds.getByText('hold@example.org').waitFor();
    await holds.getByText('◔ Awaiting verification').waitFor();
    const secondsLeft = async (): Promise<number> => {
      const [minutes = 0, seconds = 0] = (await holds.locator('.countdown').innerText()).split(':').map(Number);
      return minutes * 60 + seconds;
    };
    await eventually(() => secondsLeft()).toBeLessThanOrEqual(20 * 60);
    // Stops the clock of the page, which has not come that far yet.
    await page.clock.pauseAt('2031-01-01T00:10:00Z');
    const left = await secondsLeft();
    expect(left).toBeGreaterThanOrEqual(10 * 60);
    await page.clock.runFor(1_000);
    await eventually(() => secondsLeft()).toBe(left - 1);
    await page.clock.runFor((left - 3) * 1_000);
    await eventually(() => secondsLeft()).toBe(2);
    await page.clock.runFor(2_000);
    await holds.getByText('No holds.').waitFor();
    expect(problems).toEqual([]);
  }, 60_000);

  it('shows each booking in the list of its state, and moves it with its state', async () => {
    await bookFor('Next', 9);
    await setStatus(await bookFor('Here', 10), 'checked_in');
    await setStatus(await bookFor('Busy', 8), 'in_progress');
    await setStatus(await bookFor('Absent', 11), 'no_show');
    const ready = await bookFor('Ready', 13);
    await bookFor('Night', 23);
    await server.configure(account, { confirm_manually: true });
    await bookFor('Undecided', 12, { confirm: false });
    await server.configure(account, { confirm_manually: false });
    const options = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const;
    const { page, problems } = await openDashboard(browser(), user, 'today', options);
    const names = async (name: string) => {
      await list(page, name).locator('.card, .empty').first().waitFor();
      return list(page, name).locator('.card .name').allInnerTexts();
    };
    await eventually(() => names('Next')).toEqual(['Next', 'Ready', 'Night']);
    await eventually(() => names('Arrived')).toEqual(['Busy', 'Here']);
    await eventually(() => names('Awaiting confirmation')).toEqual(['Undecided']);
    await list(page, 'Arrived').getByText('▶ In progress').waitFor();
    await list(page, 'Arrived').getByText('● Arrived').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await page.getByRole('button', { name: 'Check in: Next' }).dblclick();
    await list(page, 'Arrived').getByText('Next', { exact: true }).waitFor();
    await setStatus(ready, 'completed');
    await list(page, 'Next').getByText('Ready', { exact: true }).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Decline: Undecided' }).dblclick();
    await list(page, 'Awaiting confirmation').getByText('Nothing to confirm.').waitFor();
    await page.getByRole('button', { name: 'Complete: Here' }).click();
    await list(page, 'Arrived').getByText('Here', { exact: true }).waitFor({ state: 'hidden' });
    await eventually(() => names('Next')).toEqual(['Night']);
    expect(problems).toEqual([]);
  }, 60_000);
});
