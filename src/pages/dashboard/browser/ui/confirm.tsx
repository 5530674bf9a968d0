import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from './button.js';
import { Dialog } from './dialog.js';

interface ConfirmButtonProps {
  /** The text of the button. */
  children: string;
  /** The consequences, in sentences. */
  question: ComponentChildren;
  onConfirm: () => unknown;
  kind?: 'danger' | 'plain';
}

/** A button that asks before it does something that cannot be undone. The dialog stays open if it fails. */
export function ConfirmButton({ children, question, onConfirm, kind = 'danger' }: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const confirm = async () => {
    await onConfirm();
    setOpen(false);
  };
  return (
    <>
      <Button kind={kind} onClick={() => setOpen(true)}>
        {children}
      </Button>
      {isOpen && (
        <Dialog title={children} onClose={() => setOpen(false)}>
          <p>{question}</p>
          <div class="actions">
            <Button kind="danger" onClick={confirm}>
              {children}
            </Button>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
