import type { LogSnapshot } from '../../outbox/log-snapshot.js';
import type { AccountDatabase } from '../../platform/database/account-database.js';

/** A free slot, as requests list it. */
export interface ListedSlot {
  timestamp: Date;
  timestampEnd: Date;
  formattedTimestamp: string;
  formattedTimestampEnd: string;
  free: number;
  maximumCapacity: number;
  availableResources: number[];
  eventId: number | null;
}

/** The slots of a request, as they were read at some instant. */
export interface SlotList {
  /** By start. Those that start too early or too late to be booked at another instant are among them. */
  readonly slots: readonly ListedSlot[];
  /** The list has no slots that start before `from` or after `to`, in epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  /** Holds that expire later counted as booked. */
  readonly readAt: Date;
  /** The snapshot of the read; undefined if the slots depend on more than database rows and cannot be cached. */
  readonly snapshot: LogSnapshot | undefined;
}

/** The time of a request and the period of its slots. */
export type SlotListNeed = Pick<SlotList, 'from' | 'to' | 'readAt'>;

/** Keeps lists of slots between requests. */
export interface SlotListCache {
  /**
   * Returns the list kept under `key` if it is up to date, otherwise what `read` returns.
   *
   * @param key identifies the request within its account
   * @param needed a list is used only if it includes all slots that start from `from` to `to`
   */
  find(db: AccountDatabase, key: string, needed: SlotListNeed, read: () => Promise<SlotList>): Promise<SlotList>;
}
