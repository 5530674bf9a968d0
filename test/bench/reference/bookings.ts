import { type Attribute, columnsOf, type Kind, type Shape } from './row-writer.js';
import type { ReferenceSchema } from './schema.js';
import type { Statement } from './session.js';

/** `?` marks the type of an attribute that is often null. Without an expression, the column has the attribute's name. */
type Definition = readonly [name: string, type: Kind | `${Kind}?`, expression?: string];

const kinds: readonly Kind[] = ['integer', 'boolean', 'text', 'json', 'instant'];

function attributesOf(alias: string, definitions: readonly Definition[]): Attribute[] {
  return definitions.map(([name, type, expression = `${alias}.${name}`]) => {
    const kind = kinds.find((known) => type.startsWith(known)) ?? 'text';
    return { name, column: expression, kind, nullable: type.endsWith('?') };
  });
}

const person = attributesOf('p', [
  ['id', 'integer'],
  ['created_at', 'instant'],
  ['updated_at', 'instant'],
  ['active', 'boolean'],
  ['name', 'text?'],
  ['email', 'text?'],
  ['phone_number', 'text?'],
  ['phonenumber', 'text?', 'p.phone_number'],
  ['phone_number_formatted', 'text?'],
  ['national_id_no', 'text?'],
  ['external_id', 'text?'],
  ['street', 'text?'],
  ['city', 'text?'],
  ['postal_code', 'text?'],
  ['state', 'text?'],
  ['country_code', 'text?'],
  ['locale', 'text?'],
  ['date_of_birth', 'text?', 'p.date_of_birth::text'],
  ['notes', 'text?'],
  ['custom_data', 'json?', 'p.custom_data::text'],
  ['parent_id', 'integer?'],
  ['blocked', 'boolean'],
  ['opt_in_marketing', 'boolean'],
]);

const titled = (alias: string): Attribute[] =>
  attributesOf(alias, [
    ['id', 'integer'],
    ['title', 'text?'],
  ]);

/** The body of a booking. */
export const bookingShape: Shape = {
  attributes: attributesOf('b', [
    ['id', 'integer'],
    ['created_at', 'instant'],
    ['updated_at', 'instant'],
    ['service_id', 'integer?'],
    ['event_id', 'integer?'],
    ['resource_id', 'integer'],
    ['person_id', 'integer?'],
    ['booked_by_person_id', 'integer?'],
    ['booked_for_name', 'text?'],
    ['coupon_id', 'integer?'],
    ['booking_type', 'text'],
    ['booked_from', 'instant'],
    ['booked_to', 'instant'],
    ['count', 'integer'],
    ['price', 'text?', 'trim_scale(b.price)::text'],
    ['state', 'text'],
    ['active', 'boolean', 'is_active_booking(b.state, b.expires_at, now())'],
    ['status', 'text?'],
    ['expires_at', 'instant?'],
    ['title', 'text?'],
    ['notes', 'text?'],
    ['reminder_at', 'instant?'],
    ['reminded_at', 'instant?'],
    ['paid_at', 'instant?'],
    ['paid_amount', 'text?', 'trim_scale(b.paid_amount)::text'],
    ['external_id', 'text?'],
    ['external_url', 'text?'],
    ['external_host_url', 'text?'],
    ['location_url', 'text?'],
    ['location_host_url', 'text?'],
    ['custom_data', 'json?', 'b.custom_data::text'],
    ['collection_id', 'text?', 'b.collection_id::text'],
    ['revision_count', 'integer'],
    ['created_by', 'text?'],
    ['updated_by', 'text?'],
    ['verification_method', 'text?'],
  ]),
  relations: [
    { name: 'person', attributes: person },
    { name: 'resource', attributes: titled('r') },
    { name: 'service', attributes: titled('s') },
    {
      name: 'event',
      attributes: [
        ...titled('e'),
        ...attributesOf('e', [
          ['starts_at', 'instant'],
          ['ends_at', 'instant'],
        ]),
      ],
    },
  ],
  last: attributesOf('b', [
    ['verification_code', 'text?'],
    // Accounts that do not look for overlaps have none.
    ['overlapping_bookings', 'json?', 'null::text'],
  ]),
};

/** Returns the statements that read and create bookings. The first parameter of each is the account. */
export function bookingStatements(schema: ReferenceSchema): Record<'one' | 'page' | 'recent' | 'book', Statement> {
  const select = (from: string) => `select ${columnsOf(bookingShape)} from ${from} as b
    left join person p on p.account_id = b.account_id and p.id = b.person_id
    left join resource r on r.account_id = b.account_id and r.id = b.resource_id
    left join service s on s.account_id = b.account_id and s.id = b.service_id
    left join event e on e.account_id = b.account_id and e.id = b.event_id`;
  // The limit is below the joins, so that PostgreSQL joins 750 rows and keeps the few resources and services.
  const page = (condition: string, order: string) =>
    `${select(`(select * from ${schema.bookings} as b where b.account_id = $1 and ${condition} order by ${order} limit 750)`)}
     order by ${order}`;
  return {
    one: { name: 'one', text: `${select(schema.bookings)} where b.account_id = $1 and b.id = $2` },
    page: {
      name: 'page',
      text: page(`b.booked_from >= $2 and b.state <> 'deleted'`, 'b.booked_from, b.id'),
    },
    recent: {
      name: 'recent',
      text: page(
        'b.updated_at >= $2 and is_active_booking(b.state, b.expires_at, now())',
        'b.updated_at desc, b.id desc',
      ),
    },
    book: { name: 'book', text: select(`${schema.book}($1, $2, $3, $4, $5, $6)`) },
  };
}
