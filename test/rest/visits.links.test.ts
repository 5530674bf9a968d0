import { createBookableService } from '../support/catalog.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { HtmlVisitor } from '../support/html-visitor.js';
import { deliverMessages, startReceivers } from '../support/messages.js';
import { messagesOf } from '../support/shop.js';
import { useOwnTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const server = await useOwnTestServer();
const account = server.accountPerTest({ publicAccess: true });
const visitor = new Visitor(account);
const receivers = await disposeAfterAll(startReceivers());
interface Offered {
  serviceId: number;
  resourceId: number;
}
let colour: Offered;
let cut: Offered;
beforeEach(async () => {
  receivers.clear();
  await account.put('/client', { json: { client: { allow_cancellation: true } } });
  colour = await createBookableService(account, { service: { title: 'Colour' } });
  cut = await createBookableService(account, { service: { title: 'Cut' } });
});

const kari = { name: 'Kari', email: 'kari@example.org' };
const item = ({ serviceId, resourceId }: Offered, from: string, to: string, attributes: object = {}) => ({
  ...{ service_id: serviceId, resource_id: resourceId, ...attributes },
  ...{ booked_from: `2026-03-04T${from}:00+01:00`, booked_to: `2026-03-04T${to}:00+01:00` },
});
const both = () => [item(colour, '10:00', '11:00'), item(cut, '11:00', '12:00')];
const made = async (visit: object = {}, beside: object = {}) => {
  const json = { visit: { person_attributes: kari, items: both(), ...visit }, ...beside };
  const { status, body } = await account.post('/visits', { json });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.visit;
};
const tokenOf = async (id: number): Promise<string> => {
  const { data } = await account.graphql(`{ booking(id: ${id}) { linkToken } }`);
  return data.booking.linkToken;
};
const open = (token: string) => visitor.get(`/bookings/${token}/visit`);
const titlesOf = async (token: string): Promise<string[]> => {
  const { body } = await open(token);
  return body.visit.bookings.map(({ service }: { service: { title: string } }) => service.title);
};
const cancel = (token: string) => visitor.post(`/bookings/${token}/visit/cancel`, {});

describe('the link of a booking of a visit', () => {
  it('opens all bookings of its person, each with a link of its own', async () => {
    const { bookings } = await made();
    const token = await tokenOf(bookings[0].id);
    const { body } = await open(token);
    expect(body.visit.bookings).toMatchObject([
      { id: bookings[0].id, can_cancel: true, link_token: token },
      { id: bookings[1].id, can_cancel: true, link_token: await tokenOf(bookings[1].id) },
    ]);
    expect(JSON.stringify(body)).not.toContain('kari@');
    expect(await titlesOf(body.visit.bookings[1].link_token)).toEqual(['Colour', 'Cut']);
  });

  it('shows nothing of other people, and of those for whom its person acts as long as it does', async () => {
    const { id: mother } = await account.create('/people', 'person', kari);
    const { id: child } = await account.create('/people', 'person', { name: 'Ola' });
    const { id: other } = await account.create('/people', 'person', { name: 'Per', email: 'per@example.org' });
    const guardian = await account.create(`/people/${child}/guardians`, 'guardian', { person_id: mother });
    const { bookings } = await made({
      items: [
        { ...both()[0], person_id: mother },
        { ...both()[1], person_id: child },
        item(cut, '12:00', '13:00', { person_id: other }),
      ],
      person_attributes: undefined,
    });
    const token = await tokenOf(bookings[0].id);
    expect(await titlesOf(token)).toEqual(['Colour', 'Cut']);
    const [, ofChild] = (await open(token)).body.visit.bookings;
    expect(ofChild.link_token).toContain(`-${mother}-`);
    expect(await titlesOf(ofChild.link_token)).toEqual(['Colour', 'Cut']);
    expect(await titlesOf(await tokenOf(bookings[1].id))).toEqual(['Cut']);
    expect(await titlesOf(await tokenOf(bookings[2].id))).toEqual(['Cut']);
    await account.del(`/guardians/${guardian.id}`);
    expect(await titlesOf(token)).toEqual(['Colour']);
    expect((await open(ofChild.link_token)).status).toBe(404);
  });

  it('cancels all that it opens, or none, and no others', async () => {
    const { id: other } = await account.create('/people', 'person', { name: 'Per', email: 'per@example.org' });
    const visit = await made({ items: [...both(), item(cut, '12:00', '13:00', { person_id: other })] });
    const token = await tokenOf(visit.bookings[1].id);
    await account.put('/client', { json: { client: { allow_cancellation: false } } });
    expect(await cancel(token)).toMatchObject({ status: 400, body: { state: ["can't be cancelled by link"] } });
    await account.put('/client', { json: { client: { allow_cancellation: true } } });
    expect((await cancel(token)).status).toBe(200);
    const { body } = await account.get(`/visits/${visit.id}`);
    expect(body.visit.bookings.map(({ state }: { state: string }) => state)).toEqual([
      'cancelled',
      'cancelled',
      'confirmed',
    ]);
    expect(await cancel(token)).toMatchObject({ status: 400, body: { state: ['needs an active booking'] } });
  });

  it('moves all that it opens by the same time, or none, and no others', async () => {
    const { id: other } = await account.create('/people', 'person', { name: 'Per', email: 'per@example.org' });
    const visit = await made({ items: [...both(), item(cut, '12:00', '13:00', { person_id: other })] });
    const token = await tokenOf(visit.bookings[1].id);
    const move = (time: string) =>
      visitor.put(`/bookings/${token}/visit`, { json: { visit: { booked_from: `2026-03-04T${time}:00+01:00` } } });
    const times = async (): Promise<string[]> =>
      (await account.get(`/visits/${visit.id}`)).body.visit.bookings.map(({ booked_from }: { booked_from: string }) =>
        booked_from.slice(11, 16),
      );
    // The second would take the place of somebody else.
    expect(await move('11:00')).toMatchObject({ status: 400, body: { 'items[1].resource_id': ['is not available'] } });
    expect(await move('13:20')).toMatchObject({
      status: 400,
      body: { 'items[0].booked_from': ['is not the start of a slot'] },
    });
    expect(await times()).toEqual(['10:00', '11:00', '12:00']);
    await account.put('/client', { json: { client: { cancellation_period: '1000 h' } } });
    expect(await move('13:00')).toMatchObject({ status: 400, body: { booked_from: ['can no longer be moved'] } });
    await account.put('/client', { json: { client: { cancellation_period: null } } });
    const { status, body } = await move('13:00');
    expect([status, body.visit?.bookings.length]).toEqual([200, 2]);
    expect(await times()).toEqual(['12:00', '13:00', '14:00']);
    // Each may take the place that the other leaves.
    expect((await move('14:00')).status).toBe(200);
    expect(await times()).toEqual(['12:00', '14:00', '15:00']);
    expect((await account.get(`/bookings/${visit.bookings[0].id}`)).body.booking.updated_by).toBe('link');
    const alone = await account.create('/bookings', 'booking', item(cut, '09:00', '10:00'));
    const path = `/bookings/${await tokenOf(alone.id)}/visit`;
    expect((await visitor.put(path, { json: { visit: { booked_from: '2026-03-04 10:00' } } })).status).toBe(404);
  });

  it('moves all of them on its page, which lists the times of all and whom each is for', async () => {
    const { id: mother } = await account.create('/people', 'person', kari);
    const { id: child } = await account.create('/people', 'person', { name: 'Ola', date_of_birth: '2018-04-01' });
    await account.create(`/people/${child}/guardians`, 'guardian', { person_id: mother });
    const visit = await made({
      items: [
        { ...both()[0], person_id: mother },
        { ...both()[1], person_id: child },
      ],
      person_attributes: undefined,
    });
    await account.create('/bookings', 'booking', item(cut, '13:00', '14:00'));
    const html = new HtmlVisitor(account, { 'accept-language': 'en' });
    const own = await html.open(`/bookings/${await tokenOf(visit.bookings[0].id)}`);
    expect(own.text).toMatch(/Booked together Colour [^O]*Cut [^O]*Ola · Sunday, 1 April 2018 Move all Cancel all/);
    const times = await html.follow(own, 'Move all');
    const confirmation = await html.follow(times, '14:00 until 16:00');
    expect(times.text).not.toContain('12:00 until 14:00');
    expect(confirmation.text).toContain('For Ola · Sunday, 1 April 2018');
    const moved = await html.submit(confirmation);
    expect(moved.text).toContain('All bookings have been moved.');
    const again = await html.submit(confirmation);
    expect(again.status).toBe(200);
    await account.create('/bookings', 'booking', item(cut, '10:00', '11:00'));
    const late = await html.open(`/bookings/${await tokenOf(visit.bookings[0].id)}/visit/move`);
    const taken = await html.follow(late, '10:00 until 12:00');
    await account.create('/bookings', 'booking', item(cut, '11:00', '12:00'));
    const refused = await html.submit(taken);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('This time has just been taken.')]);
  });

  it('lists exactly the times to which all that it opens can move', async () => {
    const { serviceId } = cut;
    const { id: other } = await account.create('/people', 'person', { name: 'Per', email: 'per@example.org' });
    await account.put(`/services/${serviceId}`, { json: { service: { max_daily_bookings: 4 } } });
    // The place before the visit is taken, and that after it by a booking of the visit that is not opened.
    await account.create('/bookings', 'booking', item(cut, '09:00', '10:00'));
    const visit = await made({
      items: [
        item(cut, '10:00', '11:00'),
        item(cut, '11:00', '12:00'),
        item(cut, '15:00', '16:00', { person_id: other }),
      ],
    });
    // Two more are too many on the next day.
    for (const from of ['09', '10', '11']) {
      const time = { booked_from: `2026-03-05T${from}:00:00+01:00`, booked_to: `2026-03-05T${from}:45:00+01:00` };
      await account.create('/bookings', 'booking', { service_id: serviceId, resource_id: cut.resourceId, ...time });
    }
    const path = `/bookings/${await tokenOf(visit.bookings[0].id)}/visit`;
    const starts = async () => {
      const { status, body } = await visitor.get(`${path}/slots?from=2026-03-04&to=2026-03-06`);
      expect(status).toBe(200);
      return body.map(({ visit_slot: slot }: { visit_slot: { timestamp: string } }) => slot.timestamp);
    };
    const listed = await starts();
    expect(listed.filter((start: string) => start < '2026-03-06').map((start: string) => start.slice(8, 16))).toEqual([
      '04T10:00',
      '04T11:00',
      '04T12:00',
      '04T13:00',
    ]);
    const move = (booked_from: string) => visitor.put(path, { json: { visit: { booked_from } } });
    const movable: string[] = [];
    for (const date of ['2026-03-04', '2026-03-05', '2026-03-06']) {
      for (let hour = 8; hour < 18; hour += 1) {
        const start = `${date}T${String(hour).padStart(2, '0')}:00:00+01:00`;
        if ((await move(start)).status === 200) movable.push(start);
        // Each is tried from the same place.
        expect((await move('2026-03-04T10:00:00+01:00')).status).toBe(200);
      }
    }
    expect(movable).toEqual(listed);
    await account.put('/client', { json: { client: { allow_cancellation: false } } });
    expect(await starts()).toEqual([]);
    expect((await visitor.get('/bookings/12-nonsense/visit/slots')).status).toBe(404);
  });

  it('shows a booking alone, and is refused where it was revoked with those of the others', async () => {
    const alone = await account.create('/bookings', 'booking', item(cut, '14:00', '15:00'));
    expect((await open(await tokenOf(alone.id))).body.visit.bookings).toMatchObject([{ id: alone.id }]);
    expect((await cancel(await tokenOf(alone.id))).status).toBe(404);
    const { bookings } = await made();
    const [first, second] = [await tokenOf(bookings[0].id), await tokenOf(bookings[1].id)];
    await account.graphql(`mutation { revokeBookingLink(id: ${bookings[1].id}) { id } }`);
    expect([(await open(first)).status, (await open(second)).status]).toEqual([404, 404]);
    expect((await open('12-nonsense')).status).toBe(404);
  });

  it('has one calendar file with all that are active', async () => {
    const { bookings } = await made();
    const token = await tokenOf(bookings[0].id);
    const html = new HtmlVisitor(account);
    const file = async () => (await html.open(`/bookings/${token}/booking.ics`)).html;
    expect((await file()).match(/BEGIN:VEVENT/g)?.length).toBe(2);
    await account.put(`/bookings/${bookings[1].id}/cancel`);
    expect((await file()).match(/BEGIN:VEVENT/g)?.length).toBe(1);
  });
});

it('the message about a visit has one link, whose page opens and cancels all bookings', async () => {
  await deliverMessages(server, { smtpUrl: receivers.mail.url });
  receivers.clear();
  const { id, bookings } = await made({}, { confirmation_send_email: true, notification_send_email: false });
  await deliverMessages(server, { smtpUrl: receivers.mail.url });
  expect(receivers.mail.mails.length).toBe(1);
  const [message] = await messagesOf(server, account);
  const links = message?.body.match(/\/bookings\/[\w-]+/g) ?? [];
  const token = await tokenOf(bookings[0].id);
  expect([...new Set(links)]).toEqual([`/bookings/${token}`]);

  const html = new HtmlVisitor(account);
  const page = await html.open(`/bookings/${token}`);
  expect(page.text).toContain('Booked together');
  const other = await html.follow(page, 'Cut');
  expect(other.url).toContain(await tokenOf(bookings[1].id));
  const question = await html.follow(page, 'Cancel all');
  expect(question.heading).toBe('Do you want to cancel all these bookings?');
  const done = await html.submit(question);
  expect([done.status, done.heading]).toEqual([200, 'The booking is cancelled']);
  const { body } = await account.get(`/visits/${id}`);
  expect(body.visit.bookings.every(({ active }: { active: boolean }) => !active)).toBe(true);
});

describe('a change of a visit', () => {
  const move = (id: number, etag: string) =>
    account.put(`/visits/${id}`, {
      json: { visit: { booked_from: '2026-03-04T13:00:00+01:00' } },
      headers: { 'If-Match': etag },
    });

  it('is refused if any of its bookings has changed since it was read', async () => {
    const { id, bookings } = await made();
    const { headers } = await account.get(`/visits/${id}`);
    const etag = headers.get('etag') ?? '';
    await account.put(`/bookings/${bookings[1].id}`, { json: { booking: { notes: 'Late' } } });
    expect((await move(id, etag)).status).toBe(412);
    const now = (await account.get(`/visits/${id}`)).headers.get('etag') ?? '';
    expect((await move(id, now)).status).toBe(200);
  });

  it('locks all its bookings before it compares them', async () => {
    const { id, bookings } = await made();
    const etag = (await account.get(`/visits/${id}`)).headers.get('etag') ?? '';
    const path = `/bookings/${bookings[1].id}`;
    const own = (await account.get(path)).headers.get('etag') ?? '';
    const change = () => account.put(path, { json: { booking: { notes: 'Late' } }, headers: { 'If-Match': own } });
    const answers = await Promise.all([move(id, etag), change()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });
});

it('an item whose price is not the expected one is named, and nothing is booked', async () => {
  await account.put(`/services/${cut.serviceId}`, { json: { service: { price: 200 } } });
  const [first, second] = both();
  const book = (expected_price: number) =>
    account.post('/visits', { json: { visit: { items: [first, { ...second, expected_price }] } } });
  expect(await book(100)).toMatchObject({
    status: 409,
    body: { error: { description: 'The price of items[1] is 200.0' }, price: '200.0', item: 'items[1]' },
  });
  expect((await account.get('/bookings/all')).body).toEqual([]);
  expect((await book(200)).status).toBe(200);
});
