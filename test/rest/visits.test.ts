import { createBookableService } from '../support/catalog.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { deliverMessages, startReceivers } from '../support/messages.js';
import { createServiceWithNeeds, placesOf } from '../support/needs.js';
import { useOwnTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';
import { WaitlistJobs } from '../support/waitlist.js';
import { WaitlistEntries } from '../support/waitlist-entries.js';

const server = await useOwnTestServer();
const account = server.accountPerTest({ publicAccess: true, verification: 'email' });
const visitor = new Visitor(account);
const jobs = new WaitlistJobs(server, account);
const receivers = await disposeAfterAll(startReceivers());
let colour: { serviceId: number; resourceId: number };
let cut: { serviceId: number; resourceId: number };
beforeEach(async () => {
  receivers.clear();
  colour = await createBookableService(account, { service: { title: 'Colour' } });
  cut = await createBookableService(account, { service: { title: 'Cut' } });
});

const march4 = (time: string): string => `2026-03-04T${time}:00+01:00`;
const kari = { name: 'Kari', email: 'kari@example.org' };

const item = ({ serviceId, resourceId }: { serviceId: number; resourceId: number }, from: string, to: string) => ({
  service_id: serviceId,
  resource_id: resourceId,
  booked_from: march4(from),
  booked_to: march4(to),
});
const both = () => [item(colour, '10:00', '11:00'), item(cut, '11:00', '12:00')];
const make = (visit: object = {}, beside: object = {}) =>
  account.post('/visits', { json: { visit: { person_attributes: kari, items: both(), ...visit }, ...beside } });
const made = async (visit: object = {}, beside: object = {}) => {
  const { status, body } = await make(visit, beside);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.visit;
};
const timesOf = ({ bookings }: { bookings: { booked_from: string }[] }): string[] =>
  bookings.map(({ booked_from }) => booked_from.slice(11, 16));
const count = async (): Promise<number> => (await account.get('/bookings/all')).body.length;

describe('a visit', () => {
  it('has the bookings of its items, one person, and the id of the first', async () => {
    const visit = await made();
    const [first, second] = visit.bookings;
    expect(visit).toMatchObject({ id: first.id, booked_from: march4('10:00'), booked_to: march4('12:00') });
    expect([first.visit_id, second.visit_id]).toEqual([first.id, first.id]);
    expect([first.service.title, second.service.title]).toEqual(['Colour', 'Cut']);
    expect(second.person_id).toBe(first.person_id);
    expect((await account.get(`/visits/${visit.id}`)).body).toEqual({ visit });
    expect((await account.get(`/bookings/${second.id}`)).body.booking).toMatchObject({ visit_id: visit.id });
  });

  it('creates a person with a name alone once', async () => {
    const { bookings } = await made({ person_attributes: { name: 'Ola' } });
    expect(new Set(bookings.map(({ person_id }: { person_id: number }) => person_id)).size).toBe(1);
  });

  it('has people of its items', async () => {
    const { id } = await account.create('/people', 'person', { name: 'Lise' });
    const [one, other] = both();
    const { bookings } = await made({ items: [one, { ...other, person_id: id }] });
    expect(bookings[1].person_id).toBe(id);
    expect(bookings[0].person.name).toBe('Kari');
  });

  it('is written whole or not at all, and the refusal names the item', async () => {
    await account.create('/bookings', 'booking', item(cut, '11:30', '12:30'));
    expect(await make()).toMatchObject({ status: 400, body: { 'items[1].resource_id': ['is not available'] } });
    expect(await make({ items: [{ ...both()[0], count: 0 }, both()[1]] })).toMatchObject({
      status: 400,
      body: { 'items[0].count': expect.any(Array), 'items[1].resource_id': ['is not available'] },
    });
    expect(await count()).toBe(1);
  });

  it('counts its own items against each other', async () => {
    const items = [item(cut, '10:00', '11:00'), item(cut, '10:30', '11:30')];
    expect(await make({ items })).toMatchObject({
      status: 400,
      body: { 'items[1].resource_id': ['is not available'] },
    });
  });

  it('reports the errors of its person once', async () => {
    const { status, body } = await make({ person_attributes: { email: 'no address' } });
    expect([status, Object.keys(body)]).toEqual([400, ['person', 'person_attributes']]);
  });

  it('has from one to eight items', async () => {
    const nine = Array.from({ length: 9 }, () => both()[0]);
    expect((await make({ items: nine })).status).toBe(400);
    expect((await make({ items: [] })).status).toBe(400);
    expect((await make({ items: [both()[0]] })).status).toBe(200);
  });

  it('is repeated by its idempotency key without a second visit', async () => {
    const sending = { json: { visit: { items: both() } }, headers: { 'Idempotency-Key': 'visit-1' } };
    const first = await account.post('/visits', sending);
    expect((await account.post('/visits', sending)).body).toEqual(first.body);
    expect(await count()).toBe(2);
  });

  it('records one change of each booking', async () => {
    const { bookings } = await made();
    const { body } = await account.get('/changes');
    const created = body.changes.items.filter(({ name }: { name: string }) => name === 'booking.created');
    expect(created.map(({ object_id }: { object_id: number }) => object_id)).toEqual(
      bookings.map(({ id }: { id: number }) => id),
    );
  });

  it('that is unknown, or whose bookings are deleted, is not found', async () => {
    const { id, bookings } = await made();
    for (const booking of bookings) await account.del(`/bookings/${booking.id}`);
    expect((await account.get(`/visits/${id}`)).status).toBe(404);
    expect((await account.put('/visits/999999/cancel')).status).toBe(404);
  });
});

it('of visits that want the same places in another order, exactly one is made', async () => {
  const forwards = [item(colour, '10:00', '11:00'), item(cut, '10:00', '11:00')];
  const visits = Array.from({ length: 6 }, (_, number) => (number % 2 === 0 ? forwards : forwards.toReversed()));
  const answers = await Promise.all(visits.map((items) => make({ items, person_attributes: { name: 'Kari' } })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(400)]);
  for (const { status, body } of answers) {
    if (status === 400) expect(Object.keys(body)).toEqual(['items[0].resource_id', 'items[1].resource_id']);
  }
  expect(await count()).toBe(2);
});

describe('moving a visit', () => {
  it('keeps the times between its bookings', async () => {
    const { id } = await made();
    const { body } = await account.put(`/visits/${id}`, { json: { visit: { booked_from: march4('10:30') } } });
    expect(timesOf(body.visit)).toEqual(['10:30', '11:30']);
  });

  it('is all or nothing', async () => {
    const { id } = await made();
    await account.create('/bookings', 'booking', item(cut, '14:00', '15:00'));
    const { status, body } = await account.put(`/visits/${id}`, { json: { visit: { booked_from: march4('13:00') } } });
    expect([status, body]).toEqual([400, { 'items[1].resource_id': ['is not available'] }]);
    expect(timesOf((await account.get(`/visits/${id}`)).body.visit)).toEqual(['10:00', '11:00']);
  });

  it('lets its bookings change places', async () => {
    const { id, bookings } = await made({ items: [item(cut, '10:00', '11:00'), item(cut, '11:00', '12:00')] });
    const items = [
      { id: bookings[0].id, booked_from: march4('11:00') },
      { id: bookings[1].id, booked_from: march4('10:00') },
    ];
    const { body } = await account.put(`/visits/${id}`, { json: { visit: { items } } });
    expect(body.visit.bookings.map((booking: { id: number }) => booking.id)).toEqual([bookings[1].id, bookings[0].id]);
    expect(timesOf(body.visit)).toEqual(['10:00', '11:00']);
  });

  it('gives its bookings the resources that are named for their needs', async () => {
    const { serviceId, resourceIds, needIds } = await createServiceWithNeeds(server, account, {
      resources: [{}, {}, {}],
      needs: [{ pool: [0] }, { pool: [1, 2] }],
    });
    const wash = (hour: number) => ({
      ...{ service_id: serviceId, booked_from: march4(`${hour}:00`), booked_to: march4(`${hour + 1}:00`) },
    });
    const { id, bookings } = await made({ items: [wash(12), wash(13)] });
    const named = (resource: number | undefined) => [{ need_id: needIds[1], resource_ids: [resource] }];
    const items = [
      { id: bookings[0].id, booked_from: march4('13:00') },
      { id: bookings[1].id, booked_from: march4('12:00'), resources: named(resourceIds[2]) },
    ];
    const { status } = await account.put(`/visits/${id}`, { json: { visit: { items } } });
    expect(status).toBe(200);
    const placed = async () => [
      (await placesOf(server, bookings[0].id)).map(([resource]) => resource),
      (await placesOf(server, bookings[1].id)).map(([resource]) => resource),
    ];
    expect(await placed()).toEqual([
      [resourceIds[0], resourceIds[1]],
      [resourceIds[0], resourceIds[2]],
    ]);
    const wrong = [{ id: bookings[1].id, resources: named(resourceIds[0]) }];
    expect(await account.put(`/visits/${id}`, { json: { visit: { items: wrong } } })).toMatchObject({
      status: 400,
      body: { 'items[0].resources[0].resource_ids': ['is not included in the list'] },
    });
  });

  it('refuses what it cannot move', async () => {
    const { id, bookings } = await made();
    const other = await account.create('/bookings', 'booking', item(cut, '14:00', '15:00'));
    const move = async (visit: object) => {
      const { status, body } = await account.put(`/visits/${id}`, { json: { visit } });
      return [status, body];
    };
    const moved = { id: bookings[0].id, booked_from: march4('13:00') };
    expect((await move({}))[0]).toBe(200);
    expect(await move({ booked_from: null })).toEqual([400, { booked_from: ["can't be blank"] }]);
    expect(await move({ booked_from: march4('10:30'), items: [moved] })).toEqual([
      400,
      { items: ["can't be combined with booked_from"] },
    ]);
    expect(await move({ items: [moved, moved] })).toEqual([
      400,
      { items: [`must not contain the booking ${moved.id} twice`] },
    ]);
    expect(await move({ items: [moved, { ...moved, id: other.id }] })).toEqual([
      400,
      { 'items[1].id': ['does not exist'] },
    ]);
  });
});

describe('cancelling', () => {
  it('one booking leaves the others where they are', async () => {
    const { id, bookings } = await made();
    await account.put(`/bookings/${bookings[0].id}/cancel`);
    const { visit } = (await account.get(`/visits/${id}`)).body;
    expect(visit.bookings.map(({ state }: { state: string }) => state)).toEqual(['cancelled', 'confirmed']);
    expect(visit).toMatchObject({ booked_from: march4('11:00'), booked_to: march4('12:00') });
  });

  it('the visit cancels all that are active, once', async () => {
    const { id, bookings } = await made();
    await account.put(`/bookings/${bookings[0].id}/cancel`);
    const { body } = await account.put(`/visits/${id}/cancel`);
    expect(body.visit.bookings.map(({ state }: { state: string }) => state)).toEqual(['cancelled', 'cancelled']);
    expect((await account.put(`/visits/${id}/cancel`)).body).toEqual({ state: ['needs an active booking'] });
  });
});

describe('a visit of a visitor', () => {
  const start = (visit: object = {}) =>
    visitor.post('/visits', { json: { visit: { person_attributes: kari, items: both(), ...visit } } });

  it('is verified by one code, which one message has', async () => {
    await deliverMessages(server, { smtpUrl: receivers.mail.url });
    receivers.clear();
    const { body } = await start();
    const { id, bookings } = body.visit;
    expect(bookings.map(({ state }: { state: string }) => state)).toEqual(Array(2).fill('awaiting_verification'));
    expect(new Set(bookings.map(({ expires_at }: { expires_at: string }) => expires_at)).size).toBe(1);
    await deliverMessages(server, { smtpUrl: receivers.mail.url });
    expect(receivers.mail.mails.length).toBe(1);
    const held = (await account.get(`/visits/${id}`)).body.visit.bookings;
    const [code] = held.map(({ verification_code }: { verification_code: string }) => verification_code);
    expect(JSON.stringify(receivers.mail.mails)).toContain(code);
    receivers.clear();
    await visitor.put(`/bookings/${bookings[1].id}/verify_code`, { json: { verification_code: code } });
    const { visit } = (await account.get(`/visits/${id}`)).body;
    expect(visit.bookings.map(({ state }: { state: string }) => state)).toEqual(['confirmed', 'confirmed']);
    await deliverMessages(server, { smtpUrl: receivers.mail.url });
    expect(receivers.mail.mails.length).toBe(1);
  });

  it('must start where slots are listed, and is refused by item', async () => {
    expect(await start({ items: [both()[0], item(cut, '11:10', '12:10')] })).toMatchObject({
      status: 400,
      body: { 'items[1].booked_from': ['is not the start of a slot'] },
    });
    expect((await start({ person_attributes: { name: 'Kari' } })).body).toMatchObject({ person: ['is invalid'] });
  });

  it('ends at one instant when its hold ends, and each entry of the waitlist is asked once', async () => {
    const three = [...both(), item(cut, '12:00', '13:00')];
    const { body } = await start({ items: three });
    const entries = new WaitlistEntries(account, cut.serviceId, { from: '2026-03-04', to: '2026-03-04' });
    await jobs.run();
    const entry = await entries.add('Lise');
    server.clock.advance(20);
    await jobs.expireHolds();
    const { visit } = (await account.get(`/visits/${body.visit.id}`)).body;
    expect(visit.bookings.map(({ state }: { state: string }) => state)).toEqual(Array(3).fill('verification_expired'));
    const [written] = await server.sql<{ transactions: number }>(
      'select count(distinct xmin::text)::integer as transactions from booking where visit_id = ?',
      visit.id,
    );
    expect(written?.transactions).toBe(1);
    await jobs.run();
    expect(await entries.stateOf(entry)).toBe('offered');
    const { body: all } = await account.get('/bookings');
    expect(all.length).toBe(1);
  });
});

it('a message about a visit lists its bookings, with all of them as calendar entries', async () => {
  await deliverMessages(server, { smtpUrl: receivers.mail.url });
  receivers.clear();
  await made({}, { confirmation_send_email: true, notification_send_email: false });
  await deliverMessages(server, { smtpUrl: receivers.mail.url });
  const [mail, ...others] = receivers.mail.mails;
  expect(others).toEqual([]);
  const text = JSON.stringify(mail);
  expect(text).toContain('Your bookings of Colour, Cut');
  expect(text).toMatch(/Colour: .*Cut: /);
});

it('a deleted resource leaves the bookings of visits', async () => {
  const { id } = await made();
  await account.del(`/resources/${cut.resourceId}`);
  const { visit } = (await account.get(`/visits/${id}`)).body;
  expect(visit.bookings.map(({ state }: { state: string }) => state)).toEqual(['confirmed', 'confirmed']);
});
