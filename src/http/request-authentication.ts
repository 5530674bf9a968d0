import type { IncomingMessage } from 'node:http';
import type { Account } from '../domain/account/account.entity.js';
import { AccountCache } from '../domain/account/account-cache.js';
import { type AccountOfKey, authenticate } from '../domain/account/authenticate.js';
import { visitorContext } from '../domain/account/visitor-context.js';
import { SlotCache } from '../domain/availability/slot-cache.js';
import type { RequestContext } from '../domain/context.js';
import type { ChangeSignal } from '../outbox/signal.js';
import { clientAddress, clientNetwork } from '../platform/client-address.js';
import type { Database } from '../platform/database/database.js';
import type { Row } from '../platform/database/rows.js';
import { isLoopback } from '../platform/loopback.js';
import { isPublicAddress } from '../platform/outbound/addresses.js';
import type { Clock } from '../platform/time/clock.js';
import { credentialsOf } from './credentials.js';
import type { RateLimit } from './rate-limit.js';
import { factsOf } from './request-facts.js';
import { requestIdOf } from './request-id.js';
import { serverAddress } from './server-address.js';

/** Who asks, from where, and whether he may. */
export interface Reception {
  /** The address of this server as the request names it, without a slash at its end. */
  namedAddressOf(request: IncomingMessage): string;
  /** The address of this server for links: `PUBLIC_URL`, else as the request names it. */
  addressOf(request: IncomingMessage): string;
  /** The address of the client. */
  clientAddressOf(request: IncomingMessage): string;
  /** Counts a request. @throws DomainError RATE_LIMITED when its address has made too many */
  admit(request: IncomingMessage): Promise<void>;
  /** Who asks with a key. @throws DomainError when that is nobody */
  authenticate(key: string | undefined, request: IncomingMessage): Promise<RequestContext>;
  /** Who asks with the key in the request's header. @throws DomainError when that is nobody */
  authenticateRequest(request: IncomingMessage): Promise<RequestContext>;
  /** A visitor of the public site of a subdomain. @throws DomainError when there is no such site */
  visit(request: IncomingMessage, subdomain: string): Promise<RequestContext>;
  /** Whether a page in a browser may open a socket: one of this server, or of `ALLOWED_ORIGINS`; others send no origin. */
  isAllowedOrigin(request: IncomingMessage): boolean;
  /** Whether it comes from this machine or a private network, and by no proxy that nobody trusts. */
  isFromInside(request: IncomingMessage): boolean;
}

interface ReceptionParts {
  /** Part of the process configuration, where each setting is documented. */
  config: {
    host: string;
    publicUrl: string | undefined;
    trustedHops: number;
    webhookPrivateTargets: boolean;
    allowedOrigins: readonly string[];
  };
  database: Database;
  signal: ChangeSignal;
  clock: Clock;
  rateLimit: RateLimit | undefined;
}

export function openReception({ config, database, signal, clock, rateLimit }: ReceptionParts): Reception {
  const { host, publicUrl, trustedHops, webhookPrivateTargets } = config;
  const keys = new AccountCache<AccountOfKey>(database, signal);
  const sites = new AccountCache<Row<Account>>(database, signal);
  const slotCache = new SlotCache(database);
  const namedAddressOf = (request: IncomingMessage): string => serverAddress(request, trustedHops);
  const addressOf = (request: IncomingMessage): string => publicUrl ?? namedAddressOf(request);
  const clientAddressOf = (request: IncomingMessage): string => clientAddress(request, trustedHops);
  const senderOf = (request: IncomingMessage) => ({
    requestId: requestIdOf(request),
    clientAddress: clientAddressOf(request),
    address: addressOf(request),
    linkAddress: publicUrl ?? (isLoopback(host) ? namedAddressOf(request) : ''),
    allowsPrivateTargets: webhookPrivateTargets,
    slotCache,
  });
  const noted = (context: RequestContext, request: IncomingMessage): RequestContext => {
    factsOf(request).account = context.account.id;
    return context;
  };
  const authenticateKey: Reception['authenticate'] = async (key, request) =>
    noted(await authenticate(database, clock, key, senderOf(request), keys), request);
  return {
    namedAddressOf,
    addressOf,
    clientAddressOf,
    admit: async (request) => rateLimit?.admit(clientNetwork(clientAddressOf(request))),
    authenticate: authenticateKey,
    authenticateRequest: (request) => authenticateKey(credentialsOf(request.headers.authorization), request),
    visit: async (request, subdomain) =>
      noted(await visitorContext(database, clock, subdomain, senderOf(request), sites), request),
    isAllowedOrigin: (request) => {
      const { origin } = request.headers;
      if (origin === undefined || config.allowedOrigins.includes(origin)) return true;
      // By host alone: behind a proxy that is not trusted, the scheme is not known.
      const hostOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).host : undefined);
      return [namedAddressOf(request), addressOf(request)].some((own) => hostOf(own) === hostOf(origin));
    },
    isFromInside: (request) => {
      const isForwarded = trustedHops === 0 && request.headers['x-forwarded-for'] !== undefined;
      return !isForwarded && !isPublicAddress(clientAddressOf(request));
    },
  };
}
