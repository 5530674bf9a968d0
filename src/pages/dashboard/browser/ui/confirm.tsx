import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { Form } from './form.js';

interface ConfirmButtonProps {
  /** The text of the button. */
  children: string;
  /** The consequences, in sentences. */
  question: ComponentChildren;
  onConfirm: () => unknown;
  kind?: 'danger' | 'plain';
}

/** A button that shows a confirmation before an action that cannot be undone. If it fails, the dialog stays and says why. */
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
          <Form onSubmit={confirm}>
            {({ isBusy }) => (
              <div class="actions">
                <Button type="submit" kind="danger" isBusy={isBusy}>
                  {children}
                </Button>
                <Button onClick={() => setOpen(false)}>Cancel</Button>
              </div>
            )}
          </Form>
        </Dialog>
      )}
    </>
  );
}
