import { createBackgroundContext } from '../../src/domain/account/background-context.js';
import { databaseModel } from '../../src/domain/entities.js';
import { createOccurrences } from '../../src/domain/recurrence/recurrence.actions.js';
import { startWorker } from '../../src/jobs/worker.js';
import { ChangeSignal } from '../../src/outbox/signal.js';
import { Database } from '../../src/platform/database/database.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { silent } from './change-writer.js';
import { idleHandlers } from './idle-handlers.js';

/** A worker process on the database of its argument. Prints the holds that it expires, one per line. */
const [, , url = ''] = process.argv;
const database = await Database.connect(url, databaseModel, 5);
const signal = new ChangeSignal(url, silent);
await signal.start();
const worker = await startWorker({
  database,
  signal,
  clock: systemClock,
  logger: silent,
  ...idleHandlers,
  createOccurrences: async (accountId, recurrenceId, actor) =>
    createOccurrences(await createBackgroundContext(database, systemClock, accountId, actor), recurrenceId),
  expireHold: async (accountId, bookingId) => {
    process.stdout.write(`${JSON.stringify({ accountId, bookingId, at: Date.now() })}\n`);
  },
});
process.once('SIGTERM', async () => {
  await worker.stop();
  await signal.stop();
  await database.close();
  process.exit();
});
process.stdout.write('ready\n');
