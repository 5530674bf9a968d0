import { rm } from 'node:fs/promises';

// Otherwise compiled files of deleted tests would still run.
await rm(new URL('../../dist/test', import.meta.url), { recursive: true, force: true });
// Coverage of an earlier run would be added to that of the next.
await rm(new URL('../../dist/coverage', import.meta.url), { recursive: true, force: true });
