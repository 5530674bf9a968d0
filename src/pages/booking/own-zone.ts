/** The key under which the browser keeps the zone that the visitor has chosen, for this visit. */
const key = 'booking-zone';

/** The texts of the server, in the account's zone. */
const originals = new WeakMap<HTMLTimeElement, string>();

/** The zone and the language of a note (`ZoneNote` of the server), and the texts of its menu. */
interface Note {
  element: HTMLElement;
  zone: string;
  locale: string;
  label: string;
  /** The option that shows the zone of the account alone. */
  none: string;
  /** The option of the visitor's own zone; `%` stands for its name. */
  own: string;
}

/**
 * Offers a visitor in another zone to show times there beside those of the account. Only texts change: links and forms keep the instants, and
 * the calendar keeps the days of the account.
 */
export function startOwnZone(): void {
  offer();
  document.addEventListener('swapped', offer);
}

function offer(): void {
  const element = document.querySelector<HTMLElement>('[data-zone]');
  if (!element) return;
  const { zone = 'UTC', locale = 'en', label = '', none = '', own = '%' } = element.dataset;
  // Most visitors are where the business is, and need no other zone.
  if (!timesOnPage().some(({ dateTime }) => wallTime(dateTime, zone) !== wallTime(dateTime, ownZone()))) return;
  const note = { element, zone, locale, label, none, own };
  const menu = createMenu(note);
  menu.setAttribute('aria-label', label);
  const fold = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = label;
  fold.append(summary, menu);
  element.append(fold);
  const show = (): void => {
    for (const time of timesOnPage()) showTime(time, note, menu.value);
  };
  menu.addEventListener('change', () => {
    keep(menu.value);
    show();
  });
  show();
}

/** The zones: that of the visitor first, unless it is the account's, and then all others by their names. */
function createMenu({ zone, none, own }: Note): HTMLSelectElement {
  const menu = document.createElement('select');
  const ofVisitor = ownZone();
  const first = ofVisitor === zone ? [] : [ofVisitor];
  const others = Intl.supportedValuesOf('timeZone').filter((name) => name !== zone && !first.includes(name));
  menu.append(
    new Option(none, ''),
    ...first.map((name) => new Option(own.replace('%', toWords(name)), name)),
    ...others.map((name) => new Option(toWords(name), name)),
  );
  // A value that is not among the zones chooses none.
  menu.value = kept();
  if (menu.selectedIndex < 0) menu.value = '';
  return menu;
}

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `America/New York` */
const toWords = (zone: string): string => zone.replaceAll('_', ' ');

function timesOnPage(): HTMLTimeElement[] {
  return [...document.querySelectorAll<HTMLTimeElement>('time[data-zoned]')];
}

/** Formats an instant in a zone, to compare it. */
function wallTime(instant: string, timeZone: string): string {
  return new Date(instant).toLocaleString('en', { timeZone });
}

function dayIn(instant: string, timeZone: string): string {
  return new Date(instant).toLocaleDateString('en', { timeZone });
}

/** Returns the short name of a zone, or the long one where the short one would be an offset, as the server does. */
function zoneName(instant: string, { locale }: Note, timeZone: string): string {
  const named = (timeZoneName: 'short' | 'long'): string =>
    new Intl.DateTimeFormat(locale, { timeZone, timeZoneName })
      .formatToParts(new Date(instant))
      .find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const short = named('short');
  return /\d/.test(short) ? named('long') : short;
}

/** @param wanted the zone that the visitor has chosen; empty for that of the account alone */
function showTime(time: HTMLTimeElement, note: Note, wanted: string): void {
  const original = originals.get(time) ?? time.textContent;
  originals.set(time, original);
  if (wanted === '' || wallTime(time.dateTime, note.zone) === wallTime(time.dateTime, wanted)) {
    time.textContent = original;
    return;
  }
  const isNamed = time.dataset['zoned'] === 'named';
  // The place of a zone such as Europe/Oslo is short enough for a list.
  const place = toWords(note.zone.slice(note.zone.lastIndexOf('/') + 1));
  const there = document.createElement('small');
  there.textContent = isNamed ? original : `${original} ${place}`;
  const here = document.createElement('span');
  const text = textIn(time, note, wanted);
  here.textContent = isNamed ? `${text} (${zoneName(time.dateTime, note, wanted)})` : text;
  time.replaceChildren(here, ' ', there);
}

/** Formats a time, with its date if that is another than the account's, or a period as the server does. */
function textIn({ dateTime, dataset: { to } }: HTMLTimeElement, { locale, zone }: Note, timeZone: string): string {
  const [from, end] = [new Date(dateTime), new Date(to ?? dateTime)];
  if (to !== undefined) {
    return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone }).formatRange(from, end);
  }
  const hour = { hour: '2-digit', minute: '2-digit', timeZone } as const;
  const day = { weekday: 'short', day: 'numeric', month: 'short' } as const;
  const isOtherDay = dayIn(dateTime, zone) !== dayIn(dateTime, timeZone);
  return from.toLocaleString(locale, isOtherDay ? { ...day, ...hour } : hour);
}

/** A browser may refuse its storage in a frame. */
function kept(): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function keep(zone: string): void {
  try {
    sessionStorage.setItem(key, zone);
  } catch {
    // The menu works on this page.
  }
}
