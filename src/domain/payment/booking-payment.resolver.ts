import { Resolver } from 'type-graphql';
import { Decimal } from '../../platform/scalars.js';
import { Booking, BookingState } from '../booking/booking.entity.js';
import { isActive } from '../booking/states/booking-state.rules.js';
import type { RequestContext } from '../context.js';
import { ComputedField } from '../records/computed-field.js';
import { loadPayableOnline } from './booking-payment.queries.js';

@Resolver(() => Booking)
export class BookingPaymentResolver {
  @ComputedField(() => Decimal, {
    nullable: true,
    description:
      'The amount that can be paid now at the payment provider of the account. Null if the booking awaits no payment, or if payments are only recorded by the account.',
  })
  async payableOnline(booking: Booking, context: RequestContext): Promise<string | null> {
    const { state, orderId } = booking;
    const awaitsPayment = state === BookingState.AWAITING_PAYMENT && isActive(booking, context.clock.now());
    return awaitsPayment && orderId !== null ? loadPayableOnline(context, orderId) : null;
  }
}
