import type { Zone } from './zone.js';

const LOCALES = new Set(['en', 'sv', 'nb']);

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Weekday, date and time in words, on the zone's wall clock: `Monday, November 23, 2026 at 9:00 AM` (spec, Slots).
 * @param locale en, sv or nb; any other is written in English.
 */
export function formatLocalized(epochMs: number, locale: string, zone: Zone): string {
  // Intl joins with no-break spaces that plain-text messages and old clients show as boxes.
  return formatOf(LOCALES.has(locale) ? locale : 'en', zone)
    .format(epochMs)
    .replace(/\p{Zs}/gu, ' ');
}

function formatOf(locale: string, zone: Zone): Intl.DateTimeFormat {
  const key = `${locale} ${zone.name}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: zone.name });
    formats.set(key, format);
  }
  return format;
}
