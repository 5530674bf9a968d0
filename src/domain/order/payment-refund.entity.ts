import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { instantColumn, requiredDecimal, text } from '../../platform/database/columns.js';
import { describeEnum } from '../../platform/described-enum.js';
import { type Amount, toAmount } from '../money.rules.js';

export enum RefundState {
  /** A request to the provider is under way, or its process died. */
  CLAIMED = 'claimed',
  UNANSWERED = 'unanswered',
  DONE = 'done',
  REFUSED = 'refused',
  FAILED = 'failed',
}
describeEnum(RefundState, 'ProviderRefundState', 'The result of a refund at the payment provider.', {
  CLAIMED: 'The provider is being asked. A call after a minute repeats it.',
  UNANSWERED: 'The provider may or may not have refunded it. A call with the same amount repeats it.',
  DONE: 'Refunded and recorded.',
  REFUSED: 'Refused by the provider: nothing was refunded.',
  FAILED: 'Accepted by the provider, but the money came back: the amount counts as paid, and can be refunded again.',
});

/**
 * A refund of one payment at the provider. It is written before the request to the provider, so that its amount cannot be refunded
 * twice. Change it only under the lock of the order.
 */
@Entity()
@ObjectType('ProviderRefund', {
  simpleResolvers: true,
  description:
    'A refund of a payment at the payment provider. Its amount is reserved until the provider refuses it or it fails.',
})
export class PaymentRefund extends AccountRecord {
  @Property({ type: 'integer' })
  orderId!: number;

  /** The page on which the payment was made. */
  @Property({ type: 'integer' })
  checkoutId!: number;

  @requiredDecimal({ description: 'The amount, in the currency of the payment.' }) amount!: string;

  @Property({ type: 'string', length: 10 })
  @Field(() => RefundState, { description: 'The result.' })
  state = RefundState.CLAIMED;

  /** Sent to the provider, so that a repeated request refunds once. */
  @Property({ type: 'uuid', hidden: true })
  idempotencyKey!: string;

  /** The time of the last request to the provider, by the clock of the server. */
  @instantColumn({ nullable: false })
  attemptedAt!: Date;

  @text({ description: "The payment provider's identifier of the refund. Null until it is done." })
  reference: string | null = null;
  @text({ description: 'The reason of the refund. Null if nobody said it.' }) reason: string | null = null;
}

type RefundAmount = Pick<PaymentRefund, 'state' | 'amount'>;

/** Whether a refund may still be made, so that its amount is not available. */
export function isOpenRefund({ state }: Pick<RefundAmount, 'state'>): boolean {
  return state === RefundState.CLAIMED || state === RefundState.UNANSWERED;
}

/** Whether a refund was made, or may still be. */
export function isTaken({ state }: Pick<RefundAmount, 'state'>): boolean {
  return state !== RefundState.REFUSED && state !== RefundState.FAILED;
}

/** The sum of the refunds that may still be made. */
export function openAmount(refunds: readonly RefundAmount[]): Amount {
  return refunds.filter(isOpenRefund).reduce((sum, { amount }) => sum + toAmount(amount), 0n);
}
