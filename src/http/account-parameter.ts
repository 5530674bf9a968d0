import type { Request, Response } from 'express';
import { DomainError } from '../platform/errors.js';

/**
 * The parameter `account` of a URL, a subdomain or an id, names the account for routers where nothing else of the address
 * does: sign-ins have it in their body, and WebSockets with a key in their connection parameters. This server ignores it.
 *
 * Repeats the POST of an account of another cell at the address with that parameter, for clients that do not send it: 307
 * keeps the method and the body.
 *
 * @throws `error` if it is another one, or if the address has the parameter already
 */
export function repeatWithAccount(request: Request, response: Response, subdomain: string, error: unknown): void {
  const { pathname, searchParams } = new URL(request.originalUrl, 'http://localhost');
  const isMisdirected = error instanceof DomainError && error.code === 'MISDIRECTED';
  if (!isMisdirected || searchParams.has('account')) throw error;
  response.redirect(307, `${pathname}?${new URLSearchParams({ account: subdomain })}`);
}
