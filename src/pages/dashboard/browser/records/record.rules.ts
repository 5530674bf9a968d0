/** How a field is entered, and what it becomes: texts, numbers, yes or no, one of some, several of some, times of opening. */
export type FieldKind =
  | 'text'
  | 'long-text'
  | 'integer'
  | 'decimal'
  | 'flag'
  | 'choice'
  | 'choices'
  | 'date'
  | 'hours'
  | 'list';

export interface Option {
  value: string;
  text: string;
}

export interface FieldDefinition {
  /** The attribute in REST, such as `booking_type`. */
  name: string;
  label: string;
  kind: FieldKind;
  hint?: string;
  required?: boolean;
  /** In characters. The server has the last word. */
  maxLength?: number;
  /** The options of a choice. */
  options?: readonly Option[];
  /** The type of an input: `email`, `tel` or `url`. */
  type?: 'email' | 'tel' | 'url';
  /** The heading of the group that it is in. Fields without one come first. */
  group?: string;
  /** Whether only a new record has the field. */
  isFixed?: boolean;
}

/** Fields by name, as texts: what a form shows, what was entered, what a draft keeps. */
export type Texts = Readonly<Record<string, string>>;

/** Returns the texts that a form shows for the attributes of a record. */
export function textsOf(attributes: Readonly<Record<string, unknown>>, fields: readonly FieldDefinition[]): Texts {
  return Object.fromEntries(fields.map(({ name, kind }) => [name, textOf(attributes[name], kind)]));
}

function textOf(value: unknown, kind: FieldKind): string {
  switch (kind) {
    case 'flag':
      return value === true ? 'on' : '';
    case 'hours':
      return Array.isArray(value) ? hoursText(value.map(String)) : '';
    case 'choices':
      return Array.isArray(value) ? value.join(',') : '';
    case 'list':
      return Array.isArray(value) ? value.join(', ') : '';
    default:
      return value === null || value === undefined ? '' : String(value);
  }
}

/** `09:00–12:00, 13:00–17:00` for the times that the server stores in pairs; `closed` for none. */
export function hoursText(times: readonly string[]): string {
  if (times.length === 0) return 'closed';
  const pairs: string[] = [];
  for (let index = 0; index < times.length; index += 2) pairs.push(times.slice(index, index + 2).join('–'));
  return pairs.join(', ');
}

/** Returns the attribute for an entered text. What is not a number stays a text, so that the server says why it is wrong. */
export function attributeOf(text: string, kind: FieldKind): unknown {
  const entered = kind === 'long-text' ? text : text.trim();
  if (kind === 'flag') return entered === 'on';
  if (kind === 'choices') return parts(entered).map(Number);
  if (kind === 'list') return parts(entered);
  if (entered === '') return null;
  switch (kind) {
    case 'integer':
      return /^-?\d{1,15}$/.test(entered) ? Number(entered) : entered;
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

/** Returns the attributes whose texts were changed. */
export function changesOf(
  entered: Texts,
  shown: Texts,
  fields: readonly FieldDefinition[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    fields
      .filter(({ name }) => normalised(entered[name]) !== normalised(shown[name]))
      .map(({ name, kind }) => [name, attributeOf(entered[name] ?? '', kind)]),
  );
}

/** Browsers send line breaks of forms as CRLF. */
function normalised(text = ''): string {
  return text.replaceAll('\r\n', '\n');
}

/** Describes what somebody else has changed, in sentences such as `Title: “Hall” is now “Big hall”.` */
export function differences(before: Texts, now: Texts, fields: readonly FieldDefinition[]): string[] {
  return fields
    .filter(({ name }) => before[name] !== now[name])
    .map(({ name, label }) => `${label}: ${quoted(before[name])} is now ${quoted(now[name])}.`);
}

function quoted(text = ''): string {
  if (text === '') return 'nothing';
  return `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`;
}
