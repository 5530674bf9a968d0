import { bookService, createBookableService, createEvent, openDaily } from '../support/catalog.js';
import { HtmlVisitor, type OpenedPage } from '../support/html-visitor.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true, verification: 'email', name: 'Fjord Studio' });
const visitor = new HtmlVisitor(account);
let serviceId: number;
let resourceId: number;
beforeEach(async () => {
  ({ serviceId, resourceId } = await createBookableService(account));
});

const taken = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
const onlyOnce = { ...openDaily(), opening_hours_tue: ['10:00', '11:00'] };
const kari = { name: 'Kari Nordmann', email: 'kari@example.org' };
const reached = { email: 'private@example.org', phone_number: '+4740612345' };
const seen = async (id: number | string) => (await account.get(`/bookings/${id}`)).body.booking;

/** Chooses a time, and sends the form. */
async function startBooking(time = '10:00', values: Record<string, string> = kari): Promise<OpenedPage> {
  const day = await visitor.open(`/services/${serviceId}?date=2026-03-03`);
  return visitor.submit(await visitor.follow(day, time), values);
}
/** The id of the booking whose code the page asks for, or that it shows. */
function idOf({ url }: OpenedPage): number {
  const { searchParams: query } = new URL(url);
  return Number(query.get('id') ?? query.get('token')?.split('-')[0]);
}

describe('booking without JavaScript', () => {
  it('leads from the service to a time, the details, the code and the end', async () => {
    const catalogue = await visitor.open('/');
    expect(catalogue.status).toBe(200);
    const times = await visitor.follow(catalogue, 'Cut');
    expect(times.text).toContain('Free times on Monday, 2 March 2026');
    const day = await visitor.follow(times, 'Tuesday, 3 March 2026');
    const form = await visitor.follow(day, '10:00');
    const code = await visitor.submit(form, kari);
    expect([code.status, code.heading]).toEqual([200, 'Enter your code']);
    const id = Number(new URL(code.url).searchParams.get('id'));
    expect(await seen(id)).toMatchObject({
      ...{ service_id: serviceId, resource_id: resourceId, state: 'awaiting_verification', created_by: 'public' },
      ...{ booked_from: '2026-03-03T10:00:00+01:00', person: { ...kari, locale: 'en' } },
    });
    const { verification_code } = await seen(id);
    const other = verification_code === '000000' ? '000001' : '000000';
    const wrong = await visitor.submit(code, { verification_code: other });
    expect([wrong.status, wrong.problems]).toEqual([
      400,
      { verification_code: 'This code is not right. Please check it.' },
    ]);
    const done = await visitor.submit(wrong, { verification_code });
    expect([done.status, done.heading]).toEqual([200, 'Your booking is confirmed']);
    expect(await seen(id)).toMatchObject({ state: 'confirmed' });
  });

  it('keeps the language that was chosen, in its links and forms', async () => {
    const times = await visitor.follow(await visitor.open(`/services/${serviceId}?date=2026-03-03`), 'Norsk bokmål');
    expect(times.text).toContain('Velg en dag');
    const code = await visitor.submit(await visitor.follow(times, '10:00'), kari);
    expect(code.heading).toBe('Skriv inn koden din');
    const { verification_code } = await seen(idOf(code));
    const done = await visitor.submit(code, { verification_code });
    expect(done.html).toContain('<html lang="nb">');
    expect((await visitor.follow(done, 'English')).heading).toBe('Your booking is confirmed');
  });

  it('says in the language of the visitor which field of the form is wrong', async () => {
    const times = await visitor.open(`/services/${serviceId}?date=2026-03-03&lang=nb`);
    const form = await visitor.follow(times, '10:00');
    const refused = await visitor.submit(form, { ...kari, name: 'x'.repeat(300), email: 'nobody' });
    expect([refused.status, refused.problems]).toEqual([
      400,
      {
        name: 'Navn er for langt (høyst 255 tegn).',
        email: 'Dette er ikke en e-postadresse. Eksempel: ola@example.org',
      },
    ]);
  });

  it('shows the length, the price and the place, and adds it to calendars without its secret link', async () => {
    await account.put('/client', { json: { client: { address: 'Storgata 1\n0155 Oslo' } } });
    await account.put(`/services/${serviceId}`, { json: { service: { price: 450 } } });
    await server.configure(account, { verification_method: 0 });
    const times = await visitor.open(`/services/${serviceId}?date=2026-03-03`);
    const form = await visitor.follow(times, '10:00');
    const done = await visitor.submit(form, kari);
    for (const page of [form, done]) {
      expect(page.text).toMatch(/Duration 1 hr .*Price 450 Where Storgata 1 0155 Oslo Map/);
      expect(page.html).toContain('https://www.openstreetmap.org/search?query=Storgata+1+0155+Oslo');
    }
    const links = [...done.html.matchAll(/href="(https:[^"]*)"/g)].map(
      ([, href = '']) => new URL(href.replaceAll('&amp;', '&')),
    );
    const google = links.find(({ host }) => host === 'calendar.google.com');
    const outlook = links.find(({ host }) => host === 'outlook.live.com');
    expect(google?.searchParams.get('dates')).toBe('20260303T090000Z/20260303T100000Z');
    expect(outlook?.searchParams.get('startdt')).toBe('2026-03-03T09:00:00.000Z');
    const token = new URL(done.url).searchParams.get('token') ?? 'none';
    expect(links.filter(({ href }) => href.includes(token))).toEqual([]);
  });

  it('of an event shows the places that are left', async () => {
    const event = await createEvent(account);
    const catalogue = await visitor.open('/');
    expect(catalogue.text).toContain('3 places left');
    const form = await visitor.follow(catalogue, event.title);
    const code = await visitor.submit(form, kari);
    const id = Number(new URL(code.url).searchParams.get('id'));
    expect(await seen(id)).toMatchObject({ event_id: event.id, booking_type: 'attendance' });
  });
});

describe('a service of several intervals', () => {
  beforeEach(async () => {
    await account.put(`/services/${serviceId}`, { json: { service: { max_slots: 3 } } });
    await bookService(account, { serviceId, resourceId }, taken);
    await server.configure(account, { verification_method: 0, allow_cancellation: true });
  });

  it('can be booked for a chosen length, and its next times have that length', async () => {
    const times = await visitor.open(`/services/${serviceId}?date=2026-03-03`);
    expect(times.text).toContain('Duration 1 hr 2 hrs 3 hrs');
    const query = new URLSearchParams({ ...times.forms[0]?.values, intervals: '2' });
    const longer = await visitor.open(`/services/${serviceId}?${query}`);
    expect(longer.text).not.toContain('09:00 ');
    const next = await visitor.follow(longer, 'Wednesday, 4 March 2026');
    const form = await visitor.follow(next, '09:00');
    expect(form.text).toContain('Wednesday, 4 March 2026, 09:00–11:00');
    await bookService(
      account,
      { serviceId, resourceId },
      { booked_from: '2026-03-04 10:00', booked_to: '2026-03-04 11:00' },
    );
    const again = await visitor.submit(form, kari);
    expect(again.text).toContain('Wednesday, 4 March 2026, 11:00–13:00');
    const done = await visitor.submit(again);
    expect(await seen(idOf(done))).toMatchObject({
      booked_from: '2026-03-04T11:00:00+01:00',
      booked_to: '2026-03-04T13:00:00+01:00',
    });
  });

  it('keeps its length when it is moved by its link', async () => {
    const long = { booked_from: '2026-03-05 09:00', booked_to: '2026-03-05 12:00', person_attributes: kari };
    const { id } = await bookService(account, { serviceId, resourceId }, long);
    const own = await visitor.load((await account.get(`/bookings/${id}/link`)).body.booking.link);
    const times = await visitor.follow(own, 'Move to another time');
    expect(times.html).not.toContain('name="intervals"');
    const day = await visitor.follow(times, 'Tuesday, 3 March 2026');
    expect(day.text).toContain('Free times on Tuesday, 3 March 2026 11:00 12:00 13:00 14:00 Times in CET. Back');
    const moved = await visitor.submit(await visitor.follow(day, '14:00'));
    expect(moved.text).toContain('Tuesday, 3 March 2026, 14:00–17:00');
  });

  it.each(['0', '-1', '4', '1.5', 'x', '2&intervals=3'])(
    'ignores a length that the service does not have: %s',
    async (intervals) => {
      const times = await visitor.open(`/services/${serviceId}?date=2026-03-03&intervals=${intervals}`);
      expect([times.status, times.text]).toEqual([200, expect.stringContaining('2026 09:00 11:00')]);
    },
  );
});

describe('the days to choose from', () => {
  /** Returns the first day of each week. */
  const weeksOf = ({ html }: OpenedPage): string[] => {
    const format = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', timeZone: 'UTC' });
    const firsts = html.split('<tr>').flatMap((week) => /\d+ \w+ 2026/.exec(week)?.[0] ?? []);
    return firsts.map((first) => format.format(new Date(`${first} UTC`)));
  };

  it.each([
    ['date=2026-03-19', ['Mon 16', 'Mon 23', 'Mon 30']],
    ['month=2026-04', ['Wed 1', 'Mon 6', 'Mon 13', 'Mon 20', 'Mon 27']],
    ['month=2026-02', ['Sun 1', 'Mon 2', 'Mon 9', 'Mon 16', 'Mon 23']],
  ])('begin with this week, but for other months: ?%s', async (query, expected) => {
    server.clock.set('2026-03-18T09:00:00Z');
    expect(weeksOf(await visitor.open(`/services/${serviceId}?${query}`))).toEqual(expected);
  });

  it('are those of two weeks at the end of a month, and stay when one of the next month is chosen', async () => {
    server.clock.set('2026-03-27T09:00:00Z');
    const page = await visitor.open(`/services/${serviceId}`);
    const chosen = await visitor.follow(page, 'Tuesday, 7 April 2026');
    for (const { text } of [page, chosen]) expect(text).toContain('March – April 2026 Next month');
    expect([page, chosen].map(weeksOf)).toEqual(Array(2).fill(['Mon 23', 'Mon 30', 'Mon 6']));
    expect(chosen.text).toContain('Free times on Tuesday, 7 April 2026');
    const next = await visitor.follow(chosen, 'Next month');
    expect(next.text).toContain('Previous month April 2026 Next month');
    expect(weeksOf(next)).toEqual(['Wed 1', 'Mon 6', 'Mon 13', 'Mon 20', 'Mon 27']);
  });
});

it.each(['date=9999-12-31', 'month=9999-12', 'date=0001-01-01', 'month=0001-01'])(
  'the times open at the edges of the calendar: ?%s',
  async (query) => {
    expect((await visitor.open(`/services/${serviceId}?${query}`)).status).toBe(200);
  },
);

describe('the page of the end', () => {
  it('shows the booking of its token as it is now, and nothing else of its address', async () => {
    await server.configure(account, { verification_method: 0 });
    const done = await startBooking();
    const id = idOf(done);
    expect([...new URL(done.url).searchParams.keys()]).toEqual(['token']);
    const texts = await visitor.load(`${done.url}&title=Pay%20to%20NO12&state=awaiting_payment&id=1`);
    expect([texts.heading, texts.text.includes('NO12')]).toEqual(['Your booking is confirmed', false]);
    await account.put(`/bookings/${id}/cancel`);
    expect((await visitor.load(done.url)).heading).toBe('The booking is cancelled');
  });

  it.each(['', '?token=1-AAAAAAAAAAAAAAAAAAAAAA', '?token=x', '?title=Pay%20to%20NO12&id=1&state=confirmed'])(
    'is the same page without a valid token: %s',
    async (query) => {
      await startBooking();
      const page = await visitor.open(`/bookings/done${query}`);
      expect([page.status, page.heading, page.text.includes('NO12')]).toEqual([404, 'Your booking', false]);
      expect((await visitor.follow(page, 'All services')).status).toBe(200);
    },
  );
});

describe('the page of the code', () => {
  it('leads to the page of the booking, once although the form is sent twice', async () => {
    const code = await startBooking();
    const id = idOf(code);
    const values = { verification_code: (await seen(id)).verification_code };
    const pages = await Promise.all([visitor.submit(code, values), visitor.submit(code, values)]);
    for (const page of pages) {
      expect([page.status, page.heading]).toEqual([200, 'Your booking is confirmed']);
      expect(page.headers.get('cache-control')).toBe('no-store');
    }
    expect(await seen(id)).toMatchObject({ state: 'confirmed', revision_count: 1 });
    const own = await visitor.follow(pages[0] ?? code, 'See or change the booking');
    expect([own.status, own.url]).toEqual([200, (await account.get(`/bookings/${id}/link`)).body.booking.link]);
  });

  it('shows where the code was sent, as the visitor typed it, and no address of a known person', async () => {
    const { id } = await account.create('/people', 'person', { name: 'Kari', ...reached });
    const code = await startBooking('10:00', { ...kari, phone_number: reached.phone_number });
    expect((await seen(idOf(code))).person.id).toBe(id);
    expect(code.text).toContain('We sent a code to kari@example.org .');
    expect(code.text).toContain('Tuesday, 3 March 2026, 10:00–11:00');
    expect(code.html).not.toContain(reached.email);
    expect(code.url).not.toContain('kari');
    expect(code.html).toMatch(/<input[^>]*autocomplete="one-time-code"/);
    expect(code.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['spaces', (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `],
    ['a dash', (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`],
    ['a line break', (code: string) => `${code}\r\n`],
  ])('accepts a code with %s', async (_name, written) => {
    const code = await startBooking();
    const { verification_code } = await seen(idOf(code));
    const done = await visitor.submit(code, { verification_code: written(verification_code) });
    expect(done.heading).toBe('Your booking is confirmed');
  });

  it('is found only by the token of the booking, and leads nowhere with another', async () => {
    const [code, other] = [await startBooking('10:00'), await startBooking('11:00')];
    for (const [name, value] of [
      ['id', String(idOf(other))],
      ['token', new URL(other.url).searchParams.get('token') ?? ''],
      ['token', ''],
    ] as const) {
      const url = new URL(code.url);
      url.searchParams.set(name, value);
      expect([name, (await visitor.load(url.href)).status]).toEqual([name, 404]);
    }
    expect((await visitor.submit(code, { token: 'AAAAAAAAAAAAAAAAAAAAAA', verification_code: '000' })).status).toBe(
      404,
    );
  });

  it('shows the code in a sandbox, whose messages are not sent', async () => {
    const sandbox = await server.account({ publicAccess: true, verification: 'email', sandbox: true });
    const { serviceId: id } = await createBookableService(sandbox);
    const tester = new HtmlVisitor(sandbox);
    const form = await tester.follow(await tester.open(`/services/${id}?date=2026-03-03`), '10:00');
    const code = await tester.submit(form, kari);
    const [shown] = /\d{6}/.exec(code.text) ?? [];
    expect(code.text).toContain(`nothing is sent. Your code is ${shown} .`);
    expect((await tester.submit(code, { verification_code: String(shown) })).heading).toBe('Your booking is confirmed');
  });

  it('leads to the end again after going back, also from a wrong code', async () => {
    const code = await startBooking();
    const values = { verification_code: (await seen(idOf(code))).verification_code };
    expect((await visitor.submit(code, { verification_code: 'wrong' })).status).toBe(400);
    const done = await visitor.submit(code, values);
    const again = await visitor.submit(await visitor.load(code.url), values);
    expect([again.status, again.heading, again.url]).toEqual([200, 'Your booking is confirmed', done.url]);
  });

  it('says that the time is over, and leads back to the services', async () => {
    const code = await startBooking();
    server.clock.advance(24 * 60);
    const late = await visitor.submit(code, { verification_code: (await seen(idOf(code))).verification_code });
    expect([late.status, late.text]).toEqual([400, expect.stringContaining('The time for the code is over.')]);
    expect(late.forms).toEqual([]);
    expect((await visitor.load(code.url)).text).toContain('The time for the code is over.');
    expect((await visitor.follow(late, 'All services')).status).toBe(200);
  });

  it('is skipped if the account verifies nothing', async () => {
    await server.configure(account, { verification_method: 0 });
    const done = await startBooking();
    expect(done.heading).toBe('Your booking is confirmed');
    expect((await visitor.follow(done, 'See or change the booking')).status).toBe(200);
  });
});

describe('the form', () => {
  it('books once although it is sent twice', async () => {
    const form = await visitor.follow(await visitor.open(`/services/${serviceId}?date=2026-03-03`), '10:00');
    const pages = await Promise.all([visitor.submit(form, kari), visitor.submit(form, kari)]);
    expect(pages.map(({ status }) => status)).toEqual([200, 200]);
    expect(idOf(pages[0] ?? form)).toBe(idOf(pages[1] ?? form));
    expect((await account.get('/bookings')).body).toHaveLength(1);
  });

  it('can be corrected by going back after a refusal', async () => {
    const form = await visitor.follow(await visitor.open(`/services/${serviceId}?date=2026-03-03`), '10:00');
    expect((await visitor.submit(form, { ...kari, email: 'kari' })).status).toBe(400);
    expect((await visitor.submit(form, kari)).heading).toBe('Enter your code');
  });

  it('offers the nearest times if the chosen one was taken meanwhile, and keeps what was typed', async () => {
    const form = await visitor.follow(await visitor.open(`/services/${serviceId}?date=2026-03-03`), '10:00');
    await bookService(account, { serviceId, resourceId }, taken);
    const typed = { ...kari, notes: 'By the window, please', phone_number: '40612345' };
    const again = await visitor.submit(form, typed);
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('This time has just been taken.')]);
    expect(again.text).toContain('The nearest free times');
    expect(again.forms[0]?.values).toMatchObject(typed);
    const code = await visitor.submit(again);
    expect(await seen(idOf(code))).toMatchObject({ notes: typed.notes, booked_from: '2026-03-03T09:00:00+01:00' });
  });

  it('leads to the waitlist if nothing is free any more', async () => {
    await account.put(`/resources/${resourceId}`, { json: { resource: onlyOnce } });
    const form = await visitor.follow(await visitor.open(`/services/${serviceId}?date=2026-03-03`), '10:00');
    await bookService(account, { serviceId, resourceId }, taken);
    await server.configure(account, { future_bookable_period: 'in 5 days' });
    const again = await visitor.submit(form, kari);
    expect([again.status, again.forms[0]?.values]).toEqual([400, expect.objectContaining(kari)]);
    const waitlist = await visitor.press(again, 'Nothing that suits you? Join the waitlist');
    expect([waitlist.heading, waitlist.text]).toEqual(['Waitlist', expect.stringContaining('Cut')]);
    const target = { service_id: String(serviceId), event_id: '', from: '2026-03-03', to: '2026-03-17' };
    expect(waitlist.forms[0]?.values).toMatchObject({ ...kari, ...target });
    expect(waitlist.url).not.toContain('kari');
    expect((await visitor.submit(waitlist)).heading).toBe('You are on the waitlist');
  });

  it('says that an event has become full, and leads to its waitlist', async () => {
    const event = await createEvent(account, { capacity: 1 });
    const form = await visitor.open(`/events/${event.id}`);
    await account.create('/bookings', 'booking', { event_id: event.id, person_attributes: { name: 'Ola' } });
    const again = await visitor.submit(form, kari);
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('There are not enough places left.')]);
    expect(again.forms[0]?.values).toMatchObject(kari);
    const waitlist = await visitor.press(again, 'Nothing that suits you? Join the waitlist');
    expect([waitlist.heading, waitlist.text]).toEqual(['Waitlist', expect.stringContaining('Yoga')]);
    expect(waitlist.forms[0]?.values).toMatchObject({ ...kari, event_id: String(event.id) });
  });

  it('of a time that has passed offers later ones', async () => {
    const form = await visitor.follow(await visitor.open(`/services/${serviceId}?date=2026-03-03`), '10:00');
    server.clock.set('2026-03-04T13:30:00Z');
    const again = await visitor.submit(form, kari);
    expect([again.status, again.forms[0]?.values]).toEqual([400, expect.objectContaining(kari)]);
    const code = await visitor.submit(again);
    expect(await seen(idOf(code))).toMatchObject({ booked_from: '2026-03-04T15:00:00+01:00' });
  });

  it('of a service that is no longer offered is a page with a way to the others', async () => {
    const form = await visitor.follow(await visitor.open(`/services/${serviceId}?date=2026-03-03`), '10:00');
    await account.del(`/services/${serviceId}`);
    const gone = await visitor.submit(form, kari);
    expect([gone.status, gone.heading]).toEqual([404, 'This can no longer be booked']);
    expect(gone.text).toContain(kari.name);
    expect(gone.text).toContain(kari.email);
    expect((await visitor.follow(gone, 'All services')).status).toBe(200);
  });

  it('too often is a sentence, and what was typed is kept', async () => {
    for (const time of ['09:00', '10:00', '11:00']) await startBooking(time);
    const page = await startBooking('12:00', { ...kari, notes: 'Hello' });
    expect([page.status, page.text]).toEqual([429, expect.stringContaining('You have tried too often.')]);
    expect(page.forms[0]?.values).toMatchObject({ ...kari, notes: 'Hello' });
  });
});
