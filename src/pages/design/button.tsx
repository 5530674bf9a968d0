import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { showError } from './toast.js';

interface ButtonProps {
  children: ComponentChildren;
  /** While its promise is pending, the button is busy and cannot be clicked again. An error is shown as a toast. */
  onClick?: (event: MouseEvent) => unknown;
  kind?: 'primary' | 'danger' | 'plain' | undefined;
  type?: 'button' | 'submit';
  /** The form that it submits is being sent. */
  isBusy?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Read out instead of the text. */
  label?: string | undefined;
}

/** A button that does one thing at a time, however often it is clicked. */
export function Button({ children, onClick, kind, type = 'button', isBusy = false, disabled, label }: ButtonProps) {
  const [isRunning, setRunning] = useState(false);
  const running = useRef(false);
  const click = async (event: MouseEvent) => {
    if (!onClick || isBusy || running.current) return;
    running.current = true;
    setRunning(true);
    try {
      await onClick(event);
    } catch (error) {
      showError(error);
    } finally {
      running.current = false;
      setRunning(false);
    }
  };
  const busy = isBusy || isRunning;
  return (
    <button
      type={type}
      class={kind ? `button ${kind}` : 'button'}
      onClick={click}
      disabled={disabled}
      // A disabled button would lose the focus.
      aria-disabled={busy || undefined}
      aria-busy={busy}
      aria-label={label}
    >
      {children}
    </button>
  );
}
