import type { WritableRecord } from '../platform/database/record-tracker.js';
import type { Actor } from './actor.js';
import type { ChangeName, ObjectType } from './change-records.js';
import type { Cursor } from './cursor.js';

/** The attributes of an object by name. Instants are ISO 8601 in UTC. */
export type Snapshot = Record<string, unknown>;

/**
 * A row of the change log. The log is ordered by era, transaction id and id, and read only below the oldest transaction
 * of the database that still runs: a transaction with a smaller id can commit later, but none can appear below that horizon. A
 * transaction gets its id at its first write, so the order is also that of cause and effect as long as actions lock and
 * read before they write.
 */
export interface RecordedChange extends Cursor {
  accountId: number;
  createdAt: Date;
  name: ChangeName;
  objectType: ObjectType;
  objectId: number;
  /** The object after the change. */
  snapshot: Snapshot;
  /** The old values of the changed attributes. Null if the object was created or removed. */
  previous: Snapshot | null;
  actor: Actor;
}

/** A record whose changes are logged: a row of an account, or the account itself. */
export interface LoggedRecord extends WritableRecord {
  /** The name of the actor of the last change. */
  updatedBy?: string | null;
  /** Number of changes since the creation. */
  revisionCount?: number;
}

/** The actor and the time of a change. */
export interface ChangedBy {
  actor: Actor;
  /** The time on the account's clock, which the changed record gets. */
  at: Date;
  /** The time on the server's clock, by which the log is trimmed; `at` by default. */
  loggedAt?: Date;
}
