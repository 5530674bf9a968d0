import type { FilterQuery } from '@mikro-orm/core';
import { raw } from '@mikro-orm/postgresql';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { Row } from '../../platform/database/rows.js';
import { getRow } from '../attributes.js';
import type { PageRequest } from '../connection.js';
import { type RequestContext, today } from '../context.js';
import { GiftCard, GiftCardConnection } from './gift-card.entity.js';
import type { GiftCardFilter } from './gift-card.input.js';

/** One gift card, active or not. @throws DomainError NOT_FOUND */
export function getGiftCard(context: RequestContext, id: number): Promise<Row<GiftCard>> {
  return getRow(context.db, GiftCard, id);
}

/** Active gift cards by id, oldest first: those that can be redeemed today. All of them without a page. */
export function listGiftCards(
  context: RequestContext,
  { personId }: GiftCardFilter,
  page: PageRequest | undefined,
): GiftCardConnection {
  const where: FilterQuery<GiftCard> = {
    active: true,
    remaining: { $gt: '0' },
    $or: [{ validUntil: null }, { validUntil: { $gte: today(context) } }],
    ...(typeof personId === 'number' && { personId }),
  };
  return new GiftCardConnection(
    page,
    (part) => context.db.rows(GiftCard, where, { orderBy: { id: 'asc' }, ...part }),
    () => context.db.count(GiftCard, where),
  );
}

/** The card of that code, whatever its case; an archived one has none any more. */
export async function findGiftCardByCode(tx: AccountTransaction, code: string): Promise<Row<GiftCard> | undefined> {
  const isSame = { [raw((alias) => `lower(${alias}.code)`)]: code.trim().toLowerCase(), archivedAt: null };
  const [card] = await tx.rows(GiftCard, isSame, { limit: 1 });
  return card;
}
