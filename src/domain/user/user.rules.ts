import type { FieldErrors } from '../../platform/errors.js';
import { isEmail } from '../account/account.rules.js';
import { validatePresence } from '../records/attributes.js';

interface UserAttributes {
  name?: string;
  email?: string;
}

/** Validates the attributes of a user that need no database (spec, Account user link). */
export function validateUser(user: UserAttributes): FieldErrors {
  return {
    ...(user.email && !isEmail(user.email) && { email: ['is invalid'] }),
    ...validatePresence(user, 'name', 'email'),
  };
}
