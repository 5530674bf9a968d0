import { keepCompiledCode } from './platform/compile-cache.js';

// Everything else is loaded after this: what is imported above is compiled without the cache.
keepCompiledCode();
const { runServer } = await import('./run.js');
await runServer();
