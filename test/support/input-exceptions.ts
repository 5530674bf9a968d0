import type { InputRow } from './input-rows.js';

/** Rows that keep nothing of what they are sent: they look for someone, as often as their limits allow. */
export const unkept: ReadonlySet<string> = new Set([
  'POST /people/authenticate',
  'POST /people/perishable_token/send',
  'POST /people/perishable_token/verify',
]);

/** Rows that do with their object what another does: what that one is sent and may take is not sent again. */
export const likeOthers: ReadonlySet<string> = new Set([
  'POST /people/:person_id/merge',
  'POST /bookings/recurring',
  'POST /events/recurring',
  'PUT /resources/:resource_id/exception_dates',
  'PUT /resources/:resource_id/exception_dates/:exception_date',
]);

/** Rows that do not tell a visitor which ids there are (spec, public API). */
export const secretive: ReadonlySet<string> = new Set(['PUT /bookings/:booking_id/verify_code']);

/** What stands for an attribute that no answer shows. */
export const unshown = Symbol('unshown');

/** Attributes that are shown elsewhere than in the object under their name, or not at all. */
const shownElsewhere: Readonly<Record<string, readonly string[] | typeof unshown>> = {
  'booking.person_attributes': ['person'],
  'booking.public_booking': unshown,
  'booking.person_attributes.provider': unshown,
  'booking.person_attributes.uid': unshown,
  'person.provider': unshown,
  'person.uid': unshown,
  'person.password': unshown,
  'category.service_id_list': unshown,
  'client.remove_logo': unshown,
  'resource_exception_dates._destroy': unshown,
  'user.name': ['user', 'name'],
  'user.email': ['user', 'email'],
  'user.phone_number': ['user', 'phone_number'],
};

/** Attributes that a message about one may stand under as well, or instead. */
const toldElsewhere: Readonly<Record<string, readonly string[]>> = {
  // A time, or a number of people, for which there is no room (contract of messages).
  'booking.booked_from': ['booked_to', 'resource_id'],
  'booking.booked_to': ['booked_from', 'resource_id'],
  'booking.count': ['resource_id'],
  // The service has no price.
  'service.payment_required': ['price'],
  // Whether a booking can be verified at all goes before by which code.
  verification_code: ['state'],
  // spec, Errors: that there is one, beside what it is.
  'booking.person_attributes': ['person'],
};

/** Attributes that are shown in another form than the one they were sent in. */
const shownOtherwise: Readonly<Record<string, (sent: unknown, shown: unknown) => boolean>> = {
  // What restricts nothing is no restriction.
  'coupon.applies_to': isNone,
  'coupon.applies_to.services': isNone,
  'coupon.applies_to.resources': isNone,
  // Made up when there is none.
  'gift_card.code': (sent, shown) => !String(sent ?? '').trim() && /^[A-Z]{4}-\d{4}-[A-Z]{4}$/.test(String(shown)),
  // An array, always.
  'message_template.services': (sent, shown) => sent === null && JSON.stringify(shown) === '[]',
  // The default.
  'user.role': (sent, shown) => !String(sent ?? '').trim() && shown === 'staff',
  // Deprecated: without it booking_type counts, which the object has.
  'service.booking_type_id': (sent, shown) => !String(sent ?? '').trim() && shown === 1,
};

/** Of a list or an object: none was sent, and none is shown. */
function isNone(sent: unknown, shown: unknown): boolean {
  return Object.keys(Object(sent)).length === 0 && (shown ?? null) === null;
}

const nameOf = ({ wrapper }: Pick<InputRow, 'wrapper'>, path: readonly string[]): string =>
  [...(wrapper === undefined ? [] : [wrapper]), ...path].join('.');

export function otherwise(row: InputRow, path: readonly string[]) {
  return shownOtherwise[nameOf(row, path)];
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
export function shownIn(row: InputRow, path: readonly string[], { body }: { body: any }): unknown {
  const { response } = row.route;
  if (response.wrapper === 'collection_id') return unshown;
  const object = (response.kind === 'list' ? body[0] : body)?.[response.wrapper];
  const [first = '', ...rest] = path;
  const exception = shownElsewhere[nameOf(row, path)] ?? shownElsewhere[nameOf(row, [first])];
  if (exception === unshown) return unshown;
  const place = exception ? [...exception, ...(shownElsewhere[nameOf(row, path)] ? [] : rest)] : path;
  return place.reduce((value, name) => value?.[name] ?? null, object);
}

/** Whether a refusal speaks of the attribute, and of nothing else. */
export function isTold(row: Pick<InputRow, 'wrapper'>, path: readonly string[], body: object): boolean {
  const [first = ''] = path;
  const others = toldElsewhere[nameOf(row, path)] ?? toldElsewhere[nameOf(row, [first])] ?? [];
  return tells(body, path, others);
}

function tells(errors: object, [name = '', ...rest]: readonly string[], others: readonly string[]): boolean {
  const isOnly = Object.keys(errors).every((key) => key === name || others.includes(key));
  const inner = new Map(Object.entries(errors)).get(name);
  return isOnly && (rest.length === 0 || inner === undefined || Array.isArray(inner) || tells(inner, rest, []));
}
