import { execute } from '../graphql/client.js';
import type { Operation } from '../graphql/operation.js';
import { ServerError } from '../graphql/server-error.js';
import { t } from '../texts.js';
import type { Page } from '../use-data.js';

/** Attributes by their names in the API, such as `bookingType`. */
export type Attributes = Readonly<Record<string, unknown>>;

export interface StoredRecord {
  attributes: Attributes;
  /** Changes with the record. */
  version: string;
}

/**
 * Reads and writes the records of one type. A change is sent with the version that the user saw, so that two people never
 * overwrite each other. All methods throw a `ServerError`: with the code PRECONDITION_FAILED if the record has another
 * version by now.
 */
export interface RecordSource {
  /** Identifies the type in keys of drafts, such as `/services`. */
  path: string;
  /** @param id undefined for the only record of its type, such as the account */
  read(id: number | undefined): Promise<StoredRecord>;
  /**
   * @param key a repeated request with the same key is done once
   * @param owner the id of the record to which the new one belongs, by the name of its argument
   */
  create(attributes: Attributes, key: string, owner?: Readonly<Record<string, number>>): Promise<StoredRecord>;
  update(id: number | undefined, attributes: Attributes, version: string, key: string): Promise<StoredRecord>;
  remove(id: number, version: string, key?: string): Promise<void>;
  /**
   * Describes in sentences what others have changed that the fields of the record do not show, and that concerns a change.
   *
   * @param seen the record that the user saw
   * @param changes the attributes that the user changes
   */
  describeOtherChanges?(seen: StoredRecord, now: StoredRecord, changes: Attributes): readonly string[];
}

/**
 * An operation whose input is the attributes of a form, which has them by name. As a method, `types` accepts operations with
 * any input. The names of attributes are checked where the fields are declared: see `AttributeOf`.
 */
export interface FormOperation<Data> {
  readonly text: string;
  types?(variables: { id?: number | undefined; ifRevision?: number; input?: Attributes }): Data;
}

/** An operation on one record. */
type RecordOperation = FormOperation<{ record: Attributes | null }>;

/** The operations on the records of a type. One is left out if the records are read, created or deleted otherwise. */
interface RecordOperations {
  read?: RecordOperation;
  create?: RecordOperation;
  update?: RecordOperation;
  remove?: RecordOperation;
  list?: ListOperation;
}

/** A record of a list, with the attributes that the list reads. */
export interface ListedRecord extends Attributes {
  readonly id: number;
  readonly revisionCount: number;
}

/** A list by its variables, which has the next page `after` a cursor. */
export type ListOperation = Operation<{ records: Page<ListedRecord> }, Attributes>;

/** A list of the records of a type. */
export interface ListOfType {
  /** The attributes to read, by their paths. */
  reads: readonly string[];
  /** The field of the schema, such as `giftCards` by default. */
  field?: string;
  /** The variables of the query with their types, and the arguments that have them. */
  variables?: string;
  arguments?: string;
  /** Whether it is read page by page. */
  isPaged?: boolean;
  /** Whether the number of all records is read. */
  hasCount?: boolean;
}

/** Returns the records of a type. Their version is their `revisionCount`. */
export function recordSource({
  path,
  read,
  create,
  update,
  remove,
}: RecordOperations & { path: string }): RecordSource {
  const run = async (operation: RecordOperation | undefined, variables: object, key?: string) => {
    if (!operation) throw new Error(`${path} has no such operation`);
    const { record, ...beside } = await execute(operation, variables, key);
    return storedRecord(record && { ...record, ...beside });
  };
  return {
    path,
    read: (id) => run(read, { id }),
    create: (input, key, owner) => run(create, { ...owner, input }, key),
    update: (id, input, version, key) => run(update, { id, input, ifRevision: Number(version) }, key),
    remove: async (id, version, key) => {
      await run(remove, { id, ifRevision: Number(version) }, key);
    },
  };
}

/** A type of records, from which the operations on them follow. */
export interface RecordType {
  /** The type as the fields of the schema name it, such as `GiftCard` for `giftCard` and `createGiftCard`. */
  type: string;
  /** The attributes to read, by their paths: `appliesTo.services` is inside an object. */
  reads: readonly string[];
  /** The input of a new record, such as `GiftCardInput` by default, and of a change if that is another one. */
  input?: string;
  changes?: string;
  /** The argument with the id of the record to which a new one belongs, such as `serviceId`. */
  owner?: string;
  /** The field of the schema that deletes a record, such as `deleteGiftCard` by default. */
  remove?: string;
  /** A field of the schema that is read beside a record, with its arguments. Paths that begin with its name belong to it. */
  beside?: string;
  list?: ListOfType;
  /** The operations that there are not. */
  without?: readonly (keyof RecordOperations)[];
  /** Whether an account has one record of the type, which has no id. */
  isOnly?: boolean;
}

/** Returns the operations on a type of records. A guard validates those of the set-up by the schema. */
export function operationsOn({
  type,
  reads,
  input = `${type}Input`,
  changes = input,
  owner,
  remove = `delete${type}`,
  beside,
  list,
  without = [],
  isOnly = false,
}: RecordType): RecordOperations {
  const besideName = beside?.split('(', 1)[0];
  const isBeside = (path: string): boolean => path.split('.', 1)[0] === besideName;
  const attributes = selectionOf(['id', 'revisionCount', ...reads.filter((path) => !isBeside(path))]);
  const others = reads.filter(isBeside).map((path) => path.slice(path.indexOf('.') + 1));
  const field = type.charAt(0).toLowerCase() + type.slice(1);
  const read = `${isOnly ? field : `${field}(id:$id)`}{${attributes}}${beside ? ` ${beside}{${selectionOf(others)}}` : ''}`;
  const updated = `update${type}(${isOnly ? '' : 'id:$id '}ifRevision:$ifRevision input:$input)`;
  const id = isOnly ? '' : '$id:Int!';
  const text = (start: string, of: string) => ({ text: [start, '{record:', of, '}'].join('') });
  const operations: RecordOperations = {
    read: text(`query Read${type}${id && `(${id})`}`, read),
    create: text(
      `mutation Create${type}(${owner ? `$${owner}:Int!` : ''}$input:${input}!)`,
      `create${type}(${owner ? `${owner}:$${owner} ` : ''}input:$input){${attributes}}`,
    ),
    update: text(`mutation Update${type}(${id}$ifRevision:Int!$input:${changes}!)`, `${updated}{${attributes}}`),
    remove: text(
      `mutation Delete${type}($id:Int!$ifRevision:Int!)`,
      `${remove}(id:$id ifRevision:$ifRevision){id revisionCount}`,
    ),
  };
  for (const name of without) delete operations[name];
  return list ? { ...operations, list: listOf(type, { field: `${field}s`, ...list }) } : operations;
}

function listOf(type: string, { field, reads, variables = '', isPaged, hasCount, ...list }: ListOfType): ListOperation {
  const declared = `${variables}${isPaged ? '$after:String' : ''}`;
  const given = `${list.arguments ?? ''}${isPaged ? ' first:50 after:$after' : ''}`;
  const selection = selectionOf(['id', 'revisionCount', ...new Set(reads)]);
  const page = `${hasCount ? 'totalCount ' : ''}nodes{${selection}}pageInfo{hasNextPage endCursor}`;
  const text = `query List${type}${declared && `(${declared})`}{records:${field}${given && `(${given})`}{${page}}}`;
  return { text };
}

function selectionOf(paths: readonly string[]): string {
  const inner = new Map<string, string[]>();
  for (const path of paths) {
    const [name = '', ...rest] = path.split('.');
    inner.set(name, [...(inner.get(name) ?? []), ...(rest.length > 0 ? [rest.join('.')] : [])]);
  }
  return [...inner].map(([name, below]) => (below.length > 0 ? `${name}{${selectionOf(below)}}` : name)).join(' ');
}

/** @throws ServerError if there is none */
export function storedRecord(attributes: Attributes | null, gone = t.records.gone): StoredRecord {
  if (!attributes) throw new ServerError('NOT_FOUND', gone);
  return { attributes, version: String(attributes['revisionCount']) };
}
