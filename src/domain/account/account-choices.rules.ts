import { describeEnum } from '../../platform/described-enum.js';

export enum AccountVerification {
  NONE = 'none',
  EMAIL = 'email',
  SMS = 'sms',
}
describeEnum(AccountVerification, 'AccountVerification', 'The way in which holds are verified.', {
  NONE: 'Holds are not verified.',
  EMAIL: 'By a code in an email.',
  SMS: 'By a code in an SMS.',
});

export enum SlotGeneration {
  FIXED = 'fixed',
  NEXT_AVAILABLE = 'next_available',
}
describeEnum(SlotGeneration, 'SlotGeneration', 'The starts of slots.', {
  FIXED: 'On a fixed grid from each opening.',
  NEXT_AVAILABLE: 'At the start of each free period.',
});

export enum CalendarAttachment {
  INVITATION = 'invitation',
  FILE = 'file',
}
describeEnum(
  CalendarAttachment,
  'CalendarAttachment',
  'The way in which emails about a booking put it into the calendar of the person.',
  {
    INVITATION: 'As an invitation, which mail programs enter, update and remove: `METHOD:REQUEST`, then `CANCEL`.',
    FILE: 'As a file, which the person adds to a calendar: `METHOD:PUBLISH`.',
  },
);

export enum PersonOverlaps {
  OFF = 'off',
  WARN = 'warn',
  REFUSE = 'refuse',
}
describeEnum(
  PersonOverlaps,
  'PersonOverlaps',
  'The action of an account about a person who is booked with two resources at the same time.',
  {
    OFF: 'Nothing.',
    WARN: 'Staff see the other bookings: `overlappingBookings`.',
    REFUSE: 'Staff see the other bookings, and public bookings and moves by a link are refused.',
  },
);

export enum Trade {
  SALON = 'salon',
  CLINIC = 'clinic',
  STUDIO = 'studio',
  RENTAL = 'rental',
  OTHER = 'other',
}
describeEnum(Trade, 'Trade', 'The trade of a business.', {
  SALON: 'Hair, nails, beauty: team members perform services.',
  CLINIC: 'Massage, therapy, health: team members give treatments.',
  STUDIO: 'Yoga, dance, training: classes take place in rooms.',
  RENTAL: 'Courts, boats, equipment: units are booked.',
  OTHER: 'Any other: resources offer services.',
});

/** The rounding of the tax of an order to minor units. */
export const TaxRounding = { LINE: 'line', NET: 'net', GROSS: 'gross' } as const;
describeEnum(TaxRounding, 'TaxRounding', 'The rounding of the tax of an order to minor units of the currency.', {
  LINE: 'The tax in each unit of a line is rounded. The sum of an order is that of its prices.',
  NET: 'The net price of each unit is rounded, and the tax on the sum of those of a rate. The sum of an order may differ from that of its prices by some minor units.',
  GROSS: 'The tax in the sum of the prices of a rate is rounded. The sum of an order is that of its prices.',
});

/** The documents that an account issues by itself. */
export type IssuedDocuments = (typeof AutomaticDocuments)[keyof typeof AutomaticDocuments];
export const AutomaticDocuments = { RECEIPT: 'receipt' } as const;
describeEnum(AutomaticDocuments, 'AutomaticDocuments', 'The documents that are issued by themselves.', {
  RECEIPT: 'A receipt when an order is paid, and a credit note when it is refunded.',
});

/** The numbers that are stored, and that REST uses. */
export const verificationNumbers = { none: 0, email: 1, sms: 2 } as const satisfies Record<AccountVerification, number>;
export const slotGenerationNumbers = { fixed: 1, next_available: 2 } as const satisfies Record<SlotGeneration, number>;

export function toVerification(number: number): AccountVerification {
  return choiceOf(Object.values(AccountVerification), verificationNumbers, number);
}

export function toSlotGeneration(number: number): SlotGeneration {
  return choiceOf(Object.values(SlotGeneration), slotGenerationNumbers, number);
}

/** @throws Error for a number that is not stored, because the account's settings are validated */
function choiceOf<Choice extends string>(
  choices: readonly Choice[],
  numbers: Readonly<Record<Choice, number>>,
  number: number,
): Choice {
  const choice = choices.find((candidate) => numbers[candidate] === number);
  if (choice === undefined) throw new Error(`no choice has the number ${number}`);
  return choice;
}
