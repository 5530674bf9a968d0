import { setSourceMapsSupport } from 'node:module';
import { cacheCompiledCode } from '../platform/compile-cache.js';
import { bundled } from './bundled.js';
import { startAnew } from './start-anew.js';

startAnew();
// Modules loaded before these calls have no source maps and do not use the compile cache, so the rest is loaded after
// them. The flag --enable-source-maps would also keep the maps of all packages: 5 MB.
setSourceMapsSupport(true, { nodeModules: false });
cacheCompiledCode();
const { runServer }: typeof import('./run.js') = await import(bundled('run.js'));
await runServer();
