import { noAddress } from '../../platform/addresses.js';
import type { AccountQueries } from '../../platform/database/account-database.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type DomainError, invalid, notFound } from '../../platform/errors.js';
import type { RequestContext } from '../context.js';
import { recordSecurityEvent } from '../security-event/record-security-event.actions.js';
import {
  challengeLifetime,
  challengeTime,
  createChallenge,
  maxPasskeys,
  type RelyingParty,
  relyingPartyOf,
  toAssertion,
  toRegistration,
  userHandle,
} from './passkey.rules.js';
import {
  addMissingRecoveryCodes,
  removeIfEmpty,
  requireFactorRemains,
  requirePassword,
  requireUser,
} from './second-factor.actions.js';
import { listPasskeys, type Passkey, readFactorState } from './second-factor.queries.js';

/** The package and its parsers of certificates are loaded with the first passkey. */
const loadWebAuthn = () => import('@simplewebauthn/server');

/** @throws DomainError INVALID on `base` if the address of the server is unknown or has no name */
function requireRelyingParty(address: string): RelyingParty {
  const party = relyingPartyOf(address);
  if (party) return party;
  const nameless = 'Passkeys need a server whose PUBLIC_URL has a name, such as https://book.example.org';
  throw invalid({ base: [address === '' ? noAddress : nameless] });
}

/**
 * Returns what a browser needs to make a passkey of the user, as JSON of WebAuthn. It can be answered for five minutes.
 *
 * @throws DomainError INVALID on `password`, on `base` without a named address, FORBIDDEN; RateLimitError
 */
export async function startPasskey(context: RequestContext, password: string): Promise<object> {
  const { account, actor, address, db, serverClock } = context;
  const { id: rpID } = requireRelyingParty(address);
  const user = await requirePassword(context, password);
  const { generateRegistrationOptions } = await loadWebAuthn();
  const own = await db.query<{ id: string }>(
    'select credential_id as id from passkey where account_id = $1 and user_id = $2',
    [user.id],
  );
  return generateRegistrationOptions({
    rpName: account.name,
    rpID,
    userName: user.email,
    userDisplayName: actor.kind === 'user' ? actor.name : user.email,
    userID: userHandle(account.linkSecret, user.id),
    challenge: createChallenge(account.linkSecret, `add:${user.id}`, serverClock.now()),
    timeout: challengeLifetime,
    attestationType: 'none',
    excludeCredentials: own,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/**
 * Adds the passkey with which a browser has answered `startPasskey`.
 *
 * @throws DomainError INVALID on `response` if it is not the answer to a challenge of this user, on `name`, on `base` for more
 *   than ten; FORBIDDEN
 * @returns the recovery codes if the user had none, this once
 */
export async function addPasskey(
  context: RequestContext,
  { name, response: sent }: { name: string; response: unknown },
): Promise<string[]> {
  const { account, address, db, serverClock } = context;
  const { id: expectedRPID, origin: expectedOrigin } = requireRelyingParty(address);
  const title = validName(name);
  const { id: userId } = await requireUser(context);
  const at = serverClock.now();
  const response = toRegistration(sent);
  if (!response) throw wrongAnswer();
  let challengedAt: Date | undefined;
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    ...{ response, expectedOrigin, expectedRPID, requireUserVerification: true },
    expectedChallenge: (challenge) => {
      challengedAt = challengeTime(account.linkSecret, `add:${userId}`, challenge, at);
      return challengedAt !== undefined;
    },
  }).catch(() => {
    // The package throws for each way in which an answer can be wrong.
    throw wrongAnswer();
  });
  if (!registrationInfo || !challengedAt) throw wrongAnswer();
  const { id: credentialId, publicKey, counter } = registrationInfo.credential;
  const issuedAt = challengedAt;
  return db.transaction(async (tx) => {
    if (!(await spendChallenge(tx, userId, issuedAt))) throw wrongAnswer();
    const before = await listPasskeys(tx, userId);
    if (before.length >= maxPasskeys) throw invalid({ base: [`has too many passkeys (maximum is ${maxPasskeys})`] });
    const [passkey] = await tx.query<{ id: number }>(
      `insert into passkey (account_id, user_id, created_at, name, credential_id, public_key, counter)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (account_id, credential_id) do nothing
       returning id`,
      [userId, at, title, credentialId, Buffer.from(publicKey).toString('base64url'), counter],
    );
    if (!passkey) throw invalid({ response: ['has already been taken'] });
    await recordSecurityEvent(tx, context, { kind: 'passkey.added', details: { passkey: passkey.id, name: title } });
    return addMissingRecoveryCodes(tx, userId);
  });
}

function wrongAnswer(): DomainError {
  return invalid({ response: ['is invalid', 'must answer the newest challenge, within five minutes'] });
}

/** @throws DomainError INVALID on `name` */
function validName(name: string): string {
  const title = name.trim();
  if (title === '') throw invalid({ name: ["can't be blank"] });
  if (title.length > 63) throw invalid({ name: ['is too long (maximum is 63 characters)'] });
  return title;
}

/**
 * Accepts the answer to a challenge if it is younger than the last one that the user has answered. So each challenge is
 * accepted once, in all processes together, and none has to be stored. Of two that are open at once, the older one is refused
 * after the younger one was answered.
 */
async function spendChallenge(tx: AccountTransaction, userId: number, issuedAt: Date): Promise<boolean> {
  const spent = await tx.query(
    `insert into second_factor (account_id, user_id, challenged_at, created_at, updated_at) values ($1, $2, $3, $3, $3)
     on conflict (account_id, user_id) do update set challenged_at = excluded.challenged_at
       where second_factor.challenged_at is null or second_factor.challenged_at < excluded.challenged_at
     returning user_id`,
    [userId, issuedAt],
  );
  return spent.length > 0;
}

/** Renames a passkey of the user. @throws DomainError NOT_FOUND, INVALID on `name`, FORBIDDEN */
export async function renamePasskey(context: RequestContext, id: number, name: string): Promise<Passkey> {
  const title = validName(name);
  const { id: userId } = await requireUser(context);
  return context.db.transaction(async (tx) => {
    const [passkey] = await tx.query<Passkey>(
      `update passkey set name = $4 where account_id = $1 and user_id = $2 and id = $3
       returning id, name, created_at as "createdAt", last_used_at as "lastUsedAt"`,
      [userId, id, title],
    );
    if (!passkey) throw notFound();
    return passkey;
  });
}

/** Removes a passkey of the user. @throws DomainError NOT_FOUND, INVALID on `password`, on `base` if the account requires it */
export async function removePasskey(context: RequestContext, id: number, password: string): Promise<void> {
  const { id: userId } = await requirePassword(context, password);
  await context.db.transaction(async (tx) => {
    const before = await readFactorState(tx, userId);
    const [passkey] = await tx.query<{ name: string }>(
      'delete from passkey where account_id = $1 and user_id = $2 and id = $3 returning name',
      [userId, id],
    );
    if (!passkey) throw notFound();
    await requireFactorRemains(tx, { ...before, passkeyCount: before.passkeyCount - 1 });
    await removeIfEmpty(tx, userId);
    await recordSecurityEvent(tx, context, { kind: 'passkey.removed', details: { passkey: id, name: passkey.name } });
  });
}

/**
 * Returns what a browser needs to sign in with a passkey, as JSON of WebAuthn. It names no passkey, so it is the same for
 * every user of an account.
 *
 * @throws DomainError INVALID on `base` without a named address
 */
export async function passkeyChallenge(secret: string, address: string, at: Date): Promise<object> {
  const { id: rpID } = requireRelyingParty(address);
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const challenge = createChallenge(secret, 'sign-in', at);
  return generateAuthenticationOptions({ rpID, challenge, timeout: challengeLifetime, userVerification: 'required' });
}

/** A passkey that has answered a challenge. It is accepted by `spendPasskey`. */
export interface AnsweredPasskey {
  id: number;
  userId: number;
  /** The counter of the device after this use; 0 if it does not count. */
  counter: number;
  challengedAt: Date;
}

interface StoredPasskey {
  id: number;
  userId: number;
  publicKey: string;
  counter: number;
}

/** Verifies what a browser has answered to `passkeyChallenge`. Returns undefined if any of it is wrong. */
export async function verifyPasskey(
  db: AccountQueries,
  sent: unknown,
  { secret, address, now }: { secret: string; address: string; now: Date },
): Promise<AnsweredPasskey | undefined> {
  const party = relyingPartyOf(address);
  const response = toAssertion(sent);
  if (!party || !response) return undefined;
  const [stored] = await db.query<StoredPasskey>(
    `select id, user_id as "userId", public_key as "publicKey", counter::double precision as counter from passkey
     where account_id = $1 and credential_id = $2`,
    [response.id],
  );
  if (!stored) return undefined;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const publicKey = Uint8Array.from(Buffer.from(stored.publicKey, 'base64url'));
  let challengedAt: Date | undefined;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: { id: response.id, publicKey, counter: stored.counter },
      expectedChallenge: (challenge) => {
        challengedAt = challengeTime(secret, 'sign-in', challenge, now);
        return challengedAt !== undefined;
      },
    });
    const { id, userId } = stored;
    return verified && challengedAt ? { id, userId, counter: authenticationInfo.newCounter, challengedAt } : undefined;
  } catch {
    // The package throws for each way in which an answer can be wrong, also for a counter that did not rise.
    return undefined;
  }
}

/** Accepts the answer of a passkey, once. @returns false if the passkey was removed, or its answer or a later one was used */
export async function spendPasskey(
  tx: AccountTransaction,
  { id, userId, counter, challengedAt }: AnsweredPasskey,
  now: Date,
): Promise<boolean> {
  if (!(await spendChallenge(tx, userId, challengedAt))) return false;
  const used = await tx.query(
    `update passkey set counter = $4, last_used_at = $5 where account_id = $1 and user_id = $2 and id = $3
       and (counter < $4 or (counter = 0 and $4 = 0)) returning id`,
    [userId, id, counter, now],
  );
  return used.length > 0;
}
