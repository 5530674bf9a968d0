import { labelledText } from '../../punctuation.js';
import { t } from '../../texts.js';
import type { TimeOffDetailsFragment } from '../../time-off/time-off.operations.js';

/** Approved time off, with the title of its resource. */
export interface Away
  extends Pick<TimeOffDetailsFragment, 'id' | 'startsOn' | 'endsOn' | 'fromTime' | 'toTime' | 'reason'> {
  resource: string;
}

/** Returns the time off on a date. */
export function awayOn(away: readonly Away[], date: string): Away[] {
  return away.filter(({ startsOn, endsOn }) => startsOn <= date && date <= endsOn);
}

/** `Anna: Holiday`, or `Anna: Time off, 10:00–12:00`. */
export function awayText({ resource, reason, fromTime, toTime }: Away): string {
  const hours = fromTime !== null && toTime !== null ? `${fromTime}–${toTime}` : undefined;
  return labelledText([resource, [reason ?? t.timeOff.title, hours].filter(Boolean).join(', ')]);
}
