import { latestHours } from '../../../domain/visitor-session/visitor-session.rules.js';
import { cookieOf } from '../../cookies.js';
import { isSecure } from '../../request-authentication.js';
import { basePath, type Visit } from './visit.js';

const plainCookie = 'visitor_session';

type OfSite = Pick<Visit, 'request' | 'response' | 'site'>;

/** The path of the site, so that the browser sends the session of one account to no other. */
const pathOf = ({ request, site }: OfSite): string => basePath(request, site.subdomain) || '/';

/**
 * The name of the cookie. Over HTTPS it has a prefix, with which browsers accept it only from a page over HTTPS; a site with a
 * host of its own has the one that also excludes other hosts.
 */
function nameOf(visit: OfSite): string {
  if (!isSecure(visit.request)) return plainCookie;
  return pathOf(visit) === '/' ? `__Host-${plainCookie}` : `__Secure-${plainCookie}`;
}

/**
 * Scripts cannot read the cookie. It is sent with a link in a message, but not with a form of another site. A page in a frame
 * of another site does not get it.
 */
const attributesOf = (visit: OfSite) =>
  ({ httpOnly: true, sameSite: 'lax', path: pathOf(visit), secure: isSecure(visit.request) }) as const;

/** Returns the token of the visitor's session without checking it. */
export function visitorTokenOf(visit: OfSite): string | undefined {
  return cookieOf(visit.request, nameOf(visit));
}

/** Returns the visit with the session of a visitor, for requests that need one. */
export const withVisitorToken = (visit: Visit, visitorToken: string): Visit => ({
  ...visit,
  context: { ...visit.context, visitorToken },
});

export function setVisitorCookie(visit: OfSite, token: string): void {
  const hours = latestHours({ rememberVisitors: visit.site.remember_visitors });
  visit.response.cookie(nameOf(visit), token, { ...attributesOf(visit), maxAge: hours * 3_600_000 });
}

export function clearVisitorCookie(visit: OfSite): void {
  visit.response.clearCookie(nameOf(visit), attributesOf(visit));
}
