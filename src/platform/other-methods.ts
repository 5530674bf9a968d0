import { MethodNotAllowedError } from '../errors.js';

/** A handler that refuses every request. Placed after those of the allowed methods of a path. */
export function refuseOtherMethods(...allowed: readonly string[]) {
  return (_request: unknown, _response: unknown, next: (error: unknown) => void): void => {
    next(new MethodNotAllowedError(allowed));
  };
}
