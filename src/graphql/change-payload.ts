import type { RequestContext } from '../domain/context.js';
import type { ShownChange } from '../domain/web-hook/web-hook-delivery.rules.js';
import { domainErrorOf } from './errors.js';
import { bookingOperations } from './operations.js';

/**
 * Returns a function that reads a change by its cursor, in the same form as REST. It resolves to undefined if the change
 * log no longer has the change.
 */
export function changeReader(): (context: RequestContext, cursor: string) => Promise<ShownChange | undefined> {
  const operation = bookingOperations().get('GetChange');
  if (!operation) throw new Error('no operation GetChange');
  return async (context, cursor) => {
    try {
      const { change = 'null' } = await operation.execute(context, { cursor });
      return JSON.parse(change);
    } catch (error) {
      if (domainErrorOf(error)?.code === 'NOT_FOUND') return undefined;
      throw error;
    }
  };
}
