import { parseArgs } from 'node:util';
import { killAll } from '../process/server-process.js';
import { openBenchDatabase } from './bench-database.js';
import { printComparison } from './full.js';
import { printProfile } from './profile.js';

const {
  values: { short = false, json = false, profile },
} = parseArgs({
  options: { short: { type: 'boolean' }, json: { type: 'boolean' }, profile: { type: 'string' } },
});
const size = { bookings: short ? 10_000 : 100_000, people: 5_000, resources: 50, services: 20 };

await using bench = await openBenchDatabase();
try {
  if (profile !== undefined) await printProfile(bench, profile, size, json);
  else await printComparison(bench, size, { short, json });
} finally {
  killAll();
}
