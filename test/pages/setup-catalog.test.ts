import type { Page } from 'playwright-core';
import { createBookableService, createEvent } from '../support/catalog.js';
import { accessibilityProblems, describeInChromium } from '../support/chromium.js';
import { createUser, openDashboard, setupMenu } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio' });
const manager = await createUser(server, account, { role: 'manager' });
const cut = await createBookableService(account);

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
/** Waits for a message and closes it, so that a later one of the same text is not mistaken for it. */
const done = (page: Page, text: string) =>
  page.getByRole('paragraph').filter({ hasText: text }).getByRole('button', { name: 'Close the message' }).click();
const desktop = { viewport: { width: 1280, height: 900 } } as const;
const phone = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const;
const widthOf = (page: Page) => page.evaluate('document.documentElement.scrollWidth');
const stored = async (path: string, wrapper: string) => (await account.get(path)).body[wrapper];

describeInChromium('the catalog of the set-up', (browser) => {
  it('has categories with their services', async () => {
    const hair = await account.create('/categories', 'category', { title: 'Hair' });
    const { page, problems } = await openDashboard(browser(), manager, 'setup/categories', desktop);
    await page.getByRole('link', { name: 'New category' }).click();
    await page.getByLabel('Title').fill('Short hair');
    await page.getByLabel('Below').selectOption('Hair');
    await page.getByLabel('Cut').check();
    expect(await accessibilityProblems(page)).toEqual([]);
    await save(page).dblclick();
    await done(page, 'The category is saved.');
    await page.getByRole('row', { name: 'Short hair Hair Cut' }).waitFor();
    const { body } = await account.get('/categories');
    expect(body.map(({ category }: { category: { title: string } }) => category.title)).toEqual(['Hair', 'Short hair']);
    await page.getByRole('link', { name: 'Short hair' }).click();
    await page.getByLabel('Cut').uncheck();
    await save(page).click();
    await done(page, 'The category is saved.');
    const services = await account.get(`/categories/${body[1].category.id}/services`);
    expect(services.body).toEqual([]);
    await eventually(() => stored(`/categories/${body[1].category.id}`, 'category')).toMatchObject({
      parent_id: hair.id,
    });
    await page.getByRole('button', { name: 'Delete the category' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the category' }).click();
    await done(page, 'The category is deleted.');
    await eventually(async () => (await account.get('/categories')).body).toHaveLength(1);
    expect(problems).toEqual([]);
  }, 90_000);

  it('has coupons with their conditions, and shows the messages of the server at the fields', async () => {
    const { page, problems } = await openDashboard(browser(), manager, 'setup/coupons/new', phone);
    await page.getByLabel('Title').fill('Spring');
    await page.getByLabel('Code').fill('SPRING');
    await page.getByLabel('Value').fill('ten');
    await save(page).click();
    await page.getByRole('alert').first().waitFor();
    await page.getByLabel('Value').fill('10');
    await page.getByText('When it can be used').click();
    await page.getByLabel('Until', { exact: true }).fill('2026-05-31T23:59');
    await page.getByText('For which bookings').click();
    await page.getByLabel('Price from').fill('99,50');
    await page.getByLabel('Cut').check();
    expect(await accessibilityProblems(page)).toEqual([]);
    await eventually(() => widthOf(page)).toBe(360);
    await save(page).dblclick();
    await done(page, 'The coupon is saved.');
    await page.getByRole('link', { name: 'Spring' }).click();
    const { body } = await account.get('/coupons');
    expect(body).toHaveLength(1);
    const [{ coupon }] = body;
    expect(coupon).toMatchObject({
      ...{ code: 'SPRING', value_type: 'percentage', value: 10, min_order_amount: '99.5' },
      ...{ valid_until: '2026-05-31T23:59:00+02:00', applies_to: { services: [cut.serviceId], resources: null } },
    });
    await page.getByText('For which bookings').click();
    await page.getByLabel('Chair').check();
    await save(page).click();
    await done(page, 'The coupon is saved.');
    const applies_to = { services: [cut.serviceId], resources: [cut.resourceId] };
    await eventually(() => stored(`/coupons/${coupon.id}`, 'coupon')).toMatchObject({
      applies_to,
      valid_until: coupon.valid_until,
    });
    expect(problems).toEqual([]);
  }, 90_000);

  it('has gift cards with their owners', async () => {
    const { id } = await account.create('/people', 'person', { name: 'Nora Lie', email: 'nora@example.org' });
    const { page, problems } = await openDashboard(browser(), manager, 'setup/gift-cards/new', desktop);
    await page.getByLabel('What is left').fill('500');
    await page.getByLabel('Until').fill('2027-12-31');
    const owner = page.getByRole('combobox', { name: 'Owner' });
    await owner.fill('nora');
    await page.getByRole('option', { name: /Nora Lie/ }).click();
    await until(async () => (await owner.inputValue()) === 'Nora Lie');
    await page.reload();
    await page.getByText('What you had typed before and not saved is here again.').waitFor();
    await until(async () => (await owner.inputValue()) === 'Nora Lie');
    expect(await accessibilityProblems(page)).toEqual([]);
    await save(page).dblclick();
    await page.getByRole('row', { name: /Nora Lie 500 500 31 Dec 2027 Yes/ }).waitFor();
    const { body } = await account.get('/gift_cards');
    expect(body).toHaveLength(1);
    expect(body[0].gift_card).toMatchObject({ person_id: id, initial_value: 500, valid_until: '2027-12-31' });
    expect(problems).toEqual([]);
  }, 90_000);

  it('has events: created, changed although somebody books meanwhile, and cancelled with their bookings', async () => {
    const { service_id, resource_id } = await createEvent(account, { title: 'Yoga' });
    const { page, problems } = await openDashboard(browser(), manager, 'setup/events', desktop);
    await page.getByRole('row', { name: 'Yoga Tue 3 Mar, 12:00–13:00 Chair 0 of 3 Yes' }).waitFor();
    await page.getByRole('link', { name: 'New event' }).click();
    await page.getByLabel('Title').fill('Pilates');
    await page.getByLabel('Begins').fill('2026-03-04T10:00');
    await page.getByLabel('hours').fill('0');
    await page.getByLabel('How many people').fill('5');
    await page.getByLabel('Resource').selectOption(String(resource_id));
    await save(page).click();
    await page.getByRole('alert').getByText('must be at least a minute').waitFor();
    await page.getByLabel('hours').fill('1');
    expect(await accessibilityProblems(page)).toEqual([]);
    await save(page).dblclick();
    await done(page, 'The event is saved.');
    await page.getByRole('link', { name: 'Pilates' }).click();
    const { body } = await account.get('/events');
    const { event } = body.find((one: { event: { title: string } }) => one.event.title === 'Pilates');
    expect(event).toMatchObject({ service_id, capacity: 5, starts_at: '2026-03-04T10:00:00+01:00', published: true });
    await page.getByLabel('Title').fill('Pilates for two');
    const attendance = { event_id: event.id, person_attributes: { name: 'Emil' } };
    const { id: bookingId } = await account.create('/bookings', 'booking', attendance);
    await save(page).click();
    await done(page, 'The event is saved.');
    await eventually(() => stored(`/events/${event.id}`, 'event')).toMatchObject({
      title: 'Pilates for two',
      nr_of_attendances: 1,
    });
    await page.getByRole('button', { name: 'Cancel the event' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the event' }).click();
    await done(page, 'The event is cancelled.');
    await page.getByRole('row', { name: /Yoga/ }).waitFor();
    await eventually(() => stored(`/bookings/${bookingId}`, 'booking')).toMatchObject({ state: 'cancelled' });
    await page.goto(`${server.origin}/dashboard/setup/events/${event.id}`);
    await page.getByText('The event could not be read. It is cancelled.').waitFor();
    expect(problems).toEqual([]);
  }, 90_000);

  it('has the calendars of other programs of a resource, without their secret addresses', async () => {
    const path = `setup/resources/${cut.resourceId}`;
    const { page, problems } = await openDashboard(browser(), manager, path, desktop);
    const part = page.getByRole('region', { name: 'Other calendars' });
    await part.getByLabel('Secret address').fill('http://calendar.example.org/basic.ics');
    await part.getByRole('button', { name: 'Add the calendar' }).click();
    await part.getByRole('alert').getByText('must be an address that begins with https://').waitFor();
    await part.getByLabel('Secret address').fill('webcal://calendar.example.org/private-5d1f/basic.ics');
    await part.getByLabel('Name', { exact: true }).fill('Private');
    await part.getByRole('button', { name: 'Add the calendar' }).click();
    await done(page, 'The calendar is added.');
    await part.getByRole('row', { name: 'Private https://calendar.example.org/… Not yet' }).waitFor();
    await server.sql(
      `update calendar_source set error = 'there is no calendar at the address (status 404)', synced_at = ? where account_id = ?`,
      ...[server.clock.now(), account.credentials.id],
    );
    await server.sql(
      `with source as (
         update calendar_source set target = 'https://caldav.example.org/work/',
           write_error = 'the calendar is full (status 507)' where account_id = ? returning account_id, id)
       insert into calendar_source_entry (account_id, created_at, updated_at, calendar_source_id, event_id, ends_at, next_attempt_at)
       select account_id, now(), now(), id, (select min(id) from event where account_id = source.account_id), '2035-01-01', now()
       from source`,
      account.credentials.id,
    );
    await page.reload();
    await part.getByText('there is no calendar at the address (status 404)').waitFor();
    await part.getByText('1 waiting. Problem: the calendar is full (status 507)').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await part.getByRole('button', { name: 'Pause Private' }).click();
    await done(page, 'The calendar is paused.');
    await part.getByRole('row', { name: 'Paused' }).waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await eventually(() => widthOf(page)).toBe(360);
    await part.getByRole('button', { name: 'Remove Private' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove Private' }).click();
    await done(page, 'The calendar is removed.');
    await part.getByText('None yet.').waitFor();
    expect(problems).toEqual([]);
  }, 60_000);

  it('has the calendars of a server with a password, which are chosen after it was added', async () => {
    const path = `setup/resources/${cut.resourceId}`;
    const { page, problems } = await openDashboard(browser(), manager, path, desktop);
    const part = page.getByRole('region', { name: 'Other calendars' });
    await part.getByLabel('Kind of calendar').selectOption('CALDAV');
    const password = part.getByLabel('Password');
    await eventually(() => password.getAttribute('autocomplete')).toBe('new-password');
    await part.getByLabel('Address of the server').fill('https://127.0.0.1:1/kari/');
    await part.getByLabel('User name').fill('kari');
    await password.fill('app-password');
    await part.getByLabel('Name', { exact: true }).fill('Nextcloud');
    expect(await accessibilityProblems(page)).toEqual([]);
    await part.getByRole('button', { name: 'Add the server' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('the address is not a public one').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await part.getByRole('button', { name: 'New password for Nextcloud' }).click();
    await dialog.getByLabel('Password').fill('another');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await done(page, 'The password is replaced.');
    await part.getByRole('button', { name: 'Change Nextcloud' }).click();
    await dialog.getByLabel('User name').fill('ola');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByLabel('Password').fill('of Ola');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await done(page, 'The calendar is saved.');
    await part.getByRole('button', { name: 'Remove Nextcloud' }).click();
    await dialog.getByRole('button', { name: 'Remove Nextcloud' }).click();
    await done(page, 'The calendar is removed.');
    expect(problems).toEqual([]);
  }, 60_000);

  it('shows managers what their role allows', async () => {
    const { page } = await openDashboard(browser(), manager, 'setup/coupons');
    const links = setupMenu(page).getByRole('link');
    await links.filter({ hasText: 'Coupons' }).waitFor();
    await eventually(async () => (await links.allTextContents()).join(', ')).toBe(
      'Overview, Resources, Services, Who does what, Categories, Events, Waitlist, Move bookings, Messages, Orders, Coupons, Gift cards, Packages, VAT rates',
    );
  });

  it('is not shown to staff', async () => {
    const staff = await createUser(server, account, { role: 'staff', name: 'Per Hansen' });
    const { page } = await openDashboard(browser(), staff, 'setup/coupons');
    const links = setupMenu(page).getByRole('link');
    await links.filter({ hasText: 'Resources' }).waitFor();
    await eventually(() => links.allTextContents()).toEqual(['Overview', 'Resources', 'Waitlist', 'Move bookings']);
  }, 60_000);
});
