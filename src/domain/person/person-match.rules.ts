import type { FieldErrors } from '../../platform/errors.js';
import { effectivePhoneNumber, type Identity, takenAttributes } from './person.rules.js';

/** The person whom the given attributes name: by national id number, else phone number, else email. */
export function matchPerson<Candidate extends Identity>(
  given: Identity,
  people: readonly Candidate[],
): Candidate | undefined {
  return (
    people.find((person) => isSame(given.nationalIdNo, person.nationalIdNo)) ??
    people.find((person) => isSame(given.phoneNumberFormatted, person.phoneNumberFormatted)) ??
    people.find((person) => isSame(given.phoneNumber, person.phoneNumber)) ??
    people.find((person) => isSame(given.email?.toLowerCase(), person.email?.toLowerCase()))
  );
}

/**
 * The errors of a match that a stronger attribute contradicts, such as the email of a person whose stored phone number
 * is another one than the given: the given attributes are then those of two people.
 */
export function contradictionProblems(given: Identity, person: Identity): FieldErrors {
  if (isSame(given.nationalIdNo, person.nationalIdNo)) return {};
  const isContradicted = isOther(given.nationalIdNo, person.nationalIdNo) || isOtherPhone(given, person);
  return isContradicted ? takenAttributes(given, [person]) : {};
}

function isOtherPhone(given: Identity, person: Identity): boolean {
  return (
    isOther(given.phoneNumber, person.phoneNumber) && isOther(effectivePhoneNumber(given), effectivePhoneNumber(person))
  );
}

function isSame(given: string | null | undefined, stored: string | null | undefined): boolean {
  return Boolean(given) && given === stored;
}

function isOther(given: string | null, stored: string | null): boolean {
  return Boolean(given && stored) && given !== stored;
}
