import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { createTestDatabase } from '../support/test-database.js';

const test = await disposeAfterAll(createTestDatabase());
const { orm } = test.database;
const entities = new Map([...orm.getMetadata().getAll().values()].map((meta) => [meta.tableName, meta.className]));

/**
 * The sources with the statements that read an index, which no other index serves as well. Unique indexes are left out: their
 * rule needs them. Every new row pays for each index: `0365-narrow-indexes-of-bookings` has the costs of those of bookings.
 */
const readers: Readonly<Record<string, string | readonly string[]>> = {
  account_advancing: 'domain/work.rules.ts',
  account_erasing: 'domain/person/idle-people.queries.ts',
  api_key_user_id: 'domain/account/api-key.queries.ts',
  api_request_api_key_id_index: 'domain/account/api-request.queries.ts',
  attempt_bookings_ahead: 'domain/booking/public/bookings-ahead.actions.ts',
  attempt_expires_at: 'platform/database/attempt-limiter.ts',
  booking_adding_messages: 'domain/messaging/composing/planned-messages.actions.ts',
  booking_assignment: 'domain/booking/placing/pools.queries.ts',
  booking_booked_by_person: ['domain/person-merge/person-merge.actions.ts', 'domain/person/idle-people.queries.ts'],
  booking_booked_from: [
    'domain/booking/booking.queries.ts',
    'domain/figures/booking-statements.ts',
    'domain/figures/people-figures.ts',
  ],
  booking_booked_to: ['domain/booking/booking.queries.ts', 'domain/calendar/calendar-entry.queries.ts'],
  booking_collection_id: ['domain/recurrence/change-series.actions.ts', 'domain/recurrence/series.actions.ts'],
  booking_coupon: ['domain/coupon/coupon.actions.ts', 'domain/booking/booking.queries.ts'],
  booking_created_at: ['domain/booking/booking.input.ts', 'domain/booking/placing/pools.queries.ts'],
  booking_event: [
    'domain/booking/booking.queries.ts',
    'domain/booking/events/event-writes.actions.ts',
    'domain/calendar/calendar-entry.queries.ts',
  ],
  booking_external_id: ['domain/booking/booking.queries.ts', 'domain/booking/bulk/import-bookings.actions.ts'],
  booking_hold_order: [
    'domain/work.rules.ts',
    'domain/availability/slot-cache.ts',
    'domain/booking/booking.queries.ts',
  ],
  booking_occupied_time: [
    'domain/availability/schedule.queries.ts',
    'domain/availability/event-slots.queries.ts',
    'domain/booking/placing/places.queries.ts',
    'domain/figures/used-time.queries.ts',
  ],
  booking_of_order: ['domain/booking/booking.queries.ts', 'domain/booking/sale/payment.actions.ts'],
  booking_of_package: 'domain/relations.ts',
  booking_order_coupon: 'domain/coupon/coupon.actions.ts',
  booking_order_created_at: 'domain/figures/revenue-figures.ts',
  booking_order_person: 'domain/order/order.queries.ts',
  booking_order_recipient: 'domain/person-data/person-tables.ts',
  booking_order_state: 'domain/order/order.queries.ts',
  booking_order_updated_at: 'domain/order/order.queries.ts',
  booking_person_booked_from: [
    'domain/figures/people-figures.ts',
    'domain/availability/counted-bookings-sql.ts',
    'domain/booking/placing/overlaps.queries.ts',
    'domain/person-merge/person-merge.actions.ts',
  ],
  booking_place_occupied_time: '../schema/functions/people_at_once.sql',
  booking_reminder_open: 'domain/work.rules.ts',
  booking_resource_booked_from: ['domain/booking/booking.queries.ts', 'domain/availability/counted-bookings-sql.ts'],
  booking_service_booked_from: ['domain/booking/booking.queries.ts', 'domain/availability/counted-bookings-sql.ts'],
  booking_updated_at: 'domain/booking/booking.queries.ts',
  booking_visit: ['domain/booking/visits/visit.queries.ts', 'domain/booking/states/booking-state.actions.ts'],
  calendar_feed_person_id: 'domain/calendar/calendar.queries.ts',
  calendar_feed_resource_id: 'domain/calendar/calendar.queries.ts',
  calendar_source_entry_due: 'domain/work.rules.ts',
  calendar_source_entry_ends_at: 'domain/trim-history.actions.ts',
  calendar_source_entry_source: 'domain/calendar-target/calendar-source-entry.queries.ts',
  calendar_source_next_read_at: 'domain/work.rules.ts',
  calendar_source_plans_entries: 'domain/work.rules.ts',
  calendar_source_resource_id: 'domain/relations.ts',
  category_parent_id: 'domain/relations.ts',
  category_service_service_id: 'domain/relations.ts',
  change_former_person: 'domain/person-data/catalogue.ts',
  change_object: 'outbox/history-reader.ts',
  change_transaction: 'outbox/log-reader.ts',
  coupon_code: 'domain/coupon/coupon-use.actions.ts',
  document_credited_id: 'domain/relations.ts',
  document_issued_at: 'domain/trim-history.actions.ts',
  document_order_id: 'domain/relations.ts',
  event_collection_id: 'domain/recurrence/recurrence.queries.ts',
  event_ends_at: 'domain/event/event.queries.ts',
  event_place: 'domain/availability/schedule.queries.ts',
  event_resource_ends_at: 'domain/calendar-target/planned-entries.actions.ts',
  event_service_starts_at: 'domain/availability/event-slots.queries.ts',
  event_starts_at: 'domain/event/event.queries.ts',
  event_updated_at: 'domain/event/event.queries.ts',
  external_busy_place: 'domain/availability/schedule.queries.ts',
  failed_job_failed_at: 'domain/failed-job/failed-job.queries.ts',
  failed_job_name: 'domain/failed-job/failed-job.queries.ts',
  gift_card_code: 'domain/gift-card/gift-card.queries.ts',
  gift_card_created_at: 'domain/figures/revenue-figures.ts',
  gift_card_person: 'domain/relations.ts',
  gift_card_purchaser: 'domain/relations.ts',
  idempotency_key_created_at: 'platform/database/idempotency-store.ts',
  message_booking_id: 'domain/relations.ts',
  message_created_at: 'domain/figures/operation-figures.ts',
  message_due: 'domain/work.rules.ts',
  message_held: 'domain/work.rules.ts',
  message_not_sent: 'domain/messaging/delivery/message.queries.ts',
  message_of_template: 'domain/relations.ts',
  message_person_id: 'domain/relations.ts',
  message_recipient: 'domain/person-data/person-tables.ts',
  message_request_booking_id: 'domain/trim-history.actions.ts',
  message_request_composed: 'domain/trim-history.actions.ts',
  message_request_waiting: 'domain/work.rules.ts',
  message_template_service_service: 'domain/relations.ts',
  message_template_waiting: 'domain/work.rules.ts',
  message_updated_at: 'domain/trim-history.actions.ts',
  message_urgent: 'domain/work.rules.ts',
  message_waiting: 'domain/work.rules.ts',
  message_with_body: 'domain/trim-history.actions.ts',
  order_line_item_gift_card: 'domain/order/order-settlement.actions.ts',
  order_line_item_order: 'domain/order/order.queries.ts',
  order_line_item_service: 'domain/relations.ts',
  order_payment_created_at: 'domain/figures/revenue-figures.ts',
  order_payment_gift_card: 'domain/gift-card/gift-card.actions.ts',
  order_payment_order: 'domain/order/order.queries.ts',
  package_person: 'domain/relations.ts',
  package_purchased_by_person: 'domain/relations.ts',
  passkey_user_id: 'domain/second-factor/second-factor.queries.ts',
  payment_checkout_order: 'domain/payment/checkout.actions.ts',
  payment_notification_received_at: 'domain/trim-history.actions.ts',
  payment_refund_checkout: 'domain/payment/provider-refund.actions.ts',
  payment_refund_idempotency_key: 'domain/payment/provider-refund.actions.ts',
  payment_refund_order: 'domain/order/order.queries.ts',
  payment_refund_reference: 'domain/payment/provider-refund.actions.ts',
  perishable_token_expires_at: 'domain/person/perishable-token.actions.ts',
  person_erasure_open: 'domain/work.rules.ts',
  person_external_id: 'domain/person/person.queries.ts',
  person_merged_into_id: 'domain/person-data/person-subject.queries.ts',
  person_name: 'domain/person/person.queries.ts',
  person_parent_id: 'domain/relations.ts',
  person_updated_at: 'domain/person/person.queries.ts',
  planned_message_due_at: 'domain/work.rules.ts',
  planned_message_template: 'domain/messaging/composing/planned-messages.actions.ts',
  provider_resource_id: 'domain/relations.ts',
  record_image_digest: 'domain/image/record-image.actions.ts',
  recurrence_waiting: 'domain/work.rules.ts',
  resource_exception_date_service_id: 'domain/resource/resource-exception-date.queries.ts',
  security_event_about_api_key_id: 'domain/security-log/security-log.queries.ts',
  security_event_about_user_id: 'domain/security-log/security-log.queries.ts',
  security_event_api_key_id: 'domain/security-log/security-log.queries.ts',
  security_event_client_address: 'domain/security-log/security-log.queries.ts',
  security_event_created_at: 'domain/trim-history.actions.ts',
  security_event_kind: 'domain/security-log/security-log.queries.ts',
  security_event_user_id: 'domain/security-log/security-log.queries.ts',
  service_option_service: 'domain/service/service-option.queries.ts',
  time_off_approved: 'domain/resource/hours-sql.ts',
  time_off_resource: 'domain/time-off/time-off.queries.ts',
  tip_created_at: 'domain/figures/tip-figures.ts',
  tip_order: 'domain/order/order.queries.ts',
  used_identity_token_expires_at: 'domain/identity-provider/identity-sign-in.actions.ts',
  waitlist_entry_closed: 'domain/waitlist/trim-waitlist.actions.ts',
  waitlist_entry_email: 'domain/waitlist/waitlist-entry.actions.ts',
  waitlist_entry_event: 'domain/relations.ts',
  waitlist_entry_line: 'domain/waitlist/waitlist-line.queries.ts',
  waitlist_entry_open: 'domain/work.rules.ts',
  waitlist_entry_person: 'domain/relations.ts',
  waitlist_entry_phone: 'domain/waitlist/waitlist-entry.actions.ts',
  waitlist_entry_resource: 'domain/relations.ts',
  waitlist_entry_service: 'domain/relations.ts',
  waitlist_offer_entry: 'domain/waitlist/waitlist-line.queries.ts',
  waitlist_opening_created_at: 'domain/work.rules.ts',
  web_hook_delivery_created_at: 'domain/figures/operation-figures.ts',
  web_hook_delivery_due: 'domain/work.rules.ts',
  web_hook_delivery_object: 'domain/web-hook/web-hook-delivery.actions.ts',
  web_hook_delivery_untried: 'domain/web-hook/web-hook-delivery.actions.ts',
  web_hook_delivery_updated_at: 'domain/trim-history.actions.ts',
  web_hook_delivery_web_hook: 'domain/web-hook/web-hook-delivery.resolver.ts',
  web_hook_delivery_with_body: 'domain/trim-history.actions.ts',
};

interface Index {
  name: string;
  table: string;
  /** The column or expression by which the index differs from others: the first key after the account. */
  key: string;
}

/**
 * The indexes that are neither unique nor of another constraint, apart from those of the table of the library for jobs, which
 * has the statements.
 */
const listIndexes = (): Promise<Index[]> =>
  orm.em.fork().execute<Index[]>(
    `select index.relname as name, pg_class.relname as table,
       pg_get_indexdef(index.oid, case when indnkeyatts > 1 and pg_get_indexdef(index.oid, 1, true) = 'account_id' then 2 else 1 end, true) as key
     from pg_index join pg_class index on index.oid = indexrelid join pg_class on pg_class.oid = indrelid
     where pg_class.relnamespace = 'public'::regnamespace and not indisunique and not indisexclusion
       and pg_class.relname <> 'agenda_jobs'
     order by 1`,
  );

const sourcesOf = (name: string): readonly string[] => [readers[name] ?? []].flat();

const toCamel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Whether a text has the name of a table or column, as it is in SQL or in an entity, or that of the record it refers to. */
function names(text: string, name: string): boolean {
  const forms = [name, name.replace(/_id$/, '')].flatMap((form) => [form, toCamel(form)]);
  return new RegExp(`\\b(${[...forms, entities.get(name) ?? name].join('|')})\\b`, 'i').test(text);
}

/** The names of columns and functions in an expression of SQL. */
const wordsOf = (expression: string): string[] =>
  (expression.match(/[a-z_]+(?![a-z_]*')/g) ?? []).filter(
    (word) => !/^(coalesce|lower|integer|text|character|varying)$/.test(word),
  );

it('every index has a reader, and every reader an index', async () => {
  const found = await listIndexes();
  expect(found.length).toBeGreaterThan(100);
  expect(Object.keys(readers)).toEqual(found.map(({ name }) => name));
});

it('every reader is a source that names the table and the key of the index', async () => {
  const missing = (await listIndexes()).flatMap(({ name, table, key }) =>
    sourcesOf(name).flatMap((source) => {
      const path = join(projectRoot, 'src', source);
      const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
      const lacking = [table, ...wordsOf(key).slice(0, 1)].filter((word) => !names(text, word));
      return lacking.length > 0 ? [`${name}: ${source} lacks ${lacking.join(' and ')}`] : [];
    }),
  );
  expect(missing).toEqual([]);
});
