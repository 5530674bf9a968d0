import type { IncomingMessage } from 'node:http';
import type { Account } from '../domain/account/account.entity.js';
import { AccountCache } from '../domain/account/account-cache.js';
import { ApiKeyRequests } from '../domain/account/api-key-requests.js';
import { ApiKeyUse } from '../domain/account/api-key-use.js';
import { ApiRequestLog, type RequestsLeftOut } from '../domain/account/api-request-log.js';
import {
  type AuthenticatedAccount,
  authenticate,
  createVisitorContext,
  RefusedKeyError,
  type RequestSender,
} from '../domain/account/create-context.js';
import { SlotCache } from '../domain/availability/slot-cache.js';
import type { RequestContext } from '../domain/context.js';
import { RefusalLog } from '../domain/refusal/refusal-log.js';
import { recordSecurityEvent } from '../domain/security-event/record-security-event.actions.js';
import type { ChangeSignal } from '../outbox/signal.js';
import type { BackgroundTasks } from '../platform/background-tasks.js';
import type { Database } from '../platform/database/database.js';
import type { OpenIdProviders } from '../platform/open-id/open-id-providers.js';
import type { PaymentProviders } from '../platform/payments/payment-provider.js';
import type { Clock } from '../platform/time/clock.js';
import { credentialsOf, requestKeyOf } from './request-key.js';
import { type AnsweredScope, pathWithIds, scopeOf, sourceOf } from './request-scope.js';

export interface RequestAuthenticator {
  /** Authenticates a request by an API key and counts it. @throws DomainError UNAUTHENTICATED, SUSPENDED, FORBIDDEN */
  authenticateKey(key: string | undefined, request: IncomingMessage): Promise<RequestContext>;
  /**
   * Does the same without counting a request, for a connection, before each change of a subscription, and to describe a
   * session. It is no use of a session: a page that only stays open does not keep it from ending.
   */
  checkKey(key: string | undefined, request: IncomingMessage): Promise<RequestContext>;
  /** Authenticates a request by the `Authorization` header, else by the session cookie of the dashboard, and counts it. @throws DomainError UNAUTHENTICATED, SUSPENDED, FORBIDDEN */
  authenticate(request: IncomingMessage): Promise<RequestContext>;
  /** Notes a request with an API key that was answered, for its log. Does nothing for others. */
  noteAnswer(request: AnsweredScope): void;
  /** Counts the requests that the log leaves out. */
  readonly requestsLeftOut: RequestsLeftOut;
  /** Returns the context of a visitor of a public site. @throws DomainError NOT_FOUND */
  visit(request: IncomingMessage, subdomain: string): Promise<RequestContext>;
  /** Writes the last uses of keys and the counts of their requests. */
  stop(): Promise<void>;
}

interface AuthenticatorOptions {
  database: Database;
  signal: ChangeSignal;
  clock: Clock;
  /** Whether webhooks may be sent to private addresses. */
  webhookPrivateTargets: boolean;
  paymentProviders: PaymentProviders;
  openIdProviders: OpenIdProviders;
  /** Run what requests start and their responses do not wait for. */
  tasks: BackgroundTasks;
  /** Called if the last use of a key, counts of requests or a refusal could not be written. */
  onError(error: unknown): void;
}

/** Creates the authenticator. It caches accounts by key and by subdomain until they change. */
export function createRequestAuthenticator(options: AuthenticatorOptions): RequestAuthenticator {
  const { database, signal, clock, webhookPrivateTargets: allowsPrivateTargets, onError } = options;
  const { paymentProviders, openIdProviders, tasks } = options;
  const keys = new AccountCache<AuthenticatedAccount>(database, signal);
  const sites = new AccountCache<Account>(database, signal);
  const slotCache = new SlotCache(database);
  const keyUse = new ApiKeyUse(database, onError);
  const keyRequests = new ApiKeyRequests(database, { onError });
  const requestLog = new ApiRequestLog(database, { onError });
  const refusals = new RefusalLog(database, { onError });
  const contextOf = async (
    request: IncomingMessage,
    read: (sender: RequestSender) => Promise<RequestContext>,
  ): Promise<RequestContext> => {
    const scope = scopeOf(request);
    const {
      id: requestId,
      clientAddress,
      userAgent,
      address,
      siteDomain,
      mail,
      sends,
      interface: by,
      logRefusal,
    } = scope;
    const services = {
      ...{ allowsPrivateTargets, slotCache, refusals, paymentProviders, openIdProviders },
      cell: database.cell,
    };
    const sender = { requestId, clientAddress, userAgent, interface: by, logRefusal };
    const own = await read({ ...sender, address, siteDomain, mail, sends, ...services });
    const context: RequestContext = { ...own, startAfterwards: (work) => tasks.start(() => work(own)) };
    scope.account = context.account.id;
    if (context.actor.kind === 'api_key') scope.key = context.actor.id;
    return context;
  };
  const recordRefusal = ({ accountId, event }: RefusedKeyError, request: IncomingMessage): Promise<void> =>
    recordSecurityEvent(database.account(accountId), sourceOf(request, clock), event).catch(onError);
  const checkKey: RequestAuthenticator['checkKey'] = async (key, request) => {
    const pageOrigin = request.headers.origin;
    const context = await contextOf(request, (sender) =>
      authenticate(database, clock, key, { ...sender, pageOrigin }, keys),
    ).catch(async (error: unknown) => {
      if (error instanceof RefusedKeyError) await recordRefusal(error, request);
      throw error;
    });
    const { account, actor } = context;
    if (actor.kind === 'api_key') keyUse.note({ accountId: account.id, keyId: actor.id, at: clock.now() });
    return context;
  };
  const authenticateKey: RequestAuthenticator['authenticateKey'] = async (key, request) => {
    const context = await checkKey(key, request);
    const { account, actor, sessionId } = context;
    if (actor.kind === 'api_key') keyRequests.count(context, actor.id);
    if (sessionId !== undefined) keyUse.note({ accountId: account.id, keyId: sessionId, at: clock.now() });
    return context;
  };
  return {
    authenticateKey,
    checkKey,
    authenticate: (request) => authenticateKey(requestKeyOf(request), request),
    noteAnswer: ({ scope, method, route, status, ms }) => {
      const { account: accountId, key: keyId, id: requestId, operation, refusedFor: errors = [] } = scope;
      if (accountId === undefined || keyId === undefined) return;
      const path = pathWithIds(route, scope.pathParameters);
      const answered = { method, path, operation, status, errors, duration: Math.round(ms), at: clock.now() };
      requestLog.note({ accountId, keyId, requestId, interface: scope.interface, ...answered });
    },
    requestsLeftOut: requestLog.leftOut,
    visit: async (request, subdomain) => {
      const context = await contextOf(request, (sender) =>
        createVisitorContext(database, clock, subdomain, sender, sites),
      );
      const visitorToken = credentialsOf(request.headers.authorization);
      return visitorToken === undefined ? context : { ...context, visitorToken };
    },
    stop: async () => {
      await Promise.all([keyUse.stop(), keyRequests.stop(), requestLog.stop(), refusals.stop()]);
    },
  };
}
