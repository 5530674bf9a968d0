import type { TestAccount, TestServer } from './test-server.js';

/** The number of records in each list of a record. */
const children = 2;

/**
 * Inserts so many records of each kind. The nth refers to the nth of every other kind, and lists of it have two records.
 */
export async function createRelatedRecords(
  server: Pick<TestServer, 'sql'>,
  of: TestAccount,
  count: number,
): Promise<void> {
  const { id } = of.credentials;
  const add = (table: string, columns: string, values: string, from = '', times = 1) =>
    server.sql(
      `insert into ${table} (account_id, created_at, updated_at, ${columns})
       select ?, now(), now(), ${values} from generate_series(1, ?::integer) as n cross join generate_series(1, ?::integer) as m
       ${from}`,
      id,
      count,
      times,
    );
  /** Joins the nth row of each table. */
  const joins = (...tables: string[]): string =>
    tables
      .map(
        (table) => `join (select id, row_number() over (order by id) as number from ${table} where account_id = ${id})
          ${table}_ on ${table}_.number = n`,
      )
      .join(' ');
  await add('person', 'name', `'Person ' || n`);
  await add('resource', 'title', `'Resource ' || n`);
  await add('tax_rate', 'name, percentage, active, included', `'VAT ' || n, 25, true, true`);
  await add('service', 'title, tax_rate_id, has_options', `'Service ' || n, tax_rate_.id, true`, joins('tax_rate'));
  await add(
    'service_option_group',
    'service_id, title, active, position, minimum',
    `service_.id, 'Group ' || n, true, n, 0`,
    joins('service'),
  );
  await add(
    'service_option',
    'service_id, group_id, tax_rate_id, title, active, position, minutes, price, maximum',
    `service_.id, service_option_group_.id, tax_rate_.id, 'Option ' || n, true, n, 10, 5, 1`,
    joins('service', 'service_option_group', 'tax_rate'),
  );
  await add('category', 'title', `'Category ' || n`);
  await add('coupon', 'title, code, value_type, value', `'Coupon', 'C' || n, 'amount', 1`);
  await add('web_hook', 'target_url, event', `'https://example.org', '*'`);
  await add('message_template', 'message_type, delivery_type, template', `'confirmation', 'sms', 'x'`);
  await add('provider', 'resource_id, service_id', 'resource_.id, service_.id', joins('resource', 'service'));
  await add('service_need', 'service_id, position, title', `service_.id, m, 'Need ' || m`, joins('service'), children);
  await add(
    'provider',
    'resource_id, service_id, need_id',
    'resource_.id, service_need_.service_id, service_need_.id',
    `${joins('resource')} join (select id, service_id, row_number() over (order by service_id) as number from service_need
       where account_id = ${id} and position = 1) service_need_ on service_need_.number = n`,
  );
  await server.sql(
    `insert into category_service (account_id, category_id, service_id)
     select ${id}, category_.id, service_.id from generate_series(1, ?::integer) as n ${joins('category', 'service')}`,
    count,
  );
  await server.sql(
    `insert into message_template_service (account_id, message_template_id, service_id)
     select ${id}, message_template_.id, service_.id from generate_series(1, ?::integer) as n ${joins('message_template', 'service')}`,
    count,
  );
  await add(
    'event',
    'resource_id, service_id, capacity, starts_at, ends_at',
    `resource_.id, service_.id, 9, '2026-03-03', '2026-03-04'`,
    joins('resource', 'service'),
    children,
  );
  await add(
    'booking_refusal',
    'request_id, interface, operation, code, rule, service_id, resource_id, event_id',
    `'r' || n, 'rest', 'createBooking', 'BAD_USER_INPUT', 'is invalid', service_.id, resource_.id, event_.id`,
    joins('service', 'resource', 'event'),
  );
  await add(
    'booking_order',
    'person_id, coupon_id, state, total, discount_amount, paid_amount',
    `person_.id, coupon_.id, 'pending', 1, 0, 0`,
    joins('person', 'coupon'),
  );
  await add(
    'document',
    'order_id, kind, series, number, issued_at, amount, content',
    `booking_order_.id, 'invoice', 'invoice', n, now(), 1, '{}'`,
    joins('booking_order'),
  );
  await add(
    'document',
    'order_id, credited_id, kind, series, number, issued_at, amount, content',
    `document_.order_id, document_.id, 'credit_note', 'credit_note', n, now(), 1, '{}'`,
    `join (select id, order_id, row_number() over (order by id) as number from document
       where account_id = ${id} and kind = 'invoice') document_ on document_.number = n`,
  );
  await add(
    'gift_card',
    'code, remaining, initial_value, person_id, purchased_by_person_id',
    `'G' || n || m, 1, 1, person_.id, person_.id`,
    joins('person'),
    children,
  );
  await add(
    'package',
    'active, title, units, used, person_id, purchased_by_person_id',
    `true, 'Ten', 10, 1, person_.id, person_.id`,
    joins('person'),
    children,
  );
  await add(
    'booking',
    'package_id, package_units, resource_id, service_id, event_id, person_id, booked_by_person_id, coupon_id, order_id, booked_from, booked_to, state, ignores_capacity',
    `package_.id, 1, resource_.id, service_.id, event_.id, person_.id, person_.id, coupon_.id, case when m = 1 then booking_order_.id end,
     '2026-03-03 08:00'::timestamptz + m * interval '1 hour', '2026-03-03 09:00'::timestamptz + m * interval '1 hour', 'confirmed', true`,
    joins('resource', 'service', 'person', 'coupon', 'booking_order', 'event', 'package'),
    children,
  );
  await server.sql('update booking set has_places = true where account_id = ?', id);
  await server.sql(
    `insert into booking_place (account_id, booking_id, position, need_id, resource_id, starts_at, ends_at, count)
     select account_id, id, 1, (select id from service_need need where need.account_id = booking.account_id
       and need.service_id = booking.service_id and position = 1), resource_id, booked_from, booked_to, 1
     from booking where account_id = ?`,
    id,
  );
  await server.sql('update account set has_needs = true where id = ?', id);
  await add(
    'waitlist_entry',
    'service_id, event_id, resource_id, person_id, booking_id, period_from, period_to, places, state, queued_at, unanswered_offers',
    `service_.id, event_.id, resource_.id, person_.id, case when m = 1 then booking_.id end, '2026-03-03', '2026-03-04', 1,
     'taken', now(), 0`,
    joins('service', 'event', 'resource', 'person', 'booking'),
    children,
  );
  await add(
    'order_line_item',
    'order_id, booking_id, service_id, gift_card_id, quantity, amount',
    'booking_order_.id, booking_.id, service_.id, gift_card_.id, 1, 1',
    joins('booking_order', 'booking', 'service', 'gift_card'),
  );
  for (const sold of ['gift_card', 'package']) {
    await server.sql(
      `update ${sold} set order_line_item_id = item.id, order_line_item_unit = ${sold}.id
       from (select id, (row_number() over (order by id) - 1) / ${children} as number from ${sold} where account_id = ${id}) own
       join (select id, row_number() over (order by id) - 1 as number from order_line_item where account_id = ${id}) item
         using (number)
       where ${sold}.account_id = ${id} and ${sold}.id = own.id`,
    );
  }
  await add(
    'order_payment',
    'order_id, gift_card_id, amount',
    'booking_order_.id, gift_card_.id, 1',
    joins('booking_order', 'gift_card'),
  );
  await add(
    'tip',
    'order_id, resource_id, amount',
    'booking_order_.id, resource_.id, 1',
    joins('booking_order', 'resource'),
  );
  await server.sql(`update booking_order set tip_amount = ${children} where account_id = ${id}`);
  await add(
    'message',
    'kind, channel, recipient, body, person_id, booking_id, occasion',
    `'x', 'sms', '1', 'x', person_.id, booking_.id, 'template:' || message_template_.id || ':' || m`,
    joins('person', 'booking', 'message_template'),
    children,
  );
  await add(
    'calendar_feed',
    'resource_id, token_hash',
    `resource_.id, 'r' || ${id} || n || m`,
    joins('resource'),
    children,
  );
  await add(
    'calendar_source',
    'resource_id, name, url, secret_url, next_read_at',
    `resource_.id, 'Calendar', 'https://example.org/…', 'x', '2026-03-03'`,
    joins('resource'),
    children,
  );
  for (const owner of ['booking', 'event']) {
    await add(
      'calendar_source_entry',
      `calendar_source_id, ${owner}_id, ends_at, next_attempt_at`,
      `calendar_source_.id, ${owner}_.id, '2026-03-03', '2026-03-03'`,
      `${joins(owner)} join (
         select id, row_number() over (order by id) as number from calendar_source where account_id = ${id}
       ) calendar_source_ on calendar_source_.number = (n - 1) * ${children} + m`,
      children,
    );
  }
  await add(
    'calendar_feed',
    'person_id, guardian_id, token_hash',
    `person_.id, person_.id, 'p' || ${id} || n || m`,
    joins('person'),
    children,
  );
  await add(
    'resource_exception_date',
    'resource_id, service_id, exception_date',
    `resource_.id, service_.id, '2026-03-03'::date + m`,
    joins('resource', 'service'),
    children,
  );
  await add(
    'rota',
    'resource_id, valid_from, valid_to, starts_on, weeks',
    `resource_.id, '2026-03-03'::date + m, '2026-03-03'::date + m, '2026-03-02'::date, '[[]]'::jsonb`,
    joins('resource'),
    children,
  );
  await add(
    'time_off',
    'resource_id, starts_on, ends_on, state',
    `resource_.id, '2027-03-03'::date + m, '2027-03-03'::date + m, 'asked'`,
    joins('resource'),
    children,
  );
  await add(
    'web_hook_delivery',
    'web_hook_id, change_cursor, event',
    `web_hook_.id, '0-' || m, 'booking.created'`,
    joins('web_hook'),
    children,
  );
  await add('person', 'name, parent_id', `'Child', person_.id`, joins('person'), children);
  await add(
    'guardian',
    'dependant_id, person_id, position, may_book, pays, gets_messages',
    'person_.id, other_.id, m + 1, true, true, true',
    `${joins('person')} join (select id, row_number() over (order by id) as number from person where account_id = ${id})
       other_ on other_.number = (n + m) % ${count} + 1 and other_.id <> person_.id`,
    children,
  );
  await add('category', 'title, parent_id', `'Child', category_.id`, joins('category'), children);
  await server.sql(
    `insert into api_key_requests (account_id, day, api_key_id, requests)
     select account_id, '2026-03-03', id, 1 from api_key where account_id = ? on conflict do nothing`,
    id,
  );
  const [resource] = await server.sql<{ id: number }>('select id from resource where account_id = ? limit 1', id);
  await of.post('/client/users', { json: { name: 'Ola', email: 'ola@example.org', resource_id: resource?.id } });
}
