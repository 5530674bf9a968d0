import type { Request, Response } from 'express';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { siteAddress } from '../../../domain/account/site-address.rules.js';
import { toVerificationMethod } from '../../../domain/booking/states/booking-state.rules.js';
import type { RequestContext } from '../../../domain/context.js';
import { DomainError } from '../../../platform/errors.js';
import { type Language, languages, wordingFor } from '../../../platform/language.js';
import { textsIn } from '../../../texts/texts.js';
import type { PageBundle } from '../../page-bundle.js';
import { pageHeaders, pageIcon } from '../../page-headers.js';
import { preferredLanguage } from '../../preferred-language.js';
import { scopeOf } from '../../request-scope.js';
import type { LocalApi } from '../../rest/local-api.js';
import type { Picture, Resource } from './api-answers.js';
import { formatsOf } from './formats.js';
import type { Frame } from './frame.js';
import { idPattern, queryText } from './input.js';

/** The account of a site, as its pages need it. */
export interface Site {
  subdomain: string;
  name: string;
  address: string | null;
  locale: string;
  time_zone: string;
  country_code: string;
  currency: string | null;
  /** The URL, which ends with the digest of the image. */
  logo: string | null;
  footer: string | null;
  phone_number: string | null;
  policies: string | null;
  pictures: readonly Picture[];
  /** Such as `#1f5fbf`. */
  accent_colour: string | null;
  /** Origins whose pages may show the pages in a frame. */
  embed_origins: string[];
  new_booking_text: string | null;
  /** 0 none, 1 email, 2 SMS. */
  verification_method: number;
  /** Whether visitors may see all that they have, after they have proved their address. */
  my_bookings: boolean;
  /** Whether visitors who have entered a code stay signed in. */
  remember_visitors: boolean;
  booking_form: string | null;
  appointment_form: string | null;
  event_form: string | null;
}

/** A request for a page of a site. */
export interface Visit {
  request: Request;
  response: Response;
  context: RequestContext;
  api: LocalApi;
  site: Site;
  frame: Frame;
}

/** The first one is sent to clients that prefer neither. */
const pageOrData = ['application/json', 'text/html'];

/** Whether a request asks for a page, not for the JSON of the public API. */
export function prefersPage(request: Request): boolean {
  return request.accepts(pageOrData) === 'text/html';
}

/** Whether messages by a channel reach people: the server can send them, and the account is no sandbox. */
export function isSending({ context: { account, sends } }: Pick<Visit, 'context'>, channel: 'email' | 'sms'): boolean {
  return sends?.[channel] === true && !account.sandbox;
}

/** Whether people get messages about their bookings, which go where the account sends its codes. */
export function isTold(visit: Pick<Visit, 'context'>): boolean {
  const channel = toVerificationMethod(visit.context.account);
  return channel !== undefined && isSending(visit, channel);
}

/** Reads the public API as the visitor. @throws DomainError NOT_FOUND, INVALID by attribute */
export function read<Body>({ api, context }: Visit, path: string, query?: Record<string, unknown>): Promise<Body> {
  return api.get<Body>(context, path, query);
}

/** The parameter of the language that the visitor chose. It is in every URL of the pages, because a frame keeps no cookie. */
const languageParameter = 'lang';

/** Returns the language that the visitor chose on a page, if any. */
function chosenLanguage(request: Request): Language | undefined {
  const chosen = queryText(request, languageParameter);
  return languages.find((language) => language === chosen);
}

/** Creates the frame of a site's pages. URLs are paths, which work on the host of the site and below `/sites`. */
export function createFrame(
  request: Request,
  site: Site,
  bundle: PageBundle | undefined,
  context: Pick<RequestContext, 'account' | 'address' | 'siteDomain'>,
): Frame {
  const { account } = context;
  const { name, address, footer, logo, locale, country_code: countryCode, time_zone: zone, currency } = site;
  const { accent_colour: colour, embed_origins: embedOrigins, pictures } = site;
  const cover = pictures.find(({ is_cover: isCover }) => isCover);
  const base = basePath(request, site.subdomain);
  const chosen = chosenLanguage(request);
  const language = chosen ?? preferredLanguage(request, locale);
  const wording = wordingFor(language, account);
  const url: Frame['url'] = (path, query = {}) => {
    const all = { ...query, [languageParameter]: chosen };
    const given = Object.entries(all).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
    return given.length === 0 ? base + path : `${base}${path}?${new URLSearchParams(given)}`;
  };
  const publicAddress = siteAddress(context.address, account, context);
  const asset = (name: string): string => `${base}/assets/${name}`;
  const imageUrl: Frame['imageUrl'] = (image) => asset(`images${image.slice(image.lastIndexOf('/'))}`);
  const ownLogo = logo && imageUrl(logo);
  return {
    language,
    wording,
    texts: textsIn(wording).booking,
    formats: formatsOf({ language, countryCode, zone, currency }),
    site: {
      name,
      address,
      phone: site.phone_number,
      policies: site.policies,
      footer,
      logo: ownLogo,
      pictures,
      picture: cover?.images.at(-1)?.url ?? logo,
      countryCode,
      icon: ownLogo ?? pageIcon,
      hasMyBookings: site.my_bookings,
      currency,
    },
    chosenLanguage: chosen,
    languageUrls: request.method === 'GET' ? languageUrls(request) : [],
    url,
    absoluteUrl: (path) =>
      publicAddress === ''
        ? undefined
        : `${publicAddress}${path}${chosen === undefined ? '' : `?${languageParameter}=${chosen}`}`,
    imageUrl,
    embedOrigins,
    isWithDashboard: scopeOf(request).site === undefined,
    styles: [
      ...(bundle ? [asset(bundle.fileOf('main.css'))] : []),
      ...(bundle && pictures.length > 0 ? [asset(bundle.fileOf('pictures.css'))] : []),
      ...(colour === null ? [] : [asset(`colours/${colour.slice(1)}.css`)]),
    ],
    script: bundle && asset(bundle.fileOf('main.js')),
  };
}

/** The URLs of the page that was requested in each language, relative to it. */
function languageUrls(request: Request): Frame['languageUrls'] {
  const { searchParams: query } = new URL(request.originalUrl, 'http://localhost');
  return languages.map((language) => {
    query.set(languageParameter, language);
    return { language, url: `?${query}` };
  });
}

/** The path of a site's first page, without the slash at its end. */
export function basePath(request: Request, subdomain: string): string {
  const { site, address } = scopeOf(request);
  if (site !== undefined) return '';
  const prefix = URL.canParse(address) ? new URL(address).pathname.replace(/\/$/, '') : '';
  return `${prefix}/sites/${subdomain}`;
}

/**
 * Returns the headers of a page. Its forms may be sent only to this server, and only pages of the account's origins may
 * show it in a frame, and the dashboard, which is the only page of this server with frames. It sends referrers only to this site; without any, browsers would send its forms with `Origin: null`.
 */
function headersOf({ embedOrigins, isWithDashboard }: Frame): Record<string, string> {
  const ancestors = [...(isWithDashboard ? ["'self'"] : []), ...embedOrigins].join(' ') || "'none'";
  const headers = pageHeaders({ 'form-action': "'self'", 'frame-ancestors': ancestors });
  return { ...headers, 'Referrer-Policy': 'same-origin' };
}

/** Sends a page. It depends on the language of the browser and is not stored by shared caches. */
export function sendView(
  { response, frame }: Pick<Visit, 'response' | 'frame'>,
  status: number,
  view: VNode,
  caching = 'private, no-cache',
): void {
  response.vary('Accept-Language');
  response
    .status(status)
    .set({ ...headersOf(frame), 'Cache-Control': caching })
    .type('html')
    .send(`<!doctype html>${renderToString(view)}`);
}

/** Sends a page whose URL is a secret: no cache stores it. */
export function sendSecretView(visit: Visit, status: number, view: VNode): void {
  sendView(visit, status, view, 'no-store');
}

/** Sends an iCalendar file. */
export function sendCalendar({ response }: Pick<Visit, 'response'>, file: string): void {
  response
    .set({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' })
    .attachment('booking.ics')
    .type('text/calendar')
    .send(file);
}

/** Returns the resource that a link or form names; undefined if it does not exist any more. */
export async function findResource(visit: Visit, id: string): Promise<Resource | undefined> {
  if (!idPattern.test(id)) return undefined;
  try {
    return (await read<{ resource: Resource }>(visit, `/resources/${id}`)).resource;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}
