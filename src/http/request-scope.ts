import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AccessInterface, MailSettings, RefusedAccess, SendingChannels } from '../domain/context.js';
import type { SecurityEventSource } from '../domain/security-event/record-security-event.actions.js';
import { type AddressSettings, clientAddress, publicAddress } from '../platform/addresses.js';
import type { Clock } from '../platform/time/clock.js';

export interface ScopeSettings extends AddressSettings {
  /** Domain of the hosts of booking sites. */
  siteDomain?: string | undefined;
  /** The addresses from which emails are sent. */
  mail?: MailSettings | undefined;
  /** Number of proxies whose `X-Forwarded-*` headers are trusted. */
  trustedHops: number;
  /** The channels by which this server sends messages. */
  sends: SendingChannels;
  /** Writes a refusal to the log, for a program of the operator that blocks addresses. */
  logRefusal?: ((refusal: RefusedAccess) => void) | undefined;
}

const scopeKey: unique symbol = Symbol('request scope');

declare module 'node:http' {
  interface IncomingMessage {
    [scopeKey]?: RequestScope;
  }
}

const plainId = /^[\w.-]{1,100}$/;

/** Holds the id, addresses and account of one HTTP request or WebSocket upgrade. */
export class RequestScope {
  /** The `X-Request-Id` of the request if it is plain, else a new UUID. */
  readonly id: string;
  readonly clientAddress: string;
  readonly userAgent: string | undefined;
  /** Base URL of this server in the headers of the request, without a trailing slash. It may not be a valid URL. */
  readonly namedAddress: string;
  /** Base URL of this server for everything that is sent or stored (`publicAddress`). Empty if it is unknown. */
  readonly address: string;
  /** Domain of the hosts of booking sites. */
  readonly siteDomain: string | undefined;
  /** The addresses from which emails are sent. */
  readonly mail: MailSettings | undefined;
  /** Subdomain of the booking site whose host the request names. */
  readonly site: string | undefined;
  /** Path of the route, such as `/api/v1/bookings/:booking_id`. Set by the handler that finds the route. */
  route?: string;
  /** Values of the parameters in the path, by their names in the route. */
  pathParameters?: Readonly<Record<string, string | undefined>> | undefined;
  /** Name of the GraphQL operation that the route executes. */
  operation?: string | undefined;
  /** Id of the account. Set after authentication. */
  account?: number;
  /** Id of the API key. Set after authentication. */
  key?: number;
  /** Whether it failed because its account is paused. */
  isRefusedByPause?: boolean;
  /** The invalid attributes of a refused request, without their values. */
  refusedFor?: readonly string[];
  /** `PUBLIC_URL`. Empty without it, and at the host of a site: documents for clients then have relative URLs. */
  readonly documentedAddress: string;
  readonly sends: SendingChannels;
  readonly logRefusal: ((refusal: RefusedAccess) => void) | undefined;
  readonly interface: AccessInterface;
  readonly #path: string;

  constructor(request: IncomingMessage, settings: ScopeSettings, site?: string) {
    const { publicUrl, siteDomain, trustedHops } = settings;
    const sentId = request.headers['x-request-id'];
    this.id = typeof sentId === 'string' && plainId.test(sentId) ? sentId : randomUUID();
    this.clientAddress = clientAddress(request, trustedHops);
    this.userAgent = request.headers['user-agent'];
    this.namedAddress = serverAddress(request, trustedHops);
    this.address = publicAddress(settings) ?? '';
    this.documentedAddress = (site === undefined && publicUrl) || '';
    this.siteDomain = siteDomain;
    this.mail = settings.mail;
    this.sends = settings.sends;
    this.logRefusal = settings.logRefusal;
    this.interface = interfaceOf(request);
    this.site = site;
    this.#path = request.url ?? '';
  }

  /**
   * Returns the URL of the request with another value of a parameter, for the links of a list: at the address of this
   * server, relative without one and at the host of a site. It never has the host of the request, which its sender chooses.
   */
  urlWith(parameter: string, value: string): string {
    const { searchParams, pathname } = new URL(this.#path, 'http://localhost');
    searchParams.set(parameter, value);
    return `${this.site === undefined ? this.address : ''}${pathname}?${searchParams}`;
  }
}

const dashboardPath = /^\/+(?:dashboard|password)(?:\/|$)/i;

const mcpPath = /^\/+(?:sites\/+[a-z0-9-]+\/+)?mcp(?:[/?]|$)/i;

/** The page of the dashboard sends a cookie, and no key. */
function interfaceOf({ url = '', headers: { authorization, cookie } }: IncomingMessage): AccessInterface {
  if (url.startsWith('/api/')) return 'rest';
  if (mcpPath.test(url)) return 'mcp';
  if (dashboardPath.test(url)) return 'dashboard';
  if (!url.startsWith('/graphql')) return 'rest';
  return authorization === undefined && cookie !== undefined ? 'dashboard' : 'graphql';
}

const numericId = /^\d{1,10}$/;

/** Returns the route of a request with its ids. Other parameters may be secrets, so their names stay. */
export function pathWithIds(route: string, parameters: RequestScope['pathParameters'] = {}): string {
  return route.replaceAll(/:(\w+)/g, (parameter, name: string) => {
    const value = parameters[name];
    return value !== undefined && numericId.test(value) ? value : parameter;
  });
}

const maxRefusals = 20;
const attributeName = /^[\w.[\]-]{1,63}$/;

/** Stores the attributes in the body of a 400 for the log. Leaves out names that only a client can have chosen. */
export function noteRefusal(request: IncomingMessage, names: readonly string[]): void {
  scopeOf(request).refusedFor = names.filter((name) => attributeName.test(name)).slice(0, maxRefusals);
}

/** A request that has ended, and how it was answered. */
export interface AnsweredScope {
  scope: RequestScope;
  method: string;
  route: string;
  status: number;
  /** Its duration, in milliseconds. */
  ms: number;
}

/** Creates the scope of a request. Called by the first handler of each request. */
export function openScope(request: IncomingMessage, settings: ScopeSettings, site?: string): RequestScope {
  const scope = new RequestScope(request, settings, site);
  request[scopeKey] = scope;
  return scope;
}

/** @throws Error if the request has no scope yet */
export function scopeOf(request: IncomingMessage): RequestScope {
  const scope = request[scopeKey];
  if (!scope) throw new Error('the request has no scope');
  return scope;
}

/** Returns what the security log has of a request that has not been authenticated. */
export function sourceOf(request: IncomingMessage, serverClock: Clock): SecurityEventSource {
  const { clientAddress, userAgent, id: requestId, interface: by, logRefusal } = scopeOf(request);
  return { serverClock, clientAddress, userAgent, requestId, interface: by, logRefusal };
}

/**
 * Returns the address of this server in the headers of a request, such as `https://book.example.org`: from the headers
 * of a trusted proxy, else from `Host`. Does not check that it is a valid URL.
 *
 * `request.protocol` and `request.host` of Express follow the same rules, but WebSocket upgrades do not pass through
 * Express, and proxy-addr reads only addresses of clients.
 */
export function serverAddress(request: IncomingMessage, trustedHops: number): string {
  const isEncrypted = 'encrypted' in request.socket;
  const scheme = forwarded(request, 'x-forwarded-proto', trustedHops) || (isEncrypted ? 'https' : 'http');
  return `${scheme}://${serverHost(request, trustedHops)}`;
}

/** Returns the host of `serverAddress` without the port. It may not be valid. */
export function serverHostname(request: IncomingMessage, trustedHops: number): string {
  const host = serverHost(request, trustedHops) ?? '';
  // An IPv6 address contains colons inside its brackets.
  return host.replace(/:[^:\]]*$/, '');
}

function serverHost(request: IncomingMessage, trustedHops: number): string | undefined {
  return forwarded(request, 'x-forwarded-host', trustedHops) || request.headers.host;
}

/** Returns the first value of a header of a trusted proxy. */
function forwarded({ headers }: IncomingMessage, name: string, trustedHops: number): string | undefined {
  if (trustedHops === 0) return undefined;
  const [first] = String(headers[name] ?? '').split(',');
  return first?.trim();
}

/** Whether a request has several `Host` headers. A proxy and this server could then read different ones. */
export function hasRepeatedHost({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1;
}

/** Returns the subdomain of the booking site with this host, which has no port; undefined for other hosts. */
type FindSite = (hostname: string) => string | undefined;

/**
 * Creates a function that finds sites by their host, `{subdomain}.{siteDomain}` on any port.
 *
 * @param publicUrl base URL of the server, whose host is not a site even if it is in that domain
 */
export function siteFinder(siteDomain: string | undefined, publicUrl: string | undefined): FindSite {
  if (siteDomain === undefined) return () => undefined;
  const suffix = `.${siteDomain.replace(/:\d+$/, '')}`;
  const ownHost = publicUrl && new URL(publicUrl).hostname;
  return (hostname) => {
    const host = hostname.toLowerCase();
    const subdomain = host.endsWith(suffix) && host !== ownHost ? host.slice(0, -suffix.length) : '';
    return /^[a-z0-9-]+$/.test(subdomain) ? subdomain : undefined;
  };
}

/** The settings on which it depends whether clients reach this server by HTTPS. */
export interface TransportSettings {
  publicUrl: string | undefined;
  /** Number of proxies whose `X-Forwarded-*` headers are trusted. */
  trustedHops: number;
}

/**
 * For a year, the longest that browsers ask for. Without `includeSubDomains`: other names below this one may have no HTTPS,
 * and the hosts of sites send the header themselves.
 */
const header = { 'Strict-Transport-Security': 'max-age=31536000' };

/**
 * Returns the header by which browsers use only HTTPS for this host from then on, for every response to a client that may
 * have come by HTTPS: `PUBLIC_URL` says so, or the trusted proxy. Browsers ignore it in a response over HTTP.
 */
export function transportSecurity(
  request: IncomingMessage,
  { publicUrl, trustedHops }: TransportSettings,
): Record<string, string> {
  const isSecure = [publicUrl, serverAddress(request, trustedHops)].some((address) => address?.startsWith('https:'));
  return isSecure ? header : {};
}
