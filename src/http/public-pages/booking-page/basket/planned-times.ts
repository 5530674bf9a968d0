import type { Zone } from '../../../../platform/time/zone.js';

/** The time and the resource of an item of a visit. Instants are text as the API writes them. */
export interface PlannedTime {
  from: string;
  to: string;
  resourceId: number;
}

const msPerMinute = 60_000;
const timePattern = /^(\d{6,9})\.([1-9]\d{0,5})\.(\d{1,9})$/;

/**
 * Reads the times of a text such as `29543220.60.3_29543280.30.5`: the minute since 1970 at which each item begins, its length
 * in minutes, and its resource.
 *
 * @returns undefined if the text is not written so, or has not that number of times
 */
export function parseTimes(text: string, zone: Zone, count: number): PlannedTime[] | undefined {
  const times = text.split('_').flatMap((part) => {
    const [, start, length, resourceId] = timePattern.exec(part) ?? [];
    if (start === undefined) return [];
    const from = Number(start) * msPerMinute;
    const to = from + Number(length) * msPerMinute;
    return { from: zone.format(from), to: zone.format(to), resourceId: Number(resourceId) };
  });
  return times.length === count && text.split('_').length === count ? times : undefined;
}

/** The text of times in URLs and forms. */
export function timesText(times: readonly PlannedTime[]): string {
  return times
    .map(({ from, to, resourceId }) => {
      const start = Date.parse(from) / msPerMinute;
      return `${start}.${Date.parse(to) / msPerMinute - start}.${resourceId}`;
    })
    .join('_');
}
