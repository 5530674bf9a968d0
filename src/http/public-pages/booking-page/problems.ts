import { hasOtherBooking } from '../../../domain/booking/placing/overlaps.queries.js';
import type { FieldErrors } from '../../../platform/errors.js';
import { messageInLanguage, type Texts } from '../../../texts/texts.js';
import type { Problems } from './fields.js';
import type { Frame } from './frame.js';

type Label = 'name' | 'email' | 'phone' | 'fromDay' | 'toDay' | 'people' | 'notes' | 'code' | 'payWith';

/** The fields of the forms with their labels, in their order, by the attributes of the API that they set. */
const fields: readonly [attribute: string, field: string, label: Label][] = [
  ['name', 'name', 'name'],
  ['email', 'email', 'email'],
  ['phone_number', 'phone_number', 'phone'],
  ['from', 'from', 'fromDay'],
  ['to', 'to', 'toDay'],
  ['package_id', 'package_id', 'payWith'],
  ['count', 'count', 'people'],
  ['notes', 'notes', 'notes'],
  ['verification_code', 'verification_code', 'code'],
];

/** The attributes of the API that the chosen time sets. */
const timeAttributes = ['service_id', 'booked_from', 'booked_to', 'resource_id'];

/** Converts the errors of the API to sentences for the fields of a form, in their order. */
export function problemsOf(errors: FieldErrors, frame: Pick<Frame, 'wording' | 'texts'>): Problems {
  const { texts } = frame;
  const problems = new Map<string, string>();
  const general = generalProblem(errors, texts);
  if (general !== undefined) problems.set('', general);
  const flat = flatten(errors);
  for (const [attribute, field, label] of fields) {
    const messages = flat.get(attribute);
    if (messages) problems.set(field, sentenceOf(field, label, messages, frame));
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
  const refusal = isTimeRefused(errors) ? timeProblem(errors, sentences) : notDone;
  return new Map([['', refusal]]);
}

/** Whether the errors are about the chosen time. */
export function isTimeRefused(errors: FieldErrors): boolean {
  return timeAttributes.some((attribute) => attribute in errors);
}

export function isEventFull(errors: FieldErrors): boolean {
  return 'event_id' in errors;
}

function generalProblem(errors: FieldErrors, { errors: sentences }: Texts['booking']): string | undefined {
  if ('idempotency_key' in errors) return sentences.sentBefore;
  if (isEventFull(errors)) return sentences.full;
  // The page offers only a choice that was right, so an option or a rule of a group has changed since.
  if (Object.keys(errors).some((attribute) => attribute.startsWith('options'))) return sentences.options;
  if (isTimeRefused(errors)) return timeProblem(errors, sentences);
  return undefined;
}

function timeProblem(errors: FieldErrors, sentences: Texts['booking']['errors']): string {
  const messages = errors['booked_from'];
  return Array.isArray(messages) && messages.includes(hasOtherBooking) ? sentences.otherBooking : sentences.taken;
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

function sentenceOf(
  field: string,
  label: Label,
  messages: readonly string[],
  { wording, texts }: Pick<Frame, 'wording' | 'texts'>,
): string {
  const { errors: sentences } = texts;
  if (field === 'verification_code') return sentences.code;
  if (field === 'email' && messages.some((message) => message.includes('phone_number'))) return sentences.contact;
  if (messages.includes("can't be blank")) return sentences.blank;
  if (field === 'email' && messages.includes('is invalid')) return sentences.email;
  if (field === 'phone_number' && messages.includes('is invalid')) return sentences.phone;
  return problemSentence(texts[label], messages, { wording });
}

/** Returns the sentence of the messages of the API about one field. */
export function problemSentence(
  label: string,
  messages: readonly string[],
  { wording }: Pick<Frame, 'wording'>,
): string {
  return `${label} ${messages.map((message) => messageInLanguage(message, wording)).join(', ')}.`;
}
