import type { FieldErrors } from '../../platform/errors.js';

/** The attributes of an account that the law wants on documents. */
export interface StatedNumbers {
  countryCode: string;
  documentCountry: string | null;
  organisationNumber: string | null;
  vatNumber: string | null;
}

/** The country whose law decides what the documents of an account state. */
export function documentCountryOf({
  documentCountry,
  countryCode,
}: Omit<StatedNumbers, 'organisationNumber' | 'vatNumber'>): string {
  return documentCountry ?? countryCode;
}

const norwegianVatForm = /^NO(\d{9})MVA$/;

/** Returns Norwegian numbers without spaces, a VAT number as `NO974760673MVA`. Numbers of other countries stay as they are. */
export function normaliseNumbers(stated: StatedNumbers): Pick<StatedNumbers, 'organisationNumber' | 'vatNumber'> {
  const { organisationNumber, vatNumber } = stated;
  if (documentCountryOf(stated) !== 'NO') return { organisationNumber, vatNumber };
  const vat = compact(vatNumber);
  return {
    organisationNumber: compact(organisationNumber),
    vatNumber: vat !== null && /^\d{9}MVA$/.test(vat) ? `NO${vat}` : vat,
  };
}

const compact = (number: string | null): string | null => number?.replaceAll(/\s/g, '').toUpperCase() ?? null;

/** Validates the numbers of an account in Norway. Those of other countries have forms of their own, and are free. */
export function validateNumbers(stated: StatedNumbers): FieldErrors {
  const { organisationNumber, vatNumber } = stated;
  if (documentCountryOf(stated) !== 'NO') return {};
  const vatDigits = vatNumber === null ? undefined : norwegianVatForm.exec(vatNumber)?.[1];
  const isOther = organisationNumber !== null && organisationNumber !== vatDigits;
  const errors: FieldErrors = {};
  if (organisationNumber !== null && !isNorwegianNumber(organisationNumber)) {
    errors['organisationNumber'] = ['is invalid', 'must be a Norwegian organisation number such as 974760673'];
  }
  if (vatNumber !== null && (vatDigits === undefined || !isNorwegianNumber(vatDigits) || isOther)) {
    errors['vatNumber'] = ['is invalid', 'must be the organisation number with MVA, such as 974760673 MVA'];
  }
  return errors;
}

const weights = [3, 2, 7, 6, 5, 4, 3, 2];

/** Whether the last of nine digits is the check digit of the others, modulo 11. */
function isNorwegianNumber(text: string): boolean {
  if (!/^[89]\d{8}$/.test(text)) return false;
  const sum = weights.reduce((total, weight, index) => total + weight * Number(text[index]), 0);
  return (11 - (sum % 11)) % 11 === Number(text[8]);
}
