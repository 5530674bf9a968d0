import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from './project-root.js';

/**
 * Caches the compiled code of all modules loaded after this call, for a faster next start. Node writes the cache when the
 * process ends, or silently does not if the folder is read-only. The folder is in `node_modules` and not in the temporary
 * folder, where other users could plant code. `NODE_COMPILE_CACHE` sets another folder; `NODE_DISABLE_COMPILE_CACHE=1`
 * disables the cache.
 */
export function cacheCompiledCode(): void {
  enableCompileCache(join(projectRoot, 'node_modules', '.cache', 'booking-server'));
}
