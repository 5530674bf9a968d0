import { killAll } from '../../process/server-process.js';
import { runStorm } from './storm.js';

/** The long form: FAULT_KILLS, FAULT_SEED; jobs in MongoDB when MONGODB_URL says where. Fails when anything is amiss. */
const { FAULT_KILLS = '100', FAULT_SEED = String(Date.now() % 1_000_000), MONGODB_URL: mongoUrl } = process.env;
console.log(`FAULT_SEED=${FAULT_SEED} FAULT_KILLS=${FAULT_KILLS}, jobs in ${mongoUrl ? 'MongoDB' : 'PostgreSQL'}`);
if (mongoUrl) console.log('MongoDB itself is not killed: its process is not ours to start again');
try {
  const { figures, problems } = await runStorm({
    kills: Number(FAULT_KILLS),
    seed: Number(FAULT_SEED),
    ...(mongoUrl && { mongoUrl: ownDatabase(mongoUrl) }),
  });
  console.table(figures);
  for (const problem of problems) console.log(`WRONG: ${problem}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  killAll();
}

/** A database of this run's own on that server. */
function ownDatabase(url: string): string {
  const [server = '', query = ''] = url.split('?');
  return `${server.replace(/\/[^/]*$/, '')}/storm_${process.pid}?${query}`;
}
