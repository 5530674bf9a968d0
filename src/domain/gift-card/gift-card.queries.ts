import { raw } from '@mikro-orm/postgresql';
import { Field, InputType, Int } from 'type-graphql';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { codeKey, withCode } from '../../platform/text.js';
import { today } from '../context.js';
import { byId, byUpdate, createListOrder, RecordFilter } from '../records/list.input.js';
import type { List } from '../records/list.js';
import { GiftCard, GiftCardConnection } from './gift-card.entity.js';

/** Conditions that must all hold. */
@InputType()
export class GiftCardFilter extends RecordFilter {
  @Field(() => Int, { nullable: true, description: 'Returns the gift cards of this person.' }) personId?: number | null;
}
const giftCardOrder = createListOrder('GiftCardOrder', { ID: byId, UPDATED_AT: byUpdate }, 'ID');

/** The gift cards that can be redeemed today. */
export const giftCardList: List<GiftCard, GiftCardFilter, GiftCardConnection> = {
  name: 'giftCards',
  entity: GiftCard,
  connection: GiftCardConnection,
  filter: GiftCardFilter,
  order: giftCardOrder,
  conditions: (context, { personId }) => ({
    $and: [
      {
        active: true,
        remaining: { $gt: '0' },
        $or: [{ validUntil: null }, { validUntil: { $gte: today(context) } }],
        ...(typeof personId === 'number' && { personId }),
      },
    ],
  }),
};

/** The gift cards that an order issued, in every state. */
export const issuedGiftCardList: List<GiftCard, GiftCardFilter, GiftCardConnection> = {
  ...giftCardList,
  name: 'issuedGiftCards',
  conditions: (_context, { personId }) => ({ ...(typeof personId === 'number' && { personId }) }),
};

/** Finds the gift card with that code (`codeKey`). Archived cards are not found. */
export async function findGiftCardByCode(tx: AccountTransaction, code: string): Promise<GiftCard | undefined> {
  const isSame = { [raw((alias) => `code_key(${alias}.code)`)]: codeKey(code), archivedAt: null };
  return withCode(await tx.rows(GiftCard, isSame), code);
}
