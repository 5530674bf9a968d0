/** An iteration over a stream, which holds a connection until it ends. */
export type Iteration<Value> = AsyncIterableIterator<Value, void, void>;

/**
 * Returns the iteration of a generator, which gets a signal. Leaving the loop ends it at once, also while it waits for
 * the server; so does the caller's signal, without an error.
 */
export function iterate<Value>(
  generate: (signal: AbortSignal) => AsyncGenerator<Value, void, void>,
  parent: AbortSignal | undefined,
): Iteration<Value> {
  const controller = new AbortController();
  const values = generate(controller.signal);
  const end = (): void => {
    parent?.removeEventListener('abort', end);
    controller.abort();
  };
  parent?.addEventListener('abort', end, { once: true });
  if (parent?.aborted) end();
  const iteration = {
    async next(): Promise<IteratorResult<Value, void>> {
      if (controller.signal.aborted) return { done: true, value: undefined };
      try {
        const result = await values.next();
        if (result.done) end();
        return result;
      } catch (error) {
        if (controller.signal.aborted) return { done: true, value: undefined };
        end();
        throw error;
      }
    },
    async return(): Promise<IteratorResult<Value, void>> {
      end();
      await values.return().catch(() => {});
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => iteration,
  };
  return iteration;
}
