/** iCloud answers at one host, and has the calendars of a user at another one, such as `p42-caldav.icloud.com`. */
const hostsOfOneServer = '.icloud.com';

/**
 * Returns whether a password for the server of one URL may be sent to the other: both have the same scheme, host and port.
 * Subdomains are other servers, because they may belong to other people.
 */
export function isSameServer(url: string, other: string): boolean {
  if (!URL.canParse(url) || !URL.canParse(other)) return false;
  const [first, second] = [new URL(url), new URL(other)];
  return first.origin === second.origin || (isOfICloud(first) && isOfICloud(second));
}

function isOfICloud({ protocol, hostname, port }: URL): boolean {
  return protocol === 'https:' && port === '' && hostname.endsWith(hostsOfOneServer);
}
