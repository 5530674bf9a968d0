import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { Database } from '../../platform/database/database.js';
import type { Stored } from '../../platform/database/rows.js';
import type { RequestContext } from '../context.js';
import type { Account } from './account.entity.js';

export interface Logo {
  /** Such as `image/png`. */
  type: string;
  bytes: Buffer;
}

/** Where the account's logo is found: an address that is another when the image is. */
export function logoAddress({ id, logo }: Stored<Account>, { address }: RequestContext): string | null {
  return logo === null ? null : `${address}/logos/${id}/${logo}`;
}

/** The image of that digest, as long as it is the account's logo. */
export async function readLogo(database: Database, accountId: number, digest: string): Promise<Logo | undefined> {
  const [logo] = await database
    .account(accountId)
    .query<Logo>('select type, bytes from account_logo where account_id = $1 and digest = $2', [digest]);
  return logo;
}

/** Keeps the image in place of the one before. */
export async function storeLogo(tx: AccountTransaction, digest: string, { type, bytes }: Logo): Promise<void> {
  await tx.query(
    `insert into account_logo (account_id, digest, type, bytes) values ($1, $2, $3, decode($4, 'base64'))
     on conflict (account_id) do update set digest = excluded.digest, type = excluded.type, bytes = excluded.bytes`,
    [digest, type, bytes.toString('base64')],
  );
}

export async function dropLogo(tx: AccountTransaction): Promise<void> {
  await tx.query('delete from account_logo where account_id = $1');
}
