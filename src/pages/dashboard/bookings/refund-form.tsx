import { useRef, useState } from 'preact/hooks';
import { Button } from '../../design/button.js';
import { Form, textIn } from '../../design/form.js';
import { formats } from '../format.js';
import { execute } from '../graphql/client.js';
import { AmountLeftField, amountIn, ReasonField } from '../money-fields.js';
import { methodText } from '../payment-methods.js';
import { t } from '../texts.js';
import { recordBookingRefund, refundBookingByProvider } from './bookings.operations.js';
import { type Method, MethodButtons, useUndoableAct } from './pay-buttons.js';

interface RefundFormProps {
  orderId: number;
  /** The amount that can be refunded. */
  refundable: string;
  /** Whether it was paid at the payment provider, which can pay it back. */
  isPaidOnline: boolean;
  onRefunded: () => Promise<void>;
}

/** Pays back what can be refunded, or a part of it: the first click shows the amount and the ways, the second one chooses. */
export function RefundForm({ orderId, refundable, isPaidOnline, onRefunded }: RefundFormProps) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<{ amount: string; reason: string | null }>();
  const [problem, setProblem] = useState<string>();
  const way = useRef<Method | 'online'>('CASH');
  const [isRunning, act] = useUndoableAct(onRefunded);
  if (isRunning) return null;
  const { money } = formats();
  if (!isOpen) return <Button onClick={() => setOpen(true)}>{t.bookings.refund({ amount: money(refundable) })}</Button>;
  const send = (values: FormData) => {
    const [amount, reason, method] = [amountIn(values), textIn(values, 'reason'), way.current];
    const isTooMuch = Number(amount) > Number(refundable);
    setProblem(isTooMuch ? t.business.orders.atMost({ amount: money(refundable) }) : undefined);
    setTyped({ amount, reason });
    if (isTooMuch) return;
    const refund = { orderId, amount, reason };
    const shown = money(amount);
    if (method === 'online') {
      act((key) => execute(refundBookingByProvider, refund, key), t.business.orders.refunded({ amount: shown }));
    } else {
      const done = t.bookings.refundedBy({ amount: shown, method: methodText(method) });
      act((key) => execute(recordBookingRefund, { ...refund, method }, key), done);
    }
  };
  return (
    <Form onSubmit={send}>
      {() => (
        <>
          <div class="fields">
            <AmountLeftField most={refundable} value={typed?.amount ?? refundable} error={problem} />
            <ReasonField value={typed?.reason ?? null} />
          </div>
          <MethodButtons type="submit" legend={t.bookings.refundWith} onChosen={(method) => (way.current = method)}>
            {isPaidOnline && (
              <Button type="submit" kind="primary" onClick={() => (way.current = 'online')}>
                {t.bookings.refundOnline}
              </Button>
            )}
          </MethodButtons>
          <div class="actions">
            <Button onClick={() => setOpen(false)}>{t.bookings.cancel}</Button>
          </div>
        </>
      )}
    </Form>
  );
}
