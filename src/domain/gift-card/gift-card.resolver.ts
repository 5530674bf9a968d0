import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import { hasPermission, RequiresPermission } from '../account/permissions.rules.js';
import { type RequestContext, today } from '../context.js';
import { ComputedField } from '../records/computed-field.js';
import { ListQuery, type ListRequest, readList } from '../records/list.js';
import { RecordMutations } from '../records/record-writes.js';
import { giftCardWrites } from './gift-card.actions.js';
import { GiftCard, GiftCardConnection, GiftCardInput } from './gift-card.entity.js';
import { GiftCardFilter, giftCardList } from './gift-card.queries.js';
import { isRedeemable, maskCode, wholeUnits } from './gift-card.rules.js';

@Resolver(() => GiftCard)
@RecordMutations(giftCardWrites, {
  permission: RequiresPermission('sales'),
  entity: GiftCard,
  input: GiftCardInput,
  descriptions: {
    create: 'Creates a gift card.',
    update: 'Changes a gift card.',
    delete: 'Deletes a gift card. One that was used is archived.',
  },
})
export class GiftCardResolver {
  @RequiresPermission('read')
  @Query(() => GiftCard, { description: 'One gift card.' })
  giftCard(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<GiftCard> {
    return context.db.get(GiftCard, id);
  }

  @RequiresPermission('read')
  @ListQuery(giftCardList, { description: 'The gift cards that can be redeemed today.' })
  giftCards(context: RequestContext, request: ListRequest<GiftCardFilter>): GiftCardConnection {
    return readList(context, giftCardList, request);
  }

  @ComputedField(() => String)
  code({ code }: GiftCard, { actor }: RequestContext): string {
    return hasPermission(actor, 'sales') ? code : maskCode(code);
  }

  @ComputedField(() => Boolean, { description: 'Whether it can be redeemed: activated, not spent and not expired.' })
  active(card: GiftCard, context: RequestContext): boolean {
    return isRedeemable(card, today(context));
  }

  @ComputedField(() => Int, { description: 'The balance, rounded down to whole units of the currency.' })
  value(card: GiftCard): number {
    return wholeUnits(card);
  }
}
