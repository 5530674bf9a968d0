import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../design/button.js';
import { showDone } from '../../design/toast.js';
import { delayAct } from '../delayed-act.js';
import { formats } from '../format.js';
import { execute } from '../graphql/client.js';
import { randomKey } from '../graphql/request-key.js';
import { methodText, statedMethods } from '../payment-methods.js';
import { t } from '../texts.js';
import { recordBookingPayment, recordBookingRefund, refundBookingByProvider } from './bookings.operations.js';

export type Method = (typeof statedMethods)[number];

interface PayButtonsProps {
  orderId: number;
  /** The amount that is left to pay. */
  balance: string;
  /** The part of the deposit that is left to pay; null without one. */
  deposit: string | null;
  /** Reads the order again. */
  onPaid: () => Promise<void>;
}

/** Records that all that is left was paid, or the deposit, by one click on the way of payment. */
export function PayButtons({ orderId, balance, deposit, onPaid }: PayButtonsProps) {
  const [isRunning, act] = useUndoableAct(onPaid);
  if (isRunning) return null;
  const pay = (amount: string) => (method: Method) =>
    act(
      (key) => execute(recordBookingPayment, { orderId, amount, method }, key),
      t.bookings.paidBy({ amount: formats().money(amount), method: methodText(method) }),
    );
  const isOfDeposit = deposit !== null && Number(deposit) > 0 && Number(deposit) < Number(balance);
  return (
    <>
      {isOfDeposit && (
        <MethodButtons legend={t.bookings.takeDeposit({ amount: formats().money(deposit) })} onChosen={pay(deposit)} />
      )}
      <MethodButtons legend={t.bookings.takePayment} onChosen={pay(balance)} />
    </>
  );
}

interface RefundButtonsProps {
  orderId: number;
  /** The amount that can be refunded. */
  refundable: string;
  /** Whether it was paid at the payment provider, which can pay it back. */
  isPaidOnline: boolean;
  onRefunded: () => Promise<void>;
}

/** Pays back all that can be refunded: the first click shows the ways, and the second one chooses. */
export function RefundButtons({ orderId, refundable: amount, isPaidOnline, onRefunded }: RefundButtonsProps) {
  const [isOpen, setOpen] = useState(false);
  const [isRunning, act] = useUndoableAct(onRefunded);
  if (isRunning) return null;
  const shown = formats().money(amount);
  if (!isOpen) return <Button onClick={() => setOpen(true)}>{t.bookings.refund({ amount: shown })}</Button>;
  const refund = (method: Method) =>
    act(
      (key) => execute(recordBookingRefund, { orderId, amount, method }, key),
      t.bookings.refundedBy({ amount: shown, method: methodText(method) }),
    );
  const refundOnline = () =>
    act(
      (key) => execute(refundBookingByProvider, { orderId, amount }, key),
      t.business.orders.refunded({ amount: shown }),
    );
  return (
    <MethodButtons legend={t.bookings.refundWith({ amount: shown })} onChosen={refund}>
      {isPaidOnline && (
        <Button kind="primary" onClick={refundOnline}>
          {t.bookings.refundOnline}
        </Button>
      )}
    </MethodButtons>
  );
}

interface MethodButtonsProps {
  legend: string;
  onChosen: (method: Method) => void;
  children?: ComponentChildren;
}

/** A button for each way in which staff receive money and pay it back. */
export function MethodButtons({ legend, onChosen, children }: MethodButtonsProps) {
  return (
    <fieldset class="pay-buttons">
      <legend>{legend}</legend>
      {children}
      {statedMethods.map((method) => (
        <Button key={method} onClick={() => onChosen(method)}>
          {methodText(method)}
        </Button>
      ))}
    </fieldset>
  );
}

type Act = (send: (key: string) => Promise<unknown>, done: string) => void;

/** Returns whether an act waits or runs, and a function that begins one, which the message about it can undo. */
function useUndoableAct(onDone: () => Promise<void>): [boolean, Act] {
  const [isRunning, setRunning] = useState(false);
  const act: Act = (send, done) => {
    const key = randomKey();
    const show = () => setRunning(false);
    const run = () => send(key).then(onDone).finally(show);
    setRunning(true);
    showDone(done, delayAct(run, show, show));
  };
  return [isRunning, act];
}
