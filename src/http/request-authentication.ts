import type { IncomingMessage } from 'node:http';
import type { Account } from '../domain/account/account.entity.js';
import { AccountCache } from '../domain/account/account-cache.js';
import { type AuthenticatedAccount, authenticate } from '../domain/account/authenticate.js';
import { createVisitorContext } from '../domain/account/visitor-context.js';
import { SlotCache } from '../domain/availability/slot-cache.js';
import type { RequestContext } from '../domain/context.js';
import type { ChangeSignal } from '../outbox/signal.js';
import type { Database } from '../platform/database/database.js';
import type { Row } from '../platform/database/rows.js';
import type { Clock } from '../platform/time/clock.js';
import { credentialsOf } from './credentials.js';
import { scopeOf } from './request-scope.js';

export interface RequestAuthenticator {
  /** Authenticates by an API key. @throws DomainError UNAUTHENTICATED, SUSPENDED */
  authenticateKey(key: string | undefined, request: IncomingMessage): Promise<RequestContext>;
  /** Authenticates by the `Authorization` header. @throws DomainError UNAUTHENTICATED, SUSPENDED */
  authenticate(request: IncomingMessage): Promise<RequestContext>;
  /** Returns the context of a visitor of a public site. @throws DomainError NOT_FOUND */
  visit(request: IncomingMessage, subdomain: string): Promise<RequestContext>;
}

interface AuthenticatorOptions {
  database: Database;
  signal: ChangeSignal;
  clock: Clock;
  /** Whether webhooks may be sent to private addresses. */
  webhookPrivateTargets: boolean;
}

/** Creates the authenticator. It caches accounts by key and by subdomain until they change. */
export function createRequestAuthenticator(options: AuthenticatorOptions): RequestAuthenticator {
  const { database, signal, clock, webhookPrivateTargets: allowsPrivateTargets } = options;
  const keys = new AccountCache<AuthenticatedAccount>(database, signal);
  const sites = new AccountCache<Row<Account>>(database, signal);
  const slotCache = new SlotCache(database);
  const contextOf = async (
    request: IncomingMessage,
    read: (sender: Parameters<typeof authenticate>[3]) => Promise<RequestContext>,
  ): Promise<RequestContext> => {
    const scope = scopeOf(request);
    const { id: requestId, clientAddress, address, linkAddress } = scope;
    const context = await read({ requestId, clientAddress, address, linkAddress, allowsPrivateTargets, slotCache });
    scope.account = context.account.id;
    return context;
  };
  const authenticateKey: RequestAuthenticator['authenticateKey'] = (key, request) =>
    contextOf(request, (sender) => authenticate(database, clock, key, sender, keys));
  return {
    authenticateKey,
    authenticate: (request) => authenticateKey(credentialsOf(request.headers.authorization), request),
    visit: (request, subdomain) =>
      contextOf(request, (sender) => createVisitorContext(database, clock, subdomain, sender, sites)),
  };
}
