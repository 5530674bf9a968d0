import { rm } from 'node:fs/promises';

// What was compiled from a test that is no longer there would run, too.
await rm(new URL('../../dist/test', import.meta.url), { recursive: true, force: true });
