import { randomBytes, randomUUID } from 'node:crypto';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { Database } from '../../platform/database/database.js';
import { invalid, notFound } from '../../platform/errors.js';
import type { Clock } from '../../platform/time/clock.js';
import { Account } from './account.entity.js';
import { type AccountAttributes, validateAccount } from './account.rules.js';
import { accessTypes } from './account-cache.js';
import { verificationNumbers } from './account-choices.rules.js';
import { createApiKey, hashApiKey } from './api-key.rules.js';

export interface NewAccount extends AccountAttributes {
  verification?: 'none' | 'email' | 'sms' | undefined;
  publicAccess?: boolean | undefined;
  /** Whether the account is for tests: its clock can be advanced, and its messages are never sent. */
  sandbox?: boolean | undefined;
}

/** The credentials of an account. They are shown only once. */
export interface AccountCredentials {
  id: number;
  subdomain: string;
  api_key: string;
  secret: string;
}

type CreateKey = (account: Pick<Account, 'id' | 'secret'>) => string;

/**
 * Creates an account with one API key.
 *
 * @param createKey creates the key; defaults to a random one
 * @throws DomainError INVALID by attribute
 */
export async function createAccount(
  database: Database,
  clock: Clock,
  input: NewAccount,
  createKey?: CreateKey,
): Promise<AccountCredentials> {
  const errors = validateAccount(input);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return writeAsOperator(database, (em) => addAccount(em, input, clock.now(), createKey));
}

/** Writes an account with one API key. Throws the database's constraint error if the subdomain is taken. */
export async function addAccount(
  em: EntityManager,
  input: NewAccount,
  at: Date,
  createKey: CreateKey = ({ id }) => createApiKey(id),
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
    verificationMethod: verificationNumbers[input.verification ?? 'none'],
    publicAccess: input.publicAccess ?? false,
    sandbox: input.sandbox ?? false,
    secret: randomBytes(32).toString('hex'),
    linkSecret: randomBytes(32).toString('hex'),
    calendarId: randomUUID(),
  });
  await em.persist(account).flush();
  return addApiKey(em, account, createKey(account), at);
}

interface AccountSummary {
  id: number;
  subdomain: string;
  name: string;
  sandbox: boolean;
  suspended: boolean;
  api_enabled: boolean;
}

/** Lists all accounts by id. */
export async function listAccounts(database: Database): Promise<AccountSummary[]> {
  const accounts = await database.orm.em.fork().find(Account, {}, { orderBy: { id: 'asc' } });
  return accounts.map(toSummary);
}

function toSummary({ id, subdomain, name, sandbox, suspendedAt, apiEnabled }: Account): AccountSummary {
  return { id, subdomain, name, sandbox, suspended: suspendedAt !== null, api_enabled: apiEnabled };
}

/** Revokes the keys of an account and creates a new one. @throws DomainError NOT_FOUND */
export async function rotateApiKey(database: Database, clock: Clock, subdomain: string): Promise<AccountCredentials> {
  const at = clock.now();
  const credentials = await writeAsOperator(database, async (em) => {
    const account = await getLockedAccount(em, subdomain);
    await em.execute('update api_key set revoked_at = ?, updated_at = ? where account_id = ? and revoked_at is null', [
      at,
      at,
      account.id,
    ]);
    return addApiKey(em, account, createApiKey(account.id), at);
  });
  database.reportCommit(credentials.id, new Set(accessTypes));
  return credentials;
}

/** Suspends an account for an unpaid bill, or ends the suspension. @throws DomainError NOT_FOUND */
export function setSuspended(
  database: Database,
  clock: Clock,
  subdomain: string,
  suspended: boolean,
): Promise<AccountSummary> {
  return changeAccount(database, clock, subdomain, { suspendedAt: suspended ? clock.now() : null });
}

/** Enables or disables an account's access to the API. @throws DomainError NOT_FOUND */
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
  const summary = await writeAsOperator(database, async (em) => {
    const account = await getLockedAccount(em, subdomain);
    Object.assign(account, change, { updatedAt: clock.now() });
    await em.flush();
    return toSummary(account);
  });
  database.reportCommit(summary.id, new Set(accessTypes));
  return summary;
}

/** Runs a transaction that is not scoped to one account, for commands of the operator. */
export async function writeAsOperator<Result>(
  database: Database,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  try {
    return await database.orm.em.fork().transactional(work);
  } catch (error) {
    throw database.toDomainError(error);
  }
}

/** @throws DomainError NOT_FOUND */
export async function getAccountId(database: Database, subdomain: string): Promise<number> {
  const account = await database.orm.em.fork().findOne(Account, { subdomain });
  if (!account) throw notFound();
  return account.id;
}

/** Locks the account, so that the second of two concurrent rotations revokes the key of the first. */
async function getLockedAccount(em: EntityManager, subdomain: string): Promise<Account> {
  const account = await em.findOne(Account, { subdomain }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!account) throw notFound();
  return account;
}

async function addApiKey(em: EntityManager, account: Account, key: string, at: Date): Promise<AccountCredentials> {
  const { id, subdomain, secret } = account;
  await em.execute('insert into api_key (account_id, name, key_hash, created_at, updated_at) values (?, ?, ?, ?, ?)', [
    id,
    'API key',
    hashApiKey(key),
    at,
    at,
  ]);
  return { id, subdomain, api_key: key, secret };
}
