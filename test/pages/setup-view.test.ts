import type { Page, Request } from 'playwright-core';
import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { storeFailedJob } from '../../src/domain/failed-job/failed-job.actions.js';
import { bookService, createBookableService, openDaily } from '../support/catalog.js';
import { accessibilityProblems, describeInChromium, takeScreenshot } from '../support/chromium.js';
import { createUser, openDashboard, openSetupPart, setupMenu } from '../support/dashboard.js';
import { deliverWebHooks } from '../support/deliver-web-hooks.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';

const hostile = '<script>document.title=1</script> \u202E🎉';

const server = await useTestServer();
server.clock.set('2026-03-02T07:00:00Z');
const account = await server.account({ name: 'Fjord Studio' });
const admin = await createUser(server, account);

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

describeInChromium('the set-up', (browser) => {
  it('has resources, services and their hours; hostile titles are text', async () => {
    const { page, problems } = await openDashboard(browser(), admin, 'setup/resources', {
      viewport: { width: 1280, height: 900 },
    });
    await page.getByRole('link', { name: 'New resource' }).click();
    await page.getByLabel('Title').fill(hostile);
    await page.getByText('Opening hours', { exact: true }).click();
    await page.getByLabel('Monday, from').fill('09:00');
    await page.getByLabel('Monday, to').fill('12:00');
    await page.getByRole('button', { name: 'Add hours: Monday' }).click();
    await page.getByLabel('Monday, 2, from').fill('13:00');
    await save(page);
    const summary = page.getByRole('region', { name: 'What is to be corrected' });
    await summary.and(page.locator(':focus')).waitFor();
    await summary.getByRole('link', { name: 'Monday' }).click();
    await page.getByLabel('Monday, from').and(page.locator(':focus')).waitFor();
    await eventually(() => page.getByLabel('Monday, 2, from').inputValue()).toBe('13:00');
    await page.getByLabel('Monday, 2, to').fill('00:00');
    await page.getByRole('button', { name: 'Copy Monday to all weekdays' }).click();
    await page.getByRole('group', { name: 'Sunday' }).getByLabel('Closed').check();
    expect(await accessibilityProblems(page)).toEqual([]);
    await openSetupPart(page, 'Services');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay here' }).click();
    await question.waitFor({ state: 'detached' });
    await openSetupPart(page, 'Services');
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('link', { name: 'New service' }).waitFor();
    await openSetupPart(page, 'Resources');
    await page.getByRole('link', { name: 'New resource' }).click();
    await page.getByText('What you had typed before and not saved is here again.').waitFor();
    await save(page);
    await page.getByRole('link', { name: hostile }).click();
    await page.getByLabel('Date', { exact: true }).fill('2026-03-09');
    await page.getByRole('button', { name: 'Save the date' }).click();
    await page.getByRole('cell', { name: '9 Mar 2026', exact: true }).waitFor();
    await openSetupPart(page, 'Services');
    await page.getByRole('link', { name: 'New service' }).click();
    await page.getByLabel('Title').fill('Cut');
    await page.getByLabel('Price', { exact: true }).fill('450,50');
    await save(page);
    await page.getByRole('row', { name: 'Cut Appointment 60 450.50' }).waitFor();
    await openSetupPart(page, 'Who does what');
    const offer = page.getByRole('checkbox', { name: `Cut: ${hostile}` });
    const details = page.getByRole('link', { name: `Priority, price and hours: Cut: ${hostile}` });
    const priorities = () =>
      server.sql('select priority_value from provider where account_id = ?', account.credentials.id);
    await offer.dblclick();
    await details.click();
    await page.getByLabel('Priority').fill('7');
    await save(page);
    await page.getByText('The provider is saved.').waitFor();
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await offer.click();
    await details.waitFor({ state: 'detached' });
    await eventually(() => priorities()).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await details.waitFor();
    await eventually(() => priorities()).toEqual([{ priority_value: 7 }]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await eventually(async () => (await account.get('/resources')).body[0].resource).toMatchObject({
      title: hostile,
      ...{
        opening_hours_mon: ['09:00', '12:00', '13:00', '24:00'],
        opening_hours_fri: ['09:00', '12:00', '13:00', '24:00'],
      },
      ...{ opening_hours_sat: null, opening_hours_sun: [] },
    });
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
  }, 90_000);

  it('previews a message of its own in each language before it is saved', async () => {
    const { page, problems } = await openDashboard(browser(), admin, 'setup/templates/new', {
      viewport: { width: 360, height: 740 },
      colorScheme: 'dark',
    });
    await page.getByLabel('Text').fill('See you {{ booking.booked_from | i18n_date }}');
    const preview = page.getByRole('region', { name: 'Preview' });
    const language = preview.getByLabel('Language');
    await language.selectOption('Svenska');
    await preview.getByText('See you tisdag 3 mars 2026').waitFor();
    await language.selectOption('Norsk');
    await preview.getByText('See you tirsdag 3. mars 2026').waitFor();
    await page.getByLabel('As', { exact: true }).selectOption('SMS');
    await preview.locator('.sms').waitFor();
    await takeScreenshot(page, 'setup-phone-dark');
    expect(await accessibilityProblems(page)).toEqual([]);
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await page.getByLabel('Text').fill('{{ broken');
    await preview.getByText('“Text” is invalid: the variable “{{ broken” is not closed').waitFor();
    await save(page);
    await page.getByRole('alert').getByText('is invalid').waitFor();
    expect(problems.filter((problem) => !problem.includes('graphql'))).toEqual([]);
  }, 60_000);

  it('shows a new key once and revokes it, invites a user, resends deliveries and restarts jobs', async () => {
    await account.create('/web_hooks', 'web_hook', { target_url: 'https://example.org/hook', event: '*' });
    const context = await createBackgroundContext(server.database, server.clock, account.credentials.id);
    const failure = {
      name: 'expire-hold',
      key: 'expire-hold:1',
      data: { bookingId: 1 },
      error: 'broken',
      attempts: 12,
    };
    await storeFailedJob(context, failure);
    const { page, problems } = await openDashboard(browser(), admin, 'setup/keys', {
      viewport: { width: 1280, height: 900 },
    });
    await page.getByLabel('Name').fill('Till');
    await page.getByRole('button', { name: 'Create the key' }).dblclick();
    const secret = await page.getByLabel('API key', { exact: true }).inputValue();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    const ask = () => fetch(`${server.origin}/api/v1/services`, { headers: { authorization: `Bearer ${secret}` } });
    await eventually(async () => (await ask()).status).toBe(200);
    await page.getByRole('link', { name: 'Till' }).click();
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).dblclick();
    await page.getByText('The key is revoked.').waitFor();
    await eventually(async () => (await ask()).status).toBe(401);
    await openSetupPart(page, 'Users');
    await page.getByRole('link', { name: 'New user' }).click();
    await page.getByLabel('Name').fill('New');
    await page.getByLabel('Email').fill('new@example.org');
    await save(page);
    await page.getByRole('cell', { name: 'new@example.org' }).first().waitFor();
    await openSetupPart(page, 'Web hooks');
    await page.getByRole('link', { name: 'https://example.org/hook' }).click();
    await page.getByText('No deliveries.').waitFor();
    await openSetupPart(page, 'Failed jobs');
    await page.getByRole('button', { name: 'Restart expire-hold:1' }).click();
    await page.getByText('Restarted').waitFor();
    await openSetupPart(page, 'Business details');
    await page.getByLabel('Name', { exact: true }).fill('Fjord Atelier');
    await save(page);
    await page.getByRole('banner').getByText('Fjord Atelier').waitFor();
    expect(problems).toEqual([]);
  }, 90_000);

  it('shows the deliveries of a web hook with their attempts, and sends one again', async () => {
    // Of an account of its own: the first delivery of an account fails.
    const owner = await server.account();
    const ownAdmin = await createUser(server, owner);
    const attributes = { target_url: 'https://example.org/failing', event: 'person.created' };
    const { id } = await owner.create('/web_hooks', 'web_hook', attributes);
    await owner.create('/people', 'person', { name: 'Delivered' });
    await using deliveries = await deliverWebHooks(server, owner);
    await deliveries.run();
    const states = async () =>
      server.sql<{ state: string }>(
        'select state from web_hook_delivery where account_id = ? and web_hook_id = ?',
        owner.credentials.id,
        id,
      );
    await server.sql(
      `update web_hook_delivery set state = 'failed', next_attempt_at = null where account_id = ?`,
      owner.credentials.id,
    );
    const { page, problems } = await openDashboard(browser(), ownAdmin, `setup/web-hooks/${id}`, {
      viewport: { width: 360, height: 740 },
    });
    const list = page.getByRole('region', { name: 'Deliveries', exact: true }).first();
    await list.getByRole('row', { name: /person.created Failed .*500/ }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const { answered, deliver } = await holdBack(page, 'webHookDeliveries');
    await list.getByLabel('State').selectOption('Failed');
    await answered;
    await list.getByRole('button', { name: /^Send again: / }).dblclick();
    await page.getByText('It will be sent again.').waitFor();
    // The list arrives, which was read before the delivery was sent again.
    await deliver();
    await eventually(() => list.getByRole('row', { name: /person.created Pending/ }).count()).toBe(1);
    await eventually(() => states()).toEqual([{ state: 'pending' }]);
    await deliveries.run();
    await eventually(() => states()).toEqual([{ state: 'delivered' }]);
    await list.getByLabel('State').selectOption('Delivered');
    await list.getByRole('row', { name: /person.created Delivered .*200/ }).waitFor();
    expect(problems).toEqual([]);
  }, 60_000);

  it('shows why a web hook is paused, until it is switched on again', async () => {
    const target_url = 'https://example.org/paused';
    const { id } = await account.create('/web_hooks', 'web_hook', { target_url, event: '*' });
    const reason = '20 deliveries in a row have failed';
    await server.sql('update web_hook set active = false, paused_reason = ? where id = ?', reason, id);
    const { page, problems } = await openDashboard(browser(), admin, 'setup/web-hooks', {
      viewport: { width: 1280, height: 900 },
    });
    await page.getByRole('row', { name: `${target_url} * No ${reason}` }).waitFor();
    await page.getByRole('link', { name: target_url }).click();
    await page.getByText(`${reason}. Switch it on when the address works again.`).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel('Active').check();
    await save(page);
    await page.getByText(reason).waitFor({ state: 'detached' });
    await eventually(async () => (await account.get(`/web_hooks/${id}`)).body.web_hook).toMatchObject({
      active: true,
      paused_reason: null,
    });
    expect(problems).toEqual([]);
  }, 60_000);

  it('moves the bookings of a day, and lists those that do not fit', async () => {
    const { serviceId, resourceIds } = await createBookableService(account, { providers: [{}, {}] });
    const [from = 0, to = 0] = resourceIds;
    await account.put(`/resources/${from}`, { json: { resource: { title: 'Kim' } } });
    await account.put(`/resources/${to}`, { json: { resource: { title: 'Lea', ...openDaily('09:00', '13:00') } } });
    const { id } = await bookService(account, { serviceId, resourceId: from });
    const { booked_from: busyFrom } = (await account.get(`/bookings/${id}`)).body.booking;
    const url = 'https://calendar.example.org/private-5d1f/basic.ics';
    const source = await account.create('/calendar_sources', 'calendar_source', { resource_id: to, url });
    await server.sql(
      `insert into external_busy (account_id, source_id, resource_id, starts_at, ends_at)
       values (?, ?, ?, ?::timestamptz, ?::timestamptz + interval '30 minutes')`,
      ...[account.credentials.id, source.id, to, busyFrom, busyFrom],
    );
    const late = { booked_from: '2026-03-04 15:00', booked_to: '2026-03-04 16:00' };
    await bookService(account, { serviceId, resourceId: from }, { ...late, person_attributes: { name: 'Late' } });
    const staff = await createUser(server, account, { role: 'staff', name: 'Per Hansen' });
    const { page } = await openDashboard(browser(), staff, 'setup/move');
    await page.getByLabel('From').selectOption('Kim');
    const parts = await setupMenu(page).getByRole('link').allTextContents();
    expect(parts).toEqual(['Overview', 'Resources', 'Waitlist', 'Move bookings']);
    await page.getByLabel('To', { exact: true }).selectOption('Lea');
    await page.getByLabel('First day').fill('2026-03-04');
    const look = async () => {
      await page.getByRole('button', { name: 'Look what would move' }).click();
      await page.getByRole('button', { name: 'Look', exact: true }).click();
    };
    await look();
    await page.getByText('0 would move, 2 would not fit.').waitFor();
    await page.getByRole('row', { name: /Resource is busy in another calendar/ }).waitFor();
    await page.getByLabel('Even if busy in another calendar').check();
    await look();
    await page.getByText('1 would move, 1 would not fit.').waitFor();
    await page.getByRole('row', { name: /Late Booked from is outside the opening hours/ }).waitFor();
    await page.getByRole('button', { name: 'Move them' }).click();
    await page.getByText('1 moved, 1 did not fit.').waitFor();
    await eventually(async () => (await account.get(`/bookings/${id}`)).body.booking.resource_id).toBe(to);
  }, 60_000);
});

/**
 * Holds back the response to the next GraphQL request of a page whose document contains a text. `answered` resolves when the
 * server has responded, `deliver` returns when the page has shown the response.
 */
async function holdBack(page: Page, text: string): Promise<{ answered: Promise<void>; deliver: () => Promise<void> }> {
  const [answered, delivered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const isHeld = (request: Request) => request.postData()?.includes(text) ?? false;
  const finished = page.waitForEvent('requestfinished', isHeld);
  await page.route('**/graphql', async (route) => {
    if (!isHeld(route.request())) return route.fallback();
    const response = await route.fetch();
    answered.resolve();
    await delivered.promise;
    await route.fulfill({ response });
  });
  const deliver = async () => {
    delivered.resolve();
    await finished;
    await page.unrouteAll({ behavior: 'wait' });
    await page.evaluate('new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)))');
  };
  return { answered: answered.promise, deliver };
}
