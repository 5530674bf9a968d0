import type { TradeName } from '../../texts/trade-words.js';
import { signal } from '../design/signal.js';
import { serverUrl } from './addresses.js';
import type { Permission } from './graphql/schema.types.js';
import { type FieldMessages, ServerError } from './graphql/server-error.js';
import { inLanguage } from './graphql/server-messages.js';
import { removeDrafts } from './records/draft.js';
import { answerChallenge, type SignInChallenge } from './second-factor/passkey.js';
import { t } from './texts.js';

/** `exceptionDates` for `EXCEPTION_DATES`. */
type NameOf<Value extends string> = Value extends `${infer Word}_${infer Others}`
  ? `${Lowercase<Word>}${Capitalize<NameOf<Others>>}`
  : Lowercase<Value>;

/** A name of the permission table, as in `/docs/permissions`. */
export type PermissionName = NameOf<Permission>;

export interface Session {
  account: {
    id: number;
    subdomain: string;
    name: string;
    /** IANA name. */
    timeZone: string;
    /** The language, such as `nb`: one of those of `src/texts`. */
    locale: string;
    /** ISO 4217; null if the account has none. */
    currency: string | null;
    /** The number of decimals of the currency's minor unit. */
    currencyDecimals: number;
    sandbox: boolean;
    /** The trade, which decides the words of the texts; null before one was chosen. */
    trade: TradeName | null;
  };
  user: { id: number; name: string };
  /** The language of the user, else that of the account, such as `nb`. */
  language: string;
  role: 'admin' | 'manager' | 'staff';
  permissions: PermissionName[];
  /** Settings of the operator. */
  server: { hasAddress: boolean; sendsEmail: boolean; sendsSms: boolean };
  csrfToken: string;
  /** The lead of the account's clock over the browser's, in milliseconds: a sandbox has a clock of its own. */
  clockOffset: number;
}

/** Undefined before the first request, null if no user is signed in. */
export const session = signal<Session | null | undefined>(undefined);

/** Identifies the user to whom drafts of forms belong. */
export function draftOwner({ account, user }: Session): string {
  return `${account.id}/${user.id}`;
}

// Drafts leave with the session, however it ended, and those of others when a user signs in.
session.watch(() => {
  if (session.value !== undefined) removeDrafts(session.value ? draftOwner(session.value) : undefined);
});

/** The language and the trade for which the page was loaded anew. */
const askedTexts = 'booking-texts';

// The texts of a page are those of one language and trade. A browser without cookies would not get others: load the page only once.
session.watch(() => {
  if (!session.value) return;
  const { lang, dataset } = document.documentElement;
  const wanted = `${session.value.language} ${session.value.account.trade ?? 'other'}`;
  const isAsked = sessionStorage.getItem(askedTexts) === wanted;
  sessionStorage.removeItem(askedTexts);
  if (wanted === `${lang} ${dataset['trade'] ?? 'other'}` || isAsked) return;
  sessionStorage.setItem(askedTexts, wanted);
  location.reload();
});

/** Whether the session has ended while the page was open. The user signs in again without losing the page. */
export const isSessionLost = signal(false);

/** Returns the session. @throws Error if no user is signed in */
export function currentSession(): Session {
  const current = session.value;
  if (!current) throw new Error('Nobody is signed in');
  return current;
}

/** The time by the clock of the account. */
export function accountNow(): Date {
  return new Date(Date.now() + currentSession().clockOffset);
}

export function can(permission: PermissionName): boolean {
  return session.value?.permissions.includes(permission) ?? false;
}

/** Reads the session. @returns null if no user is signed in */
export async function readSession(): Promise<Session | null> {
  try {
    return toSession(await send('GET', 'session'));
  } catch (error) {
    if (error instanceof ServerError && ['HTTP_401', 'HTTP_402'].includes(error.code)) return null;
    throw error;
  }
}

/** Reads the session again, after the user has changed the language or the trade. */
export async function renewSession(): Promise<void> {
  const found = await readSession();
  if (found) session.value = found;
}

/** Smaller differences are those of the network, in milliseconds. */
const clockTolerance = 2_000;

/** Reads the clock of the account again. Without an answer it stays as it is: the next request shows why. */
export async function renewClock(): Promise<void> {
  const found = await readSession().catch(() => null);
  const current = session.value;
  if (!found || !current || found.account.id !== current.account.id) return;
  const { clockOffset } = found;
  if (Math.abs(clockOffset - current.clockOffset) < clockTolerance) return;
  session.value = { ...current, clockOffset };
}

/** The input of a user who signs in. */
export interface Credentials {
  subdomain: string;
  email: string;
  password: string;
}

interface PasskeyCredentials {
  subdomain: string;
  email?: string;
  /** The answer of the passkey to the challenge of the server. */
  passkey: object;
}

/** A new app for codes, which a user without a second factor has to set up to sign in. */
export interface Enrolment {
  secret: string;
  uri: string;
}

/** The password is right, and the server wants a second factor. */
export class SecondStepError extends ServerError {
  constructor(
    message: string,
    /** The factors that the user has: `totp`, `passkey`, `recovery_code`. */
    readonly methods: readonly string[],
    readonly enrolment: Enrolment | undefined,
  ) {
    super('HTTP_401', message);
  }
}

/** A session that has begun, with the recovery codes that the user got, if any. */
export interface SignedIn {
  recoveryCodes: readonly string[];
  session: Session;
}

/** @throws SecondStepError, ServerError with messages by field */
export function signIn(credentials: Credentials & { code?: string }): Promise<SignedIn> {
  return begin(credentials);
}

/**
 * Signs in with a passkey of the account.
 *
 * @param email if given, the passkey must be of this user
 * @throws ServerError
 */
export async function signInWithPasskey(account: { subdomain: string; email?: string }): Promise<SignedIn> {
  const { subdomain } = account;
  const options = await send<SignInChallenge>('POST', `session/passkey${accountParameter(account)}`, { subdomain });
  return begin({ ...account, passkey: await answerChallenge(options) });
}

async function begin(credentials: Credentials | PasskeyCredentials): Promise<SignedIn> {
  const sent = await send('POST', `session${accountParameter(credentials)}`, credentials);
  return { recoveryCodes: sent.recovery_codes ?? [], session: toSession(sent) };
}

/** In milliseconds. */
const checkInterval = 60_000;

/**
 * Looks now and then, and when the page is shown again, whether the session has ended: without use, or by the user
 * elsewhere. This is no use of the session.
 */
export function watchSession(): () => void {
  const check = async (): Promise<void> => {
    if (document.hidden || !session.value || isSessionLost.value) return;
    const found = await readSession().catch(() => undefined);
    if (found === null) recoverSession().catch(() => {});
  };
  const timer = setInterval(check, checkInterval);
  document.addEventListener('visibilitychange', check);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
  };
}

/** Whether the user is signing out: what the server refuses then is no lost session. */
let isEnding = false;

/** Ends the session on the server, and removes what was typed and not saved. Succeeds if it has ended already. */
export async function signOut(): Promise<void> {
  isEnding = true;
  try {
    removeDrafts();
    const { sign_out_url: url } = await send<{ sign_out_url?: string }>('DELETE', 'session');
    session.value = null;
    // The identity provider ends its session, too, and then leads back.
    if (url !== undefined) location.assign(url);
  } catch (error) {
    if (!(error instanceof ServerError && error.code === 'HTTP_401')) throw error;
    session.value = null;
  } finally {
    isEnding = false;
  }
}

/**
 * Requests an email with a link to choose a new password. The response is the same if there is no such user. Returns whether
 * the server sends email at all.
 */
export async function requestPasswordLink(request: {
  subdomain: string;
  email: string;
}): Promise<{ sendsEmail: boolean }> {
  const { sends_email: sendsEmail } = await send<{ sends_email: boolean }>(
    'POST',
    `password${accountParameter(request)}`,
    request,
  );
  return { sendsEmail };
}

/** The identity provider of an account. */
export interface ShownProvider {
  name: string;
  /** Whether users sign in by it only. */
  required: boolean;
}

/** Returns the identity provider of an account; null if there is none, no such account, or no answer. */
export async function readProvider(subdomain: string): Promise<ShownProvider | null> {
  const path = `sign-in/${encodeURIComponent(subdomain)}/provider`;
  const answer = await send<{ provider: ShownProvider | null }>('GET', path).catch(() => ({ provider: null }));
  return answer.provider;
}

let waiting: Promise<void> | undefined;

/**
 * Waits until a user is signed in again, after the server rejected the session. First looks whether another tab has
 * signed in. Reloads the page if it was another user, who may see something else.
 *
 * @throws ServerError if the user has signed out
 */
export function recoverSession(): Promise<void> {
  if (isEnding || !session.value) return Promise.reject(new ServerError('UNAUTHENTICATED', t.requests.signedOut));
  waiting ??= recover().finally(() => {
    waiting = undefined;
    isSessionLost.value = false;
  });
  return waiting;
}

async function recover(): Promise<void> {
  const before = currentSession();
  let found = await readSession();
  if (!found) {
    removeDrafts();
    isSessionLost.value = true;
    found = await new Promise<Session>((resolve) => {
      resumed = resolve;
    });
  }
  if (found.user.id !== before.user.id || found.account.id !== before.account.id) location.reload();
  session.value = found;
}

let resumed: (session: Session) => void = () => {};

/** Continues what waits in `recoverSession`. */
export function resume(found: Session): void {
  resumed(found);
}

interface SentSession {
  account: {
    id: number;
    subdomain: string;
    name: string;
    time_zone: string;
    locale: string;
    currency: string | null;
    currency_decimals: number;
    sandbox: boolean;
    trade: TradeName | null;
  };
  user: Session['user'];
  language: string;
  role: Session['role'];
  permissions: PermissionName[];
  csrf_token: string;
  recovery_codes?: string[];
  server: { has_address: boolean; sends_email: boolean; sends_sms: boolean };
  now: string;
}

function toSession({
  account,
  csrf_token: csrfToken,
  recovery_codes: _codes,
  now,
  server: set,
  ...rest
}: SentSession): Session {
  const { time_zone: timeZone, currency_decimals: currencyDecimals, ...others } = account;
  const clockOffset = Date.parse(now) - Date.now();
  const server = {
    hasAddress: set.has_address,
    sendsEmail: set.sends_email && !account.sandbox,
    sendsSms: set.sends_sms && !account.sandbox,
  };
  return { ...rest, account: { ...others, timeZone, currencyDecimals }, server, csrfToken, clockOffset };
}

/** Names the account in the address, for routers: see the guide "Operate at scale". */
function accountParameter({ subdomain }: { subdomain: string }): string {
  return `?${new URLSearchParams({ account: subdomain })}`;
}

async function send<Answer = SentSession>(method: string, path: string, body?: object): Promise<Answer> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (session.value) headers['X-CSRF-Token'] = session.value.csrfToken;
  if (body) headers['Content-Type'] = 'application/json';
  const response = await fetch(new URL(`dashboard/${path}`, serverUrl), {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new ServerError('NETWORK', t.requests.network);
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw errorOf(response, answer);
  return answer;
}

function errorOf(
  { status, headers }: Response,
  answer: FieldMessages & {
    error?: { description?: string } | string;
    second_factor?: string[];
    enrolment?: Enrolment;
  },
): ServerError {
  const code = `HTTP_${status}`;
  if (status === 400) return new ServerError(code, t.requests.notRight, answer);
  if (status === 429) {
    const seconds = Number(headers.get('Retry-After'));
    return new ServerError(code, t.requests.tooMany({ minutes: Math.ceil(seconds / 60) }));
  }
  const description = typeof answer.error === 'object' ? answer.error.description : undefined;
  const { second_factor: methods, enrolment } = answer;
  if (methods) {
    return new SecondStepError(`${inLanguage(description ?? t.requests.factorRequired)}.`, methods, enrolment);
  }
  return new ServerError(code, description ?? t.requests.failed);
}
