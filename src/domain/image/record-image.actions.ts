import { hash } from 'node:crypto';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { Database } from '../../platform/database/database.js';
import { rejectIfAny } from '../../platform/errors.js';
import type { RequestContext } from '../context.js';
import type { NewImage } from './image.argument.js';
import { type Image, toStoredImage, validateImage } from './image.rules.js';
import { withoutMetadata } from './image-metadata.rules.js';

/** A record that can have an image, of which the row has the digest. */
export interface RecordWithImage {
  id: number;
  /** The digest of the image, which is stored in another table. */
  image: string | null;
}

/** The kinds of records that can have an image. The pictures of an account are numbered by their list. */
type ImageOwner = 'resource' | 'service' | 'picture';

/**
 * The URL of the image of a record, at the path of the logo. It contains the digest of the image, so that it changes with
 * the image. Relative to the server if the address of the server is unknown.
 */
export function toImageUrl(
  { image }: Pick<RecordWithImage, 'image'>,
  { account, address }: Pick<RequestContext, 'account' | 'address'>,
): string | null {
  return image === null ? null : `${address}/logos/${account.id}/${image}`;
}

/**
 * Reads the logo, a picture or an image of a record of an account, without metadata: earlier versions stored images as they came.
 * Returns undefined if none of them has the digest.
 */
export async function readImage(database: Database, accountId: number, digest: string): Promise<Image | undefined> {
  await database.cell?.requireHere(accountId);
  const [image] = await database.account(accountId).query<Image>(
    `select type, bytes from account_logo where account_id = $1 and digest = $2
     union all select type, bytes from record_image where account_id = $1 and digest = $2
     limit 1`,
    [digest],
  );
  return image && { ...image, bytes: withoutMetadata(image.type, image.bytes) };
}

/**
 * Stores the image of a record and replaces the previous one, or removes it. The URL of the present image leaves it as it
 * is. The caller records the change of the record.
 *
 * @throws DomainError INVALID on `image`
 */
export async function changeImage(
  context: Pick<RequestContext, 'account' | 'address'>,
  tx: AccountTransaction,
  owner: ImageOwner,
  record: RecordWithImage,
  file: NewImage,
): Promise<void> {
  if (typeof file === 'string') {
    rejectIfAny(file === toImageUrl(record, context) ? {} : { image: ['is invalid'] });
    return;
  }
  if (file === null || file === undefined) {
    record.image = null;
    await tx.query('delete from record_image where account_id = $1 and owner = $2 and owner_id = $3', [
      owner,
      record.id,
    ]);
    return;
  }
  rejectIfAny(validateImage('image', file));
  const image = toStoredImage(file);
  record.image = hash('sha256', image.bytes);
  await storeImage(tx, owner, record.id, record.image, image);
}

/** Stores the image of a record and replaces the previous one. */
export async function storeImage(
  tx: AccountTransaction,
  owner: ImageOwner,
  ownerId: number,
  digest: string,
  { type, bytes }: Image,
): Promise<void> {
  await tx.query(
    `insert into record_image (account_id, owner, owner_id, digest, type, bytes)
     values ($1, $2, $3, $4, $5, decode($6, 'base64'))
     on conflict (account_id, owner, owner_id)
     do update set digest = excluded.digest, type = excluded.type, bytes = excluded.bytes`,
    [owner, ownerId, digest, type, bytes.toString('base64')],
  );
}

/** Deletes the images of all records of a kind but those. */
export async function deleteOtherImages(
  tx: AccountTransaction,
  owner: ImageOwner,
  kept: readonly number[],
): Promise<void> {
  await tx.query('delete from record_image where account_id = $1 and owner = $2 and owner_id <> all($3::integer[])', [
    owner,
    kept,
  ]);
}
