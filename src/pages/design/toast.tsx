import { useTexts } from './component-texts.js';
import { Icon } from './icon.js';
import { signal, useSignal } from './signal.js';

/** The button of a message, such as "Undo". */
interface ToastAction {
  label: string;
  /** An error is shown as another toast. */
  run: () => unknown;
  /** Called instead of it once the message has left the page. Such a message stays for ten seconds. */
  onKept?: () => unknown;
}

type Toast = { id: number } & (
  | { kind: 'done'; text: string; action: ToastAction | undefined }
  | { kind: 'problem'; error: unknown }
);

const toasts = signal<readonly Toast[]>([]);
/** In milliseconds. A problem stays until it is closed. */
const lifetime = 6_000;
/** In milliseconds. An action takes time to decide, and to reach by keyboard. */
const lifetimeWithAction = 15_000;
/** In milliseconds. What the message describes happens only then. */
const lifetimeBeforeAct = 10_000;
/** More would cover the page. */
const maxToasts = 4;
let lastId = 0;

/** Shows, and reads out, that something was done. */
export function showDone(text: string, action?: ToastAction): void {
  const id = nextId();
  add({ id, kind: 'done', text, action });
  setTimeout(() => close(id), action?.onKept ? lifetimeBeforeAct : action ? lifetimeWithAction : lifetime);
}

/** Shows, and reads out, why something failed. It stays until the user closes it. What is shown already is not repeated. */
export function showError(error: unknown): void {
  const isShown = toasts.value.some((toast) => toast.kind === 'problem' && isSame(toast.error, error));
  if (isShown) return;
  add({ id: nextId(), kind: 'problem', error });
}

/** Whether two errors say the same, such as those of all requests that a lost connection ends. */
function isSame(one: unknown, other: unknown): boolean {
  return one instanceof Error && other instanceof Error && one.name === other.name && one.message === other.message;
}

function nextId(): number {
  lastId += 1;
  return lastId;
}

function add(toast: Toast): void {
  keepOnly([...toasts.value, toast].slice(-maxToasts));
}

function close(id: number): void {
  keepOnly(without(id));
}

function without(id: number): Toast[] {
  return toasts.value.filter((toast) => toast.id !== id);
}

function keepOnly(kept: readonly Toast[]): void {
  const gone = toasts.value.filter((toast) => !kept.includes(toast));
  toasts.value = kept;
  for (const toast of gone) {
    if (toast.kind === 'done') toast.action?.onKept?.();
  }
}

/** The region of the page that shows toasts. */
export function Toasts() {
  const texts = useTexts();
  const shown = useSignal(toasts);
  return (
    <div class="toasts" aria-live="polite">
      {shown.map((toast) => (
        <p key={toast.id} class={toast.kind} role={toast.kind === 'problem' ? 'alert' : undefined}>
          {toast.kind === 'problem' ? texts.sentencesOf(toast.error).join(' ') : toast.text}
          {toast.kind === 'done' && toast.action && <ActionButton toast={toast.id} action={toast.action} />}
          <button type="button" class="close" aria-label={texts.closeMessage} onClick={() => close(toast.id)}>
            <Icon name="x" />
          </button>
        </p>
      ))}
    </div>
  );
}

function ActionButton({ toast, action: { label, run } }: { toast: number; action: ToastAction }) {
  const act = async () => {
    toasts.value = without(toast);
    try {
      await run();
    } catch (error) {
      showError(error);
    }
  };
  return (
    <button type="button" class="button plain" onClick={act}>
      {label}
    </button>
  );
}
