import type { WritableRecord } from '../platform/database/row-writes.js';
import type { Actor } from './actor.js';
import type { Cursor } from './cursor.js';

/**
 * The entity of each change by the name of the change, such as `booking.confirmed`. `domain/entities.ts` declares
 * its members, because the outbox must not import the domain.
 */
// biome-ignore lint/suspicious/noEmptyInterface: another file declares its members
export interface ChangeRecords {}

/** The name of a change: the type of its object and a past participle. */
export type ChangeName = keyof ChangeRecords;

/** The type of an object whose changes are recorded, such as `booking`. */
export type ObjectType = ChangeName extends infer Name
  ? Name extends `${infer Type}.${string}`
    ? Type
    : never
  : never;

/** The names of the changes of one type of object. */
export type ChangeNameOf<Type extends ObjectType> = Extract<ChangeName, `${Type}.${string}`>;

/** The attributes of an object by name. Instants are ISO 8601 in UTC. */
export type Snapshot = Record<string, unknown>;

/**
 * A row of the change log. The log is ordered by era, transaction id and id, and read only below the oldest running
 * transaction of the database: a transaction with a smaller id can commit later, but none can appear below that
 * horizon. A transaction gets its id at its first write, so causes come before their effects as long as actions lock
 * and read before they write.
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
  /** The id of the request that made it. Null for one of a job. */
  requestId: string | null;
  /** Continues the trace of the request or job, as a `traceparent` header. Null if it was not sampled. */
  traceParent: string | null;
  /** Whether an erasure of a person of the account is not done, so that the log may have data that must not leave the server. */
  isErasing: boolean;
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
  /** The time on the account's clock. It becomes the `updatedAt` of the changed record. */
  at: Date;
  /** The time on the server's clock, by which the log is trimmed. `at` by default. */
  loggedAt?: Date;
  /** The id of the request. Undefined for a job. */
  requestId?: string | undefined;
}
