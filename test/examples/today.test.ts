import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';
import { book, openStudio } from '../socket/studio.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { startForwarder } from '../support/forwarder.js';
import { useTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const server = await useTestServer();
const account = server.accountPerTest();
const forwarder = await disposeAfterAll(
  startForwarder(() => ({ host: '127.0.0.1', port: Number(new URL(server.origin).port) })),
);

let folder: string;
let dashboard: ChildProcess | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'booking-example-'));
  await mkdir(join(folder, 'node_modules/@booking-server'), { recursive: true });
  await symlink(join(projectRoot, 'dist/packages/client'), join(folder, 'node_modules/@booking-server/client'));
  await cp(join(projectRoot, 'src/examples/today.mjs'), join(folder, 'today.mjs'));
});
afterEach(() => void dashboard?.kill('SIGKILL'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts the example. @returns what it shows, which is the last list that it has printed */
function startDashboard(date: string): { shown: () => string; errors: () => string } {
  const env = {
    BOOKING_URL: `http://127.0.0.1:${forwarder.port}`,
    BOOKING_KEY: account.credentials.api_key,
  };
  const child = spawn(process.execPath, ['today.mjs', date], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  dashboard = child;
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    errors += chunk;
  });
  return { shown: () => output.split('\n\n').at(-2)?.trim() ?? '', errors: () => errors };
}

it("a dashboard shows today's bookings, each change at once, and continues after a cut", async () => {
  const studio = await openStudio(account);
  await book(account, studio, { person_attributes: { name: 'Ola' } });
  await book(account, studio, { booked_from: '2026-03-04 10:00', booked_to: '2026-03-04 11:00' });
  const { shown, errors } = startDashboard('2026-03-03');
  const list = (...lines: string[]) => [`Acme, 2026-03-03: ${lines.length}`, ...lines].join('\n');
  const untilShown = async (...lines: string[]): Promise<void> => {
    await until(async () => shown() === list(...lines)).catch(() => {});
    expect([shown(), errors()]).toEqual([list(...lines), '']);
  };
  const ola = '10:00–11:00  Class, Hall, Ola';
  await untilShown(ola);

  const kari = { booked_from: '2026-03-03 08:00', booked_to: '2026-03-03 09:00' };
  const { id } = await book(account, studio, { ...kari, person_attributes: { name: 'Kari Lie' } });
  await untilShown('08:00–09:00  Class, Hall, Kari Lie', ola);

  forwarder.cut();
  await account.put(`/bookings/${id}`, {
    json: { booking: { booked_from: '2026-03-03 12:00', booked_to: '2026-03-03 13:00' } },
  });
  await untilShown(ola, '12:00–13:00  Class, Hall, Kari Lie');

  await account.put(`/bookings/${id}`, {
    json: { booking: { booked_from: '2026-03-05 12:00', booked_to: '2026-03-05 13:00' } },
  });
  await untilShown(ola);
}, 60_000);

it('it ends with a message without a key', async () => {
  const child = spawn(process.execPath, ['today.mjs'], { cwd: folder, env: {}, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    errors += chunk;
  });
  const status = await new Promise((resolve) => child.on('exit', resolve));
  expect([status, errors]).toEqual([1, expect.stringContaining('Set BOOKING_KEY to an API key')]);
});
