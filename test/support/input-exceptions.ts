import { cleanAttribute } from '../../src/platform/text.js';
import type { RouteInputs } from './route-inputs.js';

/** Routes that store nothing: they look up people, within their attempt limits. */
export const statelessRoutes: ReadonlySet<string> = new Set([
  'POST /me/code',
  'POST /me/session',
  'POST /people/authenticate',
  'POST /people/perishable_token/send',
  'POST /people/perishable_token/verify',
]);

/** Routes that process their object like another route. Values that attributes may accept are sent only to that one. */
export const duplicateRoutes: ReadonlySet<string> = new Set([
  'POST /people/:person_id/merge',
  'POST /bookings/recurring',
  'POST /events/recurring',
  'PUT /bookings/recurring/:collection_id',
  'PUT /events/recurring/:collection_id',
  'PUT /resources/:resource_id/exception_dates',
  'PUT /resources/:resource_id/exception_dates/:exception_date',
]);

/** Routes that are done once for each record: valid values of attributes have done it before other checks. */
export const onceRoutes: ReadonlySet<string> = new Set(['POST /orders/:order_id/documents']);

/** Attributes that take a value that others refuse. */
const accepted: Readonly<Record<string, readonly unknown[]>> = {
  // Three decimals and more, where amounts have two.
  'tax_rate.percentage': [0.001],
  'client.vat_exchange_rate': [0.001],
};

/** Routes that do not reveal to visitors which ids exist (spec, public API). */
export const idHidingRoutes: ReadonlySet<string> = new Set([
  'POST /bookings/:booking_id/resend_code',
  'PUT /bookings/:booking_id/verify_code',
]);

/** Stands for the value of an attribute that no response shows. */
export const notShown = Symbol('notShown');

/** The places where responses show attributes that are not in the object under their name, or `notShown`. */
const shownElsewhere: Readonly<Record<string, readonly string[] | typeof notShown>> = {
  'booking.person_attributes': ['person'],
  'booking.public_booking': notShown,
  'booking.expected_price': notShown,
  // The booking has places of its needs.
  'booking.other_resources': notShown,
  'booking.person_attributes.provider': notShown,
  'booking.person_attributes.uid': notShown,
  'order.person_attributes': notShown,
  // The rule of a search, whose answer are the times.
  'visit.max_wait': notShown,
  'visit.items': notShown,
  'visit.person_id': notShown,
  'visit.person_attributes': notShown,
  'visit.public_booking': notShown,
  'order.order_line_items': notShown,
  // The id of the coupon, if another request has just created one with that code.
  'order.coupon_code': notShown,
  'person.provider': notShown,
  'person.uid': notShown,
  'person.password': notShown,
  // Shortened to its host, and null changes nothing.
  'calendar_source.url': notShown,
  'category.service_id_list': notShown,
  'client.remove_logo': notShown,
  'client.force': notShown,
  'resource_exception_dates._destroy': notShown,
  'user.name': ['user', 'name'],
  'user.email': ['user', 'email'],
  'user.phone_number': ['user', 'phone_number'],
};

/** Further attributes that may have an error if the attribute is invalid, in addition or instead. */
const reportedElsewhere: Readonly<Record<string, readonly string[]>> = {
  // The resource has no room at that time or for that number of people (contract of messages).
  'booking.booked_from': ['booked_to', 'resource_id'],
  'booking.booked_to': ['booked_from', 'resource_id'],
  'booking.count': ['resource_id'],
  // The service has no price.
  'service.payment_required': ['price'],
  // It is issued already.
  'document.sends_email': ['kind'],
  'document.exchange_rate': ['kind'],
  // The state is checked before the code.
  verification_code: ['state'],
  // spec, Errors: `person` is invalid, in addition to the person's own errors.
  'booking.person_attributes': ['person'],
  'order.person_attributes': ['person'],
  'visit.person_attributes': ['person'],
};

/** Attributes whose response differs in form from the request, with a comparison of the two. */
const shownDifferently: Readonly<Record<string, (sent: unknown, shown: unknown) => boolean>> = {
  // None are shown as null.
  'booking.options': isNone,
  // An empty restriction is shown as null.
  'coupon.applies_to': isNone,
  'coupon.applies_to.services': isNone,
  'coupon.applies_to.resources': isNone,
  // Generated if absent.
  'gift_card.code': (sent, shown) => !String(sent ?? '').trim() && /^[A-Z]{4}-\d{4}-[A-Z]{4}$/.test(String(shown)),
  // Always an array.
  'message_template.services': (sent, shown) => sent === null && JSON.stringify(shown) === '[]',
  'calendar_source.calendars': (sent, shown) => sent === null && JSON.stringify(shown) === '[]',
  'client.embed_origins': (sent, shown) => sent === null && JSON.stringify(shown) === '[]',
  'client.closed_days': (sent, shown) => sent === null && JSON.stringify(shown) === '[]',
  'client.dashboard_networks': (sent, shown) => sent === null && JSON.stringify(shown) === '[]',
  // The default.
  'service.buffer_before': (sent, shown) => !String(sent ?? '').trim() && shown === 0,
  'service.buffer_after': (sent, shown) => !String(sent ?? '').trim() && shown === 0,
  'calendar_source.kind': (sent, shown) => !String(sent ?? '').trim() && shown === 'ics',
  'calendar_source.interval_minutes': (sent, shown) => !String(sent ?? '').trim() && shown === 5,
  'calendar_source.active': (sent, shown) => !String(sent ?? '').trim() && shown === true,
  // Unknown attributes of a week are ignored, and its days are null then.
  'rota.weeks': (sent, shown) => Array.isArray(sent) && Array.isArray(shown) && sent.length === shown.length,
  'rota.starts_on': (sent, shown) => !String(sent ?? '').trim() && /^\d{4}-\d\d-\d\d$/.test(String(shown)),
  'service_need.position': (sent, shown) => !String(sent ?? '').trim() && shown === 1,
  'calendar_source.name': (sent, shown) => !String(sent ?? '').trim() && shown === 'calendar.example.org',
  // Without overrides of the direction.
  'client.legal_name': (sent, shown) => cleanAttribute('legalName', String(sent)) === shown,
  'tax_rate.name': (sent, shown) => cleanAttribute('name', String(sent)) === shown,
  // Those who may decide take it with their request.
  'time_off.state': (sent, shown) => !String(sent ?? '').trim() && shown === 'approved',
  'user.role': (sent, shown) => !String(sent ?? '').trim() && shown === 'staff',
  // Deprecated: if it is absent, booking_type applies, which the object has.
  'service.booking_type_id': (sent, shown) => !String(sent ?? '').trim() && shown === 1,
};

/** Returns whether an empty list or object was sent and null is shown. */
function isNone(sent: unknown, shown: unknown): boolean {
  return Object.keys(Object(sent)).length === 0 && (shown ?? null) === null;
}

const nameOf = ({ wrapper }: Pick<RouteInputs, 'wrapper'>, path: readonly string[]): string =>
  [...(wrapper === undefined ? [] : [wrapper]), ...path].join('.');

/** Attributes that are compared with what is stored: a request with another value is refused with 409. */
const compared: readonly string[] = ['booking.expected_price', 'expected_price'];

export const isCompared = (inputs: RouteInputs, path: readonly string[]): boolean =>
  compared.includes(nameOf(inputs, path));

/** Returns whether an attribute takes a value that others refuse. */
export function takes(inputs: RouteInputs, path: readonly string[], value: unknown): boolean {
  return accepted[nameOf(inputs, path)]?.includes(value) ?? false;
}

export function differentForm(inputs: RouteInputs, path: readonly string[]) {
  return shownDifferently[nameOf(inputs, path)];
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
export function shownIn(inputs: RouteInputs, path: readonly string[], { body }: { body: any }): unknown {
  const { response } = inputs.route;
  if (response.wrapper === 'collection_id') return notShown;
  const object = (response.kind === 'list' ? body[0] : body)?.[response.wrapper];
  const [first = '', ...rest] = path;
  const exception = shownElsewhere[nameOf(inputs, path)] ?? shownElsewhere[nameOf(inputs, [first])];
  if (exception === notShown) return notShown;
  const place = exception ? [...exception, ...(shownElsewhere[nameOf(inputs, path)] ? [] : rest)] : path;
  return place.reduce((value, name) => value?.[name] ?? null, object);
}

/** Returns whether the errors of a response concern the attribute and nothing else. */
export function isReported(inputs: Pick<RouteInputs, 'wrapper'>, path: readonly string[], body: object): boolean {
  const [first = ''] = path;
  // The errors of each occurrence of a series, in addition.
  const { occurrences: _, ...errors } = { occurrences: null, ...body };
  const others = reportedElsewhere[nameOf(inputs, path)] ?? reportedElsewhere[nameOf(inputs, [first])] ?? [];
  return reportsOnly(errors, path, others);
}

/** Returns whether the attribute may have an error because another is invalid. */
export const isReportedForOthers = (name: string): boolean =>
  Object.values(reportedElsewhere).some((names) => names.includes(name));

function reportsOnly(errors: object, [name = '', ...rest]: readonly string[], others: readonly string[]): boolean {
  const isOnly = Object.keys(errors).every((key) => key === name || key.startsWith(`${name}[`) || others.includes(key));
  const inner = new Map(Object.entries(errors)).get(name);
  return isOnly && (rest.length === 0 || inner === undefined || Array.isArray(inner) || reportsOnly(inner, rest, []));
}
