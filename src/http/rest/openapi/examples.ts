import { type Components, nonNull, type ReferenceObject, type Schema, typesOf } from './components.js';

/**
 * Realistic values by attribute, used where they fit the schema.
 *
 * openapi-sampler 1.7.9 was rejected: it derives values from types alone, so that 599 of the 1,004 values that it gave
 * for our schemas were `string`, 0 or null. It also depends on an XML parser of 1.5 MB.
 */
const values: Readonly<Record<string, unknown>> = {
  id: 1,
  account_id: 1,
  booking_id: 1,
  resource_id: 2,
  service_id: 3,
  person_id: 4,
  available_resources: [2],
  selected_resources: [2],
  service_id_list: [3],
  title: 'Massage',
  name: 'Kari Nordmann',
  email: 'kari@example.org',
  phone_number: '400 00 001',
  phonenumber: '400 00 001',
  phone_number_formatted: '+4740000001',
  country_code: 'NO',
  locale: 'nb',
  city: 'Oslo',
  street: 'Storgata 1',
  postal_code: '0155',
  date_of_birth: '1990-05-17',
  subdomain: 'acme',
  time_zone: 'Europe/Oslo',
  currency: 'NOK',
  template: 1,
  booked_from: '2026-03-02T10:00:00+01:00',
  booked_to: '2026-03-02T11:00:00+01:00',
  starts_at: '2026-03-02T10:00:00+01:00',
  ends_at: '2026-03-02T11:00:00+01:00',
  created_at: '2026-02-20T12:00:00+01:00',
  updated_at: '2026-02-20T12:00:00+01:00',
  valid_until: '2026-12-31',
  timestamp: '2026-03-02T10:00:00+01:00',
  timestamp_end: '2026-03-02T11:00:00+01:00',
  formatted_timestamp: 'Monday, March 2, 2026 at 10:00 AM',
  formatted_timestamp_end: 'Monday, March 2, 2026 at 11:00 AM',
  booking_type_id: 1,
  capacity: 5,
  maximum_capacity: 5,
  free: 4,
  count: 1,
  interval: 60,
  interval_rounding: 15,
  slot_generation_type: 2,
  price: '115.0',
  opening_hours: ['08:00', '12:00', '13:00', '16:00'],
  open: '08:00',
  close: '16:00',
  custom_data: { colour: 'blue' },
  active: true,
  published: true,
  verification_code: '12345',
  perishable_token: '12345',
  password: 'correct horse battery staple',
  code: 'ABCD-1234-EFGH',
  rrule: 'FREQ=WEEKLY;COUNT=10',
  target_url: 'https://example.org/hooks',
  event: null,
  previous: null,
};

/** Preferred values of enumerations. */
const preferred = new Set(['appointment', 'confirmed']);

/** Attributes that the server sets or that clients rarely send. */
const omitted = new Set(['id', 'created_at', 'updated_at', 'active', 'template', 'booking_type_id']);

/** Returns an example of a schema: the known value of the attribute `name`, else one derived from the schema. */
export function exampleOf(schema: Schema, components: Components, name = ''): unknown {
  const alternatives = (schema.anyOf ?? [schema]).map((alternative) => components.resolve(alternative));
  const known = knownValue(name);
  if (known !== undefined && alternatives.some((alternative) => takes(alternative, known))) return known;
  const isScalar = alternatives.every(({ properties, items }) => !properties && !items);
  if (isScalar && alternatives.some(isNull)) return null;
  const [first = {}] = alternatives;
  return first === schema ? ownExample(first, components) : exampleOf(first, components, name);
}

/** Returns an example of an object in a request: the attributes with known values, or all if there is none. */
export function requestExample(schema: Schema, components: Components): Record<string, unknown> {
  const { properties = {}, required = [] } = components.resolve(schema);
  const current = Object.entries(properties).filter(([, property]) => !property.deprecated);
  const chosenByName = current.filter(
    ([name]) => required.includes(name) || (knownValue(name) !== undefined && !omitted.has(name)),
  );
  const chosen = chosenByName.length > 0 ? chosenByName : current;
  return Object.fromEntries(chosen.map(([name, property]) => [name, sentExample(nonNull(property), components, name)]));
}

/** Ignores the weekday in names such as `opening_hours_mon` and `open_0`. */
function knownValue(name: string): unknown {
  return values[name] ?? values[name.replace(/_(mon|tue|wed|thu|fri|sat|sun|[0-6])$/, '')];
}

function sentExample(schema: Schema, components: Components, name: string): unknown {
  return components.resolve(schema).properties
    ? requestExample(schema, components)
    : exampleOf(schema, components, name);
}

/** Returns the examples of a media type: a component that equal examples share. */
export function sharedExample(
  names: readonly [string, ...string[]],
  value: unknown,
  components: Components,
): Record<string, ReferenceObject> {
  return { example: components.share('examples', names, { value }) };
}

function ownExample(schema: Schema, components: Components): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.enum) return schema.enum.find((choice) => preferred.has(choice)) ?? schema.enum[0];
  switch (typesOf(schema)[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [
          name,
          exampleOf(property, components, name),
        ]),
      );
    case 'array':
      return schema.items ? [exampleOf(schema.items, components)] : [];
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return false;
    case 'string':
      return 'text';
    default:
      return null;
  }
}

const isNull = (schema: Schema): boolean => typesOf(schema).includes('null');

/** Whether a known value fits the schema. */
function takes(schema: Schema, value: unknown): boolean {
  if (schema.$ref !== undefined) return false;
  if (schema.enum) return schema.enum.some((name) => name === value);
  if (schema.properties) return false;
  const isOfType = typesOf(schema).includes(kindOf(value));
  return isOfType && (typeof value !== 'string' || fits(schema, value));
}

function fits({ pattern, format }: Schema, value: string): boolean {
  if (format === 'date' && !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  return pattern === undefined || new RegExp(pattern).test(value);
}

function kindOf(value: unknown): 'array' | 'boolean' | 'integer' | 'null' | 'object' | 'string' {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return 'integer';
  return typeof value === 'boolean' ? 'boolean' : typeof value === 'string' ? 'string' : 'object';
}
