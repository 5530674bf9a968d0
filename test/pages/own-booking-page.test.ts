import { datesBetween } from '../../src/platform/time/plain-date.js';
import { bookService, createBookableService, createEvent, openDaily } from '../support/catalog.js';
import { HtmlVisitor, type OpenedPage } from '../support/html-visitor.js';
import { createAllOccurrences } from '../support/recurrence.js';
import { statementsOf } from '../support/statements.js';
import { useTestServer } from '../support/test-server.js';
import { linkTokenOf } from '../support/valid-input.js';

const now = '2026-03-02T07:00:00Z';
const kari = { name: 'Kari', email: 'kari@example.org' };

const server = await useTestServer({ now });
const account = server.accountPerTest({ publicAccess: true, name: 'Fjord Studio' });
const visitor = new HtmlVisitor(account, { 'accept-language': 'en' });
let serviceId: number;
let resourceId: number;
beforeEach(async () => {
  await server.configure(account, { allow_cancellation: true, cancellation_period: '24 hours' });
  ({ serviceId, resourceId } = await createBookableService(account));
});

const book = (attributes: object = {}) =>
  bookService(account, { serviceId, resourceId }, { person_attributes: kari, ...attributes });
const stored = async (id: number) => (await account.get(`/bookings/${id}`)).body.booking;
const openOwn = async (id: number, path = ''): Promise<OpenedPage> =>
  visitor.open(`/bookings/${await linkTokenOf(account, id)}${path}`);
const refused = 'This is not possible now. Please look at your booking again.';

/** The text of the resource that is chosen. */
const chosenIn = ({ html }: OpenedPage): string | undefined =>
  /<a href="[^"]*" aria-current="true">(.*?)<\/a>/s
    .exec(html)?.[1]
    ?.replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

it('the link shows the booking, and until when it can be changed', async () => {
  const { id } = await book();
  const page = await openOwn(id);
  expect([page.status, page.heading]).toEqual([200, 'Your booking is confirmed']);
  expect(page.text).toContain('Cut Time Wednesday, 4 March 2026, 12:00–13:00 (CET) Duration 1 hr With Chair');
  expect(page.text).toContain('You can move or cancel it until Tuesday, 3 March 2026 at 12:00.');
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('referrer-policy')).toBe('same-origin');
  const file = await openOwn(id, '/booking.ics');
  expect(file.html).toContain('DTSTART:20260304T110000Z');
});

it('the link shows which dates of its series were left out, and why', async () => {
  await book({ booked_from: '2026-03-05 12:00', booked_to: '2026-03-05 13:00' });
  const times = { booked_from: '2026-03-04 12:00', booked_to: '2026-03-04 13:00' };
  const booking = { service_id: serviceId, resource_id: resourceId, ...times, person_attributes: kari };
  const { body } = await account.post('/bookings/recurring', {
    json: { booking, recurring: { rrule: 'FREQ=DAILY;COUNT=3' } },
  });
  await createAllOccurrences(server, account, body.collection_id);
  const { body: bookings } = await account.get(`/bookings/recurring/${body.collection_id}`);
  const page = await openOwn(bookings[0].booking.id);
  expect(page.text).toContain(
    'Of this series, these dates could not be booked: Thursday, 5 March 2026, 12:00–13:00: the time was already taken',
  );
  const swedish = new HtmlVisitor(account, { 'accept-language': 'sv' });
  const path = `/bookings/${await linkTokenOf(account, bookings[1].booking.id)}`;
  expect((await swedish.open(path)).text).toContain('tiden var redan upptagen');
});

describe('moving', () => {
  const chooseTime = async (id: number): Promise<OpenedPage> => {
    const times = await visitor.follow(await openOwn(id), 'Move to another time');
    expect(times.heading).toBe('Move to another time');
    const day = await visitor.follow(times, 'Thursday, 5 March 2026');
    return visitor.follow(day, '10:00');
  };

  it('takes another free time, once although the form is sent twice', async () => {
    const { id } = await book();
    const confirmation = await chooseTime(id);
    expect(confirmation.text).toContain('New time Thursday, 5 March 2026, 10:00–11:00');
    const pages = await Promise.all([visitor.submit(confirmation), visitor.submit(confirmation)]);
    for (const page of pages) {
      expect([page.status, page.heading]).toEqual([200, 'Your booking is confirmed']);
      expect(page.text).toContain(
        'The booking has been moved. Your booking Cut Time Thursday, 5 March 2026, 10:00–11:00',
      );
    }
    expect(await stored(id)).toMatchObject({
      booked_from: '2026-03-05T10:00:00+01:00',
      updated_by: 'link',
      revision_count: 1,
    });
  });

  it('to a time that was taken meanwhile says so, and shows those that are still free', async () => {
    const { id } = await book();
    const confirmation = await chooseTime(id);
    await book({ booked_from: '2026-03-05 10:00', booked_to: '2026-03-05 11:00' });
    const again = await visitor.submit(confirmation);
    expect([again.status, again.heading]).toEqual([400, 'Move to another time']);
    expect(again.text).toContain('This time has just been taken.');
    const day = await visitor.follow(again, 'Friday, 6 March 2026');
    const moved = await visitor.submit(await visitor.follow(day, '10:00'));
    expect(moved.text).toContain('Friday, 6 March 2026, 10:00–11:00');
  });

  it('takes a time that overlaps the booking itself', async () => {
    await account.put(`/services/${serviceId}`, { json: { service: { next_interval: 15, buffer_after: 30 } } });
    const { id } = await book({ booked_from: '2026-03-05 11:30', booked_to: '2026-03-05 12:30' });
    const day = await openOwn(id, '/move?date=2026-03-05');
    const moved = await visitor.submit(await visitor.follow(day, '11:45'));
    expect(moved.text).toContain('Thursday, 5 March 2026, 11:45–12:45');
  });

  it('opens on the date of the booking with its resource, and keeps that unless another is chosen', async () => {
    const open = { title: 'Berit', ...openDaily('09:00', '17:00') };
    const { id: other } = await account.create('/resources', 'resource', open);
    await account.create('/providers', 'provider', { service_id: serviceId, resource_id: other });
    const { id } = await book({ resource_id: other, booked_from: '2026-03-12 10:00', booked_to: '2026-03-12 11:00' });
    const own = await openOwn(id);
    const times = await visitor.follow(own, 'Move to another time');
    expect(times.text).toContain('Free times on Thursday, 12 March 2026');
    // The browser brings the times into view, also without scripts.
    expect([own.html, times.html]).toEqual([
      expect.stringContaining('/move#days"'),
      expect.stringContaining('id="days"'),
    ]);
    expect(chosenIn(times)).toBe('B Berit');
    const same = await visitor.follow(times, '12:00');
    expect(same.text).toContain('With Berit');
    expect(same.text).not.toContain('→');
    const anyone = await openOwn(id, '/move?resource_id=any&date=2026-03-12');
    expect(chosenIn(anyone)).toBe('Anyone');
    expect(chosenIn(await visitor.follow(anyone, 'Friday, 13 March 2026'))).toBe('Anyone');
    const preferred = await visitor.follow(anyone, '12:00');
    expect(preferred.text).not.toContain('→');
    const chosen = await openOwn(id, `/move?resource_id=${resourceId}&date=2026-03-12`);
    const confirmation = await visitor.follow(chosen, '12:00');
    expect(confirmation.text).toContain('With Berit → Chair');
    await visitor.submit(confirmation);
    expect(await stored(id)).toMatchObject({ resource: { id: resourceId } });
  });

  it.each([
    ['2026-03-03', '10:00', false],
    ['2026-03-02', '14:00', true],
  ])('to %s at %s warns that it ends the right to change: %s', async (date, time, isLast) => {
    const { id } = await book({ booked_from: '2026-03-05 10:00', booked_to: '2026-03-05 11:00' });
    const confirmation = await visitor.follow(await openOwn(id, `/move?date=${date}`), time);
    const warning = 'After this move you can no longer move or cancel the booking here.';
    expect(confirmation.text.includes(warning)).toBe(isLast);
    const moved = await visitor.submit(confirmation);
    expect(moved.text.includes('It cannot be moved or cancelled here.')).toBe(isLast);
  });

  describe('in a week', () => {
    /** Returns the texts of each day of the week, those that are seen and those that are read out. */
    const daysIn = ({ html }: OpenedPage): string[] => {
      const [, list = ''] = /<ol class="week">(.*?)<\/ol>/s.exec(html) ?? [];
      return [...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, day = '']) => {
        const label = /<a [^>]*aria-label="([^"]*)"/.exec(day)?.[1];
        const isOwn = / class="[^"]*\bown\b/.test(day);
        const text = day
          .replaceAll(/<[^>]+>/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim();
        return [text, ...(label === undefined ? [] : [`link ${label}`]), ...(isOwn ? ['own'] : [])].join(' | ');
      });
    };

    it('the days of the booking are shown, those with free times as links, and others by its weeks and months', async () => {
      await account.put(`/resources/${resourceId}`, { json: { resource: { opening_hours_sun: [] } } });
      const { id } = await book({ booked_from: '2026-03-12 10:00', booked_to: '2026-03-12 11:00' });
      const week = await openOwn(id, '/move');
      expect(week.text).toContain('9–15 March 2026');
      expect(daysIn(week)).toEqual([
        'Mon 9 | link Monday, 9 March 2026',
        'Tue 10 | link Tuesday, 10 March 2026',
        'Wed 11 | link Wednesday, 11 March 2026',
        'Thu 12 | link Thursday, 12 March 2026 | own',
        'Fri 13 | link Friday, 13 March 2026',
        'Sat 14 | link Saturday, 14 March 2026',
        'Sun 15 Sunday, 15 March 2026. Nothing is free on this day.',
      ]);
      expect(week.html).toContain('aria-describedby="own-day"');
      const next = await visitor.follow(week, 'Next week');
      expect(next.text).toContain('16–22 March 2026');
      expect(next.text).toContain('Free times on Monday, 16 March 2026');
      expect(next.html).not.toContain('own-day');
      const first = await visitor.follow(await visitor.follow(week, 'Previous week'), 'Tuesday, 3 March 2026');
      expect(first.text).toContain('2–8 March 2026');
      expect(first.html).not.toContain('Previous week');
      const month = await visitor.follow(next, 'Show the month');
      expect([month.text.includes('March 2026 Next month'), daysIn(month)]).toEqual([true, []]);
      const april = await visitor.follow(await visitor.follow(month, 'Next month'), 'Friday, 3 April 2026');
      expect(april.text).toContain('30 March – 5 April 2026');
      expect(april.text).toContain('Free times on Friday, 3 April 2026');
      expect((await visitor.follow(month, 'Show the week')).text).toContain('16–22 March 2026');
    });

    it('without free times, the next free day is named', async () => {
      const { id } = await book({ booked_from: '2026-03-12 10:00', booked_to: '2026-03-12 11:00' });
      const dates = datesBetween('2026-03-09', '2026-03-15');
      const closed = dates.map((exception_date) => ({ exception_date, opening_hours: [] }));
      const json = { resource_exception_dates: closed };
      await account.put(`/resources/${resourceId}/exception_dates/`, { json });
      const week = await openOwn(id, '/move');
      expect(week.text).toContain('Nothing is free in this week. The next free day is Monday, 16 March 2026.');
      expect(daysIn(week)[3]).toBe('Thu 12 Thursday, 12 March 2026, Your booking. Nothing is free on this day. | own');
    });

    it('a refused move shows the week of the time that was taken', async () => {
      const { id } = await book();
      const confirmation = await visitor.follow(await openOwn(id, '/move?date=2026-03-19'), '10:00');
      expect(daysIn(await visitor.follow(confirmation, 'Choose another time'))[3]).toContain('Thursday, 19 March');
      await book({ booked_from: '2026-03-19 10:00', booked_to: '2026-03-19 11:00' });
      expect(daysIn(await visitor.submit(confirmation))[3]).toContain('Thursday, 19 March 2026');
    });

    it.each(['date=9999-12-31', 'week=9999-12-31', 'week=0001-01-01', 'week=x', 'month=9999-12', 'week=2026-02-02'])(
      'any address is a page: %s',
      async (query) => {
        const { id } = await book();
        expect((await openOwn(id, `/move?${query}`)).status).toBe(200);
      },
    );

    it('costs as many statements as a month', async () => {
      const { id } = await book({ booked_from: '2026-03-12 10:00', booked_to: '2026-03-12 11:00' });
      const countOf = async (query: string): Promise<number> => {
        await openOwn(id, `/move?${query}`);
        return (await statementsOf(server.database, () => openOwn(id, `/move?${query}`))).statements.length;
      };
      expect(await countOf('week=2026-03-09')).toBe(await countOf('month=2026-03'));
    });
  });

  it('shifts a rental of several days by one day', async () => {
    const days = await createBookableService(account, { service: { has_day_booking: true, max_slots: 7 } });
    const { id } = await bookService(account, days, { booked_from: '2026-03-05 00:00', booked_to: '2026-03-08 00:00' });
    const moved = await visitor.submit(
      await openOwn(id, '/move?slot=2026-03-06T00:00:00%2B01:00/2026-03-09T00:00:00%2B01:00'),
    );
    expect(moved.text).toContain('The booking has been moved.');
    expect(await stored(id)).toMatchObject({ booked_to: '2026-03-09T00:00:00+01:00' });
    const page = await openOwn(id, '/move?date=2026-03-07');
    expect(page.text).toContain('Saturday, 7 March 2026 – Monday, 9 March 2026');
  });

  it('takes another event of the same service', async () => {
    const event = await createEvent(account, { starts_at: '2026-03-05 12:00', ends_at: '2026-03-05 13:00' });
    const { service_id, resource_id } = event;
    const times = { starts_at: '2026-03-06 14:00', ends_at: '2026-03-06 15:00' };
    const other = await account.create('/events', 'event', { service_id, resource_id, capacity: 1, ...times });
    const { id } = await account.create('/bookings', 'booking', { event_id: event.id, person_attributes: kari });
    const page = await visitor.follow(await openOwn(id), 'Move to another time');
    const day = await visitor.follow(page, 'Friday, 6 March 2026');
    const moved = await visitor.submit(await visitor.follow(day, '14:00'));
    expect(moved.text).toContain('Friday, 6 March 2026, 14:00–15:00');
    expect(await stored(id)).toMatchObject({ event_id: other.id });
  });
});

describe('cancelling', () => {
  it('asks first, and is done once although the form is sent twice', async () => {
    const { id } = await book();
    const question = await visitor.follow(await openOwn(id), 'Cancel the booking');
    expect(question.heading).toBe('Do you want to cancel this booking?');
    expect(await stored(id)).toMatchObject({ state: 'confirmed' });
    const pages = await Promise.all([visitor.submit(question), visitor.submit(question)]);
    expect(pages.map(({ status, heading }) => [status, heading])).toEqual([
      [200, 'The booking is cancelled'],
      [200, 'The booking is cancelled'],
    ]);
    expect(await stored(id)).toMatchObject({ state: 'cancelled', updated_by: 'link', revision_count: 1 });
    const late = await visitor.submit(question);
    expect([late.status, late.heading]).toEqual([200, 'The booking is cancelled']);
    for (const label of ['Move to another time', 'Cancel the booking', 'Add to calendar']) {
      expect(late.text).not.toContain(label);
    }
  });

  it('is refused to a form of another site', async () => {
    const { id } = await book();
    const stranger = new HtmlVisitor(visitor.site, { 'sec-fetch-site': 'cross-site' });
    const page = await stranger.submit(await openOwn(id, '/cancel'));
    expect([page.status, page.heading]).toEqual([403, 'This was not done']);
    expect(await stored(id)).toMatchObject({ state: 'confirmed' });
  });
});

describe.each([
  ['because the account does not allow it', async () => server.configure(account, { allow_cancellation: false })],
  ['after the end of the cancellation period', async () => server.clock.set('2026-03-03T11:00:01Z')],
])('a booking that cannot be changed %s', (_name, forbid) => {
  it('the page offers no change, and stale pages are refused with a sentence and a way on', async () => {
    const { id } = await book();
    const [question, move] = [await openOwn(id, '/cancel'), await openOwn(id, '/move?date=2026-03-05')];
    const confirmation = await visitor.follow(move, '10:00');
    await forbid();
    const page = await openOwn(id);
    expect(page.text).toContain('It cannot be moved or cancelled here. Please contact us.');
    for (const label of ['Move to another time', 'Cancel the booking']) expect(page.text).not.toContain(label);
    for (const after of [await visitor.submit(question), await visitor.submit(confirmation)]) {
      expect([after.status, after.heading, after.forms]).toEqual([400, 'Your booking is confirmed', []]);
      expect(after.text).toContain(refused);
    }
    for (const path of ['/cancel', '/move']) expect((await openOwn(id, path)).forms).toEqual([]);
    expect(await stored(id)).toMatchObject({ state: 'confirmed', revision_count: 0 });
  });
});

it('a link that is unknown, revoked or has expired is a page with a way to the services', async () => {
  const { id } = await book();
  const token = await linkTokenOf(account, id);
  const question = await openOwn(id, '/cancel');
  const expectNotFound = async (page: Promise<OpenedPage>): Promise<void> => {
    const { status, heading, text } = await page;
    expect([status, heading]).toEqual([404, 'This page does not exist']);
    expect(text).toContain('All services');
  };
  await expectNotFound(visitor.open(`/bookings/${id}-${'a'.repeat(22)}`));
  await account.put(`/bookings/${id}/revoke_link`);
  for (const path of ['', '/move', '/cancel', '/booking.ics']) {
    await expectNotFound(visitor.open(`/bookings/${token}${path}`));
  }
  await expectNotFound(visitor.submit(question));
  expect((await openOwn(id)).status).toBe(200);
  const next = await linkTokenOf(account, id);
  server.clock.set('2026-04-03T12:00:00Z');
  await expectNotFound(visitor.open(`/bookings/${next}`));
});
