import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  title: string;
  children: ComponentChildren;
  /** Called when the user presses Escape or the cross. A dialog without it cannot be closed. */
  onClose?: () => void;
}

/** A modal dialog: the browser keeps the focus inside, and returns it to where it was when the dialog closes. */
export function Dialog({ title, children, onClose }: DialogProps) {
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
      tabIndex={-1}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {onClose && (
          <button type="button" class="close" aria-label="Close" onClick={onClose}>
            ×
          </button>
        )}
      </header>
      {children}
    </dialog>
  );
}
