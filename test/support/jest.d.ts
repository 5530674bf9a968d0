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
  /** Set while this process has a server that its test files share. */
  var stopSharedTestServer: (() => Promise<void>) | undefined;
  /** Set while this process has a browser that its test files share. */
  var closeSharedBrowser: (() => Promise<void>) | undefined;
}
