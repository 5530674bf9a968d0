import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';
import type { Account } from '../domain/account/account.entity.js';
import { ApiKeyRequests, ApiKeyUse, ApiRequestLog, type RequestsLeftOut } from '../domain/account/api-key-use.js';
import {
  AccountCache,
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
import { sessionHours } from '../domain/user/session.actions.js';
import type { ChangeSignal } from '../outbox/signal.js';
import type { BackgroundTasks } from '../platform/background-tasks.js';
import type { Database } from '../platform/database/database.js';
import type { OpenIdProviders } from '../platform/open-id/open-id-providers.js';
import type { PaymentProviders } from '../platform/payments/payment-provider.js';
import { isSameSecret } from '../platform/secrets.js';
import type { Clock } from '../platform/time/clock.js';
import { cookieOf } from './cookies.js';
import { type AnsweredScope, pathWithIds, scopeOf, sourceOf } from './request-scope.js';
import { isOwnPage } from './request-source.js';

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

/** Reads the key from `Authorization`: Bearer, or deprecated, Basic with the key as user name (spec, Authentication). */
export function credentialsOf(header: string | undefined): string | undefined {
  const [scheme = '', value = ''] = header?.trim().split(/\s+/) ?? [];
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return value;
    case 'basic':
      return Buffer.from(value, 'base64').toString('utf8').split(':')[0];
    default:
      return undefined;
  }
}

/** The cookie with the key of a session that a user began on the dashboard. */
const plainCookie = 'booking_session';
/**
 * Its name over HTTPS. Browsers accept a cookie with this prefix only from this host, over HTTPS and for all paths, so that
 * neither another subdomain nor a page without encryption can replace it. The plain name is not read there, or it would be
 * the way around; a session in it from before has to be begun again.
 */
const hostCookie = `__Host-${plainCookie}`;

/** Returns the key in the session cookie without checking it. */
export function sessionKeyOf(request: IncomingMessage): string | undefined {
  return cookieOf(request, cookieNameFor(request));
}

/**
 * Returns the key with which a request authenticates: that of `Authorization`, else that of the session cookie. The
 * cookie is used only if a page of this server sent the request with the CSRF token of the session in `X-CSRF-Token`,
 * because browsers also add the cookie to requests of other pages.
 */
export function requestKeyOf(request: IncomingMessage): string | undefined {
  const { authorization } = request.headers;
  return authorization === undefined ? confirmedSessionKeyOf(request) : credentialsOf(authorization);
}

/** Returns the key of the session cookie if a page of this server sent the request with the CSRF token of the session. */
export function confirmedSessionKeyOf(request: IncomingMessage): string | undefined {
  const key = sessionKeyOf(request);
  const token = request.headers['x-csrf-token'];
  if (key === undefined || typeof token !== 'string' || !isOwnPage(request)) return undefined;
  return isSameSecret(token, csrfTokenOf(key)) ? key : undefined;
}

/** Derives the CSRF token of a session from its key, so that nothing needs to be stored. It does not reveal the key. */
export function csrfTokenOf(key: string): string {
  return createHmac('sha256', key).update('csrf').digest('base64url');
}

/** Stores the key of a new session in the browser, for as long as the session is valid. Scripts cannot read it. */
export function setSessionCookie(request: IncomingMessage, response: Response, key: string): void {
  response.cookie(cookieNameFor(request), key, { ...attributesFor(request), maxAge: sessionHours * 3_600_000 });
}

export function clearSessionCookie(request: IncomingMessage, response: Response): void {
  response.clearCookie(cookieNameFor(request), attributesFor(request));
}

function attributesFor(request: IncomingMessage) {
  return { httpOnly: true, sameSite: 'strict', path: '/', secure: isSecure(request) } as const;
}

function cookieNameFor(request: IncomingMessage): string {
  return isSecure(request) ? hostCookie : plainCookie;
}

/** Whether cookies are secure. Browsers send those only over HTTPS, so they are not if this server is opened without. */
export function isSecure(request: IncomingMessage): boolean {
  const { address, namedAddress } = scopeOf(request);
  return [address, namedAddress].some((url) => url.startsWith('https:'));
}
