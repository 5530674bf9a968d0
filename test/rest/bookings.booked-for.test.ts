import { bookableServicePerTest } from '../support/catalog.js';
import { carryOutErasures } from '../support/erasures.js';
import { HtmlVisitor } from '../support/html-visitor.js';
import { deliverMessages } from '../support/messages.js';
import { rawRequest } from '../support/raw-request.js';
import { createAllOccurrences } from '../support/recurrence.js';
import { useOwnTestServer } from '../support/test-server.js';
import { linkTokenOf } from '../support/valid-input.js';
import { Visitor } from '../support/visitor.js';

const server = await useOwnTestServer();
const account = server.accountPerTest({ publicAccess: true, verification: 'email', name: 'Fjord' });
const offered = bookableServicePerTest(account, { resource: { capacity: 1000 } });
const visitor = new Visitor(account);

const mum = 'mum@example.org';
const anna = { name: 'Anna Berg', email: mum };
const bo = { name: 'Bo Berg', email: mum };
const told = { confirmation_send_email: true, notification_send_email: true };

const place = () => ({
  ...{ booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' },
  ...{ service_id: offered.serviceId, resource_id: offered.resourceId },
});
const book = async (person_attributes: object, more: object = {}, beside: object = {}) =>
  (await account.post('/bookings', { json: { booking: { ...place(), person_attributes, ...more }, ...beside } })).body
    .booking;
const register = (attributes: object): Promise<{ id: number }> => account.create('/people', 'person', attributes);
const seen = async (id: number) => (await account.get(`/bookings/${id}`)).body.booking;
const makeOwn = (id: number, json: object = {}) => account.put(`/bookings/${id}/own_person`, { json });

interface Sent {
  kind: string;
  recipient: string;
  body: string;
  html: string | null;
  calendar: string | null;
}

async function sentAbout(bookingId: number): Promise<Sent[]> {
  await deliverMessages(server);
  return server.sql<Sent>(
    'select kind, recipient, body, html, calendar from message where booking_id = ? order by id',
    bookingId,
  );
}

describe('a booking with the address of a person of another name', () => {
  it.each([
    ['Bo Berg', 'Bo Berg'],
    ['Anna Bergh', 'Anna Bergh'],
    ['anna  BERG ', null],
    ['Anna\u200b Berg', null],
    [null, null],
  ])('by %j keeps the name %j', async (name, kept) => {
    const { id } = await register(anna);
    const booking = await book({ name, email: 'MUM@example.org' });
    expect(booking).toMatchObject({ person_id: id, booked_for_name: kept, person: anna });
  });

  it('compares names in NFC with case folding', async () => {
    await register({ name: 'José Strauß', email: mum });
    expect(await book({ name: 'JOSE\u0301 STRAUSS', email: mum })).toMatchObject({ booked_for_name: null });
  });

  it('keeps none for a person without a name, who gets it', async () => {
    await register({ email: mum });
    expect(await book(bo)).toMatchObject({ booked_for_name: null, person: { name: 'Bo Berg' } });
  });

  it('keeps the name until it has another person, or its person that name', async () => {
    await register(anna);
    const { id } = await book(bo);
    await account.put(`/bookings/${id}`, { json: { booking: { notes: 'Knee' } } });
    expect(await seen(id)).toMatchObject({ booked_for_name: 'Bo Berg' });
    await account.put(`/bookings/${id}`, { json: { booking: { person_attributes: { name: 'BO BERG' } } } });
    expect(await seen(id)).toMatchObject({ booked_for_name: null, person: { name: 'BO BERG' } });
    const other = await book({ name: 'Ida', email: mum });
    const { id: personId } = await register({ name: 'Ola' });
    await account.put(`/bookings/${other.id}`, { json: { booking: { person_id: personId } } });
    expect(await seen(other.id)).toMatchObject({ booked_for_name: null, person_id: personId });
  });

  it('can be given a name by staff, who can take it away', async () => {
    const { id: person_id } = await register(anna);
    const { id } = await account.create('/bookings', 'booking', { ...place(), person_id, booked_for_name: 'Bo Berg' });
    expect(await seen(id)).toMatchObject({ booked_for_name: 'Bo Berg' });
    await account.put(`/bookings/${id}`, { json: { booking: { booked_for_name: null } } });
    expect(await seen(id)).toMatchObject({ booked_for_name: null });
    const { body } = await account.put(`/bookings/${id}`, { json: { booking: { booked_for_name: 'a\u0007b' } } });
    expect(body).toEqual({ booked_for_name: ['is invalid'] });
  });

  it('is one of a series whose later dates keep the name', async () => {
    await register(anna);
    const { body } = await account.post('/bookings/recurring', {
      json: { booking: { ...place(), person_attributes: bo }, recurring: { rrule: 'FREQ=DAILY;COUNT=3' } },
    });
    await createAllOccurrences(server, account, body.collection_id);
    const { body: dates } = await account.get(`/bookings/recurring/${body.collection_id}`);
    expect(dates.map(({ booking }: { booking: object }) => booking)).toEqual(
      Array.from({ length: 3 }, () => expect.objectContaining({ booked_for_name: 'Bo Berg' })),
    );
  });

  it('is erased with its person', async () => {
    const { id } = await register(anna);
    await book(bo);
    const { body } = await account.get(`/people/${id}/export`);
    expect(JSON.stringify(body)).toContain('Bo Berg');
    await account.post(`/people/${id}/erase?cancel_bookings=true`);
    await carryOutErasures(server, account);
    const found = await server.sql(
      `select id from booking where account_id = ? and booked_for_name is not null
       union all select id from change where account_id = ? and concat(snapshot, previous) like '%Bo Berg%'`,
      ...[account.credentials.id, account.credentials.id],
    );
    expect(found).toEqual([]);
  });
});

describe('who is booked for', () => {
  it('is named by messages, calendars, exports and webhooks', async () => {
    await register(anna);
    await server.configure(account, { email_notification: true, email: 'studio@example.org' });
    const booking = await book(bo, {}, told);
    const messages = await sentAbout(booking.id);
    const bodyOf = (kind: string) => messages.find((one) => one.kind === kind)?.body;
    expect(bodyOf('confirmation')).toContain('Hello Bo Berg,');
    expect(bodyOf('notification')).toContain('Bo Berg, booked by Anna Berg');
    expect(messages.find(({ kind }) => kind === 'confirmation')?.calendar?.replaceAll('\r\n ', '')).toContain(
      'CN="Bo Berg"',
    );
    const feedOf = async (owner: object) => {
      const { data } = await account.graphql(
        'mutation ($resourceId: Int, $personId: Int) { createCalendarFeed(resourceId: $resourceId, personId: $personId) { address } }',
        owner,
      );
      return (await rawRequest(data.createCalendarFeed.address)).text;
    };
    expect(await feedOf({ resourceId: offered.resourceId })).toContain('SUMMARY:Cut – Bo Berg\\, booked by Anna Berg');
    expect(await feedOf({ personId: booking.person_id })).toContain('SUMMARY:Cut – Bo Berg – Chair');
    const { text } = await rawRequest(`${server.origin}/api/v1/bookings.csv`, {
      headers: { authorization: `Bearer ${account.credentials.api_key}`, 'user-agent': 'test' },
    });
    expect(text).toContain('Bo Berg');
    expect((await account.get('/changes')).body.changes.items).toContainEqual(
      expect.objectContaining({
        name: 'booking.created',
        booking: expect.objectContaining({ booked_for_name: 'Bo Berg' }),
      }),
    );
  });

  it('is the name in the HTML of messages, for the account with who booked', async () => {
    await register(anna);
    await server.configure(account, { email_notification: true, email: 'studio@example.org' });
    const { id } = await book(bo, {}, told);
    const messages = await sentAbout(id);
    const htmlOf = (kind: string) => messages.find((one) => one.kind === kind)?.html;
    expect(htmlOf('confirmation')).toContain('>Bo Berg</td>');
    expect(htmlOf('confirmation')).not.toContain('Anna Berg');
    expect(htmlOf('notification')).toContain('>Bo Berg, booked by Anna Berg</td>');
  });

  it('is a variable of texts', async () => {
    await register(anna);
    await server.configure(account, {
      mail_confirmation: '{{ booking.booked_for_name }} by {{ booking.person.name }}',
    });
    const { id } = await book(bo, {}, told);
    expect((await sentAbout(id))[0]?.body).toBe('Bo Berg by Anna Berg');
  });

  it('is on the page of the booking', async () => {
    await register(anna);
    const { id } = await book(bo);
    const page = await new HtmlVisitor(account).open(`/bookings/${await linkTokenOf(account, id)}`);
    expect(page.text).toContain('Bo Berg');
    expect(page.text).not.toContain('Anna Berg');
  });
});

describe('a visitor with the address of a person of another name', () => {
  const start = async () => {
    const { resource_id: _, ...own } = place();
    const { body } = await visitor.post('/bookings', { json: { booking: { ...own, person_attributes: bo } } });
    return body.booking;
  };

  it('does not learn who it is before the code was right, and is greeted by the typed name', async () => {
    await server.configure(account, { mail_verification: '{{ booking.person.name }} {{ booking.verification_code }}' });
    const unknown = await start();
    await register({ ...anna, email: 'other@example.org', phone_number: '40612345' });
    const { resource_id: _, ...own } = place();
    const person_attributes = { ...bo, email: 'thief@example.org', phone_number: '40612345' };
    const { body } = await visitor.post('/bookings', { json: { booking: { ...own, person_attributes } } });
    expect(Object.keys(body.booking)).toEqual(Object.keys(unknown));
    const known = await seen(body.booking.id);
    expect(known).toMatchObject({ booked_for_name: 'Bo Berg', person: { name: 'Anna Berg' } });
    expect(await sentAbout(known.id)).toMatchObject([
      { recipient: 'thief@example.org', body: `Bo Berg ${known.verification_code}` },
    ]);
    const hold = await visitor.get(`/bookings/${known.id}/hold?token=${body.booking.resend_token}`);
    expect(JSON.stringify(hold.body)).not.toContain('Anna');
  });

  it('reads the typed name in the HTML of the code, which may go to an address of somebody else', async () => {
    await register({ ...anna, email: 'other@example.org', phone_number: '40612345' });
    const { resource_id: _, ...own } = place();
    const person_attributes = { ...bo, email: 'thief@example.org', phone_number: '40612345' };
    const { body } = await visitor.post('/bookings', { json: { booking: { ...own, person_attributes } } });
    const [message] = await sentAbout(body.booking.id);
    expect(message).toMatchObject({ kind: 'verification', recipient: 'thief@example.org' });
    expect(message?.html).toContain('>Bo Berg</td>');
    expect(message?.html).not.toContain('Anna');
  });

  it('sees the typed name by the link after the code, and not before', async () => {
    await register(anna);
    const { id } = await start();
    const { verification_code } = await seen(id);
    const linked = async () => (await visitor.get(`/bookings/${await linkTokenOf(account, id)}`)).body.booking;
    expect(await linked()).toMatchObject({ booked_for_name: null });
    await visitor.put(`/bookings/${id}/verify_code`, { json: { verification_code } });
    expect(await linked()).toMatchObject({ booked_for_name: 'Bo Berg' });
    expect(JSON.stringify(await linked())).not.toContain('Anna');
  });

  it('gives the name to a person without one by the code', async () => {
    await register({ email: mum });
    const { id } = await start();
    const { verification_code, booked_for_name } = await seen(id);
    expect(booked_for_name).toBe('Bo Berg');
    await visitor.put(`/bookings/${id}/verify_code`, { json: { verification_code } });
    expect(await seen(id)).toMatchObject({ booked_for_name: null, person: { name: 'Bo Berg' } });
  });
});

describe('the one for whom somebody booked', () => {
  it('becomes a person of its own, whose messages go to the parent', async () => {
    const { id: parentId } = await register({ ...anna, locale: 'nb' });
    const { id, order_id: _, ...before } = await book(bo);
    const token = await linkTokenOf(account, id);
    const { status, body } = await makeOwn(id);
    expect([status, body.booking]).toEqual([
      200,
      expect.objectContaining({
        ...{ id, booked_for_name: null, booked_by_person_id: parentId, booked_from: before.booked_from },
        person: expect.objectContaining({ name: 'Bo Berg', parent_id: parentId, email: null, phone_number: null }),
      }),
    ]);
    expect(await linkTokenOf(account, id)).toBe(token);
    await account.put(`/bookings/${id}`, {
      json: { booking: { booked_from: '2026-03-03 11:00', booked_to: '2026-03-03 12:00' } },
    });
    expect(await sentAbout(id)).toMatchObject([
      { kind: 'confirmation' },
      { kind: 'modification', recipient: mum, body: expect.stringContaining('Hei Bo Berg') },
    ]);
  });

  const ownOf = async (id: number, known: object = {}): Promise<number> =>
    (await makeOwn(id, known)).body.booking.person_id;

  it('is another person of the same name for the next booking, unless more than the name is known', async () => {
    const { id: parentId } = await register(anna);
    const [first, second] = [await book(bo), await book({ ...bo, name: 'bo berg' })];
    const own = await ownOf(first.id);
    expect(await ownOf(second.id)).not.toBe(own);
    const [third, fourth] = [await book(bo), await book(bo)];
    expect(await ownOf(third.id, { person_id: own })).toBe(own);
    const born = { date_of_birth: '2018-04-01' };
    const another = await ownOf(fourth.id, born);
    expect((await account.get(`/people/${another}`)).body.person).toMatchObject({ ...born, parent_id: parentId });
    expect((await account.get('/people')).body).toHaveLength(4);
  });

  it('of two siblings of the same name is the one with the birthday', async () => {
    const { id: parent_id } = await register(anna);
    const siblings = [];
    for (const date_of_birth of ['2018-04-01', '2020-06-07']) {
      siblings.push(await register({ name: 'Bo Berg', parent_id, date_of_birth }));
    }
    const [older, younger] = siblings;
    const known = async (more: object) => ownOf((await book(bo)).id, more);
    expect(await known({ date_of_birth: '2020-06-07' })).toBe(younger?.id);
    expect(await known({ date_of_birth: '01.04.2018' })).toBe(older?.id);
    expect(await known({ person_id: older?.id })).toBe(older?.id);
  });

  it('is no one of another family, nobody who is blocked and no one who was deleted', async () => {
    const { id: parent_id } = await register(anna);
    const stranger = await register({ name: 'Bo Berg', date_of_birth: '2018-04-01' });
    const blocked = await register({ name: 'Bo Berg', parent_id, blocked: true });
    const gone = await register({ name: 'Bo Berg', parent_id });
    await account.del(`/people/${gone.id}`);
    const { id } = await book(bo);
    for (const person_id of [stranger.id, blocked.id, gone.id, parent_id]) {
      const { status, body } = await makeOwn(id, { person_id });
      expect([status, body]).toEqual([400, { person_id: ['does not exist'] }]);
    }
    expect(await ownOf(id, { date_of_birth: '2018-04-01' })).not.toBe(stranger.id);
  });

  it('is refused without a name', async () => {
    const { id } = await book(anna);
    expect((await makeOwn(id)).body).toEqual({ booked_for_name: ["can't be blank"] });
  });
});

describe('a person with a parent and no address', () => {
  it('gets codes and messages at the address of the parent', async () => {
    const { id: parent_id } = await register(anna);
    const { id: person_id } = await register({ name: 'Bo Berg', parent_id });
    const held = (await account.post('/bookings', { json: { booking: { ...place(), person_id }, confirm: false } }))
      .body;
    expect(held.booking).toMatchObject({ state: 'awaiting_verification' });
    expect(await sentAbout(held.booking.id)).toMatchObject([{ kind: 'verification', recipient: mum }]);
    const booked = await account.create('/bookings', 'booking', {
      ...place(),
      person_id,
      booked_by_person_id: parent_id,
    });
    expect(await sentAbout(booked.id)).toMatchObject([{ kind: 'confirmation', recipient: mum }]);
  });

  it('gets none at the address of a deleted parent, or beside an own one', async () => {
    const { id: parent_id } = await register(anna);
    const { id: reached } = await register({ name: 'Ida Berg', phone_number: '40612345', parent_id });
    const { id: unreached } = await register({ name: 'Bo Berg', parent_id });
    await account.del(`/people/${parent_id}`);
    for (const person_id of [reached, unreached]) {
      const { id } = await account.create('/bookings', 'booking', { ...place(), person_id });
      expect(await sentAbout(id)).toEqual([]);
    }
  });
});
