import { existsSync } from 'node:fs';

/**
 * Returns the address of a module of this folder: in the bundle, see `bundle.mjs`, or as it was compiled if there is no
 * bundle, as under `npm run dev`.
 */
export function bundled(module: string): string {
  const { href } = new URL(`../../bundle/${module}`, import.meta.url);
  return existsSync(new URL(href)) ? href : new URL(module, import.meta.url).href;
}
