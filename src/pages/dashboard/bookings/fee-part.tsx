import { useState } from 'preact/hooks';
import { Button } from '../../design/button.js';
import { Field } from '../../design/field.js';
import { Form, textIn } from '../../design/form.js';
import { formats } from '../format.js';
import { execute } from '../graphql/client.js';
import { can } from '../session.js';
import { t } from '../texts.js';
import { nameOf } from './booking.rules.js';
import { type BookingFactsQuery, chargeFee, removeCard, waiveFee } from './bookings.operations.js';
import { readBooking } from './change-booking.js';
import type { Booking } from './live.js';

type Fee = NonNullable<NonNullable<BookingFactsQuery['booking']>['cancellationFee']>;

interface FeePartProps {
  booking: Booking;
  fee: Fee;
  /** Called with the booking after its fee was charged or waived. */
  onChanged: (booking: Booking, done: string) => void;
}

const texts = t.bookings.fee;

/** The fee of a booking for cancelling late or not coming, with what may be done with it. */
export function FeePart({ booking, fee, onChanged }: FeePartProps) {
  const [isWaiving, setWaiving] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const { id } = booking;
  const charge = async () => {
    setRunning(true);
    try {
      await execute(chargeFee, { id });
      onChanged(await readBooking(id), texts.chargedNow({ name: nameOf(booking) }));
    } finally {
      setRunning(false);
    }
  };
  const forgetCard = async () => {
    setRunning(true);
    try {
      await execute(removeCard, { id });
      onChanged(await readBooking(id), texts.cardRemoved);
    } finally {
      setRunning(false);
    }
  };
  const waive = async (values: FormData) => {
    await execute(waiveFee, { id, reason: textIn(values, 'reason') ?? '' });
    onChanged(await readBooking(id), texts.waivedNow({ name: nameOf(booking) }));
  };
  const isOpen = fee.chargeable !== null || fee.charged !== null;
  return (
    <section class="facts" aria-label={texts.title}>
      <h3>{texts.title}</h3>
      <FeeState fee={fee} />
      {fee.card !== null && <p>{fee.card === 'AWAITED' ? texts.cardAwaited : texts.cardStored}</p>}
      {fee.card === 'REMOVABLE' && can('sales') && (
        <div class="actions">
          <Button disabled={isRunning} onClick={forgetCard}>
            {texts.removeCard}
          </Button>
        </div>
      )}
      {isWaiving ? (
        <Form onSubmit={waive} fields={['reason']}>
          {({ isBusy, error }) => (
            <>
              <Field label={texts.reason} name="reason" maxLength={255} required error={error('reason')} />
              <div class="actions">
                <Button type="submit" kind="primary" isBusy={isBusy}>
                  {texts.waive}
                </Button>
                <Button onClick={() => setWaiving(false)}>{t.bookings.keep}</Button>
              </div>
            </>
          )}
        </Form>
      ) : (
        isOpen &&
        can('sales') && (
          <div class="actions">
            {fee.chargeable !== null && (
              <Button kind="primary" disabled={isRunning} onClick={charge}>
                {texts.charge({ amount: formats().money(fee.chargeable) })}
              </Button>
            )}
            <Button onClick={() => setWaiving(true)}>{texts.waive}</Button>
          </div>
        )
      )}
    </section>
  );
}

function FeeState({ fee: { chargeable, chargeableUntil, charged, owed, waiverReason, fees } }: { fee: Fee }) {
  const { money, dateTime } = formats();
  if (waiverReason !== null) return <p>{texts.waived({ reason: waiverReason })}</p>;
  if (charged !== null) {
    const isPaid = Number(owed) <= 0;
    return (
      <p>
        {texts.charged({ amount: money(charged) })}{' '}
        <span class={isPaid ? 'badge confirmed' : 'badge hold'}>
          {isPaid ? t.bookings.paid : t.bookings.toPay({ amount: money(owed ?? '0') })}
        </span>
      </p>
    );
  }
  if (chargeable !== null && chargeableUntil !== null) {
    return <p>{texts.chargeable({ amount: money(chargeable), time: dateTime(chargeableUntil) })}</p>;
  }
  const agreed = agreedTexts(fees);
  if (agreed.length === 0) return null;
  return <p>{texts.agreed({ fees: agreed.reduce((text, next) => t.punctuation.followed({ text, next })) })}</p>;
}

/** The words for agreed fees such as `24: 50 %, 0: 100 %, no-show: 20`. Nobody can cancel after the start. */
function agreedTexts(fees: string | null): string[] {
  const steps = (fees ?? '').split(/, */).map((step) => step.split(/: */));
  return steps.flatMap(([when = '', value = '']) => {
    const fee = value.endsWith('%') ? value : formats().money(value);
    if (when === 'no-show') return texts.agreedNoShow({ fee });
    return Number(when) === 0 ? [] : texts.agreedLate({ fee, hours: Number(when) });
  });
}
