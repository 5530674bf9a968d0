import type { Request, RequestHandler } from 'express';

/** The subdomain of the booking site whose host a request names; undefined on any other host. */
export type FindSite = (request: Pick<Request, 'hostname'>) => string | undefined;

/**
 * Finds sites by their hosts, `{subdomain}.{siteDomain}` on any port.
 *
 * @param publicUrl where the server itself is found: its host is no site, also when it lies in that domain
 */
export function siteFinder(siteDomain: string | undefined, publicUrl: string | undefined): FindSite {
  if (siteDomain === undefined) return () => undefined;
  const suffix = `.${siteDomain.replace(/:\d+$/, '')}`;
  const ownHost = publicUrl && new URL(publicUrl).hostname;
  return (request) => {
    const host = request.hostname?.toLowerCase() ?? '';
    const subdomain = host.endsWith(suffix) && host !== ownHost ? host.slice(0, -suffix.length) : '';
    return /^[a-z0-9-]+$/.test(subdomain) ? subdomain : undefined;
  };
}

/** Answers requests to a site's host, whatever their path, as those under `/sites/{subdomain}`. */
export function routeSiteHosts(findSite: FindSite): RequestHandler {
  return (request, _response, next) => {
    const site = findSite(request);
    if (site !== undefined) request.url = `/sites/${site}${request.url}`;
    next();
  };
}
