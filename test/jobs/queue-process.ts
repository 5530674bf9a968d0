import { createJobQueue } from '../../src/jobs/agenda.js';
import { silent } from './change-writer.js';

/** A worker process that begins a job, says so, and never ends it. Arguments: database, MongoDB or nothing. */
const [, , url = '', mongoUrl] = process.argv;
const queue = createJobQueue({
  database: { url },
  mongoUrl: mongoUrl || undefined,
  logger: silent,
  definitions: [
    {
      name: 'fatal',
      lockSeconds: 1,
      tries: 1,
      run: () => {
        process.stdout.write('begun\n');
        return new Promise(() => setInterval(() => {}, 1_000));
      },
    },
  ],
});
await queue.start();
