import { Extensions, Field, Int, ObjectType, Resolver } from 'type-graphql';
import { listCost } from '../../platform/list-cost.js';
import { Decimal } from '../../platform/scalars.js';
import { Booking, BookingState } from '../booking/booking.entity.js';
import { isVerified } from '../booking/states/booking-state.rules.js';
import { sqlStates } from '../booking-states.js';
import type { RequestContext } from '../context.js';
import { type Amount, toAmount, toDecimal } from '../money.rules.js';
import { Order, OrderState } from '../order/order.entity.js';
import { priceAfterDiscount } from '../order/order.rules.js';
import { shownWhenSet } from '../records/attributes.js';
import { ComputedField, createContextLoader } from '../records/computed-field.js';
import { PublicOrder } from '../shop/public-order.actions.js';
import { offeredTips } from '../tip-percentages.rules.js';
import { canPayOnline } from './payment-settings.actions.js';

@ObjectType({ simpleResolvers: true, description: 'A tip that a customer can choose.' })
class TipChoice {
  @Field(() => Int, { description: 'The percentage of the price.' }) percentage!: number;
  @Field(() => Decimal, { description: 'The amount, in the currency of the account.' }) amount!: string;
}

@ObjectType({ simpleResolvers: true, description: 'The tips of an order, as its customer sees them.' })
class OnlineTip {
  @Field(() => Decimal, { description: 'The tips that were given, less what was given back.' }) given!: string;

  @Field(() => [TipChoice], {
    nullable: true,
    complexity: listCost(4),
    description:
      'The tips that are offered, beside any other amount. Empty if the price is 0. Null if none can be added at the payment provider now.',
  })
  choices!: TipChoice[] | null;
}

/** The part of an order on which its tips depend. */
interface TippedOrder {
  state: OrderState;
  price: Amount;
  given: string;
  /** Whether a booking of it is ongoing, and awaits no card. */
  isOfBooking: boolean;
}

/** The id in place of that of an order that a booking does not have. */
const noOrder = 0;

/** Reads all orders of the same tick by one statement. Without a payment provider no order can have a tip. */
const loadTippedOrder = createContextLoader(async (context, ids): Promise<Map<number, TippedOrder>> => {
  if (!(await canPayOnline(context))) return new Map();
  const orders = await context.db.rows(Order, { id: { $in: [...ids] } });
  const ofBookings = await context.db.query<{ orderId: number }>(
    `select distinct order_id as "orderId" from booking
     where account_id = $1 and order_id = any ($2::integer[]) and state in (${sqlStates.ongoing})
       and (agreed_fees ->> 'needsCard' is null or state <> '${BookingState.AWAITING_PAYMENT}')`,
    [ids],
  );
  const sold = new Set(ofBookings.map(({ orderId }) => orderId));
  const free = { state: OrderState.CONFIRMED, price: 0n, given: '0.00', isOfBooking: true };
  return new Map([
    [noOrder, free],
    ...orders.map((order): [number, TippedOrder] => {
      const { id, state, tipAmount } = order;
      const price = priceAfterDiscount(order);
      return [id, { state, price, given: tipAmount ?? '0.00', isOfBooking: sold.has(id) }];
    }),
  ]);
}, null);

function tipOf({ account }: RequestContext, { given, price }: TippedOrder, isOffered: boolean): OnlineTip {
  const offered = offeredTips(account, price, account.currency);
  const choices = offered.map(({ percentage, amount }) => ({ percentage, amount: toDecimal(amount) }));
  return { given, choices: isOffered ? choices : null };
}

const description = 'The tips that were given online and can be added. Null if the account offers none.';

@Resolver(() => Booking)
export class BookingTipResolver {
  @Extensions({ [shownWhenSet]: true })
  @ComputedField(() => OnlineTip, { nullable: true, description })
  async onlineTip(booking: Booking, context: RequestContext): Promise<OnlineTip | null> {
    if (context.account.tipPercentages === null) return null;
    const order = await loadTippedOrder(context, booking.orderId ?? noOrder);
    return order && tipOf(context, order, isOffered(booking, order, context.clock.now()));
  }
}

/** A tip comes with a payment that is awaited, or alone if nothing is left to pay. What is due at the appointment is paid there. */
function isOffered(booking: Booking, { state }: TippedOrder, now: Date): boolean {
  if (!isVerified(booking, now)) return false;
  if (booking.state !== BookingState.AWAITING_PAYMENT) return state === OrderState.CONFIRMED;
  return state === OrderState.PENDING && booking.agreedFees?.needsCard !== true;
}

@Resolver(() => PublicOrder)
export class PublicOrderTipResolver {
  @Extensions({ [shownWhenSet]: true })
  @ComputedField(() => OnlineTip, { nullable: true, description })
  async onlineTip({ id, state }: PublicOrder, context: RequestContext): Promise<OnlineTip | null> {
    if (context.account.tipPercentages === null) return null;
    const order = await loadTippedOrder(context, id);
    if (!order || (!order.isOfBooking && toAmount(order.given) === 0n)) return null;
    return tipOf(context, order, order.isOfBooking && state !== OrderState.CANCELLED);
  }
}
