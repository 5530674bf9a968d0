import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from './button.js';
import { useTexts } from './component-texts.js';
import { Form } from './form.js';
import { Icon } from './icon.js';

interface DialogProps {
  title: string;
  children: ComponentChildren;
  /** Called when the user presses Escape or the cross. A dialog without it cannot be closed. */
  onClose?: () => void;
  /** Whether the page behind it cannot be seen. */
  hidesPage?: boolean;
  /** A sheet is at the side of the page, and on a phone at its bottom. A click beside it closes it. */
  kind?: 'dialog' | 'sheet';
  /** Buttons that stay in view below the content of a sheet. */
  footer?: ComponentChildren;
}

/** A modal dialog: the browser keeps the focus inside, and returns it to where it was when the dialog closes. */
export function Dialog({ title, children, onClose, hidesPage = false, kind = 'dialog', footer }: DialogProps) {
  const texts = useTexts();
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    element.current?.showModal();
    // Not its first button: the key that opened the dialog would press it.
    element.current?.focus();
    return () => {
      element.current?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={hidesPage ? 'alone' : kind}
      tabIndex={-1}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      // The content covers all of the element, so that a click on the element itself was on what is behind it.
      onPointerDown={({ target, currentTarget }) => kind === 'sheet' && target === currentTarget && onClose?.()}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {onClose && (
          <button type="button" class="close" aria-label={texts.close} onClick={onClose}>
            <Icon name="x" />
          </button>
        )}
      </header>
      {kind === 'sheet' ? <div class="content">{children}</div> : children}
      {footer && <footer class="actions">{footer}</footer>}
    </dialog>
  );
}

interface ConfirmButtonProps {
  /** The text of the button. */
  children: string;
  /** The consequences, in sentences. */
  question: ComponentChildren;
  onConfirm: (values: FormData) => unknown;
  kind?: 'danger' | 'plain';
  /** Fields below the question, whose values the confirmation has. */
  fields?: ComponentChildren;
}

/** A button that says what an action means for others, or that it cannot be undone, and waits for a confirmation. If it fails, the dialog stays and says why. */
export function ConfirmButton({ children, question, onConfirm, kind = 'danger', fields }: ConfirmButtonProps) {
  const texts = useTexts();
  const [isOpen, setOpen] = useState(false);
  const confirm = async (values: FormData) => {
    await onConfirm(values);
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
              <>
                {fields}
                <div class="actions">
                  <Button type="submit" kind="danger" isBusy={isBusy}>
                    {children}
                  </Button>
                  <Button onClick={() => setOpen(false)}>{texts.cancel}</Button>
                </div>
              </>
            )}
          </Form>
        </Dialog>
      )}
    </>
  );
}
