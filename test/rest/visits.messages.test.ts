import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { sendReminder } from '../../src/domain/messaging/composing/compose-messages.actions.js';
import { createBookableService } from '../support/catalog.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { deliverMessages, sendTemplates, startReceivers } from '../support/messages.js';
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
let mother: number;
let children: number[];
beforeEach(async () => {
  colour = await createBookableService(account, { service: { title: 'Colour' } });
  cut = await createBookableService(account, { service: { title: 'Cut' } });
  mother = (await account.create('/people', 'person', { name: 'Anna', email: 'anna@example.org' })).id;
  children = [];
  for (const name of ['Bo', 'Carl']) children.push((await account.create('/people', 'person', { name })).id);
  for (const id of children) {
    await account.create(`/people/${id}/guardians`, 'guardian', { person_id: mother, gets_messages: true });
  }
});

const item = ({ serviceId, resourceId }: Offered, from: string, to: string, person_id: number | undefined) => ({
  ...{ service_id: serviceId, resource_id: resourceId, person_id },
  ...{ booked_from: `2026-03-04T${from}:00+01:00`, booked_to: `2026-03-04T${to}:00+01:00` },
});
const family = () => [
  item(cut, '10:00', '11:00', mother),
  item(colour, '10:00', '11:00', children[0]),
  item(cut, '11:00', '12:00', children[1]),
];
const sent = { confirmation_send_email: true, notification_send_email: false, verification_send_email: true };
const made = async (items: object[], beside: object = sent) => {
  const { status, body } = await account.post('/visits', { json: { visit: { items }, ...beside } });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.visit;
};
/** Composes and sends what was requested. @returns the new messages of a kind */
const delivered = async (kind: string) => {
  const before = (await messagesOf(server, account)).length;
  await deliverMessages(server, { smtpUrl: receivers.mail.url });
  return (await messagesOf(server, account)).slice(before).filter((message) => message.kind === kind);
};
const titles = (body: string): string[] => body.match(/(?<=- )(?:Colour|Cut): /g) ?? [];
const recipients = (messages: readonly { recipient: string }[]): string[] =>
  messages.map(({ recipient }) => recipient).sort();

it('a mother gets one message about herself and two children: confirmed, moved, cancelled', async () => {
  const { id } = await made(family());
  const [confirmed, ...others] = await delivered('confirmation');
  expect([confirmed?.recipient, others]).toEqual(['anna@example.org', []]);
  expect(titles(confirmed?.body ?? '')).toEqual(['Cut: ', 'Colour: ', 'Cut: ']);

  const moved = { visit: { booked_from: '2026-03-04T13:00:00+01:00' }, modification_send_email: true };
  await account.put(`/visits/${id}`, { json: moved });
  const changes = await delivered('modification');
  expect(recipients(changes)).toEqual(['anna@example.org']);
  expect(titles(changes[0]?.body ?? '').length).toBe(3);

  await account.put(`/visits/${id}/cancel`, { json: { cancellation_send_email: true } });
  const cancelled = await delivered('cancellation');
  expect(recipients(cancelled)).toEqual(['anna@example.org']);
  expect(titles(cancelled[0]?.body ?? '').length).toBe(3);
});

it('each recipient reads of the bookings of which it gets messages, and of no others', async () => {
  const { id: other } = await account.create('/people', 'person', { name: 'Per', email: 'per@example.org' });
  await account.put(`/people/${children[1]}`, { json: { person: { email: 'carl@example.org' } } });
  await made([...family(), item(cut, '12:00', '13:00', other)]);
  const messages = await delivered('confirmation');
  expect(recipients(messages)).toEqual(['anna@example.org', 'carl@example.org', 'per@example.org']);
  const bodies = Object.fromEntries(messages.map(({ recipient, body }) => [recipient, body]));
  expect(titles(bodies['anna@example.org'] ?? '')).toEqual(['Cut: ', 'Colour: ', 'Cut: ']);
  expect(bodies['per@example.org']).not.toMatch(/Colour|10:00|11:00/);
  expect(bodies['carl@example.org']).not.toMatch(/Colour|12:00/);
});

it('the account gets one message about a visit of three people', async () => {
  await made(family(), { ...sent, notification_send_email: true });
  const messages = await delivered('notification');
  expect(messages.length).toBe(1);
  expect(titles(messages[0]?.body ?? '').length).toBe(3);
});

it('a visitor gets one code', async () => {
  await account.put('/client', { json: { client: { verification_method: 1 } } });
  const kari = { name: 'Kari', email: 'kari@example.org' };
  const visit = { items: family().map(({ person_id, ...place }) => place), person_attributes: kari };
  expect((await visitor.post('/visits', { json: { visit } })).status).toBe(200);
  expect((await delivered('verification')).length).toBe(1);
});

it('the reminder is about all bookings, and is sent once', async () => {
  const items = family().slice(1);
  await made(items, { ...sent, add_reminder_sms: true });
  const reminded = await server.sql<{ id: number; reminder_at: Date }>(
    'select id, reminder_at from booking where account_id = ? and reminder_at is not null',
    account.credentials.id,
  );
  expect(reminded.length).toBe(1);
  const [{ id, reminder_at } = { id: 0, reminder_at: new Date(0) }] = reminded;
  server.clock.set(reminder_at.toISOString());
  const context = await createBackgroundContext(server.database, server.clock, account.credentials.id);
  for (let times = 0; times < 2; times++) await sendReminder(context, id, reminder_at.toISOString());
  const messages = (await messagesOf(server, account)).filter(({ kind }) => kind === 'reminder');
  expect(recipients(messages)).toEqual(['anna@example.org']);
  expect(messages[0]?.body).toContain('Colour, Cut');
});

describe('templates of the account', () => {
  const addTemplate = (message_template: object) =>
    account.create('/message_templates', 'message_template', {
      ...{ delivery_type: 'email', subject: 'Salon' },
      template: '{% for date in series.bookings %}{{ date.title }} {% endfor %}',
      ...message_template,
    });
  const bodiesOf = async (kind: string): Promise<string[]> => {
    await sendTemplates(server);
    const messages = await messagesOf(server, account);
    return messages.filter((message) => message.kind === kind).map(({ body }) => body.trim());
  };

  it.each(['confirmation', 'reminder', 'follow_up'])('send one %s for a visit, with its bookings', async (kind) => {
    await addTemplate({ message_type: kind, delivery_timing: kind === 'reminder' ? '1 hour ago' : null });
    await made(family(), { confirmation_send_email: false, add_messages: true });
    server.clock.set(kind === 'follow_up' ? '2026-03-04T11:30:00Z' : '2026-03-04T08:30:00Z');
    expect(await bodiesOf(kind)).toEqual(['Cut Colour Cut']);
    expect(await bodiesOf(kind)).toEqual(['Cut Colour Cut']);
  });

  it('for one service are about the bookings of it alone', async () => {
    await addTemplate({ message_type: 'confirmation', services: [cut.serviceId] });
    await made(family(), { confirmation_send_email: false, add_messages: true });
    expect(await bodiesOf('confirmation')).toEqual(['Cut Cut']);
  });

  it('have the values of the only booking where a visit has one', async () => {
    await addTemplate({ message_type: 'confirmation', template: '{{ booking.service.title }}{{ series.count }}' });
    await made(family().slice(0, 1), { confirmation_send_email: false, add_messages: true });
    expect(await bodiesOf('confirmation')).toEqual(['Cut']);
  });
});
