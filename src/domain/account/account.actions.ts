import { randomBytes } from 'node:crypto';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { Database } from '../../platform/database/database.js';
import { invalid, notFound } from '../../platform/errors.js';
import type { Clock } from '../../platform/time/clock.js';
import { Account } from './account.entity.js';
import { type AccountAttributes, accountProblems } from './account.rules.js';
import { accessTypes } from './account-cache.js';
import { apiKeyOf, hashApiKey } from './api-key.rules.js';

export interface NewAccount extends AccountAttributes {
  verification?: 'none' | 'email' | 'sms' | undefined;
  publicAccess?: boolean | undefined;
}

/** What is shown once, when an account is made. */
export interface AccountCredentials {
  id: number;
  subdomain: string;
  api_key: string;
  secret: string;
}

type KeyOf = (account: Pick<Account, 'id' | 'secret'>) => string;

const verificationMethods = { none: 0, email: 1, sms: 2 } as const;

/**
 * Makes an account with one API key.
 *
 * @param keyOf makes the key, a random one unless given
 * @throws DomainError INVALID with the fields that are wrong
 */
export async function createAccount(
  database: Database,
  clock: Clock,
  input: NewAccount,
  keyOf?: KeyOf,
): Promise<AccountCredentials> {
  const problems = accountProblems(input);
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return writing(database, (em) => addAccount(em, input, clock.now(), keyOf));
}

/** Writes an account with one API key. Gives the constraint's error when the subdomain is taken. */
export async function addAccount(
  em: EntityManager,
  input: NewAccount,
  at: Date,
  keyOf: KeyOf = ({ id }) => apiKeyOf(id),
): Promise<AccountCredentials> {
  const account = new Account();
  Object.assign(account, {
    createdAt: at,
    updatedAt: at,
    subdomain: input.subdomain,
    name: input.name,
    email: input.email,
    timeZone: input.timeZone,
    countryCode: input.countryCode.toUpperCase(),
    locale: input.locale ?? 'en',
    verificationMethod: verificationMethods[input.verification ?? 'none'],
    publicAccess: input.publicAccess ?? false,
    secret: randomBytes(32).toString('hex'),
  });
  await em.persist(account).flush();
  return addApiKey(em, account, keyOf(account), at);
}

export interface AccountSummary {
  id: number;
  subdomain: string;
  name: string;
  suspended: boolean;
  api_enabled: boolean;
}

/** Every account, by id. */
export async function listAccounts(database: Database): Promise<AccountSummary[]> {
  const accounts = await database.orm.em.fork().find(Account, {}, { orderBy: { id: 'asc' } });
  return accounts.map(summaryOf);
}

function summaryOf({ id, subdomain, name, suspendedAt, apiEnabled }: Account): AccountSummary {
  return { id, subdomain, name, suspended: suspendedAt !== null, api_enabled: apiEnabled };
}

/** Revokes the keys of an account and makes a new one. @throws DomainError NOT_FOUND */
export async function rotateApiKey(database: Database, clock: Clock, subdomain: string): Promise<AccountCredentials> {
  const at = clock.now();
  const credentials = await writing(database, async (em) => {
    const account = await findAccount(em, subdomain);
    await em.execute('update api_key set revoked_at = ?, updated_at = ? where account_id = ? and revoked_at is null', [
      at,
      at,
      account.id,
    ]);
    return addApiKey(em, account, apiKeyOf(account.id), at);
  });
  database.reportCommit(credentials.id, new Set(accessTypes));
  return credentials;
}

/** Suspends an account for an unpaid bill, or lifts that. @throws DomainError NOT_FOUND */
export function setSuspended(
  database: Database,
  clock: Clock,
  subdomain: string,
  suspended: boolean,
): Promise<AccountSummary> {
  return changeAccount(database, clock, subdomain, { suspendedAt: suspended ? clock.now() : null });
}

/** Lets an account use the API, or not. @throws DomainError NOT_FOUND */
export function setApiEnabled(
  database: Database,
  clock: Clock,
  subdomain: string,
  apiEnabled: boolean,
): Promise<AccountSummary> {
  return changeAccount(database, clock, subdomain, { apiEnabled });
}

async function changeAccount(
  database: Database,
  clock: Clock,
  subdomain: string,
  change: Partial<Account>,
): Promise<AccountSummary> {
  const summary = await writing(database, async (em) => {
    const account = await findAccount(em, subdomain);
    Object.assign(account, change, { updatedAt: clock.now() });
    await em.flush();
    return summaryOf(account);
  });
  database.reportCommit(summary.id, new Set(accessTypes));
  return summary;
}

/** Accounts are made and changed here outside any account's own scope: these are the operator's commands. */
export async function writing<Result>(
  database: Database,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  try {
    return await database.orm.em.fork().transactional(work);
  } catch (error) {
    throw database.toDomainError(error);
  }
}

/** The id of an account. @throws DomainError NOT_FOUND */
export async function accountIdOf(database: Database, subdomain: string): Promise<number> {
  const account = await database.orm.em.fork().findOne(Account, { subdomain });
  if (!account) throw notFound();
  return account.id;
}

/** Locked: of two rotations at once, the second revokes the key of the first. */
async function findAccount(em: EntityManager, subdomain: string): Promise<Account> {
  const account = await em.findOne(Account, { subdomain }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!account) throw notFound();
  return account;
}

async function addApiKey(em: EntityManager, account: Account, key: string, at: Date): Promise<AccountCredentials> {
  const { id, subdomain, secret } = account;
  await em.execute('insert into api_key (account_id, key_hash, created_at, updated_at) values (?, ?, ?, ?)', [
    id,
    hashApiKey(key),
    at,
    at,
  ]);
  return { id, subdomain, api_key: key, secret };
}
