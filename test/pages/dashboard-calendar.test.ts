import type { WebSocketRoute } from 'playwright-core';
import { book, openStudio } from '../socket/studio.js';
import { createBookableService } from '../support/catalog.js';
import {
  accessibilityProblemsInLightAndDark,
  describeInChromium,
  keepFromReuse,
  openPage,
  takeScreenshots,
} from '../support/chromium.js';
import {
  createUser,
  dragInCalendar as drag,
  enterCredentials,
  calendarEntry as entry,
  openDashboard,
  type TestUser,
} from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio' });
const studio = await openStudio(account);

const weekdays = Object.fromEntries(
  ['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => [`opening_hours_${day}`, ['09:00', '17:00']]),
);
await account.put(`/resources/${studio.resource}`, { json: { resource: { ...weekdays, capacity: 1 } } });
const room: number = (await account.create('/resources', 'resource', { title: 'Room', ...weekdays })).id;
await account.create('/providers', 'provider', { resource_id: room, service_id: studio.service });
const user = await createUser(server, account);
const viewport = { width: 1280, height: 800 };
const at = (hour: number, attributes: object = {}) => ({
  booked_from: `2026-03-02 ${hour}:00`,
  booked_to: `2026-03-02 ${hour + 1}:00`,
  ...attributes,
});
const stored = async (id: number) => (await account.get(`/bookings/${id}`)).body.booking;

describeInChromium('the calendar', (browser) => {
  it('shows a booking that is made elsewhere, also if the socket was away', async () => {
    const { page, problems } = await openPage(browser(), server.origin, { viewport });
    const sockets: WebSocketRoute[] = [];
    let reconnected = Promise.resolve();
    keepFromReuse(page);
    await page.routeWebSocket(/graphql/, async (socket) => {
      await reconnected;
      sockets.push(socket);
      socket.connectToServer();
    });
    await page.goto(`${server.origin}/dashboard/calendar`);
    await enterCredentials(page, user);
    await page.locator('.ec-bg-event.closed').first().waitFor();
    await book(account, studio, at(10, { person_attributes: { name: 'Nora <b>Bold</b>' } }));
    await entry(page, 'Nora <b>Bold</b>').waitFor();
    await eventually(async () => (await entry(page, 'Nora').innerText()).split('\n')).toEqual([
      'Nora <b>Bold</b>★',
      'Class',
      '10:00–11:00',
    ]);
    await entry(page, 'Nora').getByRole('img', { name: 'New customer' }).waitFor();
    let reconnect = (): void => {};
    reconnected = new Promise((resolve) => {
      reconnect = resolve;
    });
    for (const socket of sockets.splice(0)) await socket.close({ code: 1001 });
    await page.getByText('The connection is lost.').waitFor();
    await book(account, studio, at(11, { person_attributes: { name: 'Away' } }));
    await eventually(() => entry(page, 'Away').count()).toBe(0);
    reconnect();
    await entry(page, 'Away').waitFor();
    await page.getByText('The connection is lost.').waitFor({ state: 'hidden' });
    expect(problems).toEqual([]);
  }, 60_000);

  it('creates a booking where the mouse was dragged, once, for a new person', async () => {
    const { page } = await openDashboard(browser(), user, 'calendar', { viewport });
    await page.locator('.ec-bg-event.closed').first().waitFor();
    await drag(page, [1, '13:00'], [1, '14:00']);
    const dialog = page.getByRole('dialog', { name: 'New booking' });
    await eventually(() => dialog.getByLabel('From').inputValue()).toBe('13:00');
    await eventually(() => dialog.getByLabel('Resource').inputValue()).toBe(String(room));
    await dialog.getByRole('combobox', { name: 'Person' }).fill('Even');
    await dialog.getByLabel('Email', { exact: true }).fill('not an email@');
    await dialog.getByLabel('Email', { exact: true }).fill('even@example.org');
    await dialog.getByLabel('To', { exact: true }).fill('14:00');
    await dialog.getByRole('button', { name: 'Book' }).dblclick();
    await entry(page, 'Even').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    const { body } = await account.get(`/bookings?resource_id=${room}`);
    expect(body).toHaveLength(1);
    expect(body[0].booking).toMatchObject({
      booked_from: '2026-03-02T13:00:00+01:00',
      booked_to: '2026-03-02T14:00:00+01:00',
      service_id: studio.service,
      person: { name: 'Even', email: 'even@example.org' },
      created_by: 'Kari Nordmann',
    });
  }, 60_000);

  it('finds a known person for a booking', async () => {
    await account.create('/people', 'person', { name: 'Sigrid Undset', email: 'sigrid@example.org' });
    const { page } = await openDashboard(browser(), user, 'calendar?date=2026-03-06', { viewport });
    await page.getByRole('button', { name: 'New booking' }).click();
    await page.getByRole('combobox', { name: 'Person' }).fill('sigr');
    await page.getByRole('option', { name: 'Sigrid Undset' }).click();
    await page.getByRole('group', { name: 'Next free times' }).getByRole('button').first().click();
    await page.getByRole('button', { name: 'Book', exact: true }).click();
    await entry(page, 'Sigrid Undset').waitFor();
  }, 60_000);

  it('books any resource that is free, and shows what is refused in the field, which has the focus', async () => {
    const { page } = await openDashboard(browser(), user, 'calendar?date=2026-03-05', { viewport });
    await page.getByRole('button', { name: 'New booking' }).click();
    const dialog = page.getByRole('dialog', { name: 'New booking' });
    await eventually(() => dialog.getByLabel('Resource').inputValue()).toBe('');
    await eventually(() => dialog.getByLabel('From').inputValue()).toBe('');
    const free = dialog.getByRole('group', { name: 'Next free times' }).getByRole('button');
    await free.first().waitFor();
    await eventually(() => free.allInnerTexts()).toContain('Thu 5 Mar, 11:00');
    await free.first().click();
    await eventually(() => dialog.getByLabel('To', { exact: true }).inputValue()).toBe('10:00');
    await dialog.getByLabel('From').fill('10:00');
    await dialog.getByLabel('To', { exact: true }).fill('11:00');
    await dialog.getByRole('combobox', { name: 'Person' }).fill('Anyone');
    await dialog.getByLabel('People', { exact: true }).fill('1000');
    await dialog.getByRole('button', { name: 'Book', exact: true }).click();
    await dialog.getByLabel('People', { exact: true }).and(page.locator('[aria-invalid="true"]:focus')).waitFor();
    await dialog.getByLabel('People', { exact: true }).fill('1');
    await page.keyboard.press('Enter');
    await page.getByText('Booked for Anyone.').waitFor();
    const [{ booking }] = (await account.get('/bookings?start=2026-03-05&end=2026-03-06')).body;
    expect(booking).toMatchObject({ service_id: studio.service, resource_id: studio.resource });
  }, 60_000);

  it('names what is in the way of a new booking, and leads there', async () => {
    const { id } = await book(account, studio, {
      ...{ booked_from: '2026-03-06 12:30', booked_to: '2026-03-06 13:30', resource_id: room },
      person_attributes: { name: 'Earlier' },
    });
    const { page, problems } = await openDashboard(browser(), user, 'calendar?date=2026-03-06', { viewport });
    await page.getByRole('button', { name: 'New booking' }).click();
    const dialog = page.getByRole('dialog', { name: 'New booking' });
    await dialog.getByLabel('Resource').selectOption('Room');
    await dialog.getByLabel('From').fill('12:00');
    await dialog.getByLabel('To', { exact: true }).fill('13:00');
    await dialog.getByRole('combobox', { name: 'Person' }).fill('Later');
    await dialog.getByRole('button', { name: 'Book', exact: true }).click();
    const inTheWay = dialog.getByRole('region', { name: 'In the way:' });
    await inTheWay.getByText('Room, 12:30–13:30').waitFor();
    await inTheWay.getByRole('link', { name: `Booking ${id}` }).click();
    await page.getByRole('dialog', { name: 'Earlier' }).waitFor();
    expect(problems).toEqual([]);
  }, 60_000);

  it('says why a booking got its resource', async () => {
    const { serviceId, resourceIds } = await createBookableService(account, {
      service: { title: 'Shared', priority_strategy: 'balanced' },
      providers: [{ priority_value: 2 }, {}],
    });
    const titles = ['Anna', 'Bea'];
    for (const [index, id] of resourceIds.entries()) {
      await account.put(`/resources/${id}`, { json: { resource: { title: titles[index] } } });
    }
    const at = { service_id: serviceId, booked_from: '2026-03-09 12:00', booked_to: '2026-03-09 13:00' };
    await account.create('/bookings', 'booking', at);
    const { id } = await account.create('/bookings', 'booking', { ...at, title: 'Explained' });
    const path = `calendar?date=2026-03-09&booking=${id}`;
    const { page, problems } = await openDashboard(browser(), user, path, { viewport });
    const why = page.getByRole('region', { name: 'Why Bea?' });
    await why.getByText('It had the fewest bookings for its weight of those that were free.').waitFor();
    await eventually(() => why.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^Bea\s*0 bookings · weight 1$/),
      expect.stringMatching(/^Anna\s*1 booking · weight 2 · taken$/),
    ]);
    expect(problems).toEqual([]);
    for (const resource of resourceIds) await account.del(`/resources/${resource}`);
    await account.del(`/services/${serviceId}`);
  }, 60_000);

  it('says what a new booking will cost, and asks whether the customer is told', async () => {
    await account.put(`/services/${studio.service}`, { json: { service: { price: 450 } } });
    await server.configure(account, { verification_method: 1 });
    const { page } = await openDashboard(browser(), user, 'calendar?date=2026-03-06', { viewport });
    await page.getByRole('button', { name: 'New booking' }).click();
    const dialog = page.getByRole('dialog', { name: 'New booking' });
    await dialog.getByRole('group', { name: 'Next free times' }).getByRole('button').nth(1).click();
    await dialog.getByLabel('People', { exact: true }).fill('2');
    await dialog.getByText(/Price: 900.* \(2 × 450.*\)/).waitFor();
    await dialog.getByLabel('People', { exact: true }).fill('1');
    await dialog.getByRole('combobox', { name: 'Person' }).fill('Priced');
    await dialog.getByRole('option', { name: 'New person: Priced' }).click();
    await dialog.getByLabel('Email', { exact: true }).fill('priced@example.org');
    await dialog.getByLabel('Tell the customer by email').uncheck();
    await dialog.getByRole('button', { name: 'Book', exact: true }).click();
    await page.getByText('Booked for Priced.').waitFor();
    await eventually(() =>
      server.sql('select id from message_request where account_id = ?', account.credentials.id),
    ).toEqual([]);
    await server.configure(account, { verification_method: 0 });
    await account.put(`/services/${studio.service}`, { json: { service: { price: null } } });
  }, 60_000);

  it('opens a booking that it does not show, such as a cancelled one that the search has found', async () => {
    const times = { booked_from: '2026-03-09 09:00', booked_to: '2026-03-09 10:00' };
    const { id } = await book(account, studio, { ...times, person_attributes: { name: 'Gone' } });
    await account.put(`/bookings/${id}/cancel`);
    const { page, problems } = await openDashboard(browser(), user, 'calendar?view=day', { viewport });
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Search for people' }).fill(String(id));
    await page.getByRole('option', { name: `Booking ${id}` }).click();
    await page.getByRole('dialog', { name: 'Gone' }).getByText('Cancelled').waitFor();
    expect(problems).toEqual([]);
  }, 60_000);

  it('says that there are more bookings than it shows', async () => {
    const { page } = await openDashboard(browser(), user, 'today', { viewport });
    await page.route('**/graphql', async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      const isPage = route.request().postData()?.includes('query Bookings(');
      const more = body.replaceAll('"hasNextPage":false', '"hasNextPage":true');
      await route.fulfill({ response, body: isPage ? more : body });
    });
    await page.getByRole('link', { name: 'Calendar' }).click();
    await page.getByText('Choose fewer days or one resource.').waitFor();
  }, 60_000);

  it('has a dot for each entry of a month on a phone, and lists those of the chosen day', async () => {
    const phone = { viewport: { width: 390, height: 844 } };
    const times = { booked_from: '2026-03-24 09:00', booked_to: '2026-03-24 10:00' };
    await book(account, studio, { ...times, person_attributes: { name: 'Far' } });
    const { page } = await openDashboard(browser(), user, 'calendar?view=month&date=2026-03-02', phone);
    const day = page.getByRole('button', { name: /24 March 2026: 1 entry/ });
    await day.click();
    await page.locator('.agenda').getByRole('button', { name: 'Far' }).waitFor();
    await eventually(() => day.getAttribute('aria-pressed')).toBe('true');
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  }, 60_000);

  it('shows the begin and the name of each entry of a month', async () => {
    const times = { booked_from: '2026-04-14 09:00', booked_to: '2026-04-14 10:00' };
    await book(account, studio, { ...times, person_attributes: { name: 'Later' } });
    const { page } = await openDashboard(browser(), user, 'calendar?view=month&date=2026-04-01', { viewport });
    await entry(page, 'Later').waitFor();
    await eventually(async () => (await entry(page, 'Later').innerText()).split('\n')).toEqual(['Later★', '09:00']);
    const isWhole = await entry(page, 'Later')
      .locator('.time')
      .evaluate((time) => time.scrollWidth === time.clientWidth);
    expect(isWhole).toBe(true);
  }, 60_000);

  it('shades the times of other calendars, and asks before it books over one', async () => {
    const { id } = await account.create('/calendar_sources', 'calendar_source', {
      resource_id: room,
      name: 'Private',
      url: 'https://calendar.example.org/private-5d1f/basic.ics',
    });
    await server.sql(
      `insert into external_busy (account_id, source_id, resource_id, starts_at, ends_at)
       values (?, ?, ?, '2026-03-04T09:00:00Z', '2026-03-04T11:00:00Z')`,
      ...[account.credentials.id, id, room],
    );
    const { page } = await openDashboard(browser(), user, 'calendar?date=2026-03-04', { viewport });
    const busy = page.locator('.ec-bg-event.busy');
    await busy.waitFor();
    await eventually(async () => (await busy.innerText()).trim()).toBe('Busy in another calendar');
    await drag(page, [1, '10:00'], [1, '11:00']);
    const dialog = page.getByRole('dialog', { name: 'New booking' });
    await dialog.getByRole('combobox', { name: 'Person' }).fill('Urgent');
    await dialog.getByRole('button', { name: 'Book', exact: true }).click();
    await dialog.getByText('The resource is busy in another calendar then. Book anyway?').waitFor();
    await dialog.getByRole('button', { name: 'Book anyway' }).click();
    await entry(page, 'Urgent').waitFor();
    await account.del(`/calendar_sources/${id}`);
  }, 60_000);

  it('moves a booking by dragging, and puts it back if the place is taken', async () => {
    const { id } = await book(account, studio, at(15, { person_attributes: { name: 'Mover' } }));
    await book(account, { ...studio, resource: room }, at(16, { person_attributes: { name: 'Sitter' } }));
    const { page } = await openDashboard(browser(), user, 'calendar', { viewport });
    await entry(page, 'Mover').waitFor();
    await drag(page, [0, '15:00'], [1, '15:00']);
    await page.getByText('Moved Mover.').waitFor();
    await eventually(() => stored(id)).toMatchObject({ resource_id: room, booked_from: '2026-03-02T15:00:00+01:00' });
    await drag(page, [1, '15:00'], [1, '16:00']);
    await page.getByText('Mover was put back. Resource').waitFor();
    await eventually(() => entry(page, 'Mover').innerText()).toContain('15:00–16:00');
    await eventually(() => stored(id)).toMatchObject({ booked_from: '2026-03-02T15:00:00+01:00', revision_count: 1 });
  }, 60_000);

  it('never overwrites what somebody else has changed', async () => {
    const { id } = await book(account, studio, at(9, { person_attributes: { name: 'Shared' } }));
    const { page } = await openDashboard(browser(), user, 'calendar', { viewport });
    await entry(page, 'Shared').click();
    await page.getByLabel('Notes').fill('Mine');
    await account.put(`/bookings/${id}`, { json: { booking: { notes: 'Theirs' } } });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Somebody else has changed it in the meantime.').waitFor();
    await eventually(() => page.getByLabel('Notes').inputValue()).toBe('Mine');
    await eventually(() => stored(id)).toMatchObject({ notes: 'Theirs' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved Shared.').waitFor();
    await eventually(() => stored(id)).toMatchObject({ notes: 'Mine', revision_count: 2 });
  }, 60_000);

  it('signs in again over the page when the session is lost, and continues the interrupted action', async () => {
    const { id } = await book(account, studio, at(14, { person_attributes: { name: 'Patient' } }));
    const { page } = await openDashboard(browser(), user, 'calendar', { viewport });
    await entry(page, 'Patient').click();
    await page.getByLabel('Notes').fill('Typed before');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog
      .getByText(
        'Your session has ended. Nothing you typed is lost while this page stays open: sign in, and it goes on.',
      )
      .waitFor();
    await enterCredentials(page, user, 'wrong password');
    await dialog.getByRole('alert').getByText('The subdomain, email or password is not correct').waitFor();
    await eventually(() => page.getByLabel('Notes').inputValue()).toBe('Typed before');
    await enterCredentials(page, user);
    await page.getByText('Saved Patient.').waitFor();
    await eventually(() => stored(id)).toMatchObject({ notes: 'Typed before' });
  }, 60_000);

  it('can be used by keyboard alone', async () => {
    const { id } = await book(account, studio, at(12, { person_attributes: { name: 'Keyboard' } }));
    const { page } = await openDashboard(browser(), user, 'calendar', { viewport });
    await page.locator('.ec-bg-event.closed').first().waitFor();
    await entry(page, 'Keyboard').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.locator('.ec-event:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Check in: Keyboard' }).press('Enter');
    await page.getByText('Keyboard has arrived.').waitFor();
    await entry(page, 'Keyboard').press('Enter');
    await page.getByLabel('Resource', { exact: true }).selectOption('Room');
    await page.getByLabel('To', { exact: true }).press('Enter');
    await page.getByText('Saved Keyboard.').waitFor();
    await eventually(() => stored(id)).toMatchObject({ status: 'checked_in', resource_id: room });
  }, 60_000);

  describe('with bookings in several states', () => {
    let studioUser: TestUser;
    beforeAll(async () => {
      const fjord = await server.account({ name: 'Fjord Studio' });
      const { resource, service } = await openStudio(fjord);
      await fjord.put(`/resources/${resource}`, { json: { resource: weekdays } });
      const { id: loft } = await fjord.create('/resources', 'resource', { title: 'Loft', ...weekdays });
      await fjord.create('/providers', 'provider', { resource_id: loft, service_id: service });
      const add = (name: string, hour: number, place = resource, parameters: object = {}) =>
        book(fjord, { resource: place, service }, at(hour, { person_attributes: { name } }), parameters);
      await add('Nora Lie', 9);
      const { id: arrived } = await add('Jakob Moen', 10, loft);
      await fjord.put(`/bookings/${arrived}/status`, { json: { status: 'checked_in' } });
      await server.configure(fjord, { confirm_manually: true });
      await add('Ingrid Dahl', 11, resource, { confirm: false });
      await add('Emil Strand', 13, loft, { confirm: false });
      studioUser = await createUser(server, fjord, { name: 'Kari Nordmann' });
    });

    it.each([
      ['desktop', { viewport }],
      ['phone', { viewport: { width: 360, height: 740 } }],
    ] as const)(
      'has no accessibility problems on a %s, in light and dark',
      async (name, options) => {
        const { page, problems } = await openDashboard(browser(), studioUser, 'calendar', options);
        // On a phone, the calendar opens as a list.
        await page.locator('.ec-bg-event.closed, .agenda').first().waitFor();
        await page.locator('.ec-event, .entry').filter({ hasText: 'Nora' }).waitFor();
        await takeScreenshots(page, `calendar-${name}`);
        expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
        await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(options.viewport.width);
        for (const view of ['Day', 'Three days', 'Week', 'Month', 'Week by resource']) {
          await page.getByLabel('View', { exact: true }).selectOption(view);
          await entry(page, 'Nora').waitFor();
          expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
        }
        await page.getByRole('button', { name: 'New booking' }).click();
        await page.getByRole('dialog', { name: 'New booking' }).getByRole('combobox', { name: 'Person' }).waitFor();
        expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
        await page.getByRole('button', { name: 'Cancel' }).click();
        await page.getByRole('link', { name: 'Today' }).click();
        await page.getByRole('button', { name: 'Confirm: Ingrid Dahl' }).waitFor();
        await page.getByRole('region', { name: 'Arrived' }).getByText('Jakob Moen').waitFor();
        expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
        await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(options.viewport.width);
        expect(problems).toEqual([]);
      },
      60_000,
    );

    it('confirms and checks in from the list of today', async () => {
      const { page } = await openDashboard(browser(), studioUser, 'today', { viewport });
      await page.getByRole('button', { name: 'Confirm: Ingrid Dahl' }).click();
      await page.getByRole('region', { name: 'Next' }).getByText('Ingrid Dahl').waitFor();
      await page.getByRole('button', { name: 'Check in: Ingrid Dahl' }).click();
      await page.getByRole('region', { name: 'Arrived' }).getByText('Ingrid Dahl').waitFor();
    }, 60_000);
  });
});
