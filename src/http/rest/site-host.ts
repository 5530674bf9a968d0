import type { RequestHandler } from 'express';
import { scopeOf } from '../request-scope.js';

/** Returns the subdomain of the booking site whose host it is, without a port; undefined for any other. */
export type FindSite = (hostname: string) => string | undefined;

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

/** Routes every request to the host of a site to the paths below `/sites/{subdomain}`. */
export const routeSiteHosts: RequestHandler = (request, _response, next) => {
  const { site } = scopeOf(request);
  if (site !== undefined) request.url = `/sites/${site}${request.url}`;
  next();
};
