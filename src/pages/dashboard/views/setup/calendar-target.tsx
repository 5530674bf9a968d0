import { formats } from '../../format.js';
import type { CalendarSourceFragment } from './calendar-sources.operations.js';

type Target = Pick<CalendarSourceFragment, 'target' | 'entryCounts' | 'writeError' | 'writeAfter'>;

/** How many bookings were written into a calendar of another program, how many wait, and why. */
export function WrittenBookings({ target, entryCounts, writeError, writeAfter }: Target) {
  const counts = textOf(entryCounts);
  if (counts === '') return target === null ? 'Not written' : 'None yet';
  if (writeError === null) return counts;
  return (
    <>
      {counts}. <strong>Problem:</strong> {writeError}
      {writeAfter !== null && `. Next attempt: ${formats().dateTime(writeAfter)}`}
    </>
  );
}

/** Returns such as `12 written, 1 waiting`; empty if there are none. */
function textOf({ written, pending, failed, changedThere }: Target['entryCounts']): string {
  const parts: [number, string][] = [
    [written, 'written'],
    [pending, 'waiting'],
    [failed, 'failed'],
    [changedThere, 'changed or deleted there'],
  ];
  return parts.flatMap(([count, name]) => (count > 0 ? [`${count} ${name}`] : [])).join(', ');
}
