import type { CsvRow } from '../../../../platform/read-csv.rules.js';
import { t } from '../../texts.js';

/** The columns of a file that can be imported, by the names that their first line may have. */
const columns = {
  name: ['name', 'full name', 'navn', 'namn'],
  email: ['email', 'e-mail', 'email address', 'epost', 'e-post'],
  phoneNumber: ['phone', 'phone number', 'phone_number', 'mobile', 'telefon', 'mobil'],
  nationalIdNo: ['national id', 'national id number', 'national_id_no'],
  externalId: ['external id', 'external_id', 'reference'],
  street: ['street', 'address', 'adresse', 'adress'],
  postalCode: ['postal code', 'postal_code', 'zip', 'postnummer'],
  city: ['city', 'place', 'sted', 'ort'],
  state: ['state', 'region'],
  countryCode: ['country', 'country code', 'country_code', 'land'],
  dateOfBirth: ['date of birth', 'date_of_birth', 'birthday'],
  locale: ['language', 'locale'],
  notes: ['notes', 'note', 'comment'],
} as const;

export type PersonAttribute = keyof typeof columns;
export type ImportedAttributes = Partial<Record<PersonAttribute, string>>;

export interface ImportItem {
  /** The number of the line of the file, from 1. */
  line: number;
  attributes: ImportedAttributes;
}

export interface ImportPlan {
  items: readonly ImportItem[];
  /** The titles of columns that nothing is read from. */
  ignored: readonly string[];
  /** The reason why the file cannot be imported, as a sentence. */
  problem: string | undefined;
}

/** The server takes up to 500 people at once. Smaller parts show more progress. */
export const partSize = 200;
/** More than that should be split into several files. */
export const maxItems = 50_000;

/** Reads people from the lines of a file. Its first line has the titles of the columns. Empty cells change nothing. */
export function planImport(rows: readonly CsvRow[]): ImportPlan {
  const [header, ...lines] = rows;
  const titles = header?.cells ?? [];
  const attributes = titles.map(attributeOf);
  const ignored = titles.filter((title, index) => attributes[index] === undefined && title.trim() !== '');
  const items = lines.map(({ line, cells }) => ({ line, attributes: attributesOf(cells, attributes) }));
  return { items, ignored, problem: problemOf(attributes, items) };
}

function problemOf(
  attributes: readonly (PersonAttribute | undefined)[],
  items: readonly ImportItem[],
): string | undefined {
  const known = attributes.filter((attribute) => attribute !== undefined);
  const twice = known.find((attribute, index) => known.indexOf(attribute) !== index);
  if (known.length === 0) return t.people.import.noColumns;
  if (twice !== undefined) return t.people.import.twice({ column: columns[twice][0] });
  if (items.length === 0) return t.people.import.noLines;
  if (items.length > maxItems) return t.people.import.tooMany({ count: items.length, maximum: maxItems });
  return undefined;
}

function attributeOf(title: string): PersonAttribute | undefined {
  const name = title.trim().toLowerCase();
  return attributeNames.find((attribute) => columns[attribute].some((known) => known === name));
}

const attributeNames = Object.keys(columns).filter((name): name is PersonAttribute => Object.hasOwn(columns, name));

function attributesOf(
  cells: readonly string[],
  attributes: readonly (PersonAttribute | undefined)[],
): ImportedAttributes {
  const found: ImportedAttributes = {};
  for (const [index, attribute] of attributes.entries()) {
    const value = cells[index]?.trim();
    if (attribute !== undefined && value) found[attribute] = value;
  }
  return found;
}

/** Splits items into parts of a size, in order. */
export function partsOf<Item>(items: readonly Item[], size: number): Item[][] {
  const parts: Item[][] = [];
  for (let start = 0; start < items.length; start += size) parts.push(items.slice(start, start + size));
  return parts;
}

/** A short digest that recognises a file which is chosen again. It protects nothing. */
export function digestOf(text: string): string {
  let [one, other] = [0x811c9dc5, 0x9e3779b1];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other + code, 0x85ebca6b) ^ (other >>> 13);
  }
  return [text.length, one >>> 0, other >>> 0].map((part) => part.toString(36)).join('-');
}
