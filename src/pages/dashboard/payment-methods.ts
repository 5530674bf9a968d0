import { t } from './texts.js';

const methods = t.business.paymentMethods;
type Method = keyof typeof methods;

/** The ways in which staff receive money and pay it back. The server records the others. */
export const statedMethods = ['CASH', 'CARD', 'MOBILE', 'TRANSFER', 'OTHER'] as const satisfies Method[];

/** Returns the words for a method as GraphQL or a figure names it, such as `GIFT_CARD` or `gift_card`. */
export function methodText(name: string | null | undefined): string {
  const found = Object.entries(methods).find(([method]) => method === name?.toUpperCase());
  return found?.[1] ?? t.figures.notStated;
}

/** The choice of a method for a form; not stated at first. */
export const methodOptions = [
  { value: '', text: t.figures.notStated },
  ...statedMethods.map((value) => ({ value, text: methods[value] })),
];

/** Returns the method that was chosen in a form. */
export function methodIn(text: string | null): (typeof statedMethods)[number] | null {
  return statedMethods.find((method) => method === text) ?? null;
}
