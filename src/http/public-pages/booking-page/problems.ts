import type { FieldErrors } from '../../../platform/errors.js';
import type { Texts } from '../../../texts/texts.js';
import type { Problems } from './fields.js';

/** The fields of the forms, in their order, by the attributes of the API that they set. */
const fields: readonly [attribute: string, field: string][] = [
  ['service_id', 'slot'],
  ['booked_from', 'slot'],
  ['booked_to', 'slot'],
  ['resource_id', 'slot'],
  ['name', 'name'],
  ['email', 'email'],
  ['phone_number', 'phone_number'],
  ['from', 'from'],
  ['to', 'to'],
  ['count', 'count'],
  ['notes', 'notes'],
  ['verification_code', 'verification_code'],
];

/** Converts the errors of the API to sentences for the fields of a form, in their order. */
export function problemsOf(errors: FieldErrors, texts: Texts['booking']): Problems {
  const problems = new Map<string, string>();
  const general = generalProblem(errors, texts);
  if (general !== undefined) problems.set('', general);
  const flat = flatten(errors);
  for (const [attribute, field] of fields) {
    const messages = flat.get(attribute);
    if (messages && field !== 'slot') problems.set(field, sentenceOf(field, messages, texts));
  }
  if (problems.size === 0) problems.set('', texts.errors.refused);
  return problems;
}

export const noProblems: Problems = new Map();

/** Returns the sentence for a refused change that has no fields. */
export function problemsOfAction(
  { status, errors }: { status: number; errors: FieldErrors },
  { errors: sentences, notDone }: Texts['booking'],
): Problems {
  if (status === 429) return new Map([['', sentences.tooMany]]);
  return new Map([['', isTimeRefused(errors) ? sentences.taken : notDone]]);
}

/** Whether the errors are about the chosen time. */
export function isTimeRefused(errors: FieldErrors): boolean {
  return fields.some(([attribute, field]) => field === 'slot' && attribute in errors);
}

export function isEventFull(errors: FieldErrors): boolean {
  return 'event_id' in errors;
}

function generalProblem(errors: FieldErrors, { errors: sentences }: Texts['booking']): string | undefined {
  if ('idempotency_key' in errors) return sentences.sentBefore;
  if (isEventFull(errors)) return sentences.full;
  if (isTimeRefused(errors)) return sentences.taken;
  return undefined;
}

/** Returns all errors at one level, also those of nested attributes such as the person. */
function flatten(errors: FieldErrors): Map<string, string[]> {
  const flat = new Map<string, string[]>();
  for (const [attribute, value] of Object.entries(errors)) {
    if (Array.isArray(value)) flat.set(attribute, value);
    else for (const [inner, messages] of flatten(value)) flat.set(inner, messages);
  }
  return flat;
}

const bounds: readonly [pattern: RegExp, sentence: 'tooLong' | 'atMost' | 'atLeast'][] = [
  [/too long \(maximum is (\d+)/, 'tooLong'],
  [/less than or equal to (\d+)/, 'atMost'],
  [/greater than or equal to (\d+)/, 'atLeast'],
];

function sentenceOf(field: string, messages: readonly string[], { errors: sentences }: Texts['booking']): string {
  if (field === 'verification_code') return sentences.code;
  if (field === 'email' && messages.some((message) => message.includes('phone_number'))) return sentences.contact;
  if (messages.includes("can't be blank")) return sentences.blank;
  for (const message of messages) {
    for (const [pattern, sentence] of bounds) {
      const bound = pattern.exec(message)?.[1];
      if (bound !== undefined) return sentences[sentence](bound);
    }
  }
  if (field === 'email') return sentences.email;
  if (field === 'phone_number') return sentences.phone;
  return field === 'count' ? sentences.number : sentences.invalid;
}
