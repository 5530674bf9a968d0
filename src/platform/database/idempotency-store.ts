import type { AccountTransaction } from './account-transaction.js';
import type { Database } from './database.js';

/** The first answer to a request that may come again, under a key of its sender's choice. */
export interface KeptAnswer {
  fingerprint: string;
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** An idempotency key and whose it is. */
export interface AnswerKey {
  sender: string;
  key: string;
}

/** Waits until no one else is about to answer that key, then gives the answer that was kept after `since`, if any. */
export async function awaitAnswer(
  tx: AccountTransaction,
  { sender, key }: AnswerKey,
  since: Date,
): Promise<KeptAnswer | undefined> {
  await tx.lockText(`answer:${sender}:${key}`);
  const [kept] = await tx.query<KeptAnswer>(
    `select fingerprint, status, headers, body from idempotency_key
     where account_id = $1 and sender = $2 and key = $3 and created_at > $4`,
    [sender, key, since],
  );
  return kept;
}

/** Keeps an answer in the transaction of its effect, in the place of one that is too old. */
export async function keepAnswer(
  tx: AccountTransaction,
  { sender, key }: AnswerKey,
  { fingerprint, status, headers, body }: KeptAnswer,
  at: Date,
): Promise<void> {
  await tx.query(
    `insert into idempotency_key (account_id, sender, key, fingerprint, created_at, status, headers, body)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8)
     on conflict (account_id, sender, key) do update set fingerprint = excluded.fingerprint,
       created_at = excluded.created_at, status = excluded.status, headers = excluded.headers, body = excluded.body`,
    [sender, key, fingerprint, at, status, JSON.stringify(headers), body],
  );
}

const batchSize = 1_000;

/**
 * Deletes the answers that were kept before `olderThan`.
 *
 * @param onBatch called after each account and each 1,000, for whoever must show that he is alive
 */
export async function trimAnswers(
  database: Database,
  olderThan: Date,
  onBatch: () => Promise<void> = async () => {},
): Promise<void> {
  const em = database.orm.em.fork();
  for (const { id } of await em.execute<{ id: number }[]>('select id from account')) {
    let deleted: number;
    do {
      ({ affectedRows: deleted } = await em.execute(
        `delete from idempotency_key where (account_id, sender, key) in (
           select account_id, sender, key from idempotency_key where account_id = ? and created_at < ? limit ?)`,
        [id, olderThan, batchSize],
        'run',
      ));
      await onBatch();
    } while (deleted === batchSize);
  }
}
