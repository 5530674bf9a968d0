import { formats } from '../../format.js';
import { inLanguage } from '../../graphql/server-messages.js';
import { t } from '../../texts.js';
import type { CalendarSourceFragment } from './calendar-sources.operations.js';

type Target = Pick<CalendarSourceFragment, 'target' | 'entryCounts' | 'writeError' | 'writeAfter'>;

/** How many bookings were written into a calendar of another program, how many wait, and why. */
export function WrittenBookings({ target, entryCounts, writeError, writeAfter }: Target) {
  const counts = textOf(entryCounts);
  if (counts === '') return target === null ? t.setup.calendars.notWritten : t.setup.calendars.noneWritten;
  if (writeError === null) return counts;
  return (
    <>
      {counts}. <strong>{t.setup.common.problem}</strong> {inLanguage(writeError)}
      {writeAfter !== null && t.setup.calendars.nextAttempt({ time: formats().dateTime(writeAfter) })}
    </>
  );
}

/** Returns such as `12 written, 1 waiting`; empty if there are none. */
function textOf({ written, pending, failed, changedThere }: Target['entryCounts']): string {
  const { calendars } = t.setup;
  const parts: [number, (values: { count: number }) => string][] = [
    [written, calendars.written],
    [pending, calendars.pending],
    [failed, calendars.failed],
    [changedThere, calendars.changedThere],
  ];
  return parts.flatMap(([count, textFor]) => (count > 0 ? [textFor({ count })] : [])).join(', ');
}
