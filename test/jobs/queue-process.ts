import { once } from 'node:events';
import { createJobQueue } from '../../src/jobs/agenda.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { silent } from './change-writer.js';

/**
 * A worker process that starts a job, prints a line, and never ends the job. With `fail`, the job fails, and the process
 * prints the line when it should store the failure. With `enqueue`, the process polls once an hour, enqueues and runs
 * three jobs one after the other, and exits. Arguments: database, MongoDB or an empty string, mode.
 */
const [, , url = '', mongoUrl, mode] = process.argv;
const hang = (): Promise<void> => {
  process.stdout.write('begun\n');
  return new Promise(() => setInterval(() => {}, 1_000));
};
const ran = new EventTarget();
const runs = {
  fail: () => Promise.reject(new Error('broken')),
  enqueue: async () => void ran.dispatchEvent(new Event('run')),
};
const queue = createJobQueue({
  clock: systemClock,
  database: { url },
  mongoUrl: mongoUrl || undefined,
  ...(mode === 'enqueue' && { pollInterval: 3_600_000 }),
  logger: silent,
  onGivenUp: hang,
});
const run = mode === 'fail' || mode === 'enqueue' ? runs[mode] : hang;
await queue.start([{ name: 'fatal', lockSeconds: 1_200, maxAttempts: 1, run }]);
if (mode === 'enqueue') {
  for (const number of [1, 2, 3]) {
    const ending = once(ran, 'run');
    await queue.enqueue({ name: 'fatal', key: `fatal:${number}`, data: {} });
    await ending;
  }
  process.exit();
}
