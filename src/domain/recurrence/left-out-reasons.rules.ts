import { registerEnumType } from 'type-graphql';
import type { Language } from '../../platform/language.js';
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
registerEnumType(LeftOutReason, {
  name: 'LeftOutReason',
  description: 'The reason why a date of a series was left out, as a person is told.',
  valuesConfig: {
    TAKEN: { description: 'The time was taken, by another booking or in another calendar.' },
    CLOSED: { description: 'The time is outside the opening hours, or on a closed day.' },
    FULL: { description: 'No place was left.' },
    LIMIT: { description: 'There are as many bookings as are allowed.' },
    OTHER: { description: 'Anything else, such as a service that is not offered any more.' },
  },
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
export function leftOutText(reason: `${LeftOutReason}`, language: Language): string {
  return textsIn(language).messages.leftOut[reason];
}
