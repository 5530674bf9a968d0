import { DavError } from './dav-error.js';
import { type DavServer, requestMultistatus } from './dav-request.js';
import type { DavResponse } from './multistatus.js';

/** A calendar on a server. */
export interface DavCalendar {
  /** Its whole address. */
  url: string;
  name: string;
  /** Whether it can hold events. Others hold tasks only. */
  holdsEvents: boolean;
  /** Whether the user may add entries. */
  isWritable: boolean;
  /** Whether its entries make the user busy (RFC 6638, 9.1). */
  isOpaque: boolean;
  /** Changes with each change of an entry: the sync token or the older `getctag`. Undefined if the server has neither. */
  version: string | undefined;
}

const properties = `<d:propfind xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:s="http://calendarserver.org/ns/"><d:prop>
<d:resourcetype/><d:displayname/><d:sync-token/><d:current-user-privilege-set/><d:current-user-principal/><s:getctag/>
<c:calendar-home-set/><c:supported-calendar-component-set/><c:schedule-calendar-transp/>
</d:prop></d:propfind>`;

/** In bytes. A calendar takes 1 to 2 kB. */
const maxBytes = 1_000_000;
const maxResponses = 1_000;
/** Places with calendars of a user. Nearly all servers have one. */
const maxHomes = 3;

/**
 * Lists the calendars of a user. The address may be that of the server, of the user, of the place with the calendars, or of
 * one calendar, which is then the only one (RFC 4791, 6.2; RFC 6764, 6).
 *
 * @throws OutboundError, DavError
 */
export async function findCalendars(server: DavServer): Promise<DavCalendar[]> {
  const url = new URL(server.url).href;
  const start = (await findWellKnown(server)) ?? (await describe(server, url));
  if (isCalendar(start)) return [toCalendar(start, url)];
  const here = isUser(start) || new URL(url).pathname === '/' ? [] : await listIfAllowed(server, url);
  if (here.length > 0) return here;
  const principal = isUser(start) ? start : await describeUser(server, start);
  const homes = linksOf(principal, 'calendar-home-set', url).slice(0, maxHomes);
  if (homes.length === 0) throw new DavError('the server does not say where the calendars of the user are');
  const listed: DavCalendar[] = [];
  for (const home of homes) listed.push(...(await list(server, home)));
  return listed;
}

/** Returns the calendar at an address. @throws OutboundError, DavError */
export async function findCalendar(server: DavServer, url: string): Promise<DavCalendar> {
  const found = await describe(server, url);
  if (!isCalendar(found)) throw new DavError('there is no calendar at the address');
  return toCalendar(found, url);
}

const isUser = (response: DavResponse): boolean => hrefsOf(response, 'calendar-home-set').length > 0;

/** Servers whose address is only a host have their calendars elsewhere, to where this well-known address redirects. */
async function findWellKnown(server: DavServer): Promise<DavResponse | undefined> {
  const url = new URL(server.url);
  if (url.pathname !== '/') return undefined;
  try {
    return await describe(server, new URL('/.well-known/caldav', url).href);
  } catch (error) {
    // Anything else is true of the server as a whole, or concerns another server.
    if (error instanceof DavError && [200, 400, 403, 404, 405, 410, 501].includes(error.status)) return undefined;
    throw error;
  }
}

async function describeUser(server: DavServer, start: DavResponse): Promise<DavResponse> {
  const [principal] = linksOf(start, 'current-user-principal', server.url);
  if (principal === undefined) throw new DavError('the server does not say who the user is');
  return describe(server, principal);
}

async function describe(server: DavServer, url: string): Promise<DavResponse> {
  const request = { method: 'PROPFIND', url, depth: 0, body: properties, maxBytes, maxResponses } as const;
  const [response] = await requestMultistatus(server, request);
  if (!response) throw new DavError('there is no calendar at the address');
  return response;
}

async function list(server: DavServer, url: string): Promise<DavCalendar[]> {
  const request = { method: 'PROPFIND', url, depth: 1, body: properties, maxBytes, maxResponses } as const;
  const responses = await requestMultistatus(server, request);
  return responses.filter(isCalendar).map((response) => toCalendar(response, url));
}

/** Some servers do not list all places. */
function listIfAllowed(server: DavServer, url: string): Promise<DavCalendar[]> {
  return list(server, url).catch((error: unknown) => {
    if (error instanceof DavError && error.status !== 401 && error.status !== 429) return [];
    throw error;
  });
}

function isCalendar({ properties: found }: DavResponse): boolean {
  return found.get('resourcetype')?.elements.includes('calendar') ?? false;
}

function hrefsOf({ properties: found }: DavResponse, property: string): string[] {
  return found.get(property)?.hrefs ?? [];
}

/** Returns the whole addresses in a property. */
function linksOf(response: DavResponse, property: string, base: string): string[] {
  return hrefsOf(response, property)
    .filter((href) => URL.canParse(href, base))
    .map((href) => new URL(href, base).href);
}

function toCalendar({ href, properties: found }: DavResponse, base: string): DavCalendar {
  const url = URL.canParse(href, base) ? new URL(href, base).href : base;
  const components = found.get('supported-calendar-component-set')?.components ?? [];
  const privileges = found.get('current-user-privilege-set')?.elements;
  return {
    url,
    name: nameOf(found.get('displayname')?.text ?? '') || nameOf(lastPartOf(url)) || url,
    holdsEvents: components.length === 0 || components.some((name) => name.toUpperCase() === 'VEVENT'),
    isWritable: privileges === undefined || privileges.some((name) => writing.has(name)),
    isOpaque: !found.get('schedule-calendar-transp')?.elements.includes('transparent'),
    version: found.get('sync-token')?.text || found.get('getctag')?.text || undefined,
  };
}

const writing: ReadonlySet<string> = new Set(['all', 'write', 'write-content', 'bind']);

const maxNameLength = 255;

/** Returns a name without control characters, of a length that can be shown. */
function nameOf(text: string): string {
  return text
    .slice(0, maxNameLength)
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}

function lastPartOf(url: string): string {
  const part = new URL(url).pathname.split('/').findLast((name) => name !== '') ?? '';
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
