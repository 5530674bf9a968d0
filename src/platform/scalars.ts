import { GraphQLScalarType } from 'graphql';
import { isStorable, isStorableJson } from './database/storable.js';
import { parseInstant } from './time/instant-input.js';
import { parsePlainDate } from './time/plain-date.js';
import { formatWallTime, parseWallTime } from './time/wall-time.js';
import { zoneOf } from './time/zone.js';
import { trimEnd } from './trim-end.js';

interface ScalarOptions<Value> {
  name: string;
  description: string;
  /** Undefined for what is no such value. Inline or in a variable, all input goes through here. */
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
 * An instant. A scalar does not see the request, so what comes in stays text, and what goes out a date or a row's
 * text, until `graphql/localize.ts` reads and writes it in the account's zone.
 */
export const Instant = scalar<string>({
  name: 'DateTime',
  description:
    "An instant. In: ISO 8601 with an offset, or without one in the account's time zone. Out: in the account's time zone, `YYYY-MM-DDThh:mm:ss±hh:mm`.",
  parse: (value) => (typeof value === 'string' && parseInstant(value, utc) !== undefined ? value : undefined),
});

/** The name of an attribute, as the API that is spoken writes it: see `graphql/operations.ts` for REST. */
export const AttributeName = scalar<string>({
  name: 'AttributeName',
  description: 'The name of an attribute.',
  parse: (value) => (typeof value === 'string' ? value : undefined),
});

/** A calendar date, `YYYY-MM-DD`, in and out. */
export const CalendarDate = scalar<string>({
  name: 'Date',
  description: 'A calendar date, `YYYY-MM-DD`.',
  parse: (value) => (typeof value === 'string' ? parsePlainDate(value) : undefined),
});

/** A time of the day, `HH:MM`, from 00:00 to 24:00. */
export const WallTime = scalar<string>({
  name: 'Time',
  description: 'A time of the day on the wall clock of the account, `HH:MM`, from 00:00 to 24:00.',
  parse: (value) => {
    const minutes = typeof value === 'string' ? parseWallTime(value) : undefined;
    return minutes === undefined ? undefined : formatWallTime(minutes);
  },
});

const decimalForm = /^-?\d{1,10}(\.\d{1,2}0*)?$/;

/** A decimal number as a string with at least one decimal, such as "115.0"; numbers are accepted too. */
export const Decimal = scalar<string>({
  name: 'Decimal',
  description: 'A decimal number, as a string with one or two decimals, such as `"115.0"`. Numbers are accepted too.',
  parse: (value) => {
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && decimalForm.test(text) ? text : undefined;
  },
  serialize: (value) => formatDecimal(String(value)),
});

/** "115.00" gives "115.0", "115.25" stays. */
export function formatDecimal(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.');
  return `${whole}.${trimEnd(fraction, '0') || '0'}`;
}

/** Keys and values of one's own; every value is stored as a string (spec, Custom data). */
export type CustomData = Record<string, string>;

/** Characters of the object as JSON. */
const longestObject = 65_536;

/** Takes strings, numbers and booleans; a null is as good as no key. */
export const CustomDataObject = scalar<CustomData>({
  name: 'CustomData',
  description:
    'Keys and values of one’s own. Values are stored as strings; those that look like booleans, and those of keys ending in `_at`, are given as booleans and date-times.',
  parse: (value) => {
    if (!isObject(value) || !Object.values(value).every(isSimple)) return undefined;
    const given = Object.entries(value).filter(([, item]) => item !== null);
    const data = Object.fromEntries(given.map(([key, item]) => [key, String(item)]));
    return fits(data) ? data : undefined;
  },
});

/** Settings of an account: any JSON object. */
export const JsonObject = scalar<Record<string, unknown>>({
  name: 'JSONObject',
  description: 'A JSON object.',
  parse: (value) => (isObject(value) && fits(value) ? value : undefined),
});

const dataUrlForm = /^data:[\w.+/-]*;base64,([A-Za-z0-9+/]*={0,2})$/;

/** A file: bytes, as forms have it, or in JSON a data URL; the address that a file is given at stands for that one. */
export const FileUpload = scalar<Uint8Array | string>({
  name: 'File',
  description: 'A file, as a data URL: `data:image/png;base64,…`. Its own address leaves it as it is.',
  parse: (value) => {
    if (value instanceof Uint8Array) return value;
    if (typeof value !== 'string' || !isStorable(value)) return undefined;
    const base64 = dataUrlForm.exec(value)?.[1];
    return base64 === undefined ? value : Buffer.from(base64, 'base64');
  },
});

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSimple(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function fits(value: object): boolean {
  return isStorableJson(value) && JSON.stringify(value).length <= longestObject;
}

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const Uuid = scalar<string>({
  name: 'UUID',
  description: 'A UUID.',
  parse: (value) => (typeof value === 'string' && uuidForm.test(value) ? value.toLowerCase() : undefined),
});
