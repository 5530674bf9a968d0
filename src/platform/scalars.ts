import { GraphQLScalarType } from 'graphql';
import { isObject } from './accepted.js';
import { isStorable, isStorableJson, trimEnd } from './text.js';
import { parseInstant } from './time/instant-input.js';
import { parsePlainDate } from './time/plain-date.js';
import { formatWallTime, lastMinuteOfHours, parseWallTime } from './time/wall-time.js';
import { zoneOf } from './time/zone.js';

interface ScalarOptions<Value> {
  name: string;
  description: string;
  /** Parses every input, literal or variable. Returns undefined if the value is invalid. */
  parse(value: unknown): Value | undefined;
  serialize?: (value: unknown) => unknown;
}

function scalar<Value>({ name, description, parse, serialize = (value) => value }: ScalarOptions<Value>) {
  return new GraphQLScalarType<Value, unknown>({
    name,
    description,
    serialize,
    parseValue: (value) => {
      const parsed = parse(value);
      if (parsed === undefined) throw new TypeError(`${name} is invalid`);
      return parsed;
    },
  });
}

const utc = zoneOf('UTC');

/**
 * An instant. A scalar does not have the request context, so the scalar only validates: `graphql/localize.ts` parses input
 * and formats output in the time zone of the account.
 */
export const Instant = scalar<string>({
  name: 'DateTime',
  description:
    'An instant. Input: ISO 8601, in the time zone of the account if it has no offset. Output: `YYYY-MM-DDThh:mm:ss±hh:mm` in the time zone of the account.',
  parse: (value) => (typeof value === 'string' && parseInstant(value, utc) !== undefined ? value : undefined),
});

/** The name of an attribute: camelCase in GraphQL; REST converts it to snake_case. */
export const AttributeName = scalar<string>({
  name: 'AttributeName',
  description: 'The name of an attribute.',
  parse: (value) => (typeof value === 'string' ? value : undefined),
});

export const CalendarDate = scalar<string>({
  name: 'Date',
  description: 'A calendar date, `YYYY-MM-DD`.',
  parse: (value) => (typeof value === 'string' ? parsePlainDate(value) : undefined),
});

export const WallTime = scalar<string>({
  name: 'Time',
  description:
    'A time of opening hours, `HH:MM` from 00:00 to 36:00, in the time zone of the account. From 24:00 on, it is a time of the next day: 26:00 is 02:00.',
  parse: (value) => {
    const minutes = typeof value === 'string' ? parseWallTime(value, lastMinuteOfHours) : undefined;
    return minutes === undefined ? undefined : formatWallTime(minutes);
  },
});

/** More decimals than any currency has, so that those of the account's are refused on their attribute. */
const decimalForm = /^-?\d{1,10}(\.\d{1,10}0*)?$/;

export const Decimal = scalar<string>({
  name: 'Decimal',
  description:
    'An amount of money, as a string with at least one decimal, such as `"115.0"`. Input may also be a number. It has at most as many decimals as the currency of the account: none in JPY, three in KWD, two without a currency.',
  parse: (value) => {
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && decimalForm.test(text) ? text : undefined;
  },
  serialize: (value) => formatDecimal(String(value)),
});

/** Formats "115.00" as "115.0"; "115.25" stays. */
export function formatDecimal(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.');
  return `${whole}.${trimEnd(fraction, '0') || '0'}`;
}

/** Keys and values that the client chooses. Every value is stored as a string (spec, Custom data). */
export type CustomData = Record<string, string>;

/** Characters of the object as JSON. */
const maxObjectLength = 65_536;
/** Of an object, before it is converted. */
const maxKeys = 1_000;

/** Accepts strings, numbers and booleans. A key whose value is null is dropped. */
export const CustomDataObject = scalar<CustomData>({
  name: 'CustomData',
  description:
    'Keys and values of your own. Values are stored as strings. In output, `true` and `false` are booleans, and instants under keys that end in `_at` are date-times.',
  parse: (value) => {
    if (!isObject(value) || Object.keys(value).length > maxKeys) return undefined;
    if (!Object.values(value).every(isSimple)) return undefined;
    const given = Object.entries(value).filter(([, item]) => item !== null);
    const data = Object.fromEntries(given.map(([key, item]) => [key, String(item)]));
    return fits(data) ? data : undefined;
  },
});

export const JsonObject = scalar<Record<string, unknown>>({
  name: 'JSONObject',
  description: 'A JSON object.',
  parse: (value) => (isObject(value) && fits(value) ? value : undefined),
});

const dataUrlForm = /^data:[\w.+/-]*;base64,([A-Za-z0-9+/]*={0,2})$/;

/** A file: the bytes from a form, or a data URL. Any other text is the URL of the current file, which then stays. */
export const FileUpload = scalar<Uint8Array | string>({
  name: 'File',
  description: 'A file as a data URL: `data:image/png;base64,…`. The URL of the current file leaves it unchanged.',
  parse: (value) => {
    if (value instanceof Uint8Array) return value;
    if (typeof value !== 'string' || !isStorable(value)) return undefined;
    const base64 = dataUrlForm.exec(value)?.[1];
    return base64 === undefined ? value : Buffer.from(base64, 'base64');
  },
});

function isSimple(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function fits(value: object): boolean {
  return isStorableJson(value) && JSON.stringify(value).length <= maxObjectLength;
}

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return uuidForm.test(text);
}

export const Uuid = scalar<string>({
  name: 'UUID',
  description: 'A UUID.',
  parse: (value) => (typeof value === 'string' && isUuid(value) ? value.toLowerCase() : undefined),
});
