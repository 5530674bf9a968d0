// A process that uses the embedded PostgreSQL. Settings: a JSON argument; commands on standard input: `stop`, `exit`.
import { createInterface } from 'node:readline';

const { launcher, ...options } = JSON.parse(process.argv[2]);
const { startEmbeddedPostgres } = await import(launcher);

process.on('SIGINT', () => console.log('interrupted'));
try {
  const postgres = await startEmbeddedPostgres({ ...options, settings: { fsync: 'off' } });
  console.log(postgres.url);
  createInterface(process.stdin).once('line', async (command) => {
    if (command === 'stop') await postgres.stop();
    process.stdin.destroy();
  });
} catch (error) {
  console.log(error.message);
  process.exitCode = 1;
}
