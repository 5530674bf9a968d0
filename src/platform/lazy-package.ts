import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * A package that is large and that few requests need: it is loaded when it is first used, not at the start. By `require`,
 * because the rules that use such packages are synchronous.
 *
 * @typeParam Package what `require(name)` gives
 */
export function lazyPackage<Package>(name: string): () => Package {
  let loaded: Package | undefined;
  return () => {
    loaded ??= require(name) as Package;
    return loaded;
  };
}
