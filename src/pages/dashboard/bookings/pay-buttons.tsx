import { useState } from 'preact/hooks';
import { Button } from '../../design/button.js';
import { showDone } from '../../design/toast.js';
import { delayAct } from '../delayed-act.js';
import { formats } from '../format.js';
import { execute } from '../graphql/client.js';
import { randomKey } from '../graphql/request-key.js';
import { methodText, statedMethods } from '../payment-methods.js';
import { t } from '../texts.js';
import { recordBookingPayment } from './bookings.operations.js';

interface PayButtonsProps {
  orderId: number;
  /** The amount that is left to pay. */
  balance: string;
  /** Reads the order again. */
  onPaid: () => Promise<void>;
}

/** Records that all that is left was paid, by one click on the way of payment. */
export function PayButtons({ orderId, balance: amount, onPaid }: PayButtonsProps) {
  const [isPaid, setPaid] = useState(false);
  if (isPaid) return null;
  const pay = (method: (typeof statedMethods)[number]) => {
    const key = randomKey();
    const show = () => setPaid(false);
    const record = () => execute(recordBookingPayment, { orderId, amount, method }, key).then(onPaid).finally(show);
    setPaid(true);
    const done = t.bookings.paidBy({ amount: formats().money(amount), method: methodText(method) });
    showDone(done, delayAct(record, show, show));
  };
  return (
    <fieldset class="pay-buttons">
      <legend>{t.bookings.takePayment}</legend>
      {statedMethods.map((method) => (
        <Button key={method} onClick={() => pay(method)}>
          {methodText(method)}
        </Button>
      ))}
    </fieldset>
  );
}
