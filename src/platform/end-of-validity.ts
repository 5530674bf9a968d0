import { Extensions } from 'type-graphql';

/** The mark of a field, see `EndOfValidity`. */
export const endOfValidity = { isEndOfValidity: true } as const;

/**
 * Declares that a field of an input, or an attribute from which one is derived, is the instant until which something is
 * valid. A date alone then includes that day, in the time zone of the account. In other fields it is the start of the day.
 */
export const EndOfValidity = () => Extensions(endOfValidity);

export function isEndOfValidity({ extensions }: { extensions: Readonly<Record<string, unknown>> }): boolean {
  return extensions['isEndOfValidity'] === true;
}
