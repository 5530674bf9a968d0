import { snakeCase } from '../../../platform/names.js';

/** Converts `FindBookingByExternalId` to `find booking by external id`, and `find_by` to `find by`. */
export const inWords = (name: string): string => snakeCase(name).replaceAll('_', ' ');

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Converts `gift_card` to `GiftCard`. */
export const pascalCase = (name: string): string => name.split('_').map(capitalised).join('');

/** Replaces the attribute names in a description of the schema by those of REST. */
export const inRestNames = (text: string): string => text.replaceAll(/\b[a-z]+[A-Z]\w*/g, snakeCase);

/** Returns the description of a field, with the reason if it is deprecated. */
export function notesOf({ description, deprecationReason }: Described): { description?: string; deprecated?: true } {
  const text = [description, deprecationReason].filter(Boolean).join(' ');
  return { ...(text && { description: inRestNames(text) }), ...(deprecationReason != null && { deprecated: true }) };
}

interface Described {
  description?: string | null | undefined;
  deprecationReason?: string | null | undefined;
}
