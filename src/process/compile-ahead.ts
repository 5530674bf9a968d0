import { bundled, cacheCompiledCode } from './bundled.js';

/** Fills the compile cache with the modules of all roles. Run when the image is built, whose files are read-only later. */
cacheCompiledCode();
await import(bundled('all-roles.js'));
