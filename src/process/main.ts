import { setSourceMapsSupport } from 'node:module';
import { bundled, cacheCompiledCode } from './bundled.js';
import { startAnew } from './start-anew.js';

/**
 * Starts the server. What makes the start faster or the process smaller, measured on two busy cores against the same
 * server without it, as medians of 9 to 12 web processes in turns (memory after load: of two). With all of it, a web
 * process takes 0.9 s of CPU time from its start to its first response, 125 MB of memory when idle and 200 MB after
 * load.
 *
 * | what | gain |
 * |---|---|
 * | the bundle, `bundle.mjs` | 0.5 s of CPU time of the start, 14 MB idle |
 * | packages that few requests need, `lazy-package.ts` | 0.14 s of the start, 13 MB |
 * | the compiled code of the former start, `bundled.ts` | 0.09 to 0.11 s of the start, a tenth |
 * | `MALLOC_MMAP_THRESHOLD_`, `start-anew.ts` | 23 MB after load, 10 MB idle, for 0.1 s of the start |
 * | `--expose-gc`, `releaseMemory` in `run.ts` | 33 MB idle |
 * | `--max-semi-space-size=12` | 91 MB after load |
 * | `--heap-growing-percent=50` | 38 MB after load |
 *
 * These were given up because each gained less than a tenth of the start and less than 15 MB: `require` instead of
 * `import` of Node's modules in the bundle (0.04 s, 3 MB), packages without source maps and comments (5 MB each),
 * source maps of whole lines (10 MB), and `--no-allocation-site-pretenuring` (2 MB since long lists take turns).
 */
startAnew(process.argv.slice(1));
// Modules loaded before these calls have no source maps and do not use the compile cache, so the rest is loaded after
// them. The flag --enable-source-maps would also keep the maps of packages in node_modules.
setSourceMapsSupport(true, { nodeModules: false });
cacheCompiledCode();
const { runServer }: typeof import('./run.js') = await import(bundled('run.js'));
await runServer();
