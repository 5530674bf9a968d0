import { Booking } from '../booking/booking.entity.js';
import { GiftCard } from '../gift-card/gift-card.entity.js';
import { Message } from '../messaging/delivery/message.entity.js';
import { Order } from '../order/order.entity.js';
import { Package } from '../package/package.entity.js';
import { Recurrence } from '../recurrence/recurrence.entity.js';
import { WaitlistEntry } from '../waitlist/waitlist-entry.entity.js';
import { idsOf, type PersonTable } from './person-table.js';

export const choice = 'one of a few fixed values';
const providerId = "the payment provider's identifier, for bookkeeping";

/** The rows of the people themselves. Their attributes are erased by the request, not by its job. */
export const personTable: PersonTable = {
  table: 'person',
  of: 'item.id = any ($2::integer[])',
  erase: {
    name: 'erased person',
    email: null,
    phone_number: null,
    phone_number_formatted: null,
    national_id_no: null,
    external_id: null,
    street: null,
    city: null,
    postal_code: null,
    state: null,
    country_code: null,
    locale: null,
    date_of_birth: null,
    notes: null,
    custom_data: null,
    parent_id: null,
    opt_in_marketing: false,
    provider: null,
    uid: null,
    password_hash: null,
  },
  secret: ['password_hash'],
  logged: 'person',
};

/** Rows that are found by an address get the id of the person, so that their copies are found after the address is gone. */
const becomesOwned = 'person_id = coalesce(item.person_id, ($2::integer[])[1])';

const revised = 'updated_at = $7, revision_count = item.revision_count + 1';

export const bookingTable: PersonTable = {
  table: 'booking',
  of: 'item.person_id = any ($2::integer[])',
  lock: Booking,
  erase: {
    booked_for_name: null,
    title: null,
    notes: null,
    external_id: null,
    external_url: null,
    external_host_url: null,
    location_url: null,
    location_host_url: null,
    custom_data: null,
    verification_code: null,
    verification_recipient: null,
    unverified_attributes: null,
    chosen_messages: null,
    agreed_fees: null,
    fee: null,
  },
  // Links to the booking that were sent stop working.
  alongside: `${revised}, link_version = item.link_version + 1`,
  kept: {
    booking_type: choice,
    state: choice,
    status: choice,
    verification_method: choice,
    assignment: 'ids and loads of resources',
    placed_resource_ids: 'ids of resources',
    options: 'options of the business, as they were agreed',
    created_by: 'the name of a user, who is no customer',
    updated_by: 'the name of a user, who is no customer',
  },
  secret: ['verification_code', 'chosen_messages'],
  logged: 'booking',
};

export const orderTable: PersonTable = {
  table: 'booking_order',
  of: `item.person_id = any ($2::integer[])
    or (item.person_id is null and lower(item.recipient) = any ($3::text[]))`,
  lock: Order,
  erase: { recipient: null, token_hash: null },
  alongside: `updated_at = $7, ${becomesOwned}`,
  kept: { state: choice },
  secret: ['token_hash'],
  logged: 'order',
};

export const giftCardTable: PersonTable = {
  table: 'gift_card',
  of: 'item.person_id = any ($2::integer[]) or item.purchased_by_person_id = any ($2::integer[])',
  lock: GiftCard,
  erase: { custom_data: null },
  alongside: revised,
  kept: { code: 'a means of payment, which keeps its value' },
  secret: ['code'],
  logged: 'gift_card',
  personAttributes: ['personId', 'purchasedByPersonId'],
};

export const packageTable: PersonTable = {
  table: 'package',
  of: 'item.person_id = any ($2::integer[]) or item.purchased_by_person_id = any ($2::integer[])',
  lock: Package,
  erase: { custom_data: null },
  alongside: revised,
  kept: { title: 'the title of what the business sold', service_ids: 'ids of services' },
  logged: 'package',
  personAttributes: ['personId', 'purchasedByPersonId'],
};

export const messageTable: PersonTable = {
  table: 'message',
  of: `item.person_id = any ($2::integer[])
    or item.booking_id in ${idsOf(bookingTable)}
    or (item.person_id is null and lower(item.recipient) = any ($3::text[] || $4::text[]))`,
  lock: Message,
  erase: {
    recipient: '',
    subject: null,
    body: '',
    html: null,
    calendar: null,
    failure: null,
    attempts: { sql: `'[]'` },
  },
  alongside: `${becomesOwned}, body_trimmed = true, next_attempt_at = null, state = case when item.state in ('queued', 'sending') then 'unsent' else item.state end`,
  kept: { kind: choice, channel: choice, state: choice, occasion: 'the template or kind that caused it' },
  logged: 'message',
  personAttributes: ['personId'],
};

export const waitlistTable: PersonTable = {
  table: 'waitlist_entry',
  of: `item.person_id = any ($2::integer[]) or (item.person_id is null and (lower(item.email) = any ($3::text[])
    or item.phone_number = any ($4::text[]) or item.phone_number_formatted = any ($4::text[])))`,
  lock: WaitlistEntry,
  erase: {
    name: null,
    email: null,
    phone_number: null,
    phone_number_formatted: null,
    locale: null,
    token_hash: null,
  },
  alongside: `updated_at = $7, ${becomesOwned}, state = case when item.state = 'waiting' then 'left' else item.state end`,
  kept: { state: choice, closed_reason: choice },
  secret: ['token_hash'],
  logged: 'waitlist_entry',
  personAttributes: ['personId'],
};

const recurrenceTable: PersonTable = {
  table: 'recurrence',
  of: `item.booking -> 'input' ->> 'personId' = any ($2::integer[]::text[])
    or (item.booking -> 'input' ->> 'personId' is null and item.collection_id in ${idsOf(bookingTable, 'collection_id')})`,
  lock: Recurrence,
  // The database requires a template. It is never used again: the series has ended or is stopped.
  erase: {
    booking: {
      sql: `jsonb_build_object('input', jsonb_build_object('personId', item.booking -> 'input' -> 'personId'), 'options', '{}'::jsonb)`,
    },
  },
  alongside: 'stopped = true',
  kept: { event: 'null for a series of bookings', occurrences: 'times only', left_out: 'times, and names of rules' },
  logged: 'recurrence',
};

/** Rows that refer to a row of the person. */
const rowsOf = (
  owner: PersonTable,
  reference: string,
  table: Omit<PersonTable, 'of' | 'erase'> & Partial<PersonTable>,
): PersonTable => ({ of: `item.${reference} in ${idsOf(owner)}`, erase: {}, ...table });

/** SQL: whether a row has an email or phone number of the person. */
const hasAddress = 'item.address = any ($3::text[] || $4::text[])';

/** The tables with rows of a person, apart from the person's own: first those to which others refer. */
export const ownedTables: readonly PersonTable[] = [
  recurrenceTable,
  bookingTable,
  rowsOf(bookingTable, 'booking_id', {
    table: 'booking_place',
    key: `item.booking_id || '-' || item.position`,
    keyType: 'text',
  }),
  waitlistTable,
  rowsOf(waitlistTable, 'entry_id', {
    table: 'waitlist_offer',
    key: 'item.booking_id',
    kept: { token_hash: 'a hash of a random token', state: choice },
    secret: ['token_hash'],
  }),
  orderTable,
  rowsOf(orderTable, 'order_id', {
    table: 'order_line_item',
    kept: {
      tax_name: 'the name of a rate of the business',
      title: 'the title of an option of the business',
      share: 'amounts',
    },
  }),
  rowsOf(orderTable, 'order_id', {
    table: 'document',
    kept: {
      kind: choice,
      series: choice,
      content: 'what was issued: the law forbids to change it, and to lose it for some years',
    },
    logged: 'document',
  }),
  rowsOf(orderTable, 'order_id', {
    table: 'order_payment',
    erase: { reason: null },
    kept: {
      reference: providerId,
      method: choice,
      recorded_by: 'the name of a user, who is no customer',
      recorded_elsewhere: 'the number of a receipt',
      taxes: 'names of rates of the business, with amounts',
    },
  }),
  rowsOf(orderTable, 'order_id', {
    table: 'tip',
    kept: { method: choice, recorded_by: 'the name of a user, who is no customer' },
  }),
  rowsOf(orderTable, 'order_id', {
    table: 'payment_checkout',
    erase: { success_url: '', cancel_url: '', url: null, saved_customer: null, saved_card: null },
    kept: { provider: choice, state: choice, currency: choice, reference: providerId, payment_reference: providerId },
    secret: ['idempotency_key'],
    logged: 'payment_checkout',
  }),
  rowsOf(orderTable, 'order_id', {
    table: 'payment_refund',
    erase: { reason: null },
    kept: { state: choice, reference: providerId },
    secret: ['idempotency_key'],
    logged: 'payment_refund',
  }),
  giftCardTable,
  packageTable,
  {
    table: 'guardian',
    of: 'item.dependant_id = any ($2::integer[]) or item.person_id = any ($2::integer[])',
    erase: { may_book: false, pays: false, gets_messages: false },
    alongside: revised,
    logged: 'guardian',
    personAttributes: ['dependantId', 'personId'],
  },
  rowsOf(bookingTable, 'booking_id', { table: 'message_request', erase: 'row' }),
  rowsOf(bookingTable, 'booking_id', { table: 'planned_message', erase: 'row' }),
  messageTable,
  {
    table: 'calendar_feed',
    of: 'item.person_id = any ($2::integer[]) or item.guardian_id = any ($2::integer[])',
    erase: 'row',
    secret: ['token_hash'],
  },
  {
    table: 'perishable_token',
    of: 'item.phone_number = any ($4::text[])',
    key: 'item.phone_number',
    keyType: 'text',
    erase: 'row',
    secret: ['code_hash'],
  },
  {
    table: 'visitor_code',
    of: hasAddress,
    key: 'item.address',
    keyType: 'text',
    erase: 'row',
    secret: ['code_hash'],
  },
  {
    table: 'visitor_session',
    of: hasAddress,
    key: 'item.token_hash',
    keyType: 'text',
    erase: 'row',
    secret: ['token_hash'],
  },
  {
    table: 'attempt',
    of: 'right(item.key, 64) = any ($5::text[])',
    key: 'item.key',
    keyType: 'text',
    erase: 'row',
  },
  {
    table: 'failed_job',
    of: `item.data ->> 'bookingId' in (select id::text from ${idsOf(bookingTable)} own (id))
      or item.data ->> 'messageId' in (select id::text from ${idsOf(messageTable)} own (id))
      or item.data ->> 'entryId' in (select id::text from ${idsOf(waitlistTable)} own (id))`,
    erase: { failure: '' },
    kept: { name: choice, key: 'ids and times', data: 'ids and times' },
    logged: 'failed_job',
  },
];
