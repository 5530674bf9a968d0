import type { IncomingMessage } from 'node:http';

/** Returns the value of a cookie as it was sent. */
export function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  const pairs = headers.cookie?.split(';').map((pair) => pair.trim()) ?? [];
  const pair = pairs.find((text) => text.startsWith(`${name}=`));
  return pair?.slice(name.length + 1) || undefined;
}
