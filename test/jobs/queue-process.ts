import { createJobQueue } from '../../src/jobs/agenda.js';
import { silent } from './change-writer.js';

/**
 * A worker process that starts a job, prints a line, and never ends the job. With `fail`, the job fails, and the process
 * prints the line when it should store the failure. Arguments: database, MongoDB or an empty string, `fail`.
 */
const [, , url = '', mongoUrl, fail] = process.argv;
const hang = (): Promise<void> => {
  process.stdout.write('begun\n');
  return new Promise(() => setInterval(() => {}, 1_000));
};
const queue = createJobQueue({
  database: { url },
  mongoUrl: mongoUrl || undefined,
  logger: silent,
  onGivenUp: hang,
});
await queue.start([
  {
    name: 'fatal',
    lockSeconds: 1,
    maxAttempts: 1,
    run: async () => {
      if (fail) throw new Error('broken');
      await hang();
    },
  },
]);
