import type { FieldErrors } from './errors.js';

/** The bounds of a number: `above` is exclusive, `from` and `upTo` are inclusive. */
export interface Range {
  above?: number;
  from?: number;
  upTo?: number;
}

/** Returns an error for each attribute whose value is out of range. Null and undefined are valid. */
export function validateRanges<Entity extends object>(
  record: Entity,
  ranges: { readonly [Attribute in keyof Entity & string]?: Range },
): FieldErrors {
  const values = new Map<string, unknown>(Object.entries(record));
  const errors: FieldErrors = {};
  for (const [attribute, range] of Object.entries<Range | undefined>(ranges)) {
    const value = values.get(attribute) ?? null;
    const message = value !== null && range && outside(Number(value), range);
    if (message) errors[attribute] = [message];
  }
  return errors;
}

function outside(value: number, { above, from, upTo }: Range): string | undefined {
  if (above !== undefined && value <= above) return `must be greater than ${above}`;
  if (from !== undefined && value < from) return `must be greater than or equal to ${from}`;
  if (upTo !== undefined && value > upTo) return `must be less than or equal to ${upTo}`;
  return undefined;
}
