import { readGuides } from '../../src/http/documentation/guides.js';
import { Metrics } from '../../src/observability/metrics.js';
import { freePort } from '../../src/platform/embedded-postgres/postmaster.js';
import { startJobs } from '../../src/process/background-jobs.js';
import type { Component } from '../../src/process/component.js';
import { readConfig } from '../../src/process/config.js';
import { openDemoAccount } from '../../src/process/demo/demo-account.js';
import { silent } from '../jobs/change-writer.js';
import { blocksOf, runGuide } from '../support/guide-runner.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let worker: Component;
let key: string | undefined;
beforeAll(async () => {
  server = await startTestServer({ config: { webhookPrivateTargets: true } });
  key = await openDemoAccount(server.database, server.clock);
  const { database, signal } = await server.another();
  worker = await startJobs({
    ...{ database, signal, clock: server.clock, logger: silent, metrics: new Metrics(database) },
    config: readConfig({ WEBHOOK_PRIVATE_TARGETS: 'allow' }),
    ...{ abort: new AbortController().signal, findUnreadiness: async () => undefined },
  });
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await server[Symbol.asyncDispose]();
});

const guides = readGuides();
const run = async (markdown: string, patience?: number) => {
  const { origin, databaseUrl } = server;
  const replace = { 4000: String(await freePort()) };
  return runGuide(markdown, { origin, databaseUrl, key: key ?? '' }, { replace, ...(patience && { patience }) });
};

it('there is a guide for each task, in order', () => {
  expect(guides.map(({ name }) => name)).toEqual([
    'first-booking',
    'idempotency',
    'webhooks',
    'synchronise',
    'stay-current',
    'figures',
    'test-clock',
  ]);
});

it.each(guides)('the commands of $name print what it shows', async ({ markdown }) => {
  expect(blocksOf(markdown).some(({ language }) => language === 'sh')).toBe(true);
  expect(await run(markdown)).toEqual([]);
});

describe('the runner of commands', () => {
  it.each([
    ['a command that fails', '```sh\nfalse | cat\n```'],
    ['a response with an error', '```sh\ncurl http://127.0.0.1:3000/nothing\n```'],
    ['a response of GraphQL with errors', '```sh\necho \'{"errors": [{"message": "x"}]}\'\n```'],
  ])('rejects %s', async (_name, markdown) => {
    await expect(run(markdown)).rejects.toThrow();
  });

  it('returns an answer that is not printed', async () => {
    const markdown = '```sh\necho \'{"a": 1}\'\n```\n```json\n{"a": "…"}\n```\n```json\n{"a": 2}\n```\n';
    expect(await run(markdown, 50)).toEqual(['{"a": 2}\n[{"a":1}]']);
  });
});
