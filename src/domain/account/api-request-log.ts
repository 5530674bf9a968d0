import { type BoundedRow, BoundedRows } from '../../platform/bounded-rows.js';
import type { Database } from '../../platform/database/database.js';
import { isWritableAccount } from '../../platform/database/writable-account.js';
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
      await writeRequests(this.database, rows);
    } catch (error) {
      this.leftOut.failed += rows.length;
      throw error;
    }
  }
}

const columns = `account_id, created_at, updated_at, request_id, api_key_id, interface, method, path, operation, status,
  errors, duration, left_out`;

/**
 * Adds rows of several accounts, without those of paused ones, and deletes what is older than the last of each key.
 * `offset 0` finds the oldest once for each key. As a condition of the rows it was found for each row, which took 510 ms
 * for a key with 1,100 rows.
 */
async function writeRequests(database: Database, rows: readonly BoundedRow[]): Promise<void> {
  const keys = new Map(rows.map(({ account_id, api_key_id }) => [api_key_id, { account_id, api_key_id }]));
  await database.session.transaction(async (session) => {
    await session.execute('select write_to_accounts()');
    await session.execute(
      `insert into api_request (${columns})
       select account_id, noted.created_at, noted.created_at, ${columns.slice(columns.indexOf('request_id'))}
       from jsonb_to_recordset($1::jsonb) as noted (account_id integer, created_at timestamptz, request_id text,
         api_key_id integer, interface text, method text, path text, operation text, status integer, errors jsonb,
         duration integer, left_out integer)
       join account on account.id = account_id and ${isWritableAccount}
       order by account_id`,
      [JSON.stringify(rows)],
    );
    await session.execute(
      `delete from api_request using (
         select account_id, api_key_id, (
           select last.id from api_request last
           where last.account_id = written.account_id and last.api_key_id = written.api_key_id
           order by last.account_id desc, last.api_key_id desc, last.id desc offset $2 limit 1) as id
         from jsonb_to_recordset($1::jsonb) as written (account_id integer, api_key_id integer)
         offset 0) as oldest
       where api_request.account_id = oldest.account_id and api_request.api_key_id = oldest.api_key_id
         and api_request.id <= oldest.id`,
      [JSON.stringify([...keys.values()]), keptRequests],
    );
  });
}

/** Deletes the requests before an instant. @param onAccount called after each account, to renew the lock of a job */
export async function trimApiRequests(
  database: Database,
  before: Date,
  onAccount: () => Promise<void> = async () => {},
): Promise<void> {
  const accounts = await database.accountIds(
    'select created_at < $1 from api_request where account_id = account.id order by account_id, id limit 1',
    [before],
  );
  for (const id of accounts) {
    await database.account(id).query('delete from api_request where account_id = $1 and created_at < $2', [before]);
    await onAccount();
  }
}
