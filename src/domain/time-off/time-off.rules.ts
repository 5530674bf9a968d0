import type { FieldErrors } from '../../platform/errors.js';
import type { Interval } from '../../platform/time/interval.js';
import { addDays, daysBetween } from '../../platform/time/plain-date.js';
import { lastMinuteOfHours, parseWallTime } from '../../platform/time/wall-time.js';
import type { Zone } from '../../platform/time/zone.js';
import { isSupportedDate } from '../records/period.input.js';
import type { Transitions } from '../records/transitions.rules.js';
import { minutesOfTimeOff, type TimeOffHours } from '../resource/opening-hours.rules.js';
import { TimeOffState } from './time-off.entity.js';

const { ASKED, APPROVED, DECLINED, WITHDRAWN } = TimeOffState;

/** An event in the life of time off. */
export type TimeOffEvent = 'approve' | 'decline' | 'withdraw';

export const timeOffTransitions: Transitions<TimeOffState, TimeOffEvent> = {
  approve: { [ASKED]: APPROVED },
  decline: { [ASKED]: DECLINED },
  withdraw: { [ASKED]: WITHDRAWN, [APPROVED]: WITHDRAWN },
};

/** The dates of a leap year. */
const maxDates = 366;

/** Validates the dates and hours of time off. Missing dates have another error. */
export function validateTimeOff({ startsOn, endsOn, fromTime, toTime }: Partial<TimeOffHours>): FieldErrors {
  const errors: FieldErrors = {};
  if (startsOn && !isSupportedDate(startsOn)) errors['startsOn'] = ['is invalid'];
  if (startsOn && endsOn && endsOn < startsOn) errors['endsOn'] = ['must not be before starts_on'];
  else if (startsOn && endsOn && daysBetween(startsOn, endsOn) >= maxDates) {
    errors['endsOn'] = [`must be within ${maxDates - 1} days of starts_on`];
  }
  if (fromTime && !toTime) errors['toTime'] = ["can't be blank"];
  if (toTime && !fromTime) errors['fromTime'] = ["can't be blank"];
  if (fromTime && toTime && minuteOf(toTime) <= minuteOf(fromTime)) errors['toTime'] = ['must be after from_time'];
  if (fromTime && startsOn !== endsOn) errors['fromTime'] = ['must be blank'];
  return errors;
}

const minuteOf = (time: string): number => parseWallTime(time, lastMinuteOfHours) ?? 0;

/**
 * Returns the time in which bookings are in the way of time off. Whole dates begin after the night of the date before, and end
 * with the night of the last one.
 *
 * @param nightOf returns when the opening hours that begin on a date end, in epoch milliseconds; undefined without any
 */
export function periodOfTimeOff(
  timeOff: TimeOffHours,
  zone: Zone,
  nightOf: (date: string) => number | undefined,
): Interval {
  const { startsOn, endsOn, fromTime } = timeOff;
  if (fromTime !== null) {
    const { from, to } = minutesOfTimeOff(timeOff);
    return { from: zone.toEpoch(startsOn, from), to: zone.toEpoch(startsOn, to) };
  }
  return {
    from: Math.max(zone.startOfDay(startsOn), nightOf(addDays(startsOn, -1)) ?? 0),
    to: Math.max(zone.startOfDay(addDays(endsOn, 1)), nightOf(endsOn) ?? 0),
  };
}
