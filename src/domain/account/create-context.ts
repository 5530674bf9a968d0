import { randomUUID } from 'node:crypto';
import type { Actor, Role } from '../../outbox/actor.js';
import type { ChangeSignal } from '../../outbox/signal.js';
import { ClientNetworks } from '../../platform/client-networks.js';
import type { Database } from '../../platform/database/database.js';
import { columnsOf } from '../../platform/database/entity-table.js';
import { DomainError, misdirected, notFound } from '../../platform/errors.js';
import type { Clock } from '../../platform/time/clock.js';
import { zoneOf } from '../../platform/time/zone.js';
import type { MailSettings, RequestContext, RequestOrigin } from '../context.js';
import type { NewSecurityEvent } from '../security-event/record-security-event.actions.js';
import { Account } from './account.entity.js';
import { findBySubdomain } from './account-of-subdomain.queries.js';
import { hashApiKey, isOriginAllowed, parseAccountId } from './api-key.rules.js';
import { useAccuracy } from './api-key-use.js';
import type { SiteHost } from './site-address.rules.js';

/** An account with the key and the user that a request authenticates with. */
export type AuthenticatedAccount = Account & {
  keyId: number;
  keyExpiresAt: Date | null;
  keyCreatedAt: Date;
  /** Up to a minute before the last request. */
  keyLastUsedAt: Date | null;
  keyOrigins: readonly string[];
  /** The role of the key; for the key of a session, the current role of its user. */
  keyRole: Role;
  /** The permissions to which the key is limited; null for all of its role. */
  keyPermissions: readonly string[] | null;
  /** The networks from which the key may be used: its own, or for the key of a session those of the dashboard. */
  keyNetworks: ClientNetworks | null;
  userId: number | null;
  userName: string | null;
};

/** The part of the context that comes from the request, and the origin of the page that sent it. */
export interface RequestSender extends RequestOrigin {
  /** The `Origin` header, which browsers send. */
  pageOrigin?: string | undefined;
}

/**
 * Authenticates a request by its API key and creates its context (spec, Authentication).
 *
 * @param cache caches accounts by the hash of the key
 * @throws DomainError UNAUTHENTICATED for a missing or invalid key or an account without API access; SUSPENDED for a
 * suspended account; MISDIRECTED for an account of another cell; RefusedKeyError for a page whose origin, or a client
 * whose network, the key does not allow
 */
export async function authenticate(
  database: Database,
  clock: Clock,
  key: string | undefined,
  { pageOrigin, ...request }: RequestSender,
  cache?: AccountCache<AuthenticatedAccount>,
): Promise<RequestContext> {
  if (!key) throw new DomainError('UNAUTHENTICATED', 'An API key is required');
  const accountId = parseAccountId(key);
  if (accountId === undefined) throw new DomainError('UNAUTHENTICATED', 'The API key is not valid');
  const hash = hashApiKey(key);
  const read = (): Promise<AuthenticatedAccount | undefined> => findAccountByKey(database, accountId, hash);
  const account = await (cache ? cache.find(hash, read) : read());
  if (!account) await database.cell?.requireHere(accountId);
  else if (account.movedTo !== null) throw misdirected();
  if (!account || hasExpired(account, clock.now())) {
    throw new DomainError('UNAUTHENTICATED', 'The API key is not valid');
  }
  requireUse(account, clock.now());
  requireApiAccess(account);
  if (!isOriginAllowed(account.keyOrigins, pageOrigin)) {
    throw new RefusedKeyError('The API key may not be used by pages of this origin', account, 'origin');
  }
  if (account.keyNetworks && !account.keyNetworks.contain(request.clientAddress)) {
    throw new RefusedKeyError(networkRefusal(account, request), account, 'network');
  }
  return {
    account,
    zone: zoneOf(account.timeZone),
    actor: actorOf(account),
    db: database.account(account.id),
    clock: clockOf(account, clock),
    serverClock: clock,
    slotBudget: { slots: 0, resources: 0 },
    ...(account.userId !== null && { sessionId: account.keyId }),
    ...request,
  };
}

/** A valid key that its origins or networks do not allow. */
export class RefusedKeyError extends DomainError {
  readonly accountId: number;
  /** The refusal for the security log. */
  readonly event: NewSecurityEvent;

  constructor(message: string, { id, keyId, userId, userName }: AuthenticatedAccount, reason: 'origin' | 'network') {
    super('FORBIDDEN', message);
    this.accountId = id;
    const details = { reason };
    this.event =
      userId === null
        ? { kind: 'api_key.refused', apiKey: { id: keyId }, details }
        : { kind: 'session.refused', user: { id: userId, name: userName }, details };
  }
}

function networkRefusal(
  { userId }: AuthenticatedAccount,
  { clientAddress }: Pick<RequestOrigin, 'clientAddress'>,
): string {
  return userId === null
    ? `The API key may not be used from the address ${clientAddress}`
    : dashboardRefusal(clientAddress);
}

/** The message of a refusal by `Account.dashboardNetworks`. */
export function dashboardRefusal(clientAddress: string): string {
  return `The account may not be used from the address ${clientAddress}: ask an admin of it`;
}

/** @throws DomainError UNAUTHENTICATED for an account without API access, SUSPENDED for a suspended account */
export function requireApiAccess(account: Pick<Account, 'apiEnabled' | 'suspendedAt'>): void {
  if (!account.apiEnabled) throw new DomainError('UNAUTHENTICATED', 'The API is not enabled on this account');
  if (account.suspendedAt) throw new DomainError('SUSPENDED', 'The account is suspended for an unpaid bill');
}

function hasExpired({ keyExpiresAt }: AuthenticatedAccount, now: Date): boolean {
  return keyExpiresAt !== null && keyExpiresAt <= now;
}

/** @throws DomainError UNAUTHENTICATED for a session that was not used for the minutes that its account allows */
function requireUse(account: AuthenticatedAccount, now: Date): void {
  const { userId, sessionIdleMinutes, keyLastUsedAt, keyCreatedAt } = account;
  if (userId === null || sessionIdleMinutes === null) return;
  const unusedFor = now.getTime() - (keyLastUsedAt ?? keyCreatedAt).getTime();
  if (unusedFor <= sessionIdleMinutes * 60_000 + useAccuracy) return;
  throw new DomainError(
    'UNAUTHENTICATED',
    `The session has ended, because it was not used for ${sessionIdleMinutes} minutes`,
  );
}

function actorOf({ keyId, keyRole: role, keyPermissions, userId, userName }: AuthenticatedAccount): Actor {
  if (userId !== null && userName !== null) return { kind: 'user', id: userId, name: userName, role };
  return { kind: 'api_key', id: keyId, role, ...(keyPermissions && { permissions: keyPermissions }) };
}

type KeyRow = Omit<AuthenticatedAccount, 'keyNetworks'> & { ownNetworks: readonly string[] };

async function findAccountByKey(
  database: Database,
  accountId: number,
  hash: string,
): Promise<AuthenticatedAccount | undefined> {
  const columns = columnsOf(database.orm.getMetadata(Account));
  const [row] = await database.account(accountId).query<KeyRow>(
    `select ${columns}, key.id as "keyId", key.expires_at as "keyExpiresAt", key.created_at as "keyCreatedAt",
       key.last_used_at as "keyLastUsedAt", key.allowed_origins as "keyOrigins",
       key.permissions as "keyPermissions", key.allowed_networks as "ownNetworks", coalesce(key.role, link.role) as "keyRole", holder.id as "userId", holder.name as "userName"
     from account row
     join api_key key on key.account_id = row.id
     left join account_user holder on holder.account_id = key.account_id and holder.id = key.user_id
     left join client_user_link link on link.account_id = key.account_id and link.user_id = key.user_id
     where row.id = $1 and key.account_id = $1 and key.key_hash = $2 and key.revoked_at is null`,
    [hash],
  );
  if (!row) return undefined;
  const networks = row.userId === null ? row.ownNetworks : row.dashboardNetworks;
  return Object.assign(openLinkSecret(database, row), {
    keyNetworks: networks.length === 0 ? null : new ClientNetworks(networks),
  });
}

/**
 * Creates the context of a visitor of an account's public site (spec, public API).
 *
 * @throws DomainError NOT_FOUND if there is no such account, it has no public access, or it is suspended
 */
export async function createVisitorContext(
  database: Database,
  serverClock: Clock,
  subdomain: string,
  request: RequestOrigin,
  cache: AccountCache<Account>,
): Promise<RequestContext> {
  const name = subdomain.toLowerCase();
  const account = await cache.find(name, () => findAccountOfSite(database, name));
  if (!account || account.suspendedAt) throw notFound();
  const db = database.account(account.id);
  const common = {
    account,
    zone: zoneOf(account.timeZone),
    db,
    clock: clockOf(account, serverClock),
    serverClock,
    slotBudget: { slots: 0, resources: 0 },
  };
  return { ...common, actor: { kind: 'public' }, ...request };
}

async function findAccountOfSite(database: Database, subdomain: string): Promise<Account | undefined> {
  const columns = columnsOf(database.orm.getMetadata(Account));
  const account = await findBySubdomain<Account>(database, subdomain, { columns });
  return account?.publicAccess ? openLinkSecret(database, account) : undefined;
}

/**
 * Decrypts the key of links and digests of an account that was just read. Once for a context, because a page of bookings
 * derives a link for each of them. The other secrets are opened where they are used.
 *
 * @throws EncryptionError
 */
export function openLinkSecret<Owner extends Pick<Account, 'id' | 'linkSecret'>>(
  database: Pick<Database, 'account'>,
  account: Owner,
): Owner {
  account.linkSecret = database.account(account.id).open('account.link_secret', account.linkSecret);
  return account;
}

/** The settings on which messages depend: their links and their senders. */
export interface LinkSettings extends SiteHost {
  readonly mail?: MailSettings | undefined;
  /** Base URL of this server, without a trailing slash; undefined if it is unknown (`publicAddress`). */
  readonly address?: string | undefined;
}

/**
 * Creates a context for work outside a request.
 *
 * @throws DomainError NOT_FOUND if there is no such account, MISDIRECTED if another cell has it
 */
export async function createBackgroundContext(
  database: Database,
  serverClock: Clock,
  accountId: number,
  actor: Actor = { kind: 'background' },
  { address = '', siteDomain, mail }: LinkSettings = {},
): Promise<RequestContext> {
  const db = database.account(accountId);
  const account = openLinkSecret(database, await db.own(Account));
  if (account.movedTo !== null) throw misdirected();
  const request = { requestId: randomUUID(), clientAddress: '', address, siteDomain, mail };
  return {
    account,
    zone: zoneOf(account.timeZone),
    actor,
    db,
    clock: clockOf(account, serverClock),
    serverClock,
    slotBudget: { slots: 0, resources: 0 },
    ...request,
  };
}

/** Returns the clock of an account: for a sandbox ahead of the server's, for other accounts the server's itself. */
export function clockOf({ clockOffset }: Pick<Account, 'clockOffset'>, serverClock: Clock): Clock {
  if (clockOffset === 0) return serverClock;
  return { now: () => new Date(serverClock.now().getTime() + clockOffset * 1_000) };
}

/** In milliseconds. Bounds the age of an entry if a notification is lost. */
export const maxAge = 5_000;
export const maxEntries = 10_000;

/** The object types whose changes affect authentication and permissions. */
export const accessTypes = ['account', 'api_key', 'user', 'client_user_link'] as const;

interface Entry<CachedAccount> {
  account: CachedAccount;
  readAt: number;
}

/**
 * Caches accounts by API key or subdomain. An entry is invalidated when this process commits a change of the account or
 * its keys, when the database notifies of such a change by another process, and after 5 s. While notifications are
 * disconnected, the cache is bypassed. A sandbox is never cached, so that every request has the time to which its clock
 * was advanced, in whichever process.
 */
export class AccountCache<CachedAccount extends Account> {
  readonly #entries = new Map<string, Entry<CachedAccount>>();
  readonly #keys = new Map<number, Set<string>>();
  readonly #isNotified: () => boolean;
  readonly #now: () => number;
  /** Counts the invalidations, so that a read that began before one is not stored after it. */
  #invalidations = 0;

  /**
   * @param database reports the commits of this process
   * @param signal receives the notifications of other processes
   * @param now monotonic time in milliseconds
   */
  constructor(
    database: Pick<Database, 'onCommit'>,
    signal: Pick<ChangeSignal, 'isConnected' | 'on'>,
    now: () => number = () => performance.now(),
  ) {
    this.#isNotified = () => signal.isConnected;
    this.#now = now;
    signal.on('account', (accountId) => this.invalidate(accountId));
    database.onCommit((accountId, changed) => {
      if (accessTypes.some((type) => changed.has(type))) this.invalidate(accountId);
    });
  }

  /**
   * Returns the cached account, or reads and caches it.
   *
   * @param read returns undefined, which is not cached, if absent
   */
  async find(key: string, read: () => Promise<CachedAccount | undefined>): Promise<CachedAccount | undefined> {
    const readAt = this.#now();
    const entry = this.#entries.get(key);
    if (entry && this.#isNotified() && readAt - entry.readAt < maxAge) return entry.account;
    const invalidations = this.#invalidations;
    const account = await read();
    if (account && !account.sandbox && invalidations === this.#invalidations) this.#store(key, { account, readAt });
    return account;
  }

  invalidate(accountId: number | 'all'): void {
    this.#invalidations += 1;
    if (accountId === 'all') {
      this.#clear();
      return;
    }
    for (const key of this.#keys.get(accountId) ?? []) this.#entries.delete(key);
    this.#keys.delete(accountId);
  }

  #store(key: string, entry: Entry<CachedAccount>): void {
    if (this.#entries.size >= maxEntries) this.#clear();
    this.#entries.set(key, entry);
    const keys = this.#keys.get(entry.account.id) ?? new Set();
    this.#keys.set(entry.account.id, keys.add(key));
  }

  #clear(): void {
    this.#entries.clear();
    this.#keys.clear();
  }
}
