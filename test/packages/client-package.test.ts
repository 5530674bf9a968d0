import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { projectRoot, version } from '../../src/platform/project-root.js';

const run = promisify(execFile);
const folder = join(projectRoot, 'dist', 'packages', 'client');

const program = `
import { createClient, verifyWebhook } from '@booking-server/client';
const client = createClient({ url: 'http://127.0.0.1:1' });
console.log(typeof client.bookings.list, typeof client.site('demo').services.list, typeof verifyWebhook);`;

it('is packed, installed in an empty folder without a network, and imported', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'booking-client-'));
  try {
    const { stdout: packed } = await run('npm', ['pack', '--silent', '--pack-destination', empty], { cwd: folder });
    await run('npm', ['install', '--silent', '--offline', '--no-audit', join(empty, packed.trim())], { cwd: empty });
    const { stdout: listed } = await run('npm', ['ls', '--all', '--parseable'], { cwd: empty });
    expect(listed.trim().split('\n')).toHaveLength(2);
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: empty });
    expect(stdout.trim()).toBe('function function function');
    expect(packed.trim()).toBe(`booking-server-client-${version}.tgz`);
  } finally {
    await rm(empty, { recursive: true, force: true });
  }
}, 120_000);

it('has at most 12 kB, minified and compressed', async () => {
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'index.js')],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  const size = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
  console.info(`@booking-server/client: ${size} bytes, minified and compressed`);
  expect(size).toBeLessThanOrEqual(12_288);
});
