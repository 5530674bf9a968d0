import { rm } from 'node:fs/promises';

// Compiled files of deleted or moved sources would still run, and coverage of an earlier run would be added to the next.
await rm(new URL('../../dist', import.meta.url), { recursive: true, force: true });
