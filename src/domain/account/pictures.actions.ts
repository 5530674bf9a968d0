import { hash } from 'node:crypto';
import { recordChange } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { rejectIfAny } from '../../platform/errors.js';
import { changedBy, type RequestContext } from '../context.js';
import { toStoredImage } from '../image/image.rules.js';
import { deleteOtherImages, storeImage, toImageUrl } from '../image/record-image.actions.js';
import { requireRevision } from '../records/record.rules.js';
import { Account } from './account.entity.js';
import type { Picture } from './picture.type.js';
import { type GivenPicture, problemsOf, type StoredPicture, sizeOf } from './pictures.rules.js';

/** Returns the pictures of an account with the URLs of their files. */
export function toPictures({ pictures }: Account, context: Pick<RequestContext, 'account' | 'address'>): Picture[] {
  return pictures.map(({ images, ...picture }) => ({
    ...picture,
    images: images.flatMap(({ digest, width, height }) => {
      const url = toImageUrl({ image: digest }, context);
      return url === null ? [] : { url, width, height };
    }),
  }));
}

/**
 * Replaces the list of pictures. Those that it leaves out are deleted with their files.
 *
 * @throws DomainError INVALID on `pictures`, PRECONDITION_FAILED
 */
export function setPictures(
  context: RequestContext,
  given: readonly GivenPicture[],
  ifRevision?: number | null,
): Promise<Account> {
  return context.db.transaction(async (tx) => {
    await tx.lock([Account, tx.accountId]);
    const account = await tx.own(Account);
    requireRevision(account, ifRevision, 'account');
    const problems = problemsOf(given, account.pictures);
    rejectIfAny(problems.length > 0 ? { pictures: problems } : {});
    const present = new Map(account.pictures.map((picture) => [picture.id, picture]));
    let last = Math.max(0, ...account.pictures.flatMap(({ images }) => images.map(({ id }) => id)));
    const pictures: StoredPicture[] = [];
    for (const { id, images, text, isCover } of given) {
      const stored = present.get(id ?? 0)?.images ?? (await storeFiles(tx, images ?? [], last));
      last = Math.max(last, ...stored.map((image) => image.id));
      pictures.push({ id: id ?? last, text: text.trim(), isCover: isCover ?? false, images: stored });
    }
    account.pictures = pictures;
    const kept = pictures.flatMap(({ images }) => images.map(({ id }) => id));
    await deleteOtherImages(tx, 'picture', kept);
    await recordChange(tx, 'account.modified', account, changedBy(context));
    return account;
  });
}

/** Stores the files of a new picture with the ids after `last`. */
async function storeFiles(
  tx: AccountTransaction,
  files: readonly (Uint8Array | string)[],
  last: number,
): Promise<StoredPicture['images']> {
  const images: StoredPicture['images'][number][] = [];
  for (const file of files) {
    if (typeof file === 'string') continue;
    const [width, height] = sizeOf(file);
    const image = toStoredImage(file);
    const digest = hash('sha256', image.bytes);
    const id = last + images.length + 1;
    await storeImage(tx, 'picture', id, digest, image);
    images.push({ id, digest, width, height });
  }
  return images.toSorted((a, b) => a.width - b.width);
}
