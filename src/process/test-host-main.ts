import { bundled, cacheCompiledCode } from './bundled.js';

/** Runs the servers of the tests of another process: see `test-kit/test-kit.ts`. */
cacheCompiledCode();
const { runTestHost }: typeof import('./test-host.js') = await import(bundled('test-host.js'));
runTestHost();
