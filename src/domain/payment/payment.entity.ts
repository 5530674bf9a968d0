import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { flag, instantColumn, requiredText, sealedText } from '../../platform/database/columns.js';
import { toAmount } from '../money.rules.js';

@Entity()
@ObjectType({ simpleResolvers: true, description: 'The payment provider of the account. Its keys are never shown.' })
export class PaymentSettings extends AccountRecord {
  static readonly lockKind = 'payment_settings';

  @requiredText({ length: 31, description: 'The name of the provider.' }) provider!: string;
  /** Whether customers can pay by it. Its notifications are processed anyway. */
  @flag({ description: 'Whether customers can pay by it.' }) active = true;
  @flag({
    description:
      'Whether a person stores a card to book where fees for cancelling late or not coming are agreed, and nothing is paid first.',
  })
  asksForCards = false;

  /** Authenticates requests to the provider. */
  @sealedText('payment_settings.secret_key')
  secretKey!: string;

  /** Verifies notifications of the provider. Null if it signs none. */
  @sealedText('payment_settings.webhook_secret', { nullable: true })
  webhookSecret: string | null = null;
}

export enum CheckoutState {
  OPEN = 'open',
  /** It was paid, or has stored the card that it was for. */
  PAID = 'paid',
  /** It expired, or another replaced it. A late payment of it is recorded nevertheless. */
  EXPIRED = 'expired',
}

/** A page of a provider on which a customer pays an order, or stores a card. Change it only under the lock of the order. */
@Entity()
export class PaymentCheckout extends AccountRecord {
  @Property({ type: 'integer' })
  orderId!: number;

  @Property({ type: 'string', length: 31 })
  provider!: string;

  @Property({ type: 'string', length: 7 })
  state = CheckoutState.OPEN;

  /** 0 if it only stores a card. */
  @Property({ type: 'decimal', columnType: 'numeric', runtimeType: 'string' })
  amount!: string;

  /** The tip in the amount. Null without one. */
  @Property({ type: 'decimal', columnType: 'numeric', runtimeType: 'string', nullable: true })
  tipAmount: string | null = null;

  @Property({ type: 'string', length: 3 })
  currency!: string;

  /** Sent to the provider, so that a repeated request creates no second page. */
  @Property({ type: 'uuid', hidden: true })
  idempotencyKey!: string;

  /** Hidden, because it may contain the secret token of the order. */
  @Property({ type: 'string', length: 2048, hidden: true })
  successUrl!: string;

  @Property({ type: 'string', length: 2048, hidden: true })
  cancelUrl!: string;

  /** The provider's identifier; null until the provider has answered. */
  @Property({ type: 'string', length: 255, nullable: true })
  reference: string | null = null;

  @Property({ type: 'string', length: 2048, nullable: true, hidden: true })
  url: string | null = null;

  @instantColumn()
  expiresAt: Date | null = null;

  /** The provider's identifier of the payment, by which it is refunded. */
  @Property({ type: 'string', length: 255, nullable: true })
  paymentReference: string | null = null;

  /** Whether the provider stores the card for a fee that the person agreed to. */
  @Property({ type: 'boolean' })
  savesCard = false;

  /** Whether it is no page, but a charge of a card that an earlier payment stored. */
  @Property({ type: 'boolean' })
  isCharge = false;

  /** The provider's identifiers of the customer and the card; null if none was stored. */
  @Property({ type: 'string', length: 255, nullable: true, hidden: true })
  savedCustomer: string | null = null;

  @Property({ type: 'string', length: 255, nullable: true, hidden: true })
  savedCard: string | null = null;
}

/** Whether a page only stores a card. */
export function isForCard({ amount }: Pick<PaymentCheckout, 'amount'>): boolean {
  return toAmount(amount) === 0n;
}
