import type { FieldErrors } from '../../platform/errors.js';
import { maxSteps, parseTemplate, TemplateError } from '../../platform/liquid/engine.js';
import { StepBudget } from '../../platform/liquid/step-budget.js';
import { zoneOf } from '../../platform/time/zone.js';
import { createTextEngine } from './liquid-renderer.rules.js';

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

/** Parses for any locale and zone. */
const engine = createTextEngine('en', zoneOf('UTC'));

/**
 * Returns an error, with the parser's message, for each text that cannot be parsed. Checks only texts of the request:
 * an invalid stored text must not block other changes.
 */
export function validateLiquid(given: object, attributes: readonly string[]): FieldErrors {
  const texts = new Map<string, unknown>(Object.entries(given));
  const errors: FieldErrors = {};
  const budget = new StepBudget(maxSteps);
  for (const attribute of attributes) {
    const text = texts.get(attribute);
    const problem = typeof text === 'string' ? parseError(text, budget) : undefined;
    if (problem !== undefined) errors[attribute] = ['is invalid', problem];
  }
  return errors;
}

function parseError(text: string, budget: StepBudget): string | undefined {
  try {
    parseTemplate(engine, text, budget);
    return undefined;
  } catch (error) {
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
}
