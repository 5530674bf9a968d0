import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { RequestContext } from '../context.js';
import type { Image } from '../image/image.rules.js';
import type { Account } from './account.entity.js';

/**
 * The URL of the account's logo. It contains the digest of the image, so that it changes with the image. Relative to the
 * server if the address of the server is unknown.
 */
export function toLogoUrl({ id, logo }: Account, { address }: Pick<RequestContext, 'address'>): string | null {
  return logo === null ? null : `${address}/logos/${id}/${logo}`;
}

/** Stores the logo and replaces the previous one. */
export async function storeLogo(tx: AccountTransaction, digest: string, { type, bytes }: Image): Promise<void> {
  await tx.query(
    `insert into account_logo (account_id, digest, type, bytes) values ($1, $2, $3, decode($4, 'base64'))
     on conflict (account_id) do update set digest = excluded.digest, type = excluded.type, bytes = excluded.bytes`,
    [digest, type, bytes.toString('base64')],
  );
}

export async function deleteLogo(tx: AccountTransaction): Promise<void> {
  await tx.query('delete from account_logo where account_id = $1');
}
