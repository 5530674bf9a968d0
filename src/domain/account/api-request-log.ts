import { BoundedRows } from '../../platform/bounded-rows.js';
import type { Database } from '../../platform/database/database.js';
import { writeNewestRows } from '../../platform/database/newest-rows.js';
import { deleteOldRows } from '../../platform/database/old-rows.js';
import { PeriodicWriter, type WriterOptions } from '../../platform/periodic-writer.js';
import type { AccessInterface } from '../context.js';

/** In milliseconds. A request is in the database at most this long after its response. */
const writeInterval = 1_000;
/** Requests that one write stores, of one key and of all. Of the others of a key, the number is stored. */
export const maxRequestsOfKey = 100;
const maxOfAll = 1_000;
/** Requests of a key that are kept. */
export const keptRequests = 1_000;
/** Days for which requests are kept, also those of revoked keys. */
export const requestLogDays = 90;

const requests = {
  table: 'api_request',
  columns: {
    request_id: 'text',
    api_key_id: 'integer',
    interface: 'text',
    method: 'text',
    path: 'text',
    operation: 'text',
    status: 'integer',
    errors: 'jsonb',
    duration: 'integer',
    left_out: 'integer',
  },
  of: 'api_key_id',
  most: keptRequests,
};

/** A request with an API key that was answered. */
export interface AnsweredRequest {
  accountId: number;
  keyId: number;
  requestId: string;
  interface: AccessInterface;
  method: string;
  path: string;
  operation: string | undefined;
  status: number;
  errors: readonly string[];
  /** In milliseconds. */
  duration: number;
  at: Date;
}

/** Requests that are not in the log, since the process has started: they were too many, or could not be written. */
export interface RequestsLeftOut {
  excess: number;
  failed: number;
}

/**
 * Writes the requests of API keys that this process has answered, with two statements a second, however many they are.
 * It loses those that it cannot write. A process that is killed loses those of its last second.
 */
export class ApiRequestLog extends PeriodicWriter {
  readonly #rows = new BoundedRows(maxRequestsOfKey, maxOfAll);
  readonly leftOut: RequestsLeftOut = { excess: 0, failed: 0 };

  constructor(
    private readonly database: Database,
    options: WriterOptions,
  ) {
    super(writeInterval, options);
  }

  /** Notes a request. Returns at once. */
  note(request: AnsweredRequest): void {
    const { keyId, operation } = request;
    const isTaken = this.#rows.add(keyId, () => ({
      account_id: request.accountId,
      created_at: request.at,
      request_id: request.requestId,
      api_key_id: keyId,
      interface: request.interface,
      method: request.method.slice(0, 15),
      path: request.path.slice(0, 255),
      operation: operation === undefined ? null : operation.slice(0, 100),
      status: request.status,
      errors: request.errors,
      duration: request.duration,
    }));
    if (!isTaken) this.leftOut.excess += 1;
  }

  protected override async writeCollected(): Promise<void> {
    const rows = this.#rows.take();
    if (rows.length === 0) return;
    try {
      await writeNewestRows(this.database, requests, rows);
    } catch (error) {
      this.leftOut.failed += rows.length;
      throw error;
    }
  }
}

/** Deletes the requests before an instant. @param onAccount called after each account, to renew the lock of a job */
export function trimApiRequests(database: Database, before: Date, onAccount?: () => Promise<void>): Promise<void> {
  return deleteOldRows(database, { table: requests.table, at: 'created_at', oldestBy: 'id' }, before, onAccount);
}
