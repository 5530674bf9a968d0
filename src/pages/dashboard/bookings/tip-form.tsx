import { useState } from 'preact/hooks';
import { Button } from '../../design/button.js';
import { Select } from '../../design/field.js';
import { Form, textIn } from '../../design/form.js';
import { showDone } from '../../design/toast.js';
import { formats } from '../format.js';
import { execute } from '../graphql/client.js';
import { useRequestKey } from '../graphql/request-key.js';
import { AmountField, amountIn } from '../money-fields.js';
import { methodIn, methodOptions } from '../payment-methods.js';
import { t } from '../texts.js';
import { recordBookingTip, refundBookingTip } from './bookings.operations.js';

interface TipFormProps {
  bookingId: number;
  /** Null if the booking has no order, because it is free or paid elsewhere. */
  orderId: number | null;
  /** The tips that were given, which can be given back; null without any. */
  given: string | null;
  /** Reads the order again. */
  reload: () => Promise<void>;
}

const texts = t.bookings.tip;

/** Buttons that open a form for a tip, and for giving one back. */
export function TipForm({ bookingId, orderId, given, reload }: TipFormProps) {
  const [opened, setOpened] = useState<'give' | 'back'>();
  const once = useRequestKey();
  const hasTip = Number(given ?? 0) > 0;
  if (opened === undefined) {
    return (
      <>
        <Button onClick={() => setOpened('give')}>{texts.take}</Button>
        {hasTip && <Button onClick={() => setOpened('back')}>{texts.giveBack}</Button>}
      </>
    );
  }
  const isBack = opened === 'back';
  const send = async (values: FormData) => {
    const amount = amountIn(values);
    const tip = { amount, method: methodIn(textIn(values, 'method')) };
    await once(async (key) => {
      if (isBack && orderId !== null) await execute(refundBookingTip, { orderId, ...tip }, key);
      else await execute(recordBookingTip, { bookingId, ...tip }, key);
    });
    showDone((isBack ? texts.givenBack : texts.taken)({ amount: formats().money(amount) }));
    setOpened(undefined);
    await reload();
  };
  return (
    <Form key={opened} onSubmit={send} fields={['amount']}>
      {({ isBusy, error }) => (
        <>
          <div class="fields">
            <AmountField
              label={isBack ? texts.amountBack : texts.amount}
              value={isBack ? given : undefined}
              autoFocus
              hint={isBack ? undefined : texts.hint}
              error={error('amount')}
            />
            <Select label={t.figures.method} name="method" options={methodOptions} />
          </div>
          <div class="actions">
            <Button type="submit" kind="primary" isBusy={isBusy}>
              {isBack ? texts.giveBack : texts.save}
            </Button>
            <Button onClick={() => setOpened(undefined)}>{t.bookings.cancel}</Button>
          </div>
        </>
      )}
    </Form>
  );
}
