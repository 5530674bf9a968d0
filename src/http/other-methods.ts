import { MethodNotAllowedError } from '../platform/errors.js';

/**
 * Refuses requests with other than the allowed methods. Placed after the handlers of a path, so a request with an allowed
 * method that they passed on, because there is nothing at that address, is passed on here, too.
 */
export function refuseOtherMethods(...allowed: readonly string[]) {
  return ({ method }: { method: string }, _response: unknown, next: (error?: unknown) => void): void => {
    const isAllowed = allowed.includes(method === 'HEAD' ? 'GET' : method);
    next(isAllowed ? undefined : new MethodNotAllowedError(allowed));
  };
}
