import { MethodNotAllowedError } from '../platform/errors.js';

/**
 * Creates a handler that refuses other methods than the allowed ones. Use it after the handlers of a path. It passes on
 * requests with an allowed method, which the handlers have passed on because nothing exists at that path.
 */
export function refuseOtherMethods(...allowed: readonly string[]) {
  return ({ method }: { method: string }, _response: unknown, next: (error?: unknown) => void): void => {
    const isAllowed = allowed.includes(method === 'HEAD' ? 'GET' : method);
    next(isAllowed ? undefined : new MethodNotAllowedError(allowed));
  };
}
