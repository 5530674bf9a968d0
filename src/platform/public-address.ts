import { isIP } from 'node:net';

/** Whether a host, an address or a name, can be reached only from this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Whether `text` is the origin of web pages as browsers send it, such as `https://app.example.org`. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  return origin === text && ['http:', 'https:'].includes(protocol) && !hostname.includes('*');
}

/** The settings on which the address of this server depends. */
export interface AddressSettings {
  /** The address on which the server listens. */
  host: string;
  port: number;
  /** Base URL of this server, without a trailing slash. */
  publicUrl: string | undefined;
}

/** The reason in errors and messages that need a link and are refused or not sent. */
export const noAddress =
  'The address of this server is unknown: its operator must set PUBLIC_URL, such as https://book.example.org';

/** The features that need an address. */
export const withoutAddress =
  'messages have no links, nothing is offered to the waitlist, and passwords, calendar URLs and payment pages are refused';

/**
 * Returns the base URL of this server for everything that is sent, stored or passed on, without a trailing slash:
 * `PUBLIC_URL`, else the address of a server that only this machine reaches, else none. The address in a request is not
 * used: its sender chooses the `Host`, and a proxy on the same machine passes it on. Web processes and workers have the
 * same settings, and so the same address.
 */
export function publicAddress({ host, port, publicUrl }: AddressSettings): string | undefined {
  if (publicUrl !== undefined) return publicUrl;
  return isLoopback(host) ? `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}` : undefined;
}
