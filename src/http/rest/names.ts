import type { FieldErrors } from '../../platform/errors.js';
import { snakeCase } from '../../platform/names.js';

/** Renames errors to the names of the request: those in `renamed`, else snake case. */
export function restErrors(errors: FieldErrors, renamed: ReadonlyMap<string, string>): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([attribute, value]) => [
      renamed.get(attribute) ?? snakeCase(attribute),
      Array.isArray(value) ? value : restErrors(value, renamed),
    ]),
  );
}
