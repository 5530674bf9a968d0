/**
 * Follows links within the calendar without a full reload: reads the same page, and replaces only that part. Any problem
 * falls back to the ordinary link.
 */
export function startSwapping(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain) return;
    if (choosing && link.closest('[data-swap]')) {
      event.preventDefault();
      const key = keyOf(link);
      void choosing.then(() => elementOf(key)?.click());
    } else if (isWithin(link, location.pathname)) {
      event.preventDefault();
      void swap(link.href, true);
    }
  });
  document.addEventListener('change', (event) => {
    const form = event.target instanceof HTMLSelectElement ? event.target.form : null;
    if (form?.matches('[data-swap-form]')) choose(form);
  });
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.matches('[data-swap-form]')) return;
    event.preventDefault();
    choose(form);
  });
  addEventListener('popstate', () => {
    if (document.querySelector('[data-swap]')) void swap(location.href, false);
  });
  // A visitor may have chosen before this script had arrived.
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-swap-form]')) {
    if ([...form.querySelectorAll('select')].some(isChanged)) choose(form);
  }
}

function isChanged({ options }: HTMLSelectElement): boolean {
  const sent = [...options].find(({ defaultSelected }) => defaultSelected) ?? options[0];
  return !sent?.selected;
}

/** The answer to what was chosen last, while it is awaited. The links that are shown until then do not have the choice. */
let choosing: Promise<void> | undefined;

function choose(form: HTMLFormElement): void {
  const answer = swap(addressOf(form), true).finally(() => {
    if (choosing === answer) choosing = undefined;
  });
  choosing = answer;
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
    const focused = keyOf(document.activeElement);
    target.replaceWith(document.adoptNode(found));
    document.dispatchEvent(new Event('swapped'));
    if (isNew) history.pushState(null, '', address);
    if (!showTarget(address) && focused) elementOf(focused)?.focus();
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

/** Identifies a link or select, so that the same one is found in the new part. Empty for others. */
function keyOf(element: Element | null): string {
  if (element instanceof HTMLSelectElement) return element.name;
  return element instanceof HTMLAnchorElement ? element.ariaLabel || element.rel || element.textContent : '';
}

function elementOf(key: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('[data-swap] a, [data-swap] select')].find(
    (element) => keyOf(element) === key,
  );
}
