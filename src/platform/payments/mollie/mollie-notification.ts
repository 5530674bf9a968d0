import { isObject } from '../../accepted.js';
import {
  type FailedRefund,
  NotificationError,
  type ProviderNotification,
  type SavedCard,
} from '../payment-provider.js';
import type { JsonObject } from '../provider-request.js';
import { fromMollieAmount } from './mollie-amounts.js';

/** Returns the identifier in a notification: `id=tr_…`. @throws NotificationError */
export function readNotifiedId(body: string): string {
  const id = new URLSearchParams(body).get('id') ?? '';
  if (!/^[a-z]{2,8}_\w{1,200}$/.test(id)) throw new NotificationError('has no payment');
  return id;
}

/** Reads what became of a payment. Its state is the event: a repeated notification finds the same. @throws NotificationError */
export function readPayment(id: string, payment: JsonObject): ProviderNotification {
  const { status, amount, amountCaptured, captureMode } = payment;
  const eventId = `${id} ${String(status)}`;
  const saved = savedCard(payment);
  const failedRefunds = readFailedRefunds(payment);
  const notified = (of: unknown) => ({ eventId, checkout: id, payment: id, ...amountOf(of), saved, failedRefunds });
  switch (status) {
    case 'paid': {
      // Of an authorised payment, a part may be captured.
      const paid = notified(captureMode === 'manual' && amountCaptured ? amountCaptured : amount);
      if (paid.amount > 0n) return { kind: 'paid', ...paid };
      return saved ? { kind: 'saved', eventId, checkout: id, saved } : { kind: 'other', eventId };
    }
    case 'authorized':
      return { kind: 'authorised', ...notified(amount) };
    case 'expired':
    case 'canceled':
    case 'failed':
      return { kind: 'expired', eventId, checkout: id };
    default:
      return { kind: 'other', eventId };
  }
}

/** Reads the refunds in a payment that failed. */
function readFailedRefunds({ _embedded: embedded }: JsonObject): FailedRefund[] {
  const refunds: unknown = isObject(embedded) ? embedded['refunds'] : [];
  return (Array.isArray(refunds) ? refunds : []).flatMap((given: unknown) => {
    const { id: refund, status, metadata } = isObject(given) ? given : {};
    if ((status !== 'failed' && status !== 'canceled') || typeof refund !== 'string') return [];
    const key = isObject(metadata) && typeof metadata['key'] === 'string' ? metadata['key'] : null;
    return [{ refund, key }];
  });
}

/** @throws NotificationError */
function amountOf(given: unknown): { amount: bigint; currency: string } {
  const { value, currency } = isObject(given) ? given : {};
  const amount = fromMollieAmount(value);
  if (amount === undefined || typeof currency !== 'string') throw new NotificationError('has no amount');
  return { amount, currency };
}

/** The mandate of a first payment: the card or the account that later payments charge. */
function savedCard({ sequenceType, customerId: customer, mandateId: card }: JsonObject): SavedCard | null {
  const isStored = sequenceType === 'first' && typeof customer === 'string' && typeof card === 'string';
  return isStored ? { customer, card } : null;
}
