/** The styles of the entries that belong to the one that has the pointer or the focus. */
const together = new CSSStyleSheet();
document.adoptedStyleSheets.push(together);

/** The class of the entries of one visit, or of one booking with several resources. */
export const togetherClass = (id: number): string => `with-${id}`;

/**
 * Highlights the entries that belong together with the one at an event. A style of the page finds them also after the
 * calendar has replaced them.
 */
export function highlightTogether({ type, target }: Event): void {
  const entry = target instanceof Element ? target.closest('.ec-event') : null;
  const name = type === 'pointerover' || type === 'focusin' ? classOf(entry) : undefined;
  together.replaceSync(
    name === undefined ? '' : `.ec .ec-event.${name}{outline:2px solid var(--accent);outline-offset:1px}`,
  );
}

function classOf(entry: Element | null): string | undefined {
  return [...(entry?.classList ?? [])].find((name) => /^with-\d+$/.test(name));
}
