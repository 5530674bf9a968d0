import { execute } from '../graphql/client.js';
import { ServerError } from '../graphql/server-error.js';
import { t } from '../texts.js';

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
  /** @param key a repeated request with the same key is done once */
  create(attributes: Attributes, key: string): Promise<StoredRecord>;
  update(id: number | undefined, attributes: Attributes, version: string, key: string): Promise<StoredRecord>;
  remove(id: number, version: string): Promise<void>;
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

interface RecordOperations {
  path: string;
  read: RecordOperation;
  /** Left out if records are created otherwise. */
  create?: RecordOperation;
  update: RecordOperation;
  /** Left out if records are not deleted. */
  remove?: RecordOperation;
}

/** Returns the records of a type. Their version is their `revisionCount`. */
export function recordSource({ path, read, create, update, remove }: RecordOperations): RecordSource {
  const run = async (operation: RecordOperation | undefined, variables: object, key?: string) => {
    if (!operation) throw new Error(`${path} has no such operation`);
    return storedRecord((await execute(operation, variables, key)).record);
  };
  return {
    path,
    read: (id) => run(read, { id }),
    create: (input, key) => run(create, { input }, key),
    update: (id, input, version, key) => run(update, { id, input, ifRevision: Number(version) }, key),
    remove: async (id, version) => {
      await run(remove, { id, ifRevision: Number(version) });
    },
  };
}

/** @throws ServerError if there is none */
export function storedRecord(attributes: Attributes | null): StoredRecord {
  if (!attributes) throw new ServerError('NOT_FOUND', t.records.gone);
  return { attributes, version: String(attributes['revisionCount']) };
}
