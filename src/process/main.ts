import { setSourceMapsSupport } from 'node:module';
import { keepCompiledCode } from '../platform/compile-cache.js';

// Everything else is loaded after this: what is imported above has no source map, and is compiled without the cache.
// The flag --enable-source-maps would keep the maps of all packages, too: 5 MB.
setSourceMapsSupport(true, { nodeModules: false });
keepCompiledCode();
const { runServer } = await import('./run.js');
await runServer();
