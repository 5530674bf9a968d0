import { formats } from '../format.js';
import { accountNow, can } from '../session.js';
import { t } from '../texts.js';
import { Link } from '../ui/link.js';
import type { BookingFactsQuery } from './bookings.operations.js';
import type { Booking } from './live.js';
import { PayButtons } from './pay-buttons.js';
import { RefundForm } from './refund-form.js';
import { TipForm } from './tip-form.js';

type Order = NonNullable<NonNullable<BookingFactsQuery['booking']>['order']>;

interface MoneyPartProps {
  booking: Booking;
  order: Order;
  /** The fee for cancelling or not coming that is left to pay; null without one. */
  owedFee: string | null;
  /** Reads the order again. */
  reload: () => Promise<void>;
}

/** The price of a booking, what is paid of it and what is due when, and buttons to receive it and to pay it back. */
export function MoneyPart({ booking, order, owedFee, reload }: MoneyPartProps) {
  const { money } = formats();
  const { id, state, payableAmount, balance, refundable, dueNow, tipAmount, payments } = order;
  const hasTip = Number(tipAmount ?? 0) > 0;
  const isPaid = Number(balance) <= 0;
  const isPayable = booking.active || Number(owedFee ?? 0) > 0;
  const isPaidOnline = payments.some(({ method }) => method === 'ONLINE');
  const sentence = isPaid ? undefined : dueText(order, booking);
  return (
    <section class="facts" aria-label={t.bookings.price}>
      <h3>{t.bookings.price}</h3>
      <p>
        {money(payableAmount)}{' '}
        <span class={isPaid ? 'badge confirmed' : 'badge hold'}>
          {isPaid ? t.bookings.paid : t.bookings.toPay({ amount: money(balance) })}
        </span>
      </p>
      {sentence !== undefined && <p>{sentence}</p>}
      {Number(refundable) > 0 && <p>{t.business.orders.toRefund({ amount: money(refundable) })}</p>}
      {hasTip && <p>{t.bookings.tip.given({ amount: money(tipAmount ?? '0') })}</p>}
      {can('sales') && (
        <>
          {!isPaid && isPayable && <PayButtons orderId={id} balance={balance} deposit={dueNow} onPaid={reload} />}
          <div class="actions">
            {Number(refundable) > 0 && (
              <RefundForm orderId={id} refundable={refundable} isPaidOnline={isPaidOnline} onRefunded={reload} />
            )}
            {(hasTip || state !== 'CANCELLED') && (
              <TipForm bookingId={booking.id} orderId={id} given={tipAmount} reload={reload} />
            )}
            <Link path={`setup/orders/${id}`}>{t.business.orders.order({ id })}</Link>
          </div>
        </>
      )}
    </section>
  );
}

/** A button to take a tip for a booking that has no order, because it is free or paid elsewhere. */
export function TipPart({ booking, reload }: Pick<MoneyPartProps, 'booking' | 'reload'>) {
  if (!booking.active || !can('sales')) return null;
  return (
    <div class="actions">
      <TipForm bookingId={booking.id} orderId={null} given={null} reload={reload} />
    </div>
  );
}

/** Returns what is due now and at the appointment, beside what is paid. Undefined if nothing is paid or due before. */
function dueText(
  { payableAmount, paidAmount, balance, dueNow, dueLater }: Order,
  { active, bookedFrom }: Booking,
): string | undefined {
  const { money } = formats();
  const isToCome = active && new Date(bookedFrom) > accountNow();
  if (isToCome && dueNow !== null && Number(dueNow) > 0) {
    const now = t.bookings.dueNow({ amount: money(dueNow) });
    return Number(dueLater) > 0 ? t.bookings.dueParts({ now, later: money(dueLater ?? '0') }) : now;
  }
  if (Number(paidAmount) <= 0) return undefined;
  const amounts = { paid: money(paidAmount), price: money(payableAmount), due: money(balance) };
  return isToCome ? t.bookings.paidAndDue(amounts) : t.bookings.paidAndOpen(amounts);
}
