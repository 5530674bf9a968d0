import { Semaphore } from '../../src/platform/fairness.js';

/** Tasks that end when they are told to. */
class Tasks {
  readonly begun: string[] = [];
  readonly #ends = new Map<string, PromiseWithResolvers<void>>();
  readonly #runs = new Map<string, Promise<string>>();

  constructor(readonly semaphore: Semaphore) {}

  run(name: string): Promise<string> {
    const end = Promise.withResolvers<void>();
    this.#ends.set(name, end);
    const run = this.semaphore.run(async () => {
      this.begun.push(name);
      await end.promise;
      return name;
    });
    this.#runs.set(name, run);
    return run;
  }

  /** Ends a task, and waits until its successor has begun. */
  async end(name: string): Promise<string | undefined> {
    this.#ends.get(name)?.resolve();
    const result = await this.#runs.get(name);
    await Promise.resolve();
    return result;
  }
}

it('runs so many tasks at a time, and the others in their order', async () => {
  const tasks = new Tasks(new Semaphore(2));
  for (const name of ['a', 'b', 'c', 'd']) void tasks.run(name);
  expect(tasks.begun).toEqual(['a', 'b']);
  expect(await tasks.end('b')).toBe('b');
  expect(tasks.begun).toEqual(['a', 'b', 'c']);
  await tasks.end('a');
  expect(tasks.begun).toEqual(['a', 'b', 'c', 'd']);
});

it('runs the next task after one that failed', async () => {
  const semaphore = new Semaphore(1);
  const failing = semaphore.run(async () => {
    throw new Error('failed');
  });
  const next = semaphore.run(async () => 'next');
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('next');
});
