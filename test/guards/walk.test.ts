import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const main = 'dist/test/walk/main.js';
const run = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, ['--enable-source-maps', main, ...args])).stdout;

/** The most files that a request of each way may enter. Lower a number when a way becomes shorter. */
const most = { 'create-booking': 75, 'create-person': 54, bookings: 53, graphql: 53, slots: 60 };

it('a request enters no more files than before', async () => {
  const rows = [...(await run()).matchAll(/'([\w-]+)'\s+│ '[^│]+│ (\d+)/g)];
  const files = Object.fromEntries(rows.map(([, key = '', count]) => [key, Number(count)]));
  expect(Object.keys(files)).toEqual(Object.keys(most));
  for (const [key, count] of Object.entries(most)) expect(files[key]).toBeLessThanOrEqual(count);
});

it('lists the files of a way in the order in which a request enters them', async () => {
  const files = [...(await run('create-booking')).matchAll(/ lines {2}(src\/[\w./-]+): (.+)$/gm)];
  const names = files.map(([, name]) => name);
  const path = [
    'process/app.ts',
    'http/rest/gateway.ts',
    'graphql/operations.ts',
    'domain/booking/booking.resolver.ts',
  ];
  const positions = [...path, 'outbox/change-log.ts'].map((name) => names.indexOf(`src/${name}`));
  expect(positions).not.toContain(-1);
  expect(positions).toEqual(positions.toSorted((one, other) => one - other));
  expect(files.find(([, name]) => name === 'src/http/request-scope.ts')?.[2]).toContain('new RequestScope');
});
