import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import {
  applyTemplate,
  type PlannedMessage,
  planTemplates,
} from '../../src/domain/messaging/composing/planned-messages.actions.js';
import { bookableServicePerTest, bookService } from '../support/catalog.js';
import { sendTemplates } from '../support/messages.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer();
const account = server.accountPerTest();
const offered = bookableServicePerTest(account, { resource: { capacity: 1_000 } });

const context = () => createBackgroundContext(server.database, server.clock, account.credentials.id);

const personAttributes = { name: 'Kari', phone_number: '40612345', email: 'kari@example.org' };
/** Books 2026-03-04 from 12:00 to 13:00. */
const book = async (parameters: object = { add_messages: true }, attributes: object = {}): Promise<number> =>
  (await bookService(account, offered, { person_attributes: personAttributes, ...attributes }, parameters)).id;
const change = async (id: number, attributes: object) => {
  const { status } = await account.put(`/bookings/${id}`, { json: { booking: attributes } });
  expect(status).toBe(200);
};

const add = async (attributes: object): Promise<number> => {
  const template = { delivery_type: 'sms', template: '{{ booking.service.title }}', ...attributes };
  return (await account.create('/message_templates', 'message_template', template)).id;
};
const changeTemplate = (id: number, attributes: object) =>
  account.put(`/message_templates/${id}`, { json: { message_template: attributes } });
const reminder = { message_type: 'reminder', delivery_timing: '3 hours ago' };

const plan = async (id: number): Promise<PlannedMessage[]> => planTemplates(await context(), id);
async function apply(templateId: number): Promise<PlannedMessage[]> {
  const parts: PlannedMessage[] = [];
  for await (const part of applyTemplate(await context(), templateId)) parts.push(...part);
  return parts;
}
/** Lists the planned messages: the template, the booking and the time in UTC. */
const planned = async (): Promise<[number, number, string][]> => {
  const rows = await server.sql<{ template: number; booking: number; at: string }>(
    `select message_template_id as template, booking_id as booking, due_at as at from planned_message
     where account_id = ? order by message_template_id, booking_id, due_at`,
    account.credentials.id,
  );
  return rows.map(({ template, booking, at }) => [template, booking, new Date(at).toISOString()]);
};

interface Sent {
  kind: string;
  channel: string;
  subject: string | null;
  state: string;
  body: string;
}
const sent = (id: number): Promise<Sent[]> =>
  server.sql<Sent>('select kind, channel, subject, state, body from message where booking_id = ? order by id', id);
const kinds = async (id: number) => (await sent(id)).map(({ kind }) => kind);

describe('message templates', () => {
  it('are planned at their times for their services, and sent once each', async () => {
    const confirmation = await add({ message_type: 'confirmation', delivery_timing: 'in 5 minutes' });
    const early = await add({ ...reminder, services: [offered.serviceId] });
    const followUp = await add({ message_type: 'follow_up', delivery_type: 'email', subject: 'How was it?' });
    await add({ message_type: 'reminder', delivery_timing: '1 week ago' });
    await add({ message_type: 'follow_up', active: false });
    const { id: other } = await account.create('/services', 'service', { title: 'Other' });
    await add({ message_type: 'confirmation', services: [other] });
    const id = await book();
    const first = await plan(id);
    expect(await planned()).toEqual([
      [confirmation, id, '2026-03-02T07:05:00.000Z'],
      [early, id, '2026-03-04T08:00:00.000Z'],
      [followUp, id, '2026-03-04T12:00:00.000Z'],
    ]);
    expect(await plan(id)).toEqual(first);
    expect(await plan(await book({}))).toEqual([]);
    expect(await plan(await book({ add_messages: true }, { service_id: null }))).toEqual([]);
    server.clock.set('2026-03-04T07:59:59Z');
    await sendTemplates(server);
    expect(await kinds(id)).toEqual(['confirmation']);
    server.clock.set('2026-03-04T08:00:00Z');
    await sendTemplates(server);
    server.clock.set('2026-03-04T12:00:00Z');
    await sendTemplates(server);
    expect(await sent(id)).toEqual([
      { kind: 'confirmation', channel: 'sms', subject: null, state: 'queued', body: 'Cut' },
      { kind: 'reminder', channel: 'sms', subject: null, state: 'queued', body: 'Cut' },
      { kind: 'follow_up', channel: 'email', subject: 'How was it?', state: 'queued', body: 'Cut' },
    ]);
    expect(await planned()).toEqual([]);
  });

  it('move with their booking', async () => {
    const template = await add(reminder);
    const id = await book();
    await plan(id);
    await change(id, { booked_from: '2026-03-05 12:00', booked_to: '2026-03-05 13:00' });
    server.clock.set('2026-03-04T09:00:00Z');
    await sendTemplates(server);
    expect(await kinds(id)).toEqual([]);
    expect(await planned()).toEqual([[template, id, '2026-03-05T08:00:00.000Z']]);
    server.clock.set('2026-03-05T09:00:00Z');
    await sendTemplates(server);
    expect(await kinds(id)).toEqual(['reminder']);
  });

  it.each<[string, (booking: number, template: number) => Promise<unknown>]>([
    ['the booking is cancelled', (id) => account.put(`/bookings/${id}/cancel`)],
    ['the booking is deleted', (id) => account.del(`/bookings/${id}`)],
    ['the booking loses its service', (id) => change(id, { service_id: null })],
    ['the template is inactive', (_, template) => changeTemplate(template, { active: false })],
    ['the template is deleted', (_, template) => account.del(`/message_templates/${template}`)],
    [
      'the template is due at another time',
      (_, template) => changeTemplate(template, { delivery_timing: '1 hour ago' }),
    ],
    ['the booking is over', async () => server.clock.set('2026-03-04T12:00:00Z')],
  ])('are not sent if %s', async (_, happen) => {
    const template = await add(reminder);
    const id = await book();
    await plan(id);
    await happen(id, template);
    if (server.clock.now() < new Date('2026-03-04T08:00:00Z')) server.clock.set('2026-03-04T08:00:00Z');
    await sendTemplates(server);
    expect(await kinds(id)).toEqual([]);
    expect((await planned()).filter(([, , at]) => at <= server.clock.now().toISOString())).toEqual([]);
  });

  it('of type confirmation are sent once, and only for bookings created later', async () => {
    const early = await book();
    server.clock.advance(1);
    const template = await add({ message_type: 'confirmation' });
    const id = await book();
    await sendTemplates(server);
    server.clock.advance(1);
    await changeTemplate(template, { delivery_timing: 'in 1 minute' });
    await change(id, { notes: 'Changed' });
    await change(early, { notes: 'Changed' });
    await apply(template);
    await sendTemplates(server);
    expect([await kinds(early), await kinds(id)]).toEqual([[], ['confirmation']]);
  });

  it('that fail are stored with the reason', async () => {
    await add({ message_type: 'confirmation', template: '{% for i in (1..9999999) %}x{% endfor %}' });
    const id = await book();
    await sendTemplates(server);
    expect(await sent(id)).toMatchObject([{ state: 'failed', body: '' }]);
    expect(await planned()).toEqual([]);
  });

  it('that fail are composed again when they are resent, with the text that the template has then', async () => {
    const template = await add({ message_type: 'confirmation', template: '{% for i in (1..9999999) %}x{% endfor %}' });
    const id = await book();
    await sendTemplates(server);
    const [{ message } = { message: 0 }] = await server.sql<{ message: number }>(
      'select id as message from message where booking_id = ?',
      id,
    );
    const resend = () => account.graphql(`mutation { resendMessage(id: ${message}) { state } }`);
    expect((await resend()).errors).toHaveLength(1);
    await changeTemplate(template, { template: 'Short' });
    expect((await resend()).errors).toBeUndefined();
    expect(await sent(id)).toMatchObject([{ state: 'queued', body: 'Short' }]);
    await server.sql('update message set state = ?, body = ? where id = ?', 'failed', '', message);
    await account.del(`/message_templates/${template}`);
    expect((await resend()).errors).toMatchObject([{ extensions: { fields: { state: ['has nothing to send'] } } }]);
  });
});

describe('a new or changed message template', () => {
  const appliedAt = async (id: number) => {
    const [row] = await server.sql<{ applied: boolean }>(
      'select applied_at is not null as applied from message_template where account_id = ? and id = ?',
      account.credentials.id,
      id,
    );
    return row?.applied;
  };

  it('also applies to existing bookings', async () => {
    const id = await book();
    const cancelled = await book();
    await account.put(`/bookings/${cancelled}/cancel`);
    await book({});
    const soon = await book(undefined, { booked_from: '2026-03-02 10:00', booked_to: '2026-03-02 11:00' });
    const template = await add(reminder);
    expect(await appliedAt(template)).toBe(false);
    const interrupted = await applyTemplate(await context(), template).next();
    expect(await appliedAt(template)).toBe(false);
    expect(await apply(template)).toEqual(interrupted.value);
    expect(await planned()).toEqual([[template, id, '2026-03-04T08:00:00.000Z']]);
    expect(await appliedAt(template)).toBe(true);
    expect(await apply(template)).toEqual([]);
    await changeTemplate(template, { delivery_timing: '1 hour ago' });
    expect(await appliedAt(template)).toBe(false);
    await apply(template);
    expect(await planned()).toEqual([
      [template, id, '2026-03-04T08:00:00.000Z'],
      [template, id, '2026-03-04T10:00:00.000Z'],
      [template, soon, '2026-03-02T08:00:00.000Z'],
    ]);
    server.clock.set('2026-03-04T10:00:00Z');
    await sendTemplates(server);
    expect(await kinds(id)).toEqual(['reminder']);
    expect(await planned()).toEqual([]);
  });

  it('is planned for hundreds of bookings in batches, but not for those of years ago', async () => {
    const id = await book();
    const copies = `create temporary table copy on commit drop as select * from booking where account_id = ? and id = ?`;
    await server.database.orm.em.fork().transactional(async (em) => {
      await em.execute(copies, [account.credentials.id, id]);
      await em.execute(`insert into booking select (jsonb_populate_record(copy, jsonb_build_object(
          'id', nextval(pg_get_serial_sequence('booking', 'id')), 'booked_from', booked_from - days * interval '1 day',
          'booked_to', booked_to - days * interval '1 day'))).*
        from copy, (select 0 as days from generate_series(1, 449) union all select 400) days`);
    });
    const parts: number[] = [];
    const template = await add({ message_type: 'follow_up' });
    for await (const part of applyTemplate(await context(), template)) parts.push(part.length);
    expect(parts).toEqual([200, 200, 50]);
    expect(await planned()).toHaveLength(450);
    expect(await appliedAt(template)).toBe(true);
  });
});
