import { Extensions } from 'type-graphql';
import type { RequestContext } from './context.js';

const isPreparedBy = 'preparedBy';

type Preparation = (context: RequestContext, args: Readonly<Record<string, unknown>>) => Promise<void>;

/**
 * Declares what a mutation does before the transaction of an idempotency key or of `If-Match`, such as to wait for another
 * server. Its arguments are not checked yet. The mutation itself must do it if it is not in a transaction.
 */
export const PreparedBy = (preparation: Preparation): MethodDecorator & PropertyDecorator =>
  Extensions({ [isPreparedBy]: preparation });

/** Returns the preparation of a field; undefined if it needs none. */
export function preparationOf({
  extensions,
}: {
  extensions: Readonly<Record<string, unknown>>;
}): Preparation | undefined {
  const preparation = extensions[isPreparedBy];
  return typeof preparation === 'function' ? (context, args) => preparation(context, args) : undefined;
}
