/** The resources of test files that this process has not disposed of yet, the latest last. */
const started: AsyncDisposable[] = [];

/**
 * Starts something at the top of a test file, and disposes of it after the file's tests, the latest first. If the top of the
 * file fails, its hooks do not run, and the end of the process or the global teardown disposes of what it started.
 */
export async function disposeAfterAll<Started extends AsyncDisposable>(starting: Promise<Started>): Promise<Started> {
  afterAll(async () => started.pop()?.[Symbol.asyncDispose]());
  const one = await starting;
  started.push(one);
  return one;
}

/** Keeps what all test files of this process share until its end. */
export function disposeAtExit(shared: AsyncDisposable): void {
  started.unshift(shared);
}

// With one worker, the tests run in the process of the global teardown.
globalThis.disposeOfStarted = async () => {
  for (const one of started.splice(0).reverse()) await one[Symbol.asyncDispose]();
};
// Servers would keep a worker process alive.
process.once('disconnect', () => process.exit());
