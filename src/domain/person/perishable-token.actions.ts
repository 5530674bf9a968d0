import { createHmac } from 'node:crypto';
import { Field, ObjectType } from 'type-graphql';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { codesPerRecipient, countAttempt } from '../../platform/database/attempt-limiter.js';
import { invalid } from '../../platform/errors.js';
import { languageOf, wordingFor } from '../../platform/language.js';
import { Instant } from '../../platform/scalars.js';
import { randomDigits } from '../../platform/secrets.js';
import { codeKey } from '../../platform/text.js';
import { textsIn } from '../../texts/texts.js';
import type { RequestContext } from '../context.js';
import { MessageChannel } from '../messaging/delivery/message.entity.js';
import { queueMessage } from '../messaging/delivery/message-queue.actions.js';
import type { Person } from './person.entity.js';
import type { PersonIdentifierInput } from './person.input.js';
import { findPersonByIdentifier } from './person.queries.js';
import { type Identifier, requireIdentifier } from './person.rules.js';

/** The minutes after which a code expires (spec, Perishable token rules). */
const tokenMinutes = 10;
/** The maximum of attempts to verify a code, including the successful one. */
const maxTokenAttempts = 5;

/** Creates a code of five digits. */
function createPerishableToken(): string {
  return randomDigits(5);
}

/** Hashes a code for storage. The hash is keyed, because all 100,000 codes can be hashed in an instant. */
function hashPerishableToken(secret: string, phoneNumber: string, code: string): string {
  return createHmac('sha256', secret).update(`perishable token:${phoneNumber}:${code}`).digest('hex');
}

/** The response to a sent code. It must not reveal whether a person has the email or number. */
@ObjectType({ simpleResolvers: true, description: 'A code that was sent to a person.' })
export class PerishableToken {
  @Field(() => Instant, { description: 'When the code stops working.' })
  expiresAt!: Date;
}

/** The phone number that a code is sent to, and the person with the identifier, if there is one. */
interface Destination {
  phoneNumber: string | null;
  person: Person | undefined;
}

/**
 * Sends a code by SMS to the phone number, or to that of the person with the email. It replaces the previous code. If
 * no person has the email, or the person has no phone number, nothing is sent, but the response is the same. At most
 * three codes are sent per email or number in 10 minutes. Client addresses are not limited, because the client is the
 * integrator's server.
 *
 * @throws DomainError INVALID on `email` or `phoneNumber`; RateLimitError
 */
export async function sendPerishableToken(
  context: RequestContext,
  given: PersonIdentifierInput,
): Promise<PerishableToken> {
  const identifier = requireIdentifier(given, context.account.countryCode);
  await countAttempt(context, [{ name: 'token:person', subject: identifier.value, ...codesPerRecipient }]);
  const destination = await findDestination(context, identifier);
  const expiresAt = new Date(context.clock.now().getTime() + tokenMinutes * 60_000);
  await context.db.transaction((tx) => writeToken(context, tx, destination, expiresAt));
  return { expiresAt };
}

/**
 * Verifies a code. A code works once. It proves possession of the phone, so the identifier may be the email or the
 * number.
 *
 * @returns the person with the email or number, or null
 * @throws DomainError INVALID on `perishableToken` if the code is wrong, expired or already used; on `email` or
 * `phoneNumber`
 */
export async function verifyPerishableToken(
  context: RequestContext,
  code: string | null | undefined,
  given: PersonIdentifierInput,
): Promise<Person | null> {
  const identifier = requireIdentifier(given, context.account.countryCode);
  if (!code?.trim()) throw invalid({ perishableToken: ["can't be blank"] });
  const { phoneNumber, person } = await findDestination(context, identifier);
  const isRight = phoneNumber !== null && (await redeemToken(context, phoneNumber, codeKey(code)));
  if (!isRight) throw invalid({ perishableToken: ['is invalid'] });
  return person ?? null;
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
  const wording = wordingFor(languageOf(person?.locale, account.locale), account);
  await tx.query(
    `with expired as (delete from perishable_token where (account_id, phone_number) in (
       select account_id, phone_number from perishable_token
       where account_id = $1 and expires_at < $2 and phone_number <> $3 limit 100 for update skip locked))
     insert into perishable_token (account_id, phone_number, code_hash, expires_at) values ($1, $3, $4, $5)
     on conflict (account_id, phone_number)
     do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at, attempt_count = 0`,
    [clock.now(), phoneNumber, hashPerishableToken(account.linkSecret, phoneNumber, code), expiresAt],
  );
  await queueMessage(context, tx, {
    kind: 'perishable_token',
    channel: MessageChannel.SMS,
    recipient: phoneNumber,
    body: textsIn(wording).messages.token({ code, name: account.name, minutes: tokenMinutes }),
    ...(person && { personId: person.id }),
  });
}

/**
 * Counts the attempt before it compares the code, so that codes can't be guessed in parallel. If the same code is sent
 * twice concurrently, the request that deletes the row succeeds. Expiry is checked when the row is deleted, because
 * each statement may have waited for another attempt.
 */
async function redeemToken(
  { account, db, clock }: RequestContext,
  phoneNumber: string,
  code: string,
): Promise<boolean> {
  const [token] = await db.query<{ codeHash: string }>(
    `update perishable_token set attempt_count = attempt_count + 1
     where account_id = $1 and phone_number = $2 and expires_at > $3 and attempt_count < $4
     returning code_hash as "codeHash"`,
    [phoneNumber, clock.now(), maxTokenAttempts],
  );
  const codeHash = hashPerishableToken(account.linkSecret, phoneNumber, code);
  if (token?.codeHash !== codeHash) return false;
  const [redeemed] = await db.query<{ expiresAt: Date }>(
    `delete from perishable_token where account_id = $1 and phone_number = $2 and code_hash = $3
     returning expires_at as "expiresAt"`,
    [phoneNumber, codeHash],
  );
  return redeemed !== undefined && redeemed.expiresAt > clock.now();
}
