import { createAccountToken } from '../../src/domain/account/account-token.rules.js';
import type { TestAccount, TestServer } from './test-server.js';

let count = 0;

/**
 * Starts the session of a visitor. Returns the headers of its requests.
 *
 * @param address an email address that a person has; by default a new one, of a new person
 */
export async function startVisitorSession(
  { database, clock }: Pick<TestServer, 'database' | 'clock'>,
  { credentials: { id } }: Pick<TestAccount, 'credentials'>,
  address?: string,
): Promise<Record<string, string>> {
  const { token, hash } = createAccountToken(id);
  const email = address ?? `visitor${++count}@example.net`;
  const now = clock.now();
  const db = database.account(id);
  if (address === undefined) {
    await db.query('insert into person (account_id, created_at, updated_at, email) values ($1, $2, $2, $3)', [
      now,
      email,
    ]);
  }
  await db.query(
    `insert into visitor_session (account_id, token_hash, address, created_at, expires_at)
     values ($1, $2, $3, $4, $4::timestamptz + interval '30 minutes')`,
    [hash, email, now],
  );
  return { authorization: `Bearer ${token}` };
}
