import { useEffect } from 'preact/hooks';
import { formats, wallTime } from '../format.js';
import { storeDay } from '../offline-cache.js';
import { accountNow } from '../session.js';
import { t } from '../texts.js';
import { appearanceOf, nameOf } from './booking.rules.js';
import { resourceNames } from './booking-places.rules.js';
import type { Booking } from './live.js';

/** The page has no script and no request, and its few styles are within it. */
const headers = {
  'Content-Type': 'text/html',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
};
const style = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{max-width:40rem;margin:0 auto;padding:1rem;overflow-wrap:break-word}li{margin-bottom:.75rem}small{display:block}`;

let kept = '';

/** Keeps the bookings of the day that is shown, to be read without a connection. Undefined until they are read. */
export function useKeptDay(date: string, bookings: Iterable<Booking> | undefined): void {
  useEffect(() => {
    if (!bookings) return;
    const ofDay = [...bookings].filter(({ active, bookedFrom }) => active && wallTime(bookedFrom).startsWith(date));
    const lines = ofDay.toSorted((one, other) => one.bookedFrom.localeCompare(other.bookedFrom)).map(linesOf);
    const content = JSON.stringify([date, lines]);
    if (content === kept) return;
    kept = content;
    storeDay(new Response(pageOf(date, lines), { headers }));
  }, [date, bookings]);
}

function linesOf(booking: Booking): [first: string, second: string] {
  const { time } = formats();
  const { bookedFrom, bookedTo, service, person, notes } = booking;
  const details = [service?.title, resourceNames(booking), appearanceOf(booking).name, person?.phoneNumber, notes];
  return [`${time(bookedFrom)}–${time(bookedTo)} ${nameOf(booking)}`, details.filter(Boolean).join(' · ')];
}

function pageOf(date: string, lines: readonly [string, string][]): string {
  const { head, body, documentElement } = document.implementation.createHTMLDocument(t.shell.offlineTitle);
  documentElement.lang = document.documentElement.lang;
  const add = (parent: Element, name: string, text = ''): Element => {
    const element = parent.appendChild(parent.ownerDocument.createElement(name));
    element.textContent = text;
    return element;
  };
  add(head, 'meta').setAttribute('charset', 'utf-8');
  const viewport = add(head, 'meta');
  viewport.setAttribute('name', 'viewport');
  viewport.setAttribute('content', 'width=device-width');
  add(body, 'h1', t.shell.offlineTitle);
  add(body, 'p', t.shell.lastDay({ time: formats().time(accountNow()) }));
  add(add(body, 'p'), 'a', t.shell.tryAgain).setAttribute('href', './');
  add(body, 'h2', formats().longDate(date));
  const list = add(body, 'ul');
  for (const [first, second] of lines) {
    const item = add(list, 'li');
    add(item, 'strong', first);
    add(item, 'small', second);
  }
  // A style element would be refused here: this document has the policy of the dashboard.
  return `<!doctype html>${documentElement.outerHTML.replace('</head>', `<style>${style}</style></head>`)}`;
}
