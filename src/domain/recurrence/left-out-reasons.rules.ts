import { describeEnum } from '../../platform/described-enum.js';
import type { Wording } from '../../platform/language.js';
import { textsIn } from '../../texts/texts.js';
import type { LeftOutInterval } from './recurrence.entity.js';

/** The reason why a date of a series was left out, in the terms of the person for whom it was to be booked. */
export enum LeftOutReason {
  TAKEN = 'taken',
  CLOSED = 'closed',
  FULL = 'full',
  LIMIT = 'limit',
  OTHER = 'other',
}
describeEnum(LeftOutReason, 'LeftOutReason', 'The reason why a date of a series was left out, as a person is told.', {
  TAKEN: 'The time was taken, by another booking or in another calendar.',
  CLOSED: 'The time is outside the opening hours, or on a closed day.',
  FULL: 'No place was left.',
  LIMIT: 'There are as many bookings as are allowed.',
  OTHER: 'Anything else, such as a service that is not offered any more.',
});

const reasonsByRule = new Map<string, LeftOutReason>([
  ['is not available', LeftOutReason.TAKEN],
  ['is busy in another calendar', LeftOutReason.TAKEN],
  ['is outside the opening hours', LeftOutReason.CLOSED],
  ['is full', LeftOutReason.FULL],
]);

/** Returns the reason for a person. That for the staff names the attribute and the rule. */
export function leftOutReasonOf({ reason }: Pick<LeftOutInterval, 'reason'>): LeftOutReason {
  if (reason.startsWith('has too many bookings')) return LeftOutReason.LIMIT;
  return reasonsByRule.get(reason) ?? LeftOutReason.OTHER;
}

/** Returns why a date was left out, as a person is told: the end of a sentence that begins with the date. */
export function leftOutText(reason: `${LeftOutReason}`, language: Wording): string {
  return textsIn(language).messages.leftOut[reason];
}
