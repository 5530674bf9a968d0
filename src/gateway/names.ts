import type { FieldErrors } from '../errors.js';

/** `bookedFrom` is `booked_from` in REST; digits stand apart, as in `open_0`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/([a-z])([A-Z0-9])/g, '$1_$2').toLowerCase();
}

/** Errors by the names that the request used: `renamed` holds those that are not simply the snake case of ours. */
export function restErrors(errors: FieldErrors, renamed: ReadonlyMap<string, string>): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([attribute, value]) => [
      renamed.get(attribute) ?? snakeCase(attribute),
      Array.isArray(value) ? value : restErrors(value, renamed),
    ]),
  );
}
