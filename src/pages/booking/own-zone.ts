/** Where the browser keeps that the visitor wants times in the own zone. */
const key = 'booking-own-zone';

/** The texts of the server, in the account's zone. */
const originals = new WeakMap<HTMLTimeElement, string>();

/** The zone and the language of a note (`ZoneNote` of the server). */
interface Note {
  element: HTMLElement;
  zone: string;
  locale: string;
  /** The label of the switch; `%` stands for the name of the zone. */
  label: string;
}

/**
 * Offers to show times in the visitor's zone beside those of the account, if they differ. Only texts change: links and forms
 * keep the instants, and the calendar keeps the days of the account.
 */
export function startOwnZone(): void {
  offer();
  document.addEventListener('swapped', offer);
}

function offer(): void {
  const element = document.querySelector<HTMLElement>('[data-zone]');
  if (!element) return;
  const { zone = 'UTC', locale = 'en', own: label = '%' } = element.dataset;
  const note = { element, zone, locale, label };
  const different = timesOnPage().filter((time) => wallTime(time.dateTime, zone) !== wallTime(time.dateTime));
  const [first] = different;
  if (!first) return;
  const input = document.createElement('input');
  Object.assign(input, { type: 'checkbox', checked: isWanted() });
  const text = document.createElement('label');
  text.className = 'check';
  text.append(input, ` ${label.replace('%', zoneName(first.dateTime, note))}`);
  element.append(text);
  const show = (): void => {
    for (const time of different) showTime(time, note, input.checked);
  };
  input.addEventListener('change', () => {
    keepWanted(input.checked);
    show();
  });
  show();
}

function timesOnPage(): HTMLTimeElement[] {
  return [...document.querySelectorAll<HTMLTimeElement>('time[data-zoned]')];
}

/** Formats an instant in a zone, by default that of the visitor, to compare it. */
function wallTime(instant: string, timeZone?: string): string {
  return new Date(instant).toLocaleString('en', { timeZone });
}

function dayIn(instant: string, timeZone?: string): string {
  return new Date(instant).toLocaleDateString('en', { timeZone });
}

function zoneName(instant: string, { locale }: Note): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZoneName: 'long' }).formatToParts(new Date(instant));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

function showTime(time: HTMLTimeElement, note: Note, isOwn: boolean): void {
  const original = originals.get(time) ?? time.textContent;
  originals.set(time, original);
  if (!isOwn) {
    time.textContent = original;
    return;
  }
  const isNamed = time.dataset['zoned'] === 'named';
  // The place of a zone such as Europe/Oslo is short enough for a list.
  const place = note.zone.slice(note.zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
  const there = document.createElement('small');
  there.textContent = isNamed ? original : `${original} ${place}`;
  const here = document.createElement('span');
  here.textContent = isNamed ? `${ownText(time, note)} (${zoneName(time.dateTime, note)})` : ownText(time, note);
  time.replaceChildren(here, ' ', there);
}

/** Formats a time, with its date if that is another than the account's, or a period as the server does. */
function ownText({ dateTime, dataset: { to } }: HTMLTimeElement, { locale, zone }: Note): string {
  const [from, end] = [new Date(dateTime), new Date(to ?? dateTime)];
  if (to !== undefined) {
    return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' }).formatRange(from, end);
  }
  const hour = { hour: '2-digit', minute: '2-digit' } as const;
  const day = { weekday: 'short', day: 'numeric', month: 'short' } as const;
  const isOtherDay = dayIn(dateTime, zone) !== dayIn(dateTime);
  return from.toLocaleString(locale, isOtherDay ? { ...day, ...hour } : hour);
}

/** A browser may refuse its storage in a frame. */
function isWanted(): boolean {
  try {
    return localStorage.getItem(key) === 'yes';
  } catch {
    return false;
  }
}

function keepWanted(isOwn: boolean): void {
  try {
    localStorage.setItem(key, isOwn ? 'yes' : 'no');
  } catch {
    // The switch works on this page.
  }
}
