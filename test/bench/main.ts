import { parseArgs } from 'node:util';
import { killAll } from '../process/server-process.js';
import { openBenchDatabase } from './bench-database.js';
import { printBulk } from './bulk.js';
import { printFigures } from './figures.js';
import { printGrowth } from './growth.js';
import { printLayer } from './layer.js';
import { printLatencies, printOverview } from './overview.js';
import { printProfile } from './profile.js';

const {
  values: {
    short,
    json,
    profile,
    latency,
    growth,
    figures,
    bulk,
    layer,
    peers,
    bookings: given,
    'no-analyze': noAnalyze,
  },
} = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    profile: { type: 'string' },
    latency: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
    figures: { type: 'boolean', default: false },
    bulk: { type: 'boolean', default: false },
    layer: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    bookings: { type: 'string' },
    'no-analyze': { type: 'boolean', default: false },
  },
});
const size = { bookings: short ? 10_000 : 100_000, people: 5_000, resources: 50, services: 20 };

const bookings = given === undefined ? undefined : Number(given);
if (bookings !== undefined && !(growth && Number.isSafeInteger(bookings) && bookings >= 10_000)) {
  throw new Error('--bookings takes a number from 10000 and goes with --growth');
}

await using bench = await openBenchDatabase(bookings ?? size.bookings);
try {
  if (profile !== undefined) await printProfile(bench, profile, size, json);
  else if (latency) await printLatencies(bench, size, short);
  else if (figures) await printFigures(bench, short, json);
  else if (bulk) await printBulk(bench, size, json);
  else if (layer) await printLayer(bench, { ...size, bookings: 10_000 }, json);
  else if (growth) await printGrowth(bench, { short, json, bookings, analyze: !noAnalyze });
  else await printOverview(bench, size, { short, json, peers });
} finally {
  killAll();
}
