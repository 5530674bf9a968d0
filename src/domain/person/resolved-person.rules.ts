import type { FieldErrors } from '../../platform/errors.js';
import { hasErrors } from '../attributes.js';
import type { Person } from './person.entity.js';
import type { PersonAttributesInput } from './person.input.js';

/** The person of a booking, not yet written, or the errors of the request. */
export interface ResolvedPerson {
  person: Person | undefined;
  isChanged: boolean;
  /** The recipient of the code: an email address, or a phone number in E.164. Undefined without verification. */
  recipient?: string | undefined;
  /** Attributes that a visitor gave for an existing person. They are written only after verification. */
  unverified?: PersonAttributesInput | undefined;
  /** On `personId`, or on `person` and `personAttributes`. */
  errors: FieldErrors;
}

/** Converts the errors of a person to those of its booking. */
export function invalidPerson(errors: FieldErrors): FieldErrors {
  return hasErrors(errors) ? { person: ['is invalid'], personAttributes: errors } : {};
}
