import type { FieldErrors } from '../../platform/errors.js';
import { snakeCase } from '../../platform/names.js';

/** Errors by the names that the request used: `renamed` holds those that are not simply the snake case of ours. */
export function restErrors(errors: FieldErrors, renamed: ReadonlyMap<string, string>): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([attribute, value]) => [
      renamed.get(attribute) ?? snakeCase(attribute),
      Array.isArray(value) ? value : restErrors(value, renamed),
    ]),
  );
}
