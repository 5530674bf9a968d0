import { Socket } from 'node:net';

const connectMilliseconds = 5_000;
const statementMilliseconds = 8_000;
/** A database that lives says so earlier: each statement has ended by then. */
const silenceMilliseconds = 10_000;

/**
 * For every pool: nobody waits long for a database that is away, nor it for a process that is. A connection that has
 * fallen silent is closed, so that its place in the pool is free when the database is back.
 */
export const connectionLimits = {
  keepAlive: true,
  connectionTimeoutMillis: connectMilliseconds,
  statement_timeout: statementMilliseconds,
  idle_in_transaction_session_timeout: silenceMilliseconds,
  stream: (): Socket => {
    const socket = new Socket();
    return socket.setTimeout(silenceMilliseconds, () => socket.destroy(new Error('the database has fallen silent')));
  },
};
