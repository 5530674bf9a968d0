import type * as jestGlobals from '@jest/globals';

/** The globals that Jest adds to each test file. */
declare global {
  const afterAll: typeof jestGlobals.afterAll;
  const afterEach: typeof jestGlobals.afterEach;
  const beforeAll: typeof jestGlobals.beforeAll;
  const beforeEach: typeof jestGlobals.beforeEach;
  const describe: typeof jestGlobals.describe;
  const expect: typeof jestGlobals.expect;
  const it: typeof jestGlobals.it;
  const jest: typeof jestGlobals.jest;
  /** Disposes of what this process has started for its test files. */
  var disposeOfStarted: (() => Promise<void>) | undefined;
}
