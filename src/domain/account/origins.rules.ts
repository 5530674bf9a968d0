import type { FieldErrors } from '../../platform/errors.js';
import { isOrigin } from '../../platform/origin.js';

/** The number of origins in a list of an account or of a key. */
export const maxOrigins = 20;
const maxOriginLength = 255;

/** Validates a list of web origins, at most 20. */
export function validateOrigins(attribute: string, origins: readonly string[]): FieldErrors {
  if (origins.length > maxOrigins) return { [attribute]: [`is too long (maximum is ${maxOrigins} items)`] };
  const areValid = origins.every((origin) => origin.length <= maxOriginLength && isOrigin(origin));
  return areValid ? {} : { [attribute]: ['is invalid', 'must be origins such as https://app.example.org'] };
}
