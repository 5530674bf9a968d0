import { catalogue } from '../../src/domain/person-data/catalogue.js';
import { attributeOf } from '../../src/domain/person-data/person-table.js';
import { createBookableService } from '../support/catalog.js';
import { columnsWithoutPeople } from '../support/columns-without-people.js';
import { carryOutErasures } from '../support/erasures.js';
import { listTextColumns, type TextColumn, treatmentOf } from '../support/person-columns.js';
import { searchDump } from '../support/person-dump.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer();
const account = await server.account({ name: 'Fjord Studio' });
const accountId = account.credentials.id;

/** The marks of values that requests send, and a letter that SQL adds to every text. Nothing else has either. */
const marks = { sent: 'qzx', added: 'Ж', number: '91900123' };
const anyMark = Object.values(marks).join('|');

/** By these, rows of the person are found. They have a mark from the requests. */
const identifying = new Set([
  'person.email',
  'person.phone_number',
  'person.phone_number_formatted',
  'message.recipient',
  'booking_order.recipient',
  'waitlist_entry.email',
  'perishable_token.phone_number',
  'visitor_code.address',
  'visitor_session.address',
  'attempt.key',
]);

async function insert(table: string, values: Record<string, unknown>): Promise<number> {
  const names = Object.keys(values);
  const [row] = await server.sql<{ id: number }>(
    `insert into ${table} (account_id, ${names.join(', ')}) values (?, ${names.map(() => '?').join(', ')}) returning *`,
    accountId,
    ...Object.values(values),
  );
  return row?.id ?? 0;
}

const now = server.clock.now();
const stamps = { created_at: now, updated_at: now };

/** Creates rows of a person in every table that can have some. */
async function createPerson(text: string, number: string): Promise<number> {
  const { serviceId, resourceId } = await createBookableService(account, { service: { price: '100' } });
  const email = `${text}@example.org`;
  const key = { 'idempotency-key': `${crypto.randomUUID()}` };
  const { body } = await account.post('/people', {
    headers: key,
    json: {
      person: {
        ...{ name: text, email, phone_number: number, national_id_no: text, external_id: text, street: text },
        ...{ city: text, postal_code: text, state: text, notes: text, custom_data: { [text]: text } },
        ...{ country_code: 'NO', locale: 'nb', date_of_birth: '1990-01-02', password: `${text} password` },
      },
    },
  });
  const { id } = body.person;
  const { id: twin } = await account.create('/people', 'person', { name: `${text} twin`, notes: text });
  await account.post(`/people/${id}/merge?merge_person_id=${twin}`);
  await account.put(`/people/${id}`, { json: { person: { notes: `${text} again` } } });
  const { body: made } = await account.post('/bookings', {
    headers: { 'idempotency-key': crypto.randomUUID() },
    json: {
      booking: {
        ...{ service_id: serviceId, resource_id: resourceId, person_id: id, title: text, notes: text },
        ...{ booked_from: '2026-03-04 12:00', booked_to: '2026-03-04 13:00', custom_data: { note: text } },
        ...{ external_id: text, external_url: `https://${text}.example.org` },
      },
    },
  });
  const { id: bookingId } = made.booking;
  const [{ orderId } = { orderId: 0 }] = await server.sql<{ orderId: number }>(
    'select order_id as "orderId" from booking where account_id = ? and id = ?',
    ...[accountId, bookingId],
  );
  // As of a visitor who bought something.
  await server.sql('update booking_order set person_id = null, recipient = ? where id = ?', email, orderId);
  await account.graphql(
    `mutation ($id: Int!, $input: BookingInput!) { updateBooking(id: $id, input: $input) { notes } }`,
    { id: bookingId, input: { notes: `${text} changed` } },
  );
  await account.create('/gift_cards', 'gift_card', { value: 5, person_id: id, custom_data: { to: text } });
  await account.create('/packages', 'package', { title: 'Ten', units: 10, person_id: id, custom_data: { to: text } });
  const entry = { service_id: serviceId, name: text, email, from: '2026-03-05 09:00', to: '2026-03-06 10:00' };
  const { id: entryId } = await account.create('/waitlist', 'waitlist_entry', entry);
  await account.post('/people/authenticate', { json: { person: { email, password: 'wrong password' } } });
  await account.post('/people/perishable_token/send', { json: { person: { phone_number: number } } });
  const checkout = {
    ...{ order_id: orderId, provider: 'stripe', state: 'expired', amount: 1, currency: 'NOK' },
    ...{
      idempotency_key: crypto.randomUUID(),
      success_url: `https://${text}`,
      cancel_url: `https://${text}`,
      url: text,
    },
  };
  const checkoutId = await insert('payment_checkout', { ...stamps, ...checkout });
  await insert('payment_refund', {
    ...{ ...stamps, order_id: orderId, checkout_id: checkoutId, amount: 1, state: 'done', attempted_at: now },
    idempotency_key: crypto.randomUUID(),
  });
  await insert('order_payment', { ...stamps, order_id: orderId, amount: 1 });
  await insert('tip', { ...stamps, order_id: orderId, amount: 1 });
  const messageId = await insert('message', {
    ...{ ...stamps, kind: 'confirmation', channel: 'email', recipient: email, subject: text, body: text },
    ...{ html: text, calendar: text, state: 'failed', failure: text, booking_id: bookingId },
    attempts: JSON.stringify([{ at: now, failure: text, nextAttemptAt: null }]),
  });
  await insert('calendar_feed', { ...stamps, person_id: id, token_hash: crypto.randomUUID() });
  const proof = { address: email, expires_at: now };
  await insert('visitor_code', { ...proof, code_hash: text });
  await insert('visitor_session', { ...proof, token_hash: text, created_at: now });
  await insert('message_request', { ...stamps, booking_id: bookingId, messages: '[{}]' });
  const template = { message_type: 'reminder', delivery_type: 'sms', delivery_timing: '1 hour ago', template: 'Hello' };
  const { id: message_template_id } = await account.create('/message_templates', 'message_template', template);
  await insert('planned_message', { booking_id: bookingId, message_template_id, due_at: now });
  await insert('waitlist_offer', {
    ...{ booking_id: bookingId, entry_id: entryId, offered_at: now, state: 'withdrawn' },
    token_hash: crypto.randomUUID(),
  });
  await insert('recurrence', {
    ...{ ...stamps, collection_id: crypto.randomUUID(), occurrences: '[]' },
    booking: JSON.stringify({ input: { personId: id, notes: text }, options: {} }),
  });
  await insert('failed_job', {
    ...{ ...stamps, name: 'send-reminder', key: crypto.randomUUID(), failure: text, attempt_count: 1, failed_at: now },
    data: JSON.stringify({ accountId, bookingId }),
  });
  const { id: web_hook_id } = await account.create('/web_hooks', 'web_hook', {
    ...{ target_url: 'https://example.org', event: '*' },
  });
  for (const [event, object_id] of [
    ['booking.created', bookingId],
    ['person.created', id],
    ['waitlist_entry.created', entryId],
    ['order.created', orderId],
    ['message.processed', messageId],
  ]) {
    await insert('web_hook_delivery', {
      ...{ ...stamps, web_hook_id, event, object_id, change_cursor: crypto.randomUUID(), state: 'delivered' },
      payload: JSON.stringify({ text }),
      attempts: JSON.stringify([{ at: now, status: 500, answer: text, failure: null }]),
    });
  }
  return id;
}

/** Whether a column can have data of a person, also if the catalogue forgets it. */
function isOfPeople(each: TextColumn): boolean {
  const others = columnsWithoutPeople[each.table]?.columns.split(' ') ?? [];
  return treatmentOf(each) !== 'kept' && !others.includes(each.column);
}

/** SQL: the value of a column with the mark. */
function marked({ column, type, length }: TextColumn): string {
  const json = (mark: string) => JSON.stringify({ [mark]: mark });
  if (type === 'jsonb') {
    return `case jsonb_typeof(${column}) when 'array' then
        (select coalesce(jsonb_agg(item || '{"answer": "${marks.added}"}'), '[]') from jsonb_array_elements(${column}) item)
      else coalesce(${column}, '{}') || '${json(marks.added)}' end`;
  }
  return `${length === null ? `coalesce(${column}, '')` : `left(coalesce(${column}, ''), ${length - 1})`} || '${marks.added}'`;
}

/** Adds the mark to every text of the account that can be of a person. @returns the columns that refuse it */
async function markAll(columns: readonly TextColumn[]): Promise<string[]> {
  const refused: string[] = [];
  for (const each of columns) {
    const name = `${each.table}.${each.column}`;
    if (!isOfPeople(each) || identifying.has(name) || each.table === 'change') continue;
    await server
      .sql(`update ${each.table} set ${each.column} = ${marked(each)} where account_id = ?`, accountId)
      .catch(() => refused.push(name));
  }
  await server.sql(
    `update recurrence set booking = jsonb_set(booking, '{input,title}', '"${marks.added}"') where account_id = ?`,
    accountId,
  );
  for (const { table, logged } of catalogue) {
    const texts = columns.filter((each) => each.table === table && isOfPeople(each));
    if (logged) await markLog(logged, texts);
  }
  return refused;
}

/** Adds the mark to the versions of records that the change log has. */
async function markLog(objectType: string, columns: readonly TextColumn[]): Promise<void> {
  const texts = Object.fromEntries(columns.map(({ column }) => [attributeOf(column), marks.added]));
  const added = (values: string) =>
    `${values} || coalesce((select jsonb_object_agg(key, value) from jsonb_each(?::jsonb) where ${values} \\? key), '{}')`;
  await server.sql(
    `update change set snapshot = ${added('snapshot')}, previous = ${added('previous')}
     where account_id = ? and object_type = ?`,
    ...[JSON.stringify(texts), JSON.stringify(texts), accountId, objectType],
  );
}

/** The columns with a mark. */
async function markedColumns(columns: readonly TextColumn[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const { table, column } of columns) {
    const rows = await server.sql(`select 1 from "${table}" where "${column}"::text ~* ? limit 1`, anyMark);
    if (rows.length > 0) found.add(`${table}.${column}`);
  }
  return found;
}

describe('after the erasure of a person', () => {
  it('no text of the person is anywhere in the database, and all of other people is', async () => {
    const id = await createPerson(marks.sent, `+47${marks.number}`);
    const columns = await listTextColumns(server);
    expect(await markAll(columns)).toEqual([]);
    const filled = await markedColumns(columns);
    const erased = columns
      .filter((each) => treatmentOf(each) === 'erased')
      .map(({ table, column }) => `${table}.${column}`);
    const unmarked = erased.filter((name) => !filled.has(name));
    expect(unmarked).toEqual(['attempt.key']);
    await createPerson('ottar', '+4791900199');
    const others = await searchDump(server, 'ottar|91900199');
    server.clock.set('2026-03-20T07:00:00Z');

    const { status, body } = await account.post(`/people/${id}/erase`);
    expect([status, body.person]).toEqual([200, expect.objectContaining({ name: 'erased person', email: null })]);
    await carryOutErasures(server, account);

    expect(await searchDump(server, anyMark)).toEqual({});
    expect(await searchDump(server, 'ottar|91900199')).toEqual(others);
    expect(await server.sql('select count(*)::integer as count from attempt')).toEqual([{ count: 2 }]);
    const { data } = await account.graphql(`query ($id: Int!) { personErasure(personId: $id) { step finishedAt } }`, {
      id,
    });
    expect(data).toEqual({ personErasure: { step: null, finishedAt: '2026-03-20T08:00:00+01:00' } });

    const feed = await account.graphql(
      '{ changes { items { name attributes person { name } booking { title person { name } } message { recipient } waitlistEntry { name } } } }',
    );
    expect(feed.errors).toBeUndefined();
    expect(feed.data.changes.items.length).toBeGreaterThan(10);
    expect((await account.get(`/people/${id}/changes`)).body[0].change.person.name).toBe('erased person');
    expect((await account.get(`/people/${id}/bookings`)).body).toMatchObject([
      { booking: { title: null, notes: null, custom_data: null, person: { name: 'erased person' } } },
    ]);
  }, 120_000);
});
