import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { Row } from '../../platform/database/rows.js';
import { invalid } from '../../platform/errors.js';
import { parsePgInstant } from '../../platform/time/instant-input.js';
import { isEmail } from '../account/account.rules.js';
import { codesPerRecipient, countAttempt } from '../attempt-limiter.js';
import type { RequestContext } from '../context.js';
import { MessageChannel } from '../messaging/delivery/message.entity.js';
import { queueMessage } from '../messaging/delivery/message-outbox.actions.js';
import { formatPhoneNumber } from '../phone-number.rules.js';
import {
  createPerishableToken,
  formatPerishableToken,
  hashPerishableToken,
  maxTokenAttempts,
  tokenMinutes,
} from './perishable-token.rules.js';
import type { PerishableToken } from './perishable-token.type.js';
import type { Person } from './person.entity.js';
import type { PersonIdentifierInput } from './person.input.js';
import { findPersonByIdentifier } from './person.queries.js';
import { type Identifier, toIdentifier } from './person.rules.js';

/** Where a code goes, and whose that number is, if it is anybody's. */
interface Destination {
  phoneNumber: string | null;
  person: Row<Person> | undefined;
}

/**
 * Sends a code by SMS, which replaces the one before: to the phone number, or to that of the person with the email. The
 * answer is the same when nobody has the email, or no phone: nothing is sent then. At most three in 10 minutes for an
 * email or number; nothing is counted by client address, because that is the address of the integrator's server.
 *
 * @throws DomainError INVALID on `email` or `phoneNumber`; RateLimitError
 */
export async function sendPerishableToken(
  context: RequestContext,
  given: PersonIdentifierInput,
): Promise<PerishableToken> {
  const identifier = requireIdentifier(context, given);
  await countAttempt(context, [{ name: 'token:person', subject: identifier.value, ...codesPerRecipient }]);
  const destination = await findDestination(context, identifier);
  const expiresAt = new Date(context.clock.now().getTime() + tokenMinutes * 60_000);
  await context.db.transaction((tx) => writeToken(context, tx, destination, expiresAt));
  return { expiresAt };
}

/**
 * Takes a code that was sent, once. A code shows who has the phone, so it is as good for the email as for the number.
 *
 * @returns the person who has the email or number; null when nobody does
 * @throws DomainError INVALID on `perishableToken` when it is not the code, no longer, or not any more; on `email` or
 *   `phoneNumber`
 */
export async function verifyPerishableToken(
  context: RequestContext,
  code: string | null | undefined,
  given: PersonIdentifierInput,
): Promise<Row<Person> | null> {
  const identifier = requireIdentifier(context, given);
  if (!code?.trim()) throw invalid({ perishableToken: ["can't be blank"] });
  const { phoneNumber, person } = await findDestination(context, identifier);
  const isRight = phoneNumber !== null && (await redeemToken(context, phoneNumber, code.trim()));
  if (!isRight) throw invalid({ perishableToken: ['is invalid'] });
  return person ?? null;
}

/** @throws DomainError INVALID on what is no email, or no phone number that there can be */
function requireIdentifier({ account }: RequestContext, given: PersonIdentifierInput): Identifier {
  const identifier = toIdentifier(given, account.countryCode);
  if (!identifier) throw invalid({ phoneNumber: ["can't be blank"] });
  const { attribute, value } = identifier;
  const isValid = attribute === 'email' ? isEmail(value) : formatPhoneNumber(value, account.countryCode) === value;
  if (!isValid) throw invalid({ [attribute]: ['is invalid'] });
  return identifier;
}

async function findDestination(context: RequestContext, identifier: Identifier): Promise<Destination> {
  const person = await findPersonByIdentifier(context, identifier);
  const isNumber = identifier.attribute === 'phoneNumber';
  return { phoneNumber: isNumber ? identifier.value : (person?.phoneNumberFormatted ?? null), person };
}

async function writeToken(
  context: RequestContext,
  tx: AccountTransaction,
  { phoneNumber, person }: Destination,
  expiresAt: Date,
): Promise<void> {
  if (phoneNumber === null) return;
  const { account, clock } = context;
  const code = createPerishableToken();
  await tx.query(
    `with expired as (delete from perishable_token where (account_id, phone_number) in (
       select account_id, phone_number from perishable_token
       where account_id = $1 and expires_at < $2 and phone_number <> $3 limit 100 for update skip locked))
     insert into perishable_token (account_id, phone_number, code_hash, expires_at) values ($1, $3, $4, $5)
     on conflict (account_id, phone_number)
     do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0`,
    [clock.now(), phoneNumber, hashPerishableToken(account.secret, phoneNumber, code), expiresAt],
  );
  await queueMessage(context, tx, {
    kind: 'perishable_token',
    channel: MessageChannel.SMS,
    recipient: phoneNumber,
    body: formatPerishableToken(code, account.name, [person?.locale, account.locale]),
    ...(person && { personId: person.id }),
  });
}

/**
 * Counts the try before it compares the code, so that no code is guessed in parallel. Of the same code given twice at once,
 * one is right: the one that deletes the row. It expires by the time at which the row is deleted, as each statement may
 * have waited for another try.
 */
async function redeemToken(
  { account, db, clock }: RequestContext,
  phoneNumber: string,
  code: string,
): Promise<boolean> {
  const [token] = await db.query<{ codeHash: string }>(
    `update perishable_token set tries = tries + 1
     where account_id = $1 and phone_number = $2 and expires_at > $3 and tries < $4
     returning code_hash as "codeHash"`,
    [phoneNumber, clock.now(), maxTokenAttempts],
  );
  const codeHash = hashPerishableToken(account.secret, phoneNumber, code);
  if (token?.codeHash !== codeHash) return false;
  const [redeemed] = await db.query<{ expiresAt: string }>(
    `delete from perishable_token where account_id = $1 and phone_number = $2 and code_hash = $3
     returning expires_at as "expiresAt"`,
    [phoneNumber, codeHash],
  );
  return redeemed !== undefined && parsePgInstant(redeemed.expiresAt) > clock.now().getTime();
}
