import { describeEnum } from '../../platform/described-enum.js';
import { invalid } from '../../platform/errors.js';

export enum PaymentMethod {
  CASH = 'cash',
  CARD = 'card',
  MOBILE = 'mobile',
  TRANSFER = 'transfer',
  ONLINE = 'online',
  GIFT_CARD = 'gift_card',
  OTHER = 'other',
}
describeEnum(PaymentMethod, 'PaymentMethod', 'The way in which an amount was paid or refunded.', {
  CASH: 'In cash.',
  CARD: 'By a card at a terminal.',
  MOBILE: 'By an app on a phone.',
  TRANSFER: 'By a bank transfer.',
  ONLINE: 'At the payment provider of the account. Only the server records it.',
  GIFT_CARD: 'From or to a gift card. Only the server records it.',
  OTHER: 'In another way.',
});

/** The methods that nobody states, because the server itself records them. */
const ofServer: readonly PaymentMethod[] = [PaymentMethod.ONLINE, PaymentMethod.GIFT_CARD];

/** @throws DomainError INVALID on `method` for one that only the server records */
export function rejectMethodOfServer(method: PaymentMethod | null | undefined): void {
  if (method && ofServer.includes(method)) throw invalid({ method: ['is not included in the list'] });
}
