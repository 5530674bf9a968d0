import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Returns a function that loads a package at its first call, for large packages that few requests need. Uses `require`
 * because the rules that use such packages are synchronous.
 *
 * @typeParam Package the type of `require(name)`
 */
export function lazyPackage<Package>(name: string): () => Package {
  let loaded: Package | undefined;
  return () => {
    loaded ??= require(name) as Package;
    return loaded;
  };
}
