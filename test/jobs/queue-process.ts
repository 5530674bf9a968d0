import { createJobQueue } from '../../src/jobs/agenda.js';
import { silent } from './change-writer.js';

/**
 * A worker process that begins a job, says so, and never ends it; or whose job fails, so that it says so when it is to
 * be kept. Arguments: database, MongoDB or nothing, `fail`.
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
