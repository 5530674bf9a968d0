import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Extensions, Field, Info, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { describeEnum } from '../../../platform/described-enum.js';
import { Decimal, Instant } from '../../../platform/scalars.js';
import { RequiresPermission } from '../../account/permissions.rules.js';
import { isChargeable } from '../../cancellation-fee.rules.js';
import type { RequestContext } from '../../context.js';
import { toAmount, toDecimal } from '../../money.rules.js';
import { Order, OrderState } from '../../order/order.entity.js';
import { balanceDue } from '../../order/order.rules.js';
import { shownWhenSet } from '../../records/attributes.js';
import { ComputedField, createContextLoader } from '../../records/computed-field.js';
import { selectJoins } from '../../records/selection.js';
import { Booking, BookingState } from '../booking.entity.js';
import { getBooking } from '../booking.queries.js';
import { isActive } from '../states/booking-state.rules.js';
import { feeIfCancelled, feeOf, reliesOnCard } from './agreed-fees.rules.js';
import { waiveFee } from './cancellation-fee.actions.js';

enum CancellationFeeState {
  DUE = 'due',
  CHARGED = 'charged',
  WAIVED = 'waived',
}
describeEnum(CancellationFeeState, 'CancellationFeeState', 'The state of the fee of a booking.', {
  DUE: 'It may be charged, until `chargeableUntil`.',
  CHARGED: 'It is in the order of the booking.',
  WAIVED: 'It was waived.',
});

@ObjectType({
  simpleResolvers: true,
  description: 'The fees that the person of a booking agreed to, and the one that is due.',
})
export class CancellationFee {
  @Field(() => String, { nullable: true, description: 'The fees as they were agreed, such as `24: 50 %, 0: 100 %`.' })
  fees!: string | null;

  @Field(() => String, { nullable: true, description: 'The terms in the words that were shown. Null without any.' })
  text!: string | null;

  @Field(() => Instant, { nullable: true, description: 'When they were agreed.' })
  agreedAt!: Date | null;

  @Field(() => Decimal, { description: 'The fee if the person cancels the booking now.' })
  ifCancelledNow!: string;

  @Field(() => Decimal, { nullable: true, description: 'The fee for not coming. Null for none.' })
  noShow!: string | null;

  @Field(() => CancellationFeeState, { nullable: true, description: 'The state. Null if no fee has become due.' })
  state!: CancellationFeeState | null;

  @Field(() => Decimal, { nullable: true, description: 'The most that may be charged now. Null if nothing may be.' })
  chargeable!: string | null;

  @Field(() => Instant, {
    nullable: true,
    description: 'The latest time at which it may be charged. Null if nothing may be.',
  })
  chargeableUntil!: Date | null;

  @Field(() => Decimal, { nullable: true, description: 'The amount that was charged. Null if none was.' })
  charged!: string | null;

  @Field(() => String, { nullable: true, description: 'The reason why it was waived. Null if it was not.' })
  waiverReason!: string | null;

  /** The order of a fee that was charged; null for others. No field. */
  orderId!: number | null;
  /** The booking. No field. */
  booking!: Booking;
}

enum FeeCard {
  AWAITED = 'awaited',
  STORED = 'stored',
  REMOVABLE = 'removable',
}
describeEnum(FeeCard, 'FeeCard', 'The card to which the fee of a booking may be charged.', {
  AWAITED: 'The booking is held until its person stores one on the page of the payment provider.',
  STORED: 'One is stored.',
  REMOVABLE: 'One is stored, and nothing may be charged to it any more.',
});

const loadHasCard = createContextLoader(readHasCard, false);

async function readHasCard({ db }: RequestContext, orderIds: readonly number[]): Promise<Map<number, boolean>> {
  const rows = await db.query<{ orderId: number }>(
    `select distinct order_id as "orderId" from payment_checkout
     where account_id = $1 and order_id = any ($2::integer[]) and saved_card is not null`,
    [orderIds],
  );
  return new Map(rows.map(({ orderId }) => [orderId, true]));
}

const loadOwed = createContextLoader(readOwed, '0.00');

async function readOwed({ db }: RequestContext, orderIds: readonly number[]): Promise<Map<number, string>> {
  const orders = await db.rows(Order, { id: { $in: [...orderIds] }, state: OrderState.PENDING });
  return new Map(orders.map((order) => [order.id, toDecimal(balanceDue(order))]));
}

@Resolver(() => Booking)
export class CancellationFeeResolver {
  @Extensions({ [shownWhenSet]: true })
  @ComputedField(() => CancellationFee, {
    nullable: true,
    description: 'The fees for cancelling late and for not coming. Null if none were agreed.',
  })
  cancellationFee(booking: Booking, { clock }: RequestContext): CancellationFee | null {
    const { agreedFees: agreed, orderId } = booking;
    const fee = feeOf(booking);
    if (!agreed && !fee) return null;
    const now = clock.now();
    const isDue = fee !== null && isChargeable(fee, now);
    return {
      ...{ fees: agreed?.rule ?? null, text: agreed?.text ?? null, agreedAt: agreed && new Date(agreed.agreedAt) },
      ...{ ifCancelledNow: feeIfCancelled(booking, now), noShow: agreed?.noShow ?? null },
      state: fee && states[fee.state],
      ...{ chargeable: isDue ? fee.amount : null, chargeableUntil: isDue ? new Date(fee.until) : null },
      ...{ charged: fee?.charged ?? null, waiverReason: fee?.reason ?? null },
      orderId: fee?.state === 'charged' ? orderId : null,
      booking,
    };
  }

  @RequiresPermission('sales')
  @Mutation(() => Booking, {
    description:
      'Waives the fee of a booking. One that was charged leaves the order, which is cancelled if it sells nothing else; what was paid can be refunded.',
  })
  async waiveCancellationFee(
    @Arg('bookingId', () => Int) bookingId: number,
    @Arg('reason', () => String, { description: 'Up to 255 characters.' }) reason: string,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Booking> {
    const { id } = await waiveFee(context, bookingId, reason);
    return getBooking(context, id, selectJoins(info));
  }
}

@Resolver(() => CancellationFee)
export class OwedFeeResolver {
  @ComputedField(() => Decimal, {
    nullable: true,
    description: 'The amount left to pay of the order of a charged fee. Null if none was charged.',
  })
  owed({ orderId }: CancellationFee, context: RequestContext): Promise<string> | null {
    return orderId === null ? null : loadOwed(context, orderId);
  }

  @Extensions({ [shownWhenSet]: true })
  @ComputedField(() => FeeCard, {
    nullable: true,
    description: 'The card to which it may be charged. Null if none is stored or awaited.',
  })
  async card({ booking, orderId }: CancellationFee, context: RequestContext): Promise<FeeCard | null> {
    if (booking.orderId === null) return null;
    const now = context.clock.now();
    const isHeld = booking.state === BookingState.AWAITING_PAYMENT && isActive(booking, now);
    if (booking.agreedFees?.needsCard && isHeld) return FeeCard.AWAITED;
    if (!(await loadHasCard(context, booking.orderId))) return null;
    const owed = orderId === null ? 0n : toAmount(await loadOwed(context, orderId));
    return reliesOnCard(booking, owed, now) ? FeeCard.STORED : FeeCard.REMOVABLE;
  }
}

const states = {
  due: CancellationFeeState.DUE,
  charged: CancellationFeeState.CHARGED,
  waived: CancellationFeeState.WAIVED,
} as const;
