import { useRef, useState } from 'preact/hooks';

/**
 * The text of a field that several controls enter together. A hidden input has it, from which the form and its draft read it.
 *
 * @param initial the text at first
 */
export function useComposedText(initial: string) {
  const [text, setText] = useState(initial);
  const input = useRef<HTMLInputElement>(null);
  const change = (next: string): void => {
    setText(next);
    if (!input.current) return;
    // At once, because the draft reads the form while the event is handled.
    input.current.value = next;
    input.current.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return { text, input, change };
}
