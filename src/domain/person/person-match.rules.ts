import type { FieldErrors } from '../../platform/errors.js';
import { textKey } from '../../platform/text.js';
import { effectivePhoneNumber, type Identity, takenAttributes } from './person.rules.js';

/** Finds the person who matches the attributes, first by national id number, then by phone number, then by email. */
export function matchPerson<Candidate extends Identity>(
  given: Identity,
  people: readonly Candidate[],
): Candidate | undefined {
  return (
    people.find((person) => isSame(given.nationalIdNo, person.nationalIdNo)) ??
    people.find((person) => isSame(given.phoneNumberFormatted, person.phoneNumberFormatted)) ??
    people.find((person) => isSame(given.phoneNumber, person.phoneNumber)) ??
    people.find((person) => isSame(keyOf(given.email), keyOf(person.email)))
  );
}

/**
 * Returns errors if a stronger attribute contradicts the match: the attributes then belong to two people. An example is
 * the email of a person whose stored phone number differs from the given one.
 */
export function contradictionErrors(given: Identity, person: Identity): FieldErrors {
  if (isSame(given.nationalIdNo, person.nationalIdNo)) return {};
  const isContradicted = isOther(given.nationalIdNo, person.nationalIdNo) || isOtherPhone(given, person);
  return isContradicted ? takenAttributes(given, [person]) : {};
}

function isOtherPhone(given: Identity, person: Identity): boolean {
  return (
    isOther(given.phoneNumber, person.phoneNumber) && isOther(effectivePhoneNumber(given), effectivePhoneNumber(person))
  );
}

function keyOf(email: string | null): string | null {
  return email && textKey(email);
}

function isSame(given: string | null | undefined, stored: string | null | undefined): boolean {
  return Boolean(given) && given === stored;
}

function isOther(given: string | null, stored: string | null): boolean {
  return Boolean(given && stored) && given !== stored;
}
