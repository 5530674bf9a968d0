import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '../../platform/database/database.js';
import type { Session } from '../../platform/database/session.js';
import { invalid, notFound } from '../../platform/errors.js';
import type { Clock } from '../../platform/time/clock.js';
import { type NewSecurityEvent, recordSecurityEvent } from '../security-event/record-security-event.actions.js';
import { type NewAccountAttributes, validateAccount } from './account.rules.js';
import { verificationNumbers } from './account-choices.rules.js';
import { createAccountSecret } from './account-secret.actions.js';
import { createApiKeySecret, hashApiKey } from './api-key.rules.js';
import { accessTypes } from './create-context.js';

export interface NewAccount extends NewAccountAttributes {
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

type StoredAccount = Omit<AccountCredentials, 'api_key'>;

type CreateKey = (account: StoredAccount) => string;

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
  return writeNewAccount(database, input.subdomain, (session, id) =>
    addAccount(database, session, { ...input, id }, clock.now(), createKey),
  );
}

/**
 * Runs the transaction of a new account. In a cell, first draws the id of the account and reserves its subdomain over all
 * cells.
 *
 * @param work gets the id; undefined without cells
 */
export function writeNewAccount<Result>(
  database: Database,
  subdomain: string,
  work: (session: Session, id: number | undefined) => Promise<Result>,
): Promise<Result> {
  const { cell } = database;
  const write = (id?: number): Promise<Result> => writeAsOperator(database, (within) => work(within, id));
  return cell ? cell.create(subdomain, write) : write();
}

/** Writes an account with one API key. Throws the database's constraint error if the subdomain is taken. */
export async function addAccount(
  database: Database,
  session: Session,
  { id: reserved, ...input }: NewAccount & { id?: number | undefined },
  at: Date,
  createKey: CreateKey = ({ id }) => createApiKeySecret(id),
): Promise<AccountCredentials> {
  const id = reserved ?? (await drawAccountId(session));
  const db = database.account(id);
  const secret = createAccountSecret();
  const columns = {
    id,
    created_at: at,
    updated_at: at,
    subdomain: input.subdomain,
    name: input.name,
    email: input.email,
    time_zone: input.timeZone,
    country_code: input.countryCode.toUpperCase(),
    locale: input.locale ?? 'en',
    currency: input.currency ?? null,
    verification_method: verificationNumbers[input.verification ?? 'none'],
    public_access: input.publicAccess ?? false,
    sandbox: input.sandbox ?? false,
    secret: db.seal('account.secret', secret),
    link_secret: db.seal('account.link_secret', createLinkSecret()),
    calendar_id: randomUUID(),
  };
  const names = Object.keys(columns);
  await session.execute(
    `insert into account (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(columns),
  );
  const account = { id, subdomain: input.subdomain, secret };
  return addApiKey(session, account, createKey(account), at);
}

/** Returns a new secret from which the links of an account are derived. */
export const createLinkSecret = (): string => randomBytes(32).toString('hex');

/** Secrets are sealed for the account, so its id must be known before its row is written. */
export async function drawAccountId(session: Session): Promise<number> {
  const drawn = `select nextval(pg_get_serial_sequence('account', 'id'))::integer as id`;
  return rowOf(await session.execute<{ id: number }>(drawn)).id;
}

interface AccountSummary {
  id: number;
  subdomain: string;
  name: string;
  sandbox: boolean;
  suspended: boolean;
  api_enabled: boolean;
}

const summaryColumns = 'id, subdomain, name, sandbox, suspended_at is not null as suspended, api_enabled';

/** Lists all accounts by id, without those that were moved to another cell. */
export function listAccounts({ session }: Pick<Database, 'session'>): Promise<AccountSummary[]> {
  return session.execute(`select ${summaryColumns} from account where moved_to is null order by id`);
}

/** Revokes the keys of an account and creates a new one. @throws DomainError NOT_FOUND */
export async function rotateApiKey(database: Database, clock: Clock, subdomain: string): Promise<AccountCredentials> {
  const at = clock.now();
  const credentials = await writeAsOperator(database, async (session) => {
    // The second of two concurrent rotations revokes the key of the first.
    const account = rowOf(
      await session.execute<StoredAccount>(
        'select id, subdomain, secret from account where subdomain = $1 and moved_to is null for update',
        [subdomain],
      ),
    );
    await session.execute(
      'update api_key set revoked_at = $2, updated_at = $2 where account_id = $1 and revoked_at is null',
      [account.id, at],
    );
    const secret = database.account(account.id).open('account.secret', account.secret);
    const added = await addApiKey(session, { ...account, secret }, createApiKeySecret(account.id), at);
    await recordCommand(database, session, clock, account.id, { kind: 'account.keys_rotated' });
    return added;
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
  const kind = suspended ? 'account.suspended' : 'account.resumed';
  return changeAccount(database, clock, subdomain, { suspended_at: suspended ? clock.now() : null }, { kind });
}

/** Enables or disables an account's access to the API. @throws DomainError NOT_FOUND */
export function setApiEnabled(
  database: Database,
  clock: Clock,
  subdomain: string,
  apiEnabled: boolean,
): Promise<AccountSummary> {
  const kind = apiEnabled ? 'account.api_enabled' : 'account.api_disabled';
  return changeAccount(database, clock, subdomain, { api_enabled: apiEnabled }, { kind });
}

/** Lets the users of an account sign in from every network. @throws DomainError NOT_FOUND */
export function clearDashboardNetworks(database: Database, clock: Clock, subdomain: string): Promise<AccountSummary> {
  const kind = 'account.networks_changed';
  return changeAccount(database, clock, subdomain, { dashboard_networks: '{}' }, { kind, details: { networks: [] } });
}

interface OperatorColumns {
  suspended_at?: Date | null;
  api_enabled?: boolean;
  dashboard_networks?: '{}';
}

async function changeAccount(
  database: Database,
  clock: Clock,
  subdomain: string,
  columns: OperatorColumns,
  event: NewSecurityEvent,
): Promise<AccountSummary> {
  const assigned = Object.keys(columns).map((column, index) => `${column} = $${index + 3}`);
  const summary = await writeAsOperator(database, async (session) => {
    const changed = rowOf(
      await session.execute<AccountSummary>(
        `update account set ${assigned.join(', ')}, updated_at = $2 where subdomain = $1 and moved_to is null
         returning ${summaryColumns}`,
        [subdomain, clock.now(), ...Object.values(columns)],
      ),
    );
    await recordCommand(database, session, clock, changed.id, event);
    return changed;
  });
  database.reportCommit(summary.id, new Set(accessTypes));
  return summary;
}

/** Adds an entry about a command of the operator to the security log. */
function recordCommand(
  database: Database,
  session: Session,
  serverClock: Clock,
  accountId: number,
  event: NewSecurityEvent,
): Promise<void> {
  const source = { serverClock, interface: 'command', clientAddress: '', requestId: randomUUID() } as const;
  return recordSecurityEvent(database.accountTransaction(session, accountId), source, event);
}

/** Runs a transaction that is not scoped to one account, for commands of the operator. */
export async function writeAsOperator<Result>(
  database: Database,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  try {
    return await database.session.transaction(work);
  } catch (error) {
    throw database.toDomainError(error);
  }
}

/** @throws DomainError NOT_FOUND */
export async function getAccountId(database: Database, subdomain: string): Promise<number> {
  return rowOf(
    await database.session.execute<{ id: number }>('select id from account where subdomain = $1 and moved_to is null', [
      subdomain,
    ]),
  ).id;
}

/** Returns the only row. @throws DomainError NOT_FOUND if there is none */
function rowOf<Row>([row]: readonly Row[]): Row {
  if (!row) throw notFound();
  return row;
}

/** Adds a key of an admin. @returns all credentials of the account */
export async function addApiKey(
  session: Session,
  { id, subdomain, secret }: StoredAccount,
  key: string,
  at: Date,
): Promise<AccountCredentials> {
  await session.execute(
    'insert into api_key (account_id, name, key_hash, created_at, updated_at) values ($1, $2, $3, $4, $4)',
    [id, 'API key', hashApiKey(key), at],
  );
  return { id, subdomain, api_key: key, secret };
}
