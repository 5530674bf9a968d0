import { bookService, createBookableService, createEvent } from '../support/catalog.js';
import { HtmlVisitor, type OpenedPage } from '../support/html-visitor.js';
import { useTestServer } from '../support/test-server.js';
import { WaitlistJobs } from '../support/waitlist.js';

const now = '2026-03-02T07:00:00Z';
const ola = { name: 'Ola Moen', email: 'ola@example.org' };
const day = { from: '2026-03-04', to: '2026-03-04' };

const server = await useTestServer({ now });
const account = server.accountPerTest({ publicAccess: true, verification: 'email', name: 'Fjord Studio' });
const visitor = new HtmlVisitor(account, { 'accept-language': 'en' });
const jobs = new WaitlistJobs(server, account);
let serviceId: number;
let resourceId: number;
beforeEach(async () => {
  ({ serviceId, resourceId } = await createBookableService(account));
  await jobs.openings();
});

const entries = async () =>
  (await account.get('/waitlist')).body.map((item: { waitlist_entry: object }) => item.waitlist_entry);
const openForm = async (): Promise<OpenedPage> =>
  visitor.follow(
    await visitor.open(`/services/${serviceId}?date=2026-03-04`),
    'Nothing that suits you? Join the waitlist',
  );

/** Frees noon, and opens the page of the offer. */
async function openOffer(): Promise<OpenedPage> {
  await visitor.submit(await openForm(), { ...ola, ...day });
  const booking = await bookService(account, { serviceId, resourceId });
  await account.put(`/bookings/${booking.id}/cancel`);
  await jobs.run();
  return visitor.open(`/waitlist/${(await jobs.offeredTokens()).at(-1)}`);
}

describe('joining', () => {
  it('starts at the times of a service, for the shown month', async () => {
    const form = await openForm();
    expect([form.heading, form.text]).toEqual(['Waitlist', expect.stringContaining('Your booking Cut')]);
    expect(form.forms[0]?.values).toMatchObject({
      from: '2026-03-02',
      to: '2026-03-31',
      service_id: String(serviceId),
    });
    const page = await visitor.submit(form, { ...ola, ...day });
    expect([page.status, page.heading]).toEqual([200, 'You are on the waitlist']);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(await entries()).toMatchObject([{ ...ola, state: 'waiting', service_id: serviceId, locale: 'en' }]);
  });

  it('shows the service and the person, or the event and its time', async () => {
    await server.configure(account, { address: 'Strandgaten 1' });
    const query = `service_id=${serviceId}&from=2026-03-04&to=2026-03-05`;
    const anyone = await visitor.open(`/waitlist/new?${query}`);
    expect(anyone.text).toMatch(/Your booking Cut With Anyone Where Strandgaten 1/);
    const one = await visitor.open(`/waitlist/new?${query}&resource_id=${resourceId}`);
    expect(one.text).toContain('Your booking Cut With Chair');
    const event = await createEvent(account);
    const ofEvent = await visitor.open(`/waitlist/new?event_id=${event.id}`);
    expect(ofEvent.text).toMatch(/Your booking Yoga Time Tuesday,? 3 March 2026.* 12:00–13:00/);
  });

  it('starts at an event that is full', async () => {
    const event = await createEvent(account, { capacity: 1 });
    await account.create('/bookings', 'booking', { event_id: event.id, person_attributes: { name: 'Kari' } });
    const form = await visitor.follow(await visitor.open('/'), 'Yoga');
    expect(form.heading).toBe('Waitlist');
    const page = await visitor.submit(form, ola);
    expect([page.heading, page.text]).toEqual(['You are on the waitlist', expect.stringContaining('Yoga')]);
    expect(await entries()).toMatchObject([{ event_id: event.id }]);
  });

  it('happens once although the form is sent twice', async () => {
    const form = await openForm();
    const [one, other] = await Promise.all([1, 2].map(() => visitor.submit(form, { ...ola, ...day })));
    expect([one?.status, one?.url]).toEqual([200, other?.url]);
    expect(await entries()).toHaveLength(1);
  });

  it('keeps what was typed and says what is wrong', async () => {
    const typed = { name: 'Ola', email: 'nobody', phone_number: 'x', from: '2026-03-05', to: '2026-03-04' };
    const page = await visitor.submit(await openForm(), typed);
    expect(page.status).toBe(400);
    expect(Object.keys(page.problems)).toEqual(expect.arrayContaining(['email']));
    expect(page.forms[0]?.values).toMatchObject(typed);
    const empty = await visitor.submit(page, { name: '', email: '', phone_number: '', ...day });
    expect(empty.problems).toEqual({
      name: 'Please fill this in.',
    });
    const done = await visitor.submit(empty, ola);
    expect(done.heading).toBe('You are on the waitlist');
  });

  it('too often is a sentence, and what was typed is kept', async () => {
    for (const date of ['2026-03-04', '2026-03-05', '2026-03-06']) {
      await visitor.submit(await openForm(), { ...ola, from: date, to: date });
    }
    const page = await visitor.submit(await openForm(), { ...ola, ...day });
    expect([page.status, page.text]).toEqual([429, expect.stringContaining('You have tried too often.')]);
    expect(page.forms[0]?.values).toMatchObject({ ...ola, ...day });
  });
});

describe('an offer', () => {
  it('is taken once although the form is sent twice', async () => {
    const offer = await openOffer();
    expect([offer.status, offer.heading]).toEqual([200, 'A time is free for you']);
    expect(offer.text).toContain('Wednesday, 4 March 2026, 12:00–13:00');
    expect(offer.text).toContain('The time is kept for you until Monday, 2 March 2026 at 09:00.');
    const pages = await Promise.all([1, 2].map(() => visitor.submit(offer, { answer: 'take' })));
    for (const { status, heading } of pages) expect([status, heading]).toEqual([200, 'The time is yours']);
    const [{ booking_id }] = await entries();
    expect((await account.get(`/bookings/${booking_id}`)).body.booking).toMatchObject({ state: 'confirmed' });
  });

  it('is declined once although the form is sent twice, and the person waits on', async () => {
    const offer = await openOffer();
    const pages = await Promise.all([1, 2].map(() => visitor.submit(offer, { answer: 'decline' })));
    for (const { status, heading } of pages) expect([status, heading]).toEqual([200, 'You are on the waitlist']);
    expect(await entries()).toMatchObject([{ state: 'waiting', booking_id: null }]);
  });

  it('that has expired cannot be taken, and a stale page says so', async () => {
    const offer = await openOffer();
    server.clock.advance(61);
    const late = await visitor.submit(offer, { answer: 'take' });
    expect([late.status, late.text]).toEqual([400, expect.stringContaining('This is not possible now.')]);
    expect(late.text).not.toContain('Take this time');
    const left = await visitor.submit(late, { answer: 'leave' });
    expect(left.heading).toBe('You have left the waitlist');
  });

  it('is not taken by a form of another site', async () => {
    const offer = await openOffer();
    const stranger = new HtmlVisitor(visitor.site, { 'sec-fetch-site': 'cross-site' });
    expect((await stranger.submit(offer, { answer: 'take' })).status).toBe(403);
    expect(await entries()).toMatchObject([{ state: 'offered' }]);
  });
});

it('the list is left once although the form is sent twice', async () => {
  const place = await visitor.submit(await openForm(), { ...ola, ...day });
  const pages = await Promise.all([1, 2].map(() => visitor.submit(place, { answer: 'leave' })));
  for (const { status, heading } of pages) expect([status, heading]).toEqual([200, 'You have left the waitlist']);
  expect(await entries()).toMatchObject([{ state: 'left' }]);
});

it('an unknown place is a page', async () => {
  for (const path of [
    '/waitlist/1-x',
    '/waitlist/new',
    '/waitlist/new?service_id=999999',
    '/waitlist/new?event_id=x',
  ]) {
    expect([path, (await visitor.open(path)).status]).toEqual([path, 404]);
  }
});
