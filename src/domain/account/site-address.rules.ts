import type { AccountAttributes, RequestContext } from '../context.js';

/** The settings by which the server's sites are reached. */
export type SiteHost = Pick<RequestContext, 'siteDomain'>;

/**
 * Returns the base URL of an account's public site, without a trailing slash: its own host if the server has a site
 * domain, else a path of the server. Empty if the server's address is unknown.
 *
 * @param address base URL of this server, without a trailing slash
 */
export function siteAddress(
  address: string,
  { subdomain }: Pick<AccountAttributes, 'subdomain'>,
  { siteDomain }: SiteHost,
): string {
  if (!address) return '';
  const path = `${address}/sites/${subdomain}`;
  if (siteDomain === undefined || !URL.canParse(address)) return path;
  const { protocol, port, hostname } = new URL(address);
  const hasPort = port === '' || /:\d+$/.test(siteDomain);
  const site = new URL(`${protocol}//${subdomain}.${siteDomain}${hasPort ? '' : `:${port}`}`);
  // The host of the server itself is not that of a site, even if an account has its name.
  return site.hostname === hostname ? path : site.origin;
}

/**
 * Returns an SMS that ends with the host of the account's site and the code, which phones fill into the pages of that host
 * only (WICG, origin-bound one-time codes). The text itself without a public site by HTTPS.
 */
export function withBoundCode(
  text: string,
  code: string,
  account: Pick<AccountAttributes, 'subdomain' | 'publicAccess'>,
  { address, siteDomain }: SiteHost & { readonly address: string },
): string {
  const site = account.publicAccess ? siteAddress(address, account, { siteDomain }) : '';
  return site.startsWith('https:') ? `${text.trimEnd()}\n\n@${new URL(site).hostname} #${code}` : text;
}

/** Returns the URL at which people see all that they have; empty if the account or its server has no such page. */
export function myBookingsAddress(
  address: string,
  account: Pick<AccountAttributes, 'subdomain' | 'publicAccess' | 'myBookings'>,
  host: SiteHost,
): string {
  const site = account.publicAccess && account.myBookings ? siteAddress(address, account, host) : '';
  return site && `${site}/me`;
}
