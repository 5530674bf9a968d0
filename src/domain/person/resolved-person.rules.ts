import type { FieldErrors } from '../../platform/errors.js';
import { hasErrors } from '../attributes.js';
import type { Person } from './person.entity.js';
import type { PersonAttributesInput } from './person.input.js';

/** The person whom a booking is for, not yet written, or what is wrong with the request. */
export interface ResolvedPerson {
  person: Person | undefined;
  isChanged: boolean;
  /** Where the code goes: an email address, or a phone number in E.164. Undefined without verification. */
  recipient?: string | undefined;
  /** Attributes that a visitor gave of a known person. They are written only after the right code. */
  unverified?: PersonAttributesInput | undefined;
  /** Under `personId`, or under `person` and `personAttributes`. */
  errors: FieldErrors;
}

/** The errors of a booking whose person has these errors. */
export function invalidPerson(errors: FieldErrors): FieldErrors {
  return hasErrors(errors) ? { person: ['is invalid'], personAttributes: errors } : {};
}
