/** Controls into which a key is typed. */
const typedInto = 'input, textarea, select, [contenteditable], [role="combobox"]';

/**
 * Calls a handler for each of some keys, wherever the focus is, except in a control or a dialog, and while a modifier is
 * held. One with Ctrl or ⌘ is called there, too, unless a dialog hides the page.
 *
 * @param handlers by the value of the key, such as `/` or `Ctrl k`
 * @returns stops that
 */
export function watchKeys(handlers: Readonly<Record<string, () => void>>): () => void {
  const press = (event: KeyboardEvent): void => {
    const { key, target, ctrlKey, metaKey, altKey, defaultPrevented, isComposing } = event;
    const isChord = ctrlKey || metaKey;
    const name = isChord ? `Ctrl ${key.toLowerCase()}` : key;
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
    if (!handler || altKey || defaultPrevented || isComposing) return;
    if (!isChord && target instanceof Element && target.closest(typedInto)) return;
    if (document.querySelector(isChord ? 'dialog[open].alone' : 'dialog[open]')) return;
    event.preventDefault();
    handler();
  };
  addEventListener('keydown', press);
  return () => removeEventListener('keydown', press);
}
