import { createHmac } from 'node:crypto';
import { createAccount } from '../../domain/account/account.actions.js';
import type { Account } from '../../domain/account/account.entity.js';
import { findAccountId } from '../../domain/account/account-of-subdomain.queries.js';
import { createApiKeySecret } from '../../domain/account/api-key.rules.js';
import { authenticate } from '../../domain/account/create-context.js';
import type { RequestContext } from '../../domain/context.js';
import type { SecurityEventSource } from '../../domain/security-event/record-security-event.actions.js';
import { startSessionByLink } from '../../domain/user/link-session.actions.js';
import { choosePassword, findByEmail, findInvitedUser } from '../../domain/user/password.actions.js';
import type { StartedSession } from '../../domain/user/session.actions.js';
import { inviteByOperator } from '../../domain/user/user.actions.js';
import { AccountUser, ClientUserLink } from '../../domain/user/user.entity.js';
import type { Database } from '../../platform/database/database.js';
import { transactExclusively } from '../../platform/database/exclusive-transaction.js';
import { DomainError } from '../../platform/errors.js';
import type { Clock } from '../../platform/time/clock.js';
import { fillDemoAccount } from './demo-data.js';

const demoLock = 7_463_002;
const subdomain = 'demo';
const userEmail = 'demo@example.org';
const demoRequest = { requestId: 'demo', clientAddress: '', address: '' };

/** The ways to use the demo account. */
export interface DemoAccount {
  subdomain: string;
  /** The sign-in of its admin on the dashboard; undefined if that user was changed. */
  user: { email: string; password: string } | undefined;
  /** Undefined if its key was rotated. */
  apiKey: string | undefined;
  /** Whether this call has created it. */
  isNew: boolean;
}

/**
 * Creates the demo account if the database has no accounts. Several processes may call this at the same time.
 *
 * @returns undefined if there is no demo account, or its secret was rotated
 */
export async function openDemoAccount(database: Database, clock: Clock): Promise<DemoAccount | undefined> {
  let isNew = false;
  if (await isEmpty(database)) {
    await transactExclusively(database, demoLock, async () => {
      isNew = await isEmpty(database);
      if (isNew) await createDemoAccount(database, clock);
    });
  }
  const found = await findDemoAccount(database, clock);
  return found && { ...found, isNew };
}

/**
 * Begins a session of the demo's user, without the password.
 *
 * @returns undefined if that user was changed, or has to enter more than a password
 */
export async function signInToDemo(
  database: Database,
  source: SecurityEventSource,
): Promise<StartedSession | undefined> {
  const accountId = await findAccountId(database, subdomain);
  if (accountId === undefined) return undefined;
  return database.account(accountId).transaction(async (tx) => {
    const [found] = await findByEmail(tx, userEmail);
    const user = found && (await tx.findLocked(AccountUser, found.id));
    if (!user || user.updatedAt.getTime() !== user.createdAt.getTime()) return undefined;
    const link = await tx.findBy(ClientUserLink, { userId: user.id });
    if (!link) return undefined;
    const { id, name } = user;
    const { role } = link;
    return startSessionByLink(tx, source, { id, name, role }, 'demo_link');
  });
}

async function isEmpty(database: Database): Promise<boolean> {
  return (await database.session.execute('select id from account limit 1')).length === 0;
}

async function createDemoAccount(database: Database, clock: Clock): Promise<void> {
  const attributes = {
    subdomain,
    name: 'Fjord Studio',
    email: userEmail,
    timeZone: 'Europe/Oslo',
    countryCode: 'NO',
    verification: 'email',
    publicAccess: true,
    // Its people are invented, and their addresses may be somebody's.
    sandbox: true,
  } as const;
  const { api_key: key, secret } = await createAccount(database, clock, attributes, demoKeyOf);
  await fillDemoAccount(await authenticate(database, clock, key, demoRequest));
  // One time for all changes of the user, so that a later change shows.
  const at = clock.now();
  const stopped = { now: () => at };
  await addUser(database, stopped, await authenticate(database, stopped, key, demoRequest), demoPasswordOf({ secret }));
}

async function addUser(database: Database, clock: Clock, context: RequestContext, password: string): Promise<void> {
  const { token } = await inviteByOperator(context, { name: 'Demo', email: userEmail, role: 'admin' });
  const invited = await findInvitedUser(database, clock, token);
  if (!invited) throw new Error('the user of the demo account was not found');
  await choosePassword(database, context, invited, password);
}

/**
 * Derives the key from the secret of the account: only hashes of keys are stored, but every process prints this one at
 * every start. Not printed after a rotation of the secret, which replaces neither the key nor the password.
 */
function demoKeyOf({ id, secret }: Pick<Account, 'id' | 'secret'>): string {
  return createApiKeySecret(id, createHmac('sha256', secret).update('demo API key').digest());
}

/** Derived for the same reason. Every installation has another password, because its demo account has another secret. */
function demoPasswordOf({ secret }: Pick<Account, 'secret'>): string {
  return createHmac('sha256', secret).update('demo password').digest('hex').slice(0, 12);
}

async function findDemoAccount(database: Database, clock: Clock): Promise<Omit<DemoAccount, 'isNew'> | undefined> {
  const [account] = await database.session.execute<Pick<Account, 'id' | 'secret'> & { isUserUnchanged: boolean }>(
    `select id, secret, exists (
       select from account_user as member
       where member.account_id = account.id and member.email = $1 and member.updated_at = member.created_at
     ) as "isUserUnchanged"
     from account where subdomain = $2 and former_secret_until is null`,
    [userEmail, subdomain],
  );
  if (!account) return undefined;
  account.secret = database.account(account.id).open('account.secret', account.secret);
  const apiKey = await usableKeyOf(database, clock, account);
  const user = account.isUserUnchanged ? { email: userEmail, password: demoPasswordOf(account) } : undefined;
  return { subdomain, user, apiKey };
}

async function usableKeyOf(
  database: Database,
  clock: Clock,
  account: Pick<Account, 'id' | 'secret'>,
): Promise<string | undefined> {
  const key = demoKeyOf(account);
  try {
    await authenticate(database, clock, key, demoRequest);
    return key;
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
