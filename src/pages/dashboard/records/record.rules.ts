import { followedText } from '../punctuation.js';
import { t } from '../texts.js';

/**
 * The kinds of fields: texts, passwords, numbers, decimal numbers, amounts of money, flags, one or several of some choices, one or several of some records by their ids, dates, times of a day and
 * date-times on the wall clock of the account, people by their ids, opening hours, periods as texts such as `24 hours` or as numbers of minutes,
 * lengths in minutes that are entered in hours and minutes, work and gaps in turn in minutes, currencies, countries and colours by their codes, zones by their names. A kind determines the control and the type of the attribute.
 */
export type FieldKind =
  | 'text'
  | 'long-text'
  | 'password'
  | 'integer'
  | 'money'
  | 'decimal'
  | 'flag'
  | 'choice'
  | 'choices'
  | 'record'
  | 'records'
  | 'date'
  | 'time'
  | 'date-time'
  | 'person'
  | 'hours'
  | 'period'
  | 'minutes'
  | 'length'
  | 'work'
  | 'currency'
  | 'country'
  | 'zone'
  | 'colour'
  | 'list';

export interface Option {
  value: string;
  text: string;
}

/** Options of records, by id. */
export function toOptions(records: readonly { id: number; title: string }[]): Option[] {
  return records.map(({ id, title }) => ({ value: String(id), text: title }));
}

/** The names of the attributes that requests with that input may set, and that a form can read of the record. */
export type AttributeOf<Input, Stored = Input> = Extract<keyof Input & keyof Stored, string>;

export interface FieldDefinition<Name extends string = string> {
  /** The attribute, such as `bookingType`. A dotted one is inside an object, whose attributes are sent together. */
  name: Name | `${Name}.${string}`;
  /** The path of the attribute in what is read of a record, if it is not the name: `user.email`, `services.nodes.id`. */
  stored?: string;
  label: string;
  kind: FieldKind;
  hint?: string;
  required?: boolean;
  /** In characters. The server checks it again. */
  maxLength?: number;
  /** The minutes that work and gaps divide. */
  minutes?: number;
  /** The field with the date-time at which a length begins. */
  from?: string;
  /** The height of a long text, 6 by default. */
  rows?: number;
  /** The options of a choice. */
  options?: readonly Option[];
  /** The records that are the options. They are read with the form. */
  choices?: 'resources' | 'services' | 'categories' | 'taxRates';
  /** The type of an input: `email`, `tel` or `url`. */
  type?: 'email' | 'tel' | 'url';
  /** Whether the browser fills in what it has stored, such as `new-password`; by default a password is not filled in. */
  autocomplete?: string;
  /** Shown while the field is empty. */
  placeholder?: string;
  /** The heading of the group that it is in. Fields without one come first. */
  group?: string;
  /** The text that the field has unless somebody chose another. */
  usual?: string;
  /** Whether only a new record has the field. */
  isFixed?: boolean;
  /** The field is shown only for a record that has this attribute. */
  onlyWith?: string;
}

/** Fields by name, as texts: what a form shows, what was entered, what a draft keeps. */
export type Texts = Readonly<Record<string, string>>;

/** Returns the texts that a form shows for the attributes of a record. */
export function textsOf(attributes: Readonly<Record<string, unknown>>, fields: readonly FieldDefinition[]): Texts {
  return Object.fromEntries(
    fields.map(({ name, stored = name, kind }) => [name, textOf(valueAt(attributes, stored), kind)]),
  );
}

/** Returns the fields that a form of a record shows. @param isNew whether the form creates the record */
export function fieldsOf(
  attributes: Readonly<Record<string, unknown>>,
  fields: readonly FieldDefinition[],
  isNew: boolean,
): FieldDefinition[] {
  return fields.filter(
    ({ isFixed = false, onlyWith }) =>
      (isNew || !isFixed) && (onlyWith === undefined || (attributes[onlyWith] ?? null) !== null),
  );
}

/** The value of an attribute. A dotted name names one inside an object, `nodes.id` that of each item of a list. */
export function valueAt(value: unknown, name: string): unknown {
  if (name === '') return value;
  if (Array.isArray(value)) return value.map((item) => valueAt(item, name));
  const [first = '', ...rest] = name.split('.');
  if (typeof value !== 'object' || value === null) return undefined;
  return valueAt(Object.entries(value).find(([key]) => key === first)?.[1], rest.join('.'));
}

function textOf(value: unknown, kind: FieldKind): string {
  switch (kind) {
    case 'flag':
      return value === true ? 'on' : '';
    case 'hours':
      return Array.isArray(value) ? hoursText(value.map(String)) : '';
    case 'records':
    case 'choices':
      return Array.isArray(value) ? value.join(',') : '';
    case 'list':
      return Array.isArray(value) ? value.join(', ') : '';
    case 'money':
    case 'decimal':
      // The server writes at least one decimal: `890.0`.
      return value === null || value === undefined ? '' : String(value).replace(/\.0$/, '');
    case 'date-time':
      return typeof value === 'string' ? value.slice(0, 16) : '';
    default:
      return value === null || value === undefined ? '' : String(value);
  }
}

/**
 * `09:00–12:00, 13:00–17:00` for the times that the server stores in pairs; `closed` for none. A night until 26:00 is
 * written as people do: `18:00–02:00`.
 */
export function hoursText(times: readonly string[]): string {
  if (times.length === 0) return 'closed';
  const pairs: string[] = [];
  for (let index = 0; index < times.length; index += 2) {
    const [open = '', close = ''] = times.slice(index, index + 2);
    pairs.push(`${open}–${closingText(open, close)}`);
  }
  return pairs.join(', ');
}

/** Opening hours as a list shows them, in the language of the page. */
export function shownHours(times: readonly string[]): string {
  return times.length === 0 ? t.records.closed : hoursText(times);
}

/**
 * The opening hours of a week as a list shows them: equal days together, three or more in a row as `Mon–Fri`.
 *
 * @param names the short names of the days
 */
export function shownWeek(days: readonly (readonly string[] | null)[], names: readonly string[]): string {
  const runsOf = new Map<string, string[][]>();
  let last: string | undefined;
  for (const [index, times] of days.entries()) {
    const text = shownHours(times ?? []);
    const runs = runsOf.get(text) ?? [];
    if (text !== last) runs.push([]);
    runs.at(-1)?.push(names[index] ?? '');
    runsOf.set(text, runs);
    last = text;
  }
  const written = (run: readonly string[]): string => (run.length > 2 ? `${run[0]}–${run.at(-1)}` : run.join(', '));
  return followedText([...runsOf].map(([text, runs]) => `${runs.map(written).join(', ')} ${text}`));
}

/** Writes a closing after 24:00 as a time of the next day, if it then is before the opening: the server reads it the same way. */
function closingText(open: string, close: string): string {
  const ofNext = `${String(Number(close.slice(0, 2)) - 24).padStart(2, '0')}${close.slice(2)}`;
  return close > '24:00' && open < '24:00' && ofNext < open ? ofNext : close;
}

/** Returns the attribute for an entered text. What is not a number stays a text, so that the server returns its error. */
export function attributeOf(text: string, kind: FieldKind): unknown {
  const entered = kind === 'long-text' ? text : text.trim();
  if (kind === 'flag') return entered === 'on';
  if (kind === 'records') return parts(entered).map(Number);
  if (kind === 'list' || kind === 'choices') return parts(entered);
  if (entered === '') return null;
  switch (kind) {
    case 'integer':
    case 'minutes':
    case 'length':
    case 'record':
    case 'person':
      return /^-?\d{1,15}$/.test(entered) ? Number(entered) : entered;
    case 'money':
    case 'decimal':
      return entered.replace(',', '.');
    case 'hours':
      return /^closed$/i.test(entered) ? [] : entered.split(/[\s,;–—-]+/).filter((time) => time !== '');
    default:
      return entered;
  }
}

function parts(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Returns the attributes whose texts were changed. An object is complete if anything inside it was changed. */
export function changesOf(
  entered: Texts,
  shown: Texts,
  fields: readonly FieldDefinition[],
): Readonly<Record<string, unknown>> {
  const changed = new Set(Object.keys(changedTexts(entered, shown)).map(objectOf));
  const changes: Record<string, unknown> = {};
  for (const { name, kind } of fields) {
    const [first = '', inner] = name.split('.');
    if (!changed.has(first)) continue;
    const value = attributeOf(entered[name] ?? '', kind);
    const object = changes[first];
    changes[first] = inner === undefined ? value : { ...(typeof object === 'object' && object), [inner]: value };
  }
  return changes;
}

/** The attribute to which the name of a field belongs. */
function objectOf(name: string): string {
  return name.split('.', 1)[0] ?? name;
}

/** Returns the entered texts that differ from those that were shown. */
export function changedTexts(entered: Texts, shown: Texts): Texts {
  return Object.fromEntries(
    Object.entries(entered).filter(([name, text]) => normalised(text) !== normalised(shown[name])),
  );
}

/** Browsers send line breaks of forms as CRLF. */
function normalised(text = ''): string {
  return text.replaceAll('\r\n', '\n');
}

/** Describes the changes of another user in sentences such as `Title: “Hall” is now “Big hall”.` */
export function differences(before: Texts, now: Texts, fields: readonly FieldDefinition[]): string[] {
  return fields
    .filter(({ name }) => before[name] !== now[name])
    .map(({ name, label }) => t.records.difference({ label, before: quoted(before[name]), now: quoted(now[name]) }));
}

function quoted(text = ''): string {
  if (text === '') return t.records.nothing;
  if (text === 'closed') return t.records.closed;
  return t.punctuation.quoted({ text: text.length > 60 ? `${text.slice(0, 60)}…` : text });
}

/** Adds the current values of a record that are not offered any more, so that saving the form does not drop them. */
export function withCurrent(options: readonly Option[], current: readonly string[]): Option[] {
  const missing = current.filter((value) => !options.some((option) => option.value === value));
  return [
    ...missing.map((value) => ({ value, text: value === '' ? '–' : t.records.notOffered({ value }) })),
    ...options,
  ];
}
