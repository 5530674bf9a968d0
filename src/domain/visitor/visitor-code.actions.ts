import { clientNetwork } from '../../platform/addresses.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import {
  type AttemptLimit,
  codesPerRecipient,
  countAttemptSequentially,
  decrementAttempts,
  readRetryTime,
} from '../../platform/database/attempt-limiter.js';
import { invalid, notFound } from '../../platform/errors.js';
import { languageOf, wordingFor } from '../../platform/language.js';
import { isSameSecret, randomDigits } from '../../platform/secrets.js';
import { codeKey } from '../../platform/text.js';
import { createAccountToken } from '../account/account-token.rules.js';
import { withBoundCode } from '../account/site-address.rules.js';
import { verifyPublicBooking } from '../booking/public/public-booking.actions.js';
import { isCodeShown, networkLimit } from '../booking/public/public-booking.rules.js';
import { isVisitor, type RequestContext } from '../context.js';
import { MessageChannel } from '../messaging/delivery/message.entity.js';
import { queueBuiltInMessage } from '../messaging/delivery/message-queue.actions.js';
import type { PersonIdentifierInput } from '../person/person.input.js';
import { type Identifier, requireIdentifier } from '../person/person.rules.js';
import { listPeopleOfAddress } from '../visitor-session/visitor-people.queries.js';
import { requireMyBookings, sessionExpiry, toVisitorSession } from '../visitor-session/visitor-session.rules.js';
import type { VisitorSession } from '../visitor-session/visitor-session.type.js';
import type { VisitorCode } from './visitor.type.js';
import { codeMinutes, hashVisitorCode, maxCodeAttempts, visitorCodeText } from './visitor-code.rules.js';

/** In milliseconds. */
const minute = 60_000;

/** Limits what one account makes its server send to visitors, from however many networks and to however many addresses. */
const codesPerAccount = { maxAttempts: 300, minutes: 10 };

/**
 * Sends a code to the email or phone number, if a person has it. It replaces the previous code. Whether somebody has it is
 * looked up after the response, so that neither the response nor its time reveals it.
 *
 * @throws DomainError NOT_FOUND if the account has turned it off; INVALID on `email` or `phoneNumber`, also if the server
 *   does not send by that channel; RateLimitError
 */
export async function requestVisitorCode(context: RequestContext, given: PersonIdentifierInput): Promise<VisitorCode> {
  requireMyBookings(context);
  const address = requireIdentifier(given, context.account.countryCode);
  requireChannel(context, address);
  const ofRecipient = { name: 'visitor-code:recipient', subject: address.value, ...codesPerRecipient };
  await countAttemptSequentially(context, [
    ...(isVisitor(context) ? [networkLimit(context)] : []),
    ofRecipient,
    { name: 'visitor-code:account', subject: 'all', ...codesPerAccount },
  ]);
  const code = randomDigits(6);
  const now = context.serverClock.now().getTime();
  const expiresAt = new Date(now + codeMinutes * minute);
  const isShown = isCodeShown(context, channelOf(address));
  const send = (within: RequestContext): Promise<void> => sendCode(within, address, code, expiresAt);
  if (context.startAfterwards && !isShown) context.startAfterwards(send);
  else await send(context);
  const retryAt = (await readRetryTime(context, [ofRecipient]))?.getTime() ?? 0;
  const resendableAt = new Date(Math.max(now + minute, retryAt));
  return { expiresAt, resendableAt: resendableAt < expiresAt ? resendableAt : null, code: isShown ? code : null };
}

const channelOf = ({ attribute }: Identifier): 'email' | 'sms' => (attribute === 'phoneNumber' ? 'sms' : 'email');

/** A sandbox and the demo send nothing, but show the code. @throws DomainError INVALID on the attribute */
function requireChannel(context: RequestContext, address: Identifier): void {
  const channel = channelOf(address);
  if (isCodeShown(context, channel) || context.sends?.[channel] !== false) return;
  throw invalid(
    channel === 'sms'
      ? { phoneNumber: ['cannot get a code, because this server sends no SMS: give an email'] }
      : { email: ['cannot get a code, because this server sends no email'] },
  );
}

/**
 * Stores a code and sends it to the address as the person has it, never as it was given: two texts with the same key may be
 * addresses of different people. Without a person, the code is stored, too, so that an attempt to use it costs the same.
 */
async function sendCode(context: RequestContext, address: Identifier, code: string, expiresAt: Date): Promise<void> {
  const { account } = context;
  const [person] = await listPeopleOfAddress(context.db, address.value);
  await context.db.transaction(async (tx) => {
    await storeCode(tx, address, { hash: hashVisitorCode(account.linkSecret, address, code), expiresAt });
    const isSms = channelOf(address) === 'sms';
    const recipient = isSms ? person?.phoneNumberFormatted : person?.email;
    if (!person || !recipient) return;
    const wording = wordingFor(languageOf(person.locale, account.locale), account);
    const { subject, body } = visitorCodeText(code, account.name, wording);
    await queueBuiltInMessage(context, tx, {
      kind: 'visitor_code',
      channel: isSms ? MessageChannel.SMS : MessageChannel.EMAIL,
      recipient,
      ...(!isSms && { subject }),
      body: isSms ? withBoundCode(body, code, account, context) : body,
      personId: person.id,
    });
  });
}

function storeCode(
  tx: AccountTransaction,
  { value }: Identifier,
  { hash, expiresAt }: { hash: string; expiresAt: Date },
): Promise<object[]> {
  return tx.query(
    `insert into visitor_code (account_id, address, code_hash, expires_at) values ($1, $2, $3, $4)
     on conflict (account_id, address)
     do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at, attempt_count = 0`,
    [value, hash, expiresAt],
  );
}

const hour = 60;

/**
 * Limits wrong codes: 20 in an hour from one network, and for one address 15 in a day from one network and 50 from all. So
 * somebody elsewhere does not lock the owner of an address out, and many networks together get few guesses.
 */
function guessLimits(context: RequestContext, { value }: Identifier): AttemptLimit[] {
  const network = clientNetwork(context.clientAddress);
  const ofAddress = { name: 'visitor-guess:address', subject: value, maxAttempts: 50, minutes: 24 * hour };
  if (!isVisitor(context)) return [ofAddress];
  const subject = `${network} ${value}`;
  return [
    { name: 'visitor-guess:network', subject: network, maxAttempts: 20, minutes: hour },
    { name: 'visitor-guess:network-and-address', subject, maxAttempts: 15, minutes: 24 * hour },
    ofAddress,
  ];
}

/**
 * Starts the session of a visitor who has the code of an address. A code works once.
 *
 * @throws DomainError NOT_FOUND if the account has turned it off; INVALID on `code` if it is wrong, expired, used or was tried
 *   too often; INVALID on `email` or `phoneNumber`; RateLimitError
 */
export async function startVisitorSession(
  context: RequestContext,
  code: string | null | undefined,
  given: PersonIdentifierInput,
): Promise<VisitorSession> {
  requireMyBookings(context);
  const address = requireIdentifier(given, context.account.countryCode);
  if (!code?.trim()) throw invalid({ code: ["can't be blank"] });
  const limits = guessLimits(context, address);
  await countAttemptSequentially(context, limits);
  const session = await redeemCode(context, address, codeKey(code));
  if (!session) throw invalid({ code: ['is invalid'] });
  await decrementAttempts(context, limits);
  return session;
}

/**
 * Counts the attempt before it compares the code, so that codes cannot be guessed in parallel. If the right code is sent
 * twice at the same time, the request that deletes the row gets the session.
 */
async function redeemCode(
  { account, db, serverClock }: RequestContext,
  address: Identifier,
  code: string,
): Promise<VisitorSession | undefined> {
  const now = serverClock.now();
  const [stored] = await db.query<{ codeHash: string }>(
    `update visitor_code set attempt_count = attempt_count + 1
     where account_id = $1 and address = $2 and expires_at > $3 and attempt_count < $4
     returning code_hash as "codeHash"`,
    [address.value, now, maxCodeAttempts],
  );
  const codeHash = hashVisitorCode(account.linkSecret, address, code);
  if (!stored || !isSameSecret(stored.codeHash, codeHash)) return undefined;
  const { token, hash } = createAccountToken(account.id);
  const expiresAt = sessionExpiry(account, now, now);
  const [started] = await db.query(
    `with redeemed as (
       delete from visitor_code where account_id = $1 and address = $2 and code_hash = $3 and expires_at > $4
       returning address)
     insert into visitor_session (account_id, token_hash, address, created_at, expires_at)
     select $1, $5, address, $4, $6 from redeemed returning 1`,
    [address.value, codeHash, now, hash, expiresAt],
  );
  return started && { ...toVisitorSession(account, address.value, { createdAt: now, expiresAt }), token };
}

/**
 * Starts the session of a visitor who has the code of a booking, which proves the address to which it was sent. Verifies the
 * booking, unless it was verified a moment ago.
 *
 * @throws DomainError NOT_FOUND if the account does not remember visitors; INVALID on `verificationCode`; RateLimitError
 */
export async function rememberVisitor(
  context: RequestContext,
  id: number,
  code: string | null | undefined,
): Promise<VisitorSession> {
  requireMyBookings(context);
  const { account, db, serverClock } = context;
  if (!account.rememberVisitors) throw notFound();
  const { verificationMethod, verificationRecipient: recipient } = await verifyPublicBooking(context, id, code);
  const given = verificationMethod === 'sms' ? { phoneNumber: recipient } : { email: recipient };
  const address = requireIdentifier(given, account.countryCode).value;
  const now = serverClock.now();
  const { token, hash } = createAccountToken(account.id);
  const expiresAt = sessionExpiry(account, now, now);
  await db.query(
    `insert into visitor_session (account_id, token_hash, address, created_at, expires_at)
     values ($1, $2, $3, $4, $5)`,
    [hash, address, now, expiresAt],
  );
  return { ...toVisitorSession(account, address, { createdAt: now, expiresAt }), token };
}
