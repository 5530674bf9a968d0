import { existsSync } from 'node:fs';

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
