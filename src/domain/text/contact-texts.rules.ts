import type { FieldErrors } from '../../platform/errors.js';
import { hasDirectionOverride } from '../../platform/text.js';

/** Whether a text has control characters, such as line breaks. */
export function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/**
 * Refuses control characters and overrides of the direction of text, which display a name as another one: names are shown
 * in subjects and greetings. Checked only for a name in the request, because older rows may have them.
 */
export function validateName(name: string | null | undefined): FieldErrors {
  return name && (hasControls(name) || hasDirectionOverride(name)) ? { name: ['is invalid'] } : {};
}

/** Validates the name and the phone number of a request: neither has control characters. */
export function validateTexts({
  name,
  phoneNumber,
}: {
  name?: string | null | undefined;
  phoneNumber?: string | null | undefined;
}): FieldErrors {
  return { ...validateName(name), ...(phoneNumber && hasControls(phoneNumber) && { phoneNumber: ['is invalid'] }) };
}
