import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useTexts } from './component-texts.js';

interface FormState {
  isBusy: boolean;
  error: unknown;
}

interface FormProps {
  /** Receives the entered values. While its promise is pending, the form cannot be submitted again. */
  onSubmit: (values: FormData) => unknown;
  /** Called with all entered texts whenever one of them changes. */
  onInput?: (texts: Readonly<Record<string, string>>) => void;
  /** Renders the fields. `error` returns the message for a field, `isBusy` whether the form is being sent. */
  children: (state: { isBusy: boolean; error: (field: string) => string | undefined }) => ComponentChildren;
  /** Fields that show their own errors. The messages of all others are listed above the fields. */
  fields?: readonly string[];
  class?: string;
}

/**
 * A form that is sent once, however often it is submitted. If that fails, it keeps what was entered and focuses its summary
 * of errors, else the first field with an error, else the list of errors.
 */
export function Form({ onSubmit, onInput, children, fields = [], class: className = 'form' }: FormProps) {
  const texts = useTexts();
  const [{ isBusy, error }, setState] = useState<FormState>({ isBusy: false, error: undefined });
  const busy = useRef(false);
  const element = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (error !== undefined) firstProblemIn(element.current)?.focus();
  }, [error]);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy.current || !(event.target instanceof HTMLFormElement)) return;
    busy.current = true;
    setState({ isBusy: true, error: undefined });
    try {
      await onSubmit(new FormData(event.target));
      setState({ isBusy: false, error: undefined });
    } catch (problem) {
      setState({ isBusy: false, error: problem });
    } finally {
      busy.current = false;
    }
  };
  /** Enter begins a line of a long text, so Ctrl or ⌘ with it sends the form. */
  const press = ({ key, ctrlKey, metaKey, target, currentTarget }: TargetedKeyboardEvent<HTMLFormElement>) => {
    if (key === 'Enter' && (ctrlKey || metaKey) && target instanceof HTMLTextAreaElement) currentTarget.requestSubmit();
  };
  const errorOf = (field: string) => (error === undefined ? undefined : texts.messageOf(error, field));
  const isShownBelow = fields.some((field) => errorOf(field) !== undefined);
  return (
    <form
      ref={element}
      class={className}
      onSubmit={submit}
      onKeyDown={press}
      onInput={onInput && (({ currentTarget }) => onInput(textsIn(new FormData(currentTarget))))}
      noValidate={false}
    >
      {error !== undefined && !isShownBelow && (
        <div role="alert">
          <ul class="problems" tabIndex={-1}>
            {texts.sentencesOf(error).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      {children({ isBusy, error: errorOf })}
    </form>
  );
}

function firstProblemIn(form: HTMLFormElement | null): HTMLElement | null {
  for (const place of ['.error-summary', '[aria-invalid="true"]', '.problems']) {
    const found = form?.querySelector<HTMLElement>(place);
    if (found) return found;
  }
  return null;
}

/** Returns the entered texts by field. Files are left out. */
function textsIn(values: FormData): Record<string, string> {
  return Object.fromEntries([...values].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
}

/** Returns the entered text of a field without surrounding spaces; null if it is empty. */
export function textIn(values: FormData, name: string): string | null {
  const value = values.get(name);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** Returns the entered number of a field; null if it is empty. */
export function numberIn(values: FormData, name: string): number | null {
  const text = textIn(values, name);
  return text === null ? null : Number(text);
}
