import type { Page } from 'playwright-core';
import { moveClock } from '../../src/domain/account/test-clock.actions.js';
import { contextOf } from '../../src/jobs/job-context.js';
import { createBookableService } from '../support/catalog.js';
import { describeInChromium, keepFromReuse, openPage } from '../support/chromium.js';
import { createUser, enterCredentials, type TestUser } from '../support/dashboard.js';
import { jobSettings } from '../support/job-context.js';
import { useTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const server = await useTestServer();
const account = server.accountPerTest({ sandbox: true });
let user: TestUser;
beforeEach(async () => {
  await createBookableService(account);
  user = await createUser(server, account);
});

/** Advances the clock of the account, and does what the job does. */
async function advanceClock(by: string): Promise<void> {
  const document = 'mutation ($by: String!) { advanceClock(by: $by) { isAdvancing } }';
  expect((await account.graphql(document, { by })).data).toEqual({ advanceClock: { isAdvancing: true } });
  const move = async () => {
    const context = await contextOf(jobSettings(server), account.credentials.id);
    return moveClock(context);
  };
  while (await move());
}

/** Opens a view with a clock of the browser that the test can forward. */
async function open(page: Page, view: string): Promise<void> {
  keepFromReuse(page);
  await page.clock.install();
  await page.goto(`${server.origin}/dashboard/${view}`);
  await enterCredentials(page, user);
}

/** Longer than the interval at which the page reads the clock of a sandbox, in milliseconds. */
const longEnough = 16_000;

describeInChromium('the clock of a sandbox', (browser) => {
  it('moves the line of the current time in the calendar, and its day', async () => {
    const { page, problems } = await openPage(browser(), server.origin, { viewport: { width: 1280, height: 1100 } });
    await open(page, 'calendar');
    const line = page.locator('.ec-bg-event.now');
    await page.getByRole('heading', { name: '2 March 2026' }).waitFor();
    await line.waitFor({ state: 'attached' });
    const top = async () => (await line.boundingBox())?.y ?? 0;
    const before = await top();
    await advanceClock('3 hours');
    await page.clock.fastForward(longEnough);
    await until(async () => (await top()) > before + 100);
    await advanceClock('1 day');
    await page.clock.fastForward(longEnough);
    await page.getByRole('heading', { name: '3 March 2026' }).waitFor();
    await line.waitFor({ state: 'attached' });
    expect(problems).toEqual([]);
  }, 90_000);

  it('moves the list of today when the page is shown again', async () => {
    const { page } = await openPage(browser(), server.origin);
    await open(page, 'today');
    await page.getByRole('heading', { name: '2 March 2026' }).waitFor();
    await advanceClock('1 week');
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await page.getByRole('heading', { name: '9 March 2026' }).waitFor();
  }, 60_000);
});
