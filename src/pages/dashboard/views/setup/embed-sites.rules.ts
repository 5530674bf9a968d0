/**
 * Returns the origin of an address that somebody typed or copied, such as `https://www.example.org` for
 * `www.example.org/contact`; undefined if it is no address of a website.
 */
export function siteOf(entered: string): string | undefined {
  const text = entered.trim();
  const address = text.includes('://') ? text : `https://${text}`;
  if (/\s/.test(text) || !URL.canParse(address)) return undefined;
  const { protocol, hostname, origin, username } = new URL(address);
  const isWebsite = /^https?:$/.test(protocol) && /^[^.*]+(?:\.[^.*]+)+$/.test(hostname);
  return isWebsite && username === '' ? origin : undefined;
}
