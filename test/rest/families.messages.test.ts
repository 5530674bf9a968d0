import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { composeMessages, sendReminder } from '../../src/domain/messaging/composing/compose-messages.actions.js';
import { bookableServicePerTest, bookService } from '../support/catalog.js';
import { useOwnTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';
import { startVisitorSession } from '../support/visitor-session.js';

const server = await useOwnTestServer({
  config: { publicUrl: 'https://book.example.org' },
  now: '2026-03-02T07:00:00Z',
});
const account = server.accountPerTest({ publicAccess: true });
const offer = bookableServicePerTest(account, { service: { price: 100 } });

const person = (attributes: object) => account.create('/people', 'person', attributes);
const guard = (dependant: { id: number }, guardian: { id: number }, rights: object = {}) =>
  account.create(`/people/${dependant.id}/guardians`, 'guardian', { person_id: guardian.id, ...rights });

const contextOfJob = async () => ({
  ...(await createBackgroundContext(server.database, server.clock, account.credentials.id)),
  address: 'https://book.example.org',
});

interface Sent {
  recipient: string;
  body: string;
  key: string;
}

/** Composes what was requested. @returns the messages of a kind, by recipient */
async function composed(kind: string): Promise<Sent[]> {
  const { id } = account.credentials;
  const requests = await server.sql<{ id: number }>(
    'select id from message_request where account_id = ? and composed_at is null order by id',
    id,
  );
  const context = await contextOfJob();
  for (const request of requests) {
    await composeMessages(context, request.id);
    await composeMessages(context, request.id);
  }
  return server.sql<Sent>(
    `select recipient, body, occasion as key from message
     where account_id = ? and kind = ? order by recipient`,
    id,
    kind,
  );
}

const linksIn = ({ body }: Sent): string[] => body.match(/https:\S+\/bookings\/[\w-]+/g) ?? [];
const confirmed = { confirmation_send_email: true };
const addresses = (sent: readonly Sent[]): string[] => sent.map(({ recipient }) => recipient);

async function createFamily() {
  const mother = await person({ name: 'Anna', email: 'anna@example.org' });
  const father = await person({ name: 'Carl', email: 'carl@example.org' });
  const child = await person({ name: 'Bo', date_of_birth: '2018-04-01' });
  return { mother, father, child };
}

it('the messages of a dependant go once to each guardian who gets them, each with its own link', async () => {
  const { mother, father, child } = await createFamily();
  const aunt = await person({ name: 'Eva', email: 'eva@example.org' });
  await guard(child, mother);
  const second = await guard(child, father, { may_book: false });
  await guard(child, aunt, { gets_messages: false });
  const { id } = await bookService(account, offer, { person_id: child.id }, confirmed);
  const sent = await composed('confirmation');
  expect(addresses(sent)).toEqual(['anna@example.org', 'carl@example.org']);
  const [hers, his] = sent.map(linksIn);
  // One who may not book has no link.
  expect([hers?.length, his]).toEqual([1, []]);
  const token = hers?.[0]?.split('/').at(-1) ?? '';
  expect(token).toMatch(new RegExp(`^${id}-${mother.id}-`));
  const visitor = new Visitor(account);
  expect((await visitor.get(`/bookings/${token}`)).body.booking.id).toBe(id);
  const [first] = (await account.get(`/people/${child.id}/guardians`)).body;
  await account.del(`/guardians/${first.guardian.id}`);
  expect((await visitor.get(`/bookings/${token}`)).status).toBe(404);

  await account.del(`/guardians/${second.id}`);
  await account.put(`/bookings/${id}/cancel`, { json: { cancellation_send_email: true } });
  expect(await composed('cancellation')).toEqual([]);
});

it('a dependant with an address of its own gets them, too, and an address that two have only once', async () => {
  const { mother, child } = await createFamily();
  await account.put(`/people/${child.id}`, { json: { person: { email: 'bo@example.org' } } });
  await guard(child, mother);
  await bookService(account, offer, { person_id: child.id }, confirmed);
  const sent = await composed('confirmation');
  expect(addresses(sent)).toEqual(['anna@example.org', 'bo@example.org']);
  expect(new Set(sent.flatMap(linksIn)).size).toBe(2);
});

it('a parent without rights gets those of a child without an address, as before, and no others', async () => {
  const { mother, child } = await createFamily();
  await account.put(`/people/${child.id}`, { json: { person: { parent_id: mother.id } } });
  await bookService(account, offer, { person_id: child.id }, confirmed);
  const sent = await composed('confirmation');
  expect(addresses(sent)).toEqual(['anna@example.org']);
  await account.put(`/people/${child.id}`, { json: { person: { email: 'bo@example.org' } } });
  const later = { booked_from: '2026-03-05 10:00', booked_to: '2026-03-05 11:00' };
  await bookService(account, offer, { person_id: child.id, ...later }, confirmed);
  expect(addresses(await composed('confirmation'))).toEqual(['anna@example.org', 'bo@example.org']);
  const stopped =
    linksIn(sent[0] ?? { recipient: '', body: '', key: '' })[0]
      ?.split('/')
      .at(-1) ?? '';
  expect((await new Visitor(account).get(`/bookings/${stopped}`)).status).toBe(404);
});

it('a reminder goes once to each guardian', async () => {
  const { mother, father, child } = await createFamily();
  await guard(child, mother);
  await guard(child, father);
  const reminder_at = '2026-03-02T08:00:00+01:00';
  const { id } = await bookService(account, offer, { person_id: child.id, reminder_at });
  server.clock.set('2026-03-02T07:00:01Z');
  const context = await contextOfJob();
  for (let run = 0; run < 2; run += 1) await sendReminder(context, id, '2026-03-02T07:00:00.000Z');
  expect(addresses(await composed('reminder'))).toEqual(['anna@example.org', 'carl@example.org']);
});

describe('the order of a booking', () => {
  const payerOf = async (id: number) => {
    const { data } = await account.graphql('query ($id: Int!) { booking(id: $id) { order { personId } } }', { id });
    return data.booking.order.personId;
  };

  it('is that of the first guardian who pays, also after its payment and a move', async () => {
    const { mother, father, child } = await createFamily();
    await guard(child, mother, { pays: false });
    await guard(child, father);
    const { id } = await bookService(account, offer, { person_id: child.id });
    expect(await payerOf(id)).toBe(father.id);
    await account.put(`/bookings/${id}`, { json: { booking: { count: 1, paid_amount: '100.0' } } });
    await account.put(`/bookings/${id}`, {
      json: { booking: { booked_from: '2026-03-06 10:00', booked_to: '2026-03-06 11:00' } },
    });
    expect(await payerOf(id)).toBe(father.id);
    await account.put(`/bookings/${id}/cancel`);
    expect(await payerOf(id)).toBe(father.id);
  });

  it('follows the person of the booking, and is that of a person whom nobody pays for', async () => {
    const { mother, child } = await createFamily();
    await guard(child, mother);
    const other = await person({ name: 'Dina', parent_id: mother.id });
    const { id } = await bookService(account, offer, { person_id: other.id });
    expect(await payerOf(id)).toBe(other.id);
    await account.put(`/bookings/${id}`, { json: { booking: { person_id: child.id } } });
    expect(await payerOf(id)).toBe(mother.id);
    await account.put(`/bookings/${id}`, { json: { booking: { person_id: other.id } } });
    expect(await payerOf(id)).toBe(other.id);
  });
});

it('a mother books for two children of the same name from one session: two people, no code, one message each', async () => {
  await account.put('/client', { json: { client: { verification_method: 1 } } });
  const mother = await person({ name: 'Anna', email: 'anna@example.org' });
  const headers = await startVisitorSession(server, account, 'anna@example.org');
  const visitor = new Visitor(account);
  const ids: number[] = [];
  for (const [index, date_of_birth] of ['2018-04-01', '2020-06-07'].entries()) {
    const added = await visitor.post('/me/people', { headers, json: { person: { name: 'Bo Berg', date_of_birth } } });
    const booking = {
      ...{ service_id: offer.serviceId, resource_id: offer.resourceId, person_id: added.body.person.id },
      ...{ booked_from: `2026-03-05 ${10 + index}:00`, booked_to: `2026-03-05 ${11 + index}:00` },
    };
    const { status, body } = await visitor.post('/bookings', { headers, json: { booking } });
    expect([status, body.booking.state]).toEqual([200, 'confirmed']);
    ids.push(added.body.person.id);
  }
  expect(new Set([mother.id, ...ids]).size).toBe(3);
  expect(addresses(await composed('verification'))).toEqual([]);
  expect(addresses(await composed('confirmation'))).toEqual(['anna@example.org', 'anna@example.org']);
});
