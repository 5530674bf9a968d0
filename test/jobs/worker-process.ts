import { databaseModel } from '../../src/domain/entities.js';
import { startWorker } from '../../src/jobs/worker.js';
import { ChangeSignal } from '../../src/outbox/signal.js';
import { Database } from '../../src/platform/database/database.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { jobSettings, jobsWith } from '../support/job-context.js';
import { silent } from './change-writer.js';

/** A worker process on the database of its argument. Prints the holds that it expires, one per line. */
const [, , url = ''] = process.argv;
const database = await Database.connect(url, databaseModel, 5);
const signal = new ChangeSignal(url, silent);
await signal.start();
const worker = await startWorker({
  ...jobSettings({ database, clock: systemClock }),
  signal,
  logger: silent,
  jobs: jobsWith('expire-hold', () => async (data) => {
    process.stdout.write(`${JSON.stringify({ ...data, at: Date.now() })}\n`);
  }),
});
process.once('SIGTERM', async () => {
  await worker.stop();
  await signal.stop();
  await database.close();
  process.exit();
});
process.stdout.write('ready\n');
