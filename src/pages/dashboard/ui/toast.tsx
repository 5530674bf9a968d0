import { sentencesOfError } from '../graphql/server-error.js';
import { signal, useSignal } from './signal.js';

interface Toast {
  id: number;
  text: string;
  kind: 'done' | 'problem';
}

const toasts = signal<readonly Toast[]>([]);
/** In milliseconds. A problem stays until it is closed. */
const lifetime = 6_000;
/** More would cover the page. */
const maxToasts = 4;
let lastId = 0;

/** Shows, and reads out, that something was done. */
export function showDone(text: string): void {
  const id = add(text, 'done');
  setTimeout(() => close(id), lifetime);
}

/** Shows, and reads out, why something failed. It stays until the user closes it. */
export function showError(error: unknown): void {
  add(sentencesOfError(error).join(' '), 'problem');
}

function add(text: string, kind: Toast['kind']): number {
  lastId += 1;
  toasts.value = [...toasts.value, { id: lastId, text, kind }].slice(-maxToasts);
  return lastId;
}

function close(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** The region of the page that shows toasts. */
export function Toasts() {
  const shown = useSignal(toasts);
  return (
    <div class="toasts" aria-live="polite">
      {shown.map(({ id, text, kind }) => (
        <p key={id} class={kind} role={kind === 'problem' ? 'alert' : undefined}>
          {text}
          <button type="button" class="close" aria-label="Close the message" onClick={() => close(id)}>
            ×
          </button>
        </p>
      ))}
    </div>
  );
}
