import { setTimeout as pass } from 'node:timers/promises';
import { patience } from './until.js';

type Matchers = ReturnType<typeof expect<unknown>>['resolves'];

/**
 * `expect` of what a page or a record becomes: reads it again until the matcher passes. A page shows some of its parts later
 * than others, and a test may not depend on how much later. The last refusal is the test's.
 */
export function eventually(read: () => Promise<unknown>): Matchers {
  const matcher =
    (isNegated: boolean, name: string) =>
    async (...args: unknown[]) => {
      for (const deadline = performance.now() + patience; ; await pass(20)) {
        const found = expect(await read());
        try {
          return Reflect.get(isNegated ? found.not : found, name)(...args);
        } catch (error) {
          if (performance.now() > deadline) throw error;
        }
      }
    };
  const negated = new Proxy({}, { get: (_, name: string) => matcher(true, name) });
  return new Proxy({}, { get: (_, name: string) => (name === 'not' ? negated : matcher(false, name)) }) as Matchers;
}
