/**
 * Follows links within the calendar without a full reload: reads the same page, and replaces only that part. Any problem
 * falls back to the ordinary link.
 */
export function startSwapping(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain || !isWithin(link, location.pathname)) return;
    event.preventDefault();
    void swap(link.href, true);
  });
  document.addEventListener('change', (event) => {
    const form = event.target instanceof HTMLSelectElement ? event.target.form : null;
    if (form?.matches('[data-swap-form]')) void swap(addressOf(form), true);
  });
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.matches('[data-swap-form]')) return;
    event.preventDefault();
    void swap(addressOf(form), true);
  });
  addEventListener('popstate', () => {
    if (document.querySelector('[data-swap]')) void swap(location.href, false);
  });
}

/** Whether a link leads to the same page with other parameters. */
function isWithin(link: HTMLAnchorElement, path: string): boolean {
  return link.origin === location.origin && link.pathname === path && link.closest('[data-swap]') !== null;
}

function addressOf(form: HTMLFormElement): string {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string' && value !== '') query.set(name, value);
  return `${form.action}?${query}`;
}

/** The last request: an earlier one that answers later is ignored. */
let last = 0;

async function swap(address: string, isNew: boolean): Promise<void> {
  const number = ++last;
  const target = document.querySelector('[data-swap]');
  target?.setAttribute('aria-busy', 'true');
  try {
    const response = await fetch(address, { headers: { Accept: 'text/html' } });
    const text = await response.text();
    const found = new DOMParser().parseFromString(text, 'text/html').querySelector('[data-swap]');
    if (!response.ok || !found || !target) throw new Error('no such part');
    if (number !== last) return;
    const focused = focusKey();
    target.replaceWith(document.adoptNode(found));
    document.dispatchEvent(new Event('swapped'));
    if (isNew) history.pushState(null, '', address);
    if (!showTarget(address)) restoreFocus(focused);
  } catch {
    if (number === last) location.assign(address);
  }
}

/** Brings the part that the address names into view, and gives it the focus: the times of a day that was chosen. */
function showTarget(address: string): boolean {
  const target = document.getElementById(new URL(address, location.href).hash.slice(1));
  if (!target) return false;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: 'nearest' });
  // The times below the heading, too, as far as they fit.
  target.parentElement?.scrollIntoView({ block: 'nearest' });
  if (target.getBoundingClientRect().top < 0) target.scrollIntoView({ block: 'start' });
  return true;
}

/** Identifies the element with focus, so that the same one has it in the new part. */
function focusKey(): string | undefined {
  const active = document.activeElement;
  if (active instanceof HTMLAnchorElement) return active.getAttribute('aria-label') ?? active.rel;
  return active instanceof HTMLSelectElement ? active.name : undefined;
}

function restoreFocus(key: string | undefined): void {
  if (key === undefined || key === '') return;
  for (const element of document.querySelectorAll<HTMLElement>('[data-swap] a, [data-swap] select')) {
    const keys = [element.getAttribute('aria-label'), element.getAttribute('rel'), element.getAttribute('name')];
    if (!keys.includes(key)) continue;
    element.focus();
    return;
  }
}
