import { countAttempt, decrementAttempts } from '../../platform/database/attempt-limiter.js';
import { invalid } from '../../platform/errors.js';
import { isPassword } from '../../platform/password.js';
import type { RequestContext } from '../context.js';
import type { Person } from './person.entity.js';
import type { PersonCredentialsInput } from './person.input.js';
import { findPersonByIdentifier } from './person.queries.js';
import { toIdentifier } from './person.rules.js';

/**
 * Authenticates a person by email or phone number and password (spec, People). Blocked people can authenticate, deleted
 * ones can't. At most 10 wrong passwords per email or number are accepted in 15 minutes, whether or not a person has
 * it. Client addresses are not limited, because the client is the integrator's server: one abuser would lock out
 * everybody.
 *
 * @throws DomainError INVALID on `password`, with the same message whatever does not match; RateLimitError
 */
export async function authenticatePerson(
  context: RequestContext,
  { password, ...given }: PersonCredentialsInput,
): Promise<Person> {
  const identifier = toIdentifier(given, context.account.countryCode);
  if (!identifier) throw invalid({ email: ["can't be blank"] });
  if (!password) throw invalid({ password: ["can't be blank"] });
  const limits = [{ name: 'password:person', subject: identifier.value, maxAttempts: 10, minutes: 15 }];
  await countAttempt(context, limits);
  const person = await findPersonByIdentifier(context, identifier);
  const isRight = await isPassword(person?.passwordHash ?? null, password);
  if (!person || !isRight) throw invalid({ password: ['is invalid'] });
  await decrementAttempts(context, limits);
  return person;
}
