/** Attributes by their names in the API, such as `booking_type`. */
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
