import { formats, inWords } from '../../format.js';
import { type FieldDefinition, type FieldKind, type Option, shownHours, valueAt } from '../../records/record.rules.js';
import {
  type Attributes,
  type ListedRecord,
  type ListOfType,
  operationsOn,
  type RecordSource,
  type RecordType,
  recordSource,
} from '../../records/record-source.js';
import type { RemovalTexts } from '../../records/remove-button.js';
import type { PermissionName } from '../../session.js';
import { t } from '../../texts.js';

/** The names of the records of a part. */
interface RecordTexts extends RemovalTexts {
  /** Above the form of a new one, and on the link to it. */
  create: string;
  /** The record in a sentence, such as `The service`. */
  record: string;
}

/** A column of a list. */
export interface ListColumn {
  title: string;
  /** The attributes that it shows, by their paths. */
  of: string | readonly string[];
  /** Returns the text of these attributes, which have the types of GraphQL. By default the first one is shown as its field is. */
  text?(...values: unknown[]): string;
  /** Whether the cell leads to the record. */
  isLink?: boolean;
  /** Wider than others on a narrow page, for long texts. */
  isLong?: boolean;
  /** Whether the text is a number, if it does not follow from the field. */
  isNumber?: boolean;
}

interface ListDeclaration extends Partial<ListOfType> {
  /** Read out before the table. */
  caption: string;
  /** Shown instead of an empty list. */
  empty: string;
  columns: readonly ListColumn[];
}

interface Declaration extends Omit<RecordType, 'reads' | 'list'> {
  /** The last part of the address, such as `gift-cards`. */
  path: string;
  texts: RecordTexts;
  /** The consequence of deleting a record for its dependent records. */
  deletion: string;
  /** Whether the records give access. It is taken away at once: a minute without a connection must not prolong it. */
  isAccess?: boolean;
  /** Users without it cannot write the records. */
  permission: PermissionName;
  fields: readonly FieldDefinition[];
  /** The attributes that other forms read and write, such as texts of messages. */
  reads?: readonly string[];
  /** The attributes that are only shown. */
  shows?: readonly string[];
  /** The attributes of a new record before anything is entered. */
  initial?: Attributes;
  /** Whether the list has the form of a new record. */
  hasOwnForm?: boolean;
  /** The list, if it follows from its columns. */
  list?: ListDeclaration;
}

/** A kind of records. Its form, its list, its operations and the tests of them follow from the declaration. */
export interface RecordKind extends Declaration {
  source: RecordSource;
  operations: ReturnType<typeof operationsOn>;
}

export function declare(kind: Declaration): RecordKind {
  const ofFields = kind.fields.map(({ name, stored = name }) => stored);
  const { list, ...type } = kind;
  const operations = operationsOn({
    ...type,
    reads: [...ofFields, ...(kind.reads ?? []), ...(kind.shows ?? [])],
    ...(list && { list: { ...list, reads: [...list.columns.flatMap(({ of }) => of), ...(list.reads ?? [])] } }),
  });
  return { ...kind, operations, source: recordSource({ path: `/${kind.path}`, ...operations }) };
}

const numbers: readonly FieldKind[] = ['decimal', 'integer', 'minutes', 'money'];

/** Returns the field whose attribute a column shows; undefined if it shows what no form has, or several. */
const fieldOf = ({ fields }: Declaration, { of }: ListColumn): FieldDefinition | undefined =>
  fields.find(({ name, stored = name }) => stored === of);

/** Returns whether a column shows numbers, which are aligned to the right. */
export function hasNumbers(kind: Declaration, column: ListColumn): boolean {
  return column.isNumber ?? numbers.includes(fieldOf(kind, column)?.kind ?? 'text');
}

/** Returns the text of a cell. */
export function cellText(kind: Declaration, column: ListColumn, record: ListedRecord): string {
  const values = [column.of].flat().map((path) => valueAt(record, path));
  const [value] = values;
  if (column.text) return column.text(...values);
  const field = fieldOf(kind, column);
  if (field?.kind === 'hours') return shownHours(Array.isArray(value) ? value.map(String) : []);
  if (value === null || value === undefined) return '';
  switch (field?.kind) {
    case 'flag':
      return value === true ? t.setup.common.yes : t.setup.common.no;
    case 'choice':
      return inWords(String(value));
    case 'decimal':
    case 'integer':
    case 'minutes':
      return formats().number(Number(value));
    case 'money':
      return formats().money(String(value));
    case 'date':
      return formats().date(String(value));
    case 'date-time':
      return formats().dateTime(String(value));
    default:
      return String(value);
  }
}

/** The longest text that an attribute may have, in characters. */
export const longest = 65_536;

/** Fields below a heading. */
export const grouped = (group: string, fields: readonly FieldDefinition[]): FieldDefinition[] =>
  fields.map((field) => ({ ...field, group }));

/** Options by their values, such as `GIFT_CARD`. */
export const optionsOf = (...values: readonly string[]): Option[] =>
  values.map((value) => ({ value, text: inWords(value) }));

export const textOptions = (texts: Readonly<Record<string, string>>, ...values: readonly string[]): Option[] =>
  (values.length > 0 ? values : Object.keys(texts)).map((value) => ({ value, text: texts[value] ?? value }));
