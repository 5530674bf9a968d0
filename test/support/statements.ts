import type { Database } from '../../src/platform/database/database.js';
import { PreparedQuery } from '../../src/platform/database/preparing-client.js';
import { PeriodicWriter } from '../../src/platform/periodic-writer.js';

interface Sent<Result> {
  result: Result;
  /** All other SQL statements, in order. */
  statements: string[];
  /** The statements that find the account of a request. */
  accountReads: string[];
  /** The messages that carried the statements: those of one message take one round trip. */
  messages: number;
}

/**
 * Returns whether a statement finds the account of a request, by API key or site. Accounts are cached for 5 s, so a slow
 * machine sends more of these statements than a fast one. Counts therefore leave them out.
 */
const findsAccount = (statement: string): boolean =>
  /\bfrom account row\s+(join api_key key\b|where lower\(row\.subdomain\) = \$1)/.test(statement);

/** Whether a statement notes the last use of API keys: a second after the request, at most once a minute. */
const notesUse = (statement: string): boolean => statement.startsWith('update api_key set last_used_at');

/** Whether a statement looks for changes, for subscribers that earlier files have left at a shared server. */
const looksForChanges = (statement: string): boolean => statement.includes(' as reader(account_id integer');

/** Whether a statement sends the notices of changes: after the commit, on a connection of its own. */
const sendsNotices = (statement: string): boolean => statement.startsWith("select pg_notify('change'");

/** Whether a statement is sent at its own time, beside the requests. */
const isInBackground = (statement: string): boolean =>
  notesUse(statement) || looksForChanges(statement) || sendsNotices(statement);

const { write } = PeriodicWriter.prototype;
/** The writes that have begun and not ended. */
const writes = new Set<Promise<void>>();
let isRecording = false;
PeriodicWriter.prototype.write = function () {
  if (isRecording) return Promise.resolve();
  const writing = write.call(this).finally(() => writes.delete(writing));
  writes.add(writing);
  return writing;
};

/**
 * Records the SQL statements that are sent through `database` while `work` runs. What requests note is not written
 * meanwhile: those writes depend on the time. One that has begun before is waited for.
 */
export async function statementsOf<Result>(database: Database, work: () => Promise<Result>): Promise<Sent<Result>> {
  isRecording = true;
  await Promise.all(writes);
  const sent: string[] = [];
  const logger = database.orm.config.getLogger();
  const { logQuery } = logger;
  logger.logQuery = ({ query = '' }) => {
    if (!isInBackground(query)) sent.push(query);
  };
  const { submit } = PreparedQuery.prototype;
  let messages = 0;
  PreparedQuery.prototype.submit = function (connection) {
    if (!this.executions.some(({ statement: { text } }) => findsAccount(text) || isInBackground(text))) messages += 1;
    return submit.call(this, connection);
  };
  try {
    const result = await work();
    const { accountReads = [], statements = [] } = Object.groupBy(sent, (statement) =>
      findsAccount(statement) ? 'accountReads' : 'statements',
    );
    return { result, statements, accountReads, messages };
  } finally {
    logger.logQuery = logQuery;
    isRecording = false;
    PreparedQuery.prototype.submit = submit;
  }
}
