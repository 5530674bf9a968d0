import { type FieldErrors, rejectIfAny } from '../platform/errors.js';
import { cleanAttribute } from '../platform/text.js';
import { asRecord, toText } from './rest/coerce.js';

/** Reads texts from an object of a request by name. Absent ones are empty; names and contacts are cleaned. Errors are by name. */
export function readTexts<Name extends string>(
  sent: unknown,
  names: readonly Name[],
): { texts: Record<Name, string>; errors: FieldErrors } {
  const record = asRecord(sent) ?? {};
  const texts: Partial<Record<Name, string>> = {};
  const errors: FieldErrors = {};
  for (const name of names) {
    const text = toText(record[name] ?? '');
    texts[name] = typeof text === 'string' ? cleanAttribute(name, text) : '';
    if (typeof text !== 'string') errors[name] = text.messages;
  }
  return { texts: texts as Record<Name, string>, errors };
}

/** @throws DomainError INVALID with an error for each empty text */
export function requireTexts(texts: Readonly<Record<string, string>>): void {
  const empty = Object.entries(texts).filter(([, text]) => text === '');
  rejectIfAny(Object.fromEntries(empty.map(([name]) => [name, ["can't be blank"]])));
}
