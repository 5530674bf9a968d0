import { accepted } from '../../platform/accepted.js';
import { type FieldErrors, invalid } from '../../platform/errors.js';
import { nameKey, textKey } from '../../platform/text.js';
import { isCountryCode, isEmail } from '../account/account.rules.js';
import { formatPhoneNumber } from '../text/contact-details.js';

/** The key of an email (`textKey`), or a phone number, in E.164 if it is valid. */
export interface Identifier {
  attribute: 'email' | 'phoneNumber';
  value: string;
}

/** Returns the email, or else the phone number as dialled in `countryCode`; undefined without either. */
export function toIdentifier(
  { email, phoneNumber }: { email?: string | null; phoneNumber?: string | null },
  countryCode: string,
): Identifier | undefined {
  if (email?.trim()) return { attribute: 'email', value: textKey(email.trim()) };
  if (!phoneNumber?.trim()) return undefined;
  const given = restorePlus(phoneNumber);
  return { attribute: 'phoneNumber', value: formatPhoneNumber(given, countryCode) ?? given };
}

/**
 * Returns the email or phone number that a request identifies somebody by.
 *
 * @throws DomainError INVALID on `email` or `phoneNumber` if it is invalid or absent
 */
export function requireIdentifier(
  given: { email?: string | null; phoneNumber?: string | null },
  countryCode: string,
): Identifier {
  const identifier = toIdentifier(given, countryCode);
  if (!identifier) throw invalid({ phoneNumber: ["can't be blank"] });
  const { attribute, value } = identifier;
  const isValid = attribute === 'email' ? isEmail(value) : formatPhoneNumber(value, countryCode) === value;
  if (!isValid) throw invalid({ [attribute]: ['is invalid'] });
  return identifier;
}

/** Restores a leading "+" that form or URL decoding turned into a space. */
export function restorePlus(phoneNumber: string): string {
  return phoneNumber.startsWith(' ') ? `+${phoneNumber.trimStart()}` : phoneNumber;
}

interface PersonAttributes {
  id?: number;
  name: string | null;
  email: string | null;
  phoneNumber: string | null;
  nationalIdNo: string | null;
  countryCode: string | null;
  parentId: number | null;
}

/** Validates the attributes of a person that need no database (spec, Person). */
export function validatePerson(person: PersonAttributes): FieldErrors {
  const errors: FieldErrors = {};
  if (!person.name && !person.email && !person.phoneNumber && !person.nationalIdNo) errors['name'] = ["can't be blank"];
  if (person.email && !isEmail(person.email)) errors['email'] = ['is invalid'];
  if (person.countryCode && !isCountryCode(person.countryCode)) {
    errors['countryCode'] = ['is invalid', accepted.countryCode];
  }
  if (person.parentId !== null && person.parentId === person.id) errors['parentId'] = ['is invalid'];
  return errors;
}

/** Whether messages can be sent to a person. One without an address gets them at that of its parent. */
export function hasAddress({ email, phoneNumber }: Pick<Identity, 'email' | 'phoneNumber'>): boolean {
  return Boolean(email || phoneNumber);
}

/** Returns a name that was given for a person if the person has another one; null otherwise. */
export function otherName(given: string | null | undefined, name: string | null | undefined): string | null {
  const typed = given?.trim();
  return typed && nameKey(typed) !== nameKey(name ?? '') ? typed : null;
}

/** The unique attributes of a person. */
export interface Identity {
  email: string | null;
  phoneNumber: string | null;
  phoneNumberFormatted: string | null;
  nationalIdNo: string | null;
  provider: string | null;
  uid: string | null;
}

/** Returns the unique attributes of a request, whose phone number is as dialled in `countryCode`. */
export function toIdentity(attributes: { [Key in keyof Identity]?: string | null }, countryCode: string): Identity {
  const phoneNumber = attributes.phoneNumber || null;
  return {
    email: attributes.email || null,
    phoneNumber,
    phoneNumberFormatted: formatPhoneNumber(phoneNumber, countryCode),
    nationalIdNo: attributes.nationalIdNo || null,
    provider: attributes.provider || null,
    uid: attributes.uid || null,
  };
}

/** Returns a text for each unique attribute that a person has. Two people with the same text share the attribute. */
export function identityKeys({
  email,
  phoneNumber,
  phoneNumberFormatted,
  nationalIdNo,
  provider,
  uid,
}: Identity): string[] {
  return [
    ...(email ? [`email:${textKey(email)}`] : []),
    ...(phoneNumberFormatted ? [`formatted:${phoneNumberFormatted}`] : []),
    ...(phoneNumber ? [`phone:${phoneNumber}`] : []),
    ...(nationalIdNo ? [`national:${nationalIdNo}`] : []),
    ...(provider && uid ? [`uid:${JSON.stringify([provider, uid])}`] : []),
  ];
}

/** Returns an error for each unique attribute that one of the others has. */
export function takenAttributes(person: Identity, others: readonly Identity[]): FieldErrors {
  const taken = ['has already been taken'];
  const errors: FieldErrors = {};
  for (const other of others) {
    if (person.email && other.email && textKey(person.email) === textKey(other.email)) errors['email'] = taken;
    if (person.phoneNumber && effectivePhoneNumber(person) === effectivePhoneNumber(other)) {
      errors['phoneNumber'] = taken;
    }
    if (person.nationalIdNo && person.nationalIdNo === other.nationalIdNo) errors['nationalIdNo'] = taken;
    if (person.provider && person.uid && person.provider === other.provider && person.uid === other.uid) {
      errors['uid'] = taken;
    }
  }
  return errors;
}

/** The phone number in E.164, or as it was given when it is not a valid one. */
function effectivePhoneNumber(person: Pick<Identity, 'phoneNumber' | 'phoneNumberFormatted'>): string | null {
  return person.phoneNumberFormatted ?? person.phoneNumber;
}

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
