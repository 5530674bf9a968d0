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
import { recordBookingPayment } from './bookings.operations.js';

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

interface MethodButtonsProps {
  legend: string;
  onChosen: (method: Method) => void;
  /** Of its buttons. */
  type?: 'button' | 'submit';
  children?: ComponentChildren;
}

/** A button for each way in which staff receive money and pay it back. */
export function MethodButtons({ legend, onChosen, type = 'button', children }: MethodButtonsProps) {
  return (
    <fieldset class="pay-buttons">
      <legend>{legend}</legend>
      {children}
      {statedMethods.map((method) => (
        <Button key={method} type={type} onClick={() => onChosen(method)}>
          {methodText(method)}
        </Button>
      ))}
    </fieldset>
  );
}

type Act = (send: (key: string) => Promise<unknown>, done: string) => void;

/** Returns whether an act waits or runs, and a function that begins one, which the message about it can undo. */
export function useUndoableAct(onDone: () => Promise<void>): [boolean, Act] {
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
