import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../src/platform/project-root.js';
import { createTestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';
import { killAll, startAsNpm } from './server-process.js';

const exec = promisify(execFile);

/** Packages that only some requests, or another role, need. */
const late = ['@apollo/server', 'agenda', 'chrono-node', 'date-holidays', 'libphonenumber-js', 'mongodb', 'nodemailer'];

/** Imports modules in a new process. @returns the packages that they load */
async function packagesOf(...modules: string[]): Promise<string[]> {
  const code = `
    import { registerHooks } from 'node:module';
    const load = (url, context, next) => {
      console.log(url.match(/.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/)?.[1] ?? '');
      return next(url, context);
    };
    registerHooks({ load });
    for (const module of ${JSON.stringify(modules)}) await import('./' + module);
    process.exit();`;
  const { stdout } = await exec(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: join(projectRoot, 'dist'),
  });
  return [...new Set(stdout.split('\n'))];
}

afterAll(killAll);

describe('a web process', () => {
  it('loads no package at its start that the first response does not need', async () => {
    const loaded = await packagesOf('src/process/server.js', 'src/process/app.js');
    expect(loaded).toContain('express');
    expect(late.filter((name) => loaded.includes(name))).toEqual([]);
  });

  (process.platform === 'linux' ? it : it.skip)('returns the memory that its start took', async () => {
    await using test = await createTestDatabase();
    const { pid } = await startAsNpm({ DATABASE_URL: test.url, ROLE: 'web', DEMO: 'off' }).ready('Metrics');
    await until(async () => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      const [now = 0, most = 0] = ['VmRSS', 'VmHWM'].map((name) =>
        Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]),
      );
      return now < most * 0.85;
    });
  });

  it('loads its code and most packages from the bundle, in which each has one instance', async () => {
    const loaded = await packagesOf('bundle/all-roles.js');
    expect(loaded).toContain('pino');
    const bundled = ['@apollo/server', '@mikro-orm/core', 'agenda', 'express', 'graphql', 'type-graphql'];
    expect(bundled.filter((name) => loaded.includes(name))).toEqual([]);
  });

  it('loads Apollo Server for GraphQL over HTTP', async () => {
    expect(await packagesOf('src/http/graphql/server.js')).toContain('@apollo/server');
  });
});
