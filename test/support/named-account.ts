import { type AddressForm, siteDomain } from './address-forms.js';

/**
 * Returns the subdomain or the id of the account that the host, the path, the parameters, `Authorization` or the cookie of a
 * request name, by the rules of the guide "Operate at scale"; undefined for requests that any cell serves. The examples of
 * routers in that guide have the same rules.
 */
export function namedAccount({ path, headers = {} }: Pick<AddressForm, 'path' | 'headers'>): string | undefined {
  const { host = '', authorization = '', cookie = '' } = headers;
  const basic = /^Basic (\S+)/i.exec(authorization)?.[1];
  const credentials = basic ? Buffer.from(basic, 'base64').toString() : authorization.replace(/^Bearer /i, '');
  const site = host.endsWith(`.${siteDomain}`) ? host.slice(0, -siteDomain.length - 1) : undefined;
  return (
    site ??
    /^\/sites\/([a-z0-9-]+)/i.exec(path)?.[1] ??
    /^\/payments\/[^/]+\/([a-z0-9-]+)/i.exec(path)?.[1] ??
    /^\/dashboard\/sign-in\/([a-z0-9-]+)/i.exec(path)?.[1] ??
    /^\/(?:calendars|password|verify|logos)\/(\d+)[-/]/i.exec(path)?.[1] ??
    /[?&]account=([a-z0-9-]+)/i.exec(path)?.[1] ??
    /^bk_(\d+)_/.exec(credentials)?.[1] ??
    /(?:^|; ?)(?:__Host-)?booking_session=bk_(\d+)_/.exec(cookie)?.[1]
  )?.toLowerCase();
}
