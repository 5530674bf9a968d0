import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const plainId = /^[\w.-]{1,100}$/;

/** The id that a proxy gave a request, when it is a plain one, or else a new one; asked again, the same. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  const id = typeof given === 'string' && plainId.test(given) ? given : randomUUID();
  headers['x-request-id'] = id;
  return id;
}
