import { cacheCompiledCode } from '../platform/compile-cache.js';

/** Fills the compile cache with the modules of all roles. Run when the image is built, whose files are read-only later. */
cacheCompiledCode();
await import('./run.js');
await import('./server.js');
await import('./app.js');
await import('../http/graphql/server.js');
await import('./background-jobs.js');
await import('../observability/monitoring.server.js');
