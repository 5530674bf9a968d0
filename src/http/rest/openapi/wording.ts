import { snakeCase } from '../../../platform/names.js';

/** `FindBookingByExternalId` and `find_by` in words: `find booking by external id`. */
export const inWords = (name: string): string => snakeCase(name).replaceAll('_', ' ');

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `gift_card` is `GiftCard`. */
export const pascalCase = (name: string): string => name.split('_').map(capitalised).join('');

/** A description of the schema for readers of REST: attributes by their names there. */
export const inRestNames = (text: string): string => text.replaceAll(/\b[a-z]+[A-Z]\w*/g, snakeCase);

/** What the schema says about a field: its description, and whether and for what it is out of use. */
export function notesOf({ description, deprecationReason }: Described): { description?: string; deprecated?: true } {
  const text = [description, deprecationReason].filter(Boolean).join(' ');
  return { ...(text && { description: inRestNames(text) }), ...(deprecationReason != null && { deprecated: true }) };
}

interface Described {
  description?: string | null | undefined;
  deprecationReason?: string | null | undefined;
}
