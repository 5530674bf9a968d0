/** Controls into which a key is typed. */
const typedInto = 'input, textarea, select, [contenteditable], [role="combobox"]';

/**
 * Calls a handler for each of some keys, wherever the focus is, except in a control or a dialog, and while a modifier is
 * held.
 *
 * @param handlers by the value of the key, such as `/`
 * @returns stops that
 */
export function watchKeys(handlers: Readonly<Record<string, () => void>>): () => void {
  const press = (event: KeyboardEvent): void => {
    const { key, target, ctrlKey, metaKey, altKey, defaultPrevented, isComposing } = event;
    const handler = Object.hasOwn(handlers, key) ? handlers[key] : undefined;
    if (!handler || ctrlKey || metaKey || altKey || defaultPrevented || isComposing) return;
    if (target instanceof Element && target.closest(typedInto)) return;
    if (document.querySelector('dialog[open]')) return;
    event.preventDefault();
    handler();
  };
  addEventListener('keydown', press);
  return () => removeEventListener('keydown', press);
}
