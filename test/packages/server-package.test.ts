import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { build, projectRoot, version } from '../../src/platform/project-root.js';
import { killAll, ServerProcess } from '../process/server-process.js';
import { makeDataFolder } from '../support/scratch.js';

const exec = promisify(execFile);
// The npm of the machine may be too old.
const path = [dirname(process.execPath), process.env['PATH']].join(delimiter);
const environment = { ...process.env, PATH: path };

/** The folder in which the package is installed, and nothing else. */
let folder: string;
let packed: { filename: string; size: number; unpackedSize: number };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'booking-package-'));
  await exec(process.execPath, [join(projectRoot, 'src/packages/build.mjs'), 'server']);
  const cwd = join(projectRoot, 'dist/packages/server');
  const { stdout } = await exec('npm', ['pack', '--json', '--pack-destination', folder], { cwd, env: environment });
  [packed] = JSON.parse(stdout);
  const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await exec('npm', ['install', ...options, join(folder, packed.filename)], { cwd: folder, env: environment });
}, 600_000);
afterAll(async () => {
  killAll();
  await rm(folder, { recursive: true, force: true });
});

const run = (args: readonly string[], settings: Record<string, string> = {}) =>
  new ServerProcess(join(folder, 'node_modules/.bin/booking-server'), args, { PATH: path, ...settings }, folder);

async function result(...args: string[]) {
  const command = run(args);
  return { status: await command.exited, out: command.lines.join('\n'), errors: command.errors.join('\n') };
}

describe('the package booking-server, installed in an empty folder', () => {
  it('is as small as its figures in the guide', () => {
    expect(packed.size).toBeLessThan(10_500_000);
    expect(packed.unpackedSize).toBeLessThan(33_000_000);
  });

  it('brings no package that reports its installation', () => {
    expect(existsSync(join(folder, 'node_modules/pg'))).toBe(true);
    expect(existsSync(join(folder, 'node_modules/@scarf'))).toBe(false);
  });

  it('starts a server with demo data in ./data, answers, and stops on SIGTERM', async () => {
    const server = await run(['start'], { DEMO: 'on' }).ready('Demo API key');
    expect(existsSync(join(folder, 'data/postgres'))).toBe(true);
    const headers = { authorization: `Bearer ${server.printedAs('Demo API key')}` };
    const services = await fetch(`${server.origin}/api/v1/services`, { headers });
    expect(await services.json()).toContainEqual({ service: expect.objectContaining({ id: 1 }) });
    for (const path of ['/dashboard', '/docs', '/docs/guides/settings', '/sites/demo/', '/graphql']) {
      const page = await fetch(server.origin + path, { headers: { accept: 'text/html' } });
      expect([path, page.status]).toEqual([path, 200]);
    }

    const attributes = ['--subdomain=acme', '--name=Acme', '--email=a@example.org', '--time-zone=Europe/Oslo'];
    const created = await result('account', 'create', ...attributes, '--country=NO', '--sandbox');
    expect(created).toMatchObject({ status: 0, errors: '' });
    const { api_key: key } = JSON.parse(created.out);
    const triggered = await result('trigger', 'person.created', '--server', server.origin, '--key', key);
    expect(triggered).toEqual({ status: 0, out: expect.stringContaining('"person.created"'), errors: '' });
    // One process, which has become the server.
    expect(await server.end()).toBe(0);
  }, 300_000);

  it('runs the example of its README, also in CommonJS and in Jest, whose types are right', async () => {
    const readme = await readFile(join(projectRoot, 'dist/packages/server/README.md'), 'utf8');
    const [, example = ''] = /```js\n([\s\S]*?)```/.exec(readme) ?? [];
    await writeFile(join(folder, 'booking.test.mjs'), example);
    const required = example.replaceAll(/^import (.+) from (.+);$/gm, 'const $1 = require($2);');
    expect(required).toContain("const { startTestServer } = require('booking-server/test');");
    await writeFile(join(folder, 'booking.test.cjs'), required);
    await writeFile(
      join(folder, 'booking.jest.js'),
      `const { startTestServer } = require('booking-server/test');
      it('starts', async () => {
        const server = await startTestServer();
        expect((await server.clock.now()).getTime()).toBeGreaterThan(0);
        await server.close();
      }, 60_000);`,
    );
    const cache = await makeDataFolder('booking-kit-');
    try {
      const tests = new ServerProcess(process.execPath, ['--test'], { PATH: path, HOME: cache }, folder);
      expect([await tests.exited, tests.lines.filter((line) => /^. (pass|fail) /.test(line))]).toEqual([
        0,
        [expect.stringMatching(/pass 2/), expect.stringMatching(/fail 0/)],
      ]);
      const config = JSON.stringify({ testEnvironment: 'node', testMatch: ['**/*.jest.js'] });
      const jest = [join(projectRoot, 'node_modules/jest/bin/jest.js'), '--config', config, '--rootDir', folder];
      const inJest = new ServerProcess(process.execPath, jest, { PATH: path, HOME: cache }, folder);
      expect([await inJest.exited, inJest.errors.filter((line) => line.startsWith('Tests:'))]).toEqual([
        0,
        [expect.stringMatching(/ 1 passed, 1 total/)],
      ]);
    } finally {
      await rm(cache, { recursive: true, force: true });
    }
    await writeFile(
      join(folder, 'types.mts'),
      `import { startTestServer } from 'booking-server/test';
      const server = await startTestServer({ account: { timeZone: 'Europe/London' } });
      export const [event]: string[] = (await server.deliveries()).map((delivery) => delivery.event);`,
    );
    await writeFile(
      join(folder, 'types.cts'),
      `import kit = require('booking-server/test');
      export const key: Promise<string> = kit.startTestServer().then((server: kit.TestServer) => server.key);`,
    );
    const compiler = join(projectRoot, 'node_modules/typescript/bin/tsc');
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'esnext', '--types', ''];
    await exec(process.execPath, [compiler, ...options, 'types.mts', 'types.cts'], { cwd: folder });
  }, 300_000);

  it.each([
    [['--version'], 0, build === undefined ? version : `${version} (${build})`, /^$/],
    [['--help'], 0, expect.stringContaining('booking-server start'), /^$/],
    [['listen', '--help'], 0, expect.stringContaining('--forward-to URL'), /^$/],
    [['trigger', '--help'], 0, expect.stringContaining('booking.created'), /^$/],
    [['account', '--help'], 0, expect.stringContaining('account create'), /^$/],
    [['begin'], 1, '', /^unknown command: begin\nbooking-server start/],
    [[], 1, '', /^a command is missing\n/],
    [['start', '--port', '1'], 1, '', /^start takes no arguments, but settings from the environment: --port 1\n/],
    [['account', 'eat'], 1, '', /^unknown command\n/],
  ])('answers %j', async (args, status, out, errors) => {
    expect(await result(...args)).toEqual({ status, out, errors: expect.stringMatching(errors) });
  });
});
