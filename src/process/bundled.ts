import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from '../platform/project-root.js';

/**
 * Caches the compiled code of all modules loaded after this call, for a faster next start. Node writes the cache when the
 * process ends, or silently does not if the folder is read-only. The folder is in `node_modules` and not in the temporary
 * folder, where other users could plant code. `NODE_COMPILE_CACHE` sets another folder; `NODE_DISABLE_COMPILE_CACHE=1`
 * disables the cache.
 */
export function cacheCompiledCode(): void {
  enableCompileCache(join(projectRoot, 'node_modules', '.cache', 'booking-server'));
}

/**
 * Returns the address of a module of this folder: in the bundle, see `bundle.mjs`, or as it was compiled if there is no
 * bundle, as under `npm run dev`. Node warns of deprecated calls, but not of those in `node_modules`: the bundle hides
 * where they are, so its warnings are switched off.
 */
export function bundled(module: string): string {
  const inBundle = new URL(`../../bundle/${module}`, import.meta.url);
  if (!existsSync(inBundle)) return new URL(module, import.meta.url).href;
  process.noDeprecation = true;
  return inBundle.href;
}

/**
 * Bundles for the next start if this one was from compiled code, as the first `npm start` of a clone: see `bundle.mjs`. A bundle
 * that this process does not live to see is made at the start after.
 */
export function bundleForNextStart(): void {
  if (existsSync(join(projectRoot, 'dist', 'bundle', 'run.js'))) return;
  spawn(process.execPath, [join(projectRoot, 'src', 'process', 'bundle.mjs')], { stdio: 'ignore' }).unref();
}
