import { registerEnumType } from 'type-graphql';
import type { Language } from '../../platform/language.js';
import type { LeftOutInterval } from './recurrence.entity.js';

/** Why a date of a series was left out, in the terms of the person for whom it was to be booked. */
export enum LeftOutReason {
  TAKEN = 'taken',
  CLOSED = 'closed',
  FULL = 'full',
  LIMIT = 'limit',
  OTHER = 'other',
}
registerEnumType(LeftOutReason, {
  name: 'LeftOutReason',
  description: 'Why a date of a series was left out, as a person is told.',
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

const reasonTexts: Record<Language, Record<LeftOutReason, string>> = {
  en: {
    taken: 'the time was already taken',
    closed: 'closed at that time',
    full: 'no place was left',
    limit: 'as many bookings as are allowed',
    other: 'not possible',
  },
  sv: {
    taken: 'tiden var redan upptagen',
    closed: 'stängt vid den tiden',
    full: 'ingen plats var ledig',
    limit: 'så många bokningar som är tillåtna',
    other: 'inte möjligt',
  },
  nb: {
    taken: 'tiden var allerede opptatt',
    closed: 'stengt på det tidspunktet',
    full: 'ingen plass var ledig',
    limit: 'så mange bestillinger som er tillatt',
    other: 'ikke mulig',
  },
};

/** Returns why a date was left out, as a person is told: the end of a sentence that begins with the date. */
export function leftOutText(reason: `${LeftOutReason}`, language: Language): string {
  return reasonTexts[language][reason];
}
