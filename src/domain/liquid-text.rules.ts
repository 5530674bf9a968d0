import { Liquid } from 'liquidjs';
import type { FieldErrors } from '../platform/errors.js';

/** The maximum length of a template and of its output. */
export const maxLiquidCharacters = 65_536;

/** Filters beyond those of Liquid itself. The parser needs only their names. */
const ownFilters = ['i18n_date'] as const;

const purposes = ['Verification', 'Confirmation', 'Modification', 'Cancellation', 'WaitlistOffer'] as const;
const messages = [...purposes.flatMap((purpose) => [`mail${purpose}`, `sms${purpose}`]), 'smsReminder'];

/** The attributes of each object that contain Liquid (spec, Liquid-Text). */
export const liquidTexts = {
  service: ['bookingForm', 'mailAwaitingConfirmation', 'smsAwaitingConfirmation', ...messages],
  account: [
    ...['newUserText', 'newBookingText', 'bookingForm', 'personForm', 'resourceForm', 'serviceForm', 'eventForm'],
    ...['appointmentForm', 'categoryForm', ...purposes.map((purpose) => `mail${purpose}Subject`), ...messages],
  ],
  messageTemplate: ['subject', 'template'],
} as const satisfies Record<string, readonly string[]>;

const parser = new Liquid({ templates: {}, strictFilters: true, parseLimit: maxLiquidCharacters });
for (const filter of ownFilters) parser.registerFilter(filter, (value: unknown) => value);

/**
 * Returns an error, with the parser's message, for each text that cannot be parsed. Checks only texts of the request:
 * an invalid stored text must not block other changes.
 */
export function validateLiquid(given: object, attributes: readonly string[]): FieldErrors {
  const texts = new Map<string, unknown>(Object.entries(given));
  const errors: FieldErrors = {};
  for (const attribute of attributes) {
    const text = texts.get(attribute);
    const problem = typeof text === 'string' ? parseError(text) : undefined;
    if (problem !== undefined) errors[attribute] = ['is invalid', problem];
  }
  return errors;
}

function parseError(text: string): string | undefined {
  try {
    parser.parse(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : 'cannot be read';
  }
}
