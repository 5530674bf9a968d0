import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readGuides } from '../../src/http/documentation/guides.js';
import { Metrics } from '../../src/observability/metrics.js';
import { freePort } from '../../src/platform/embedded-postgres/postmaster.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { startJobs } from '../../src/process/background-jobs.js';
import type { Component } from '../../src/process/component.js';
import { readConfig } from '../../src/process/config.js';
import { openDemoAccount } from '../../src/process/demo/demo-account.js';
import { silent } from '../jobs/change-writer.js';
import { type AccountCommands, startAccountCommands } from '../support/account-commands.js';
import { blocksOf, runGuide } from '../support/guide-runner.js';
import { isSampled, sampled } from '../support/sample.js';
import { startTestServer, TestAccount, type TestServer } from '../support/test-server.js';

let server: TestServer;
let worker: Component;
let key: string;
let commands: AccountCommands;
beforeAll(async () => {
  // The headers of a limit are shown, and no command reaches it.
  const rateLimit = { requests: 100_000, seconds: 20 };
  server = await startTestServer({ config: { webhookPrivateTargets: true, rateLimit } });
  key = (await openDemoAccount(server.database, server.clock))?.apiKey ?? '';
  const { database, signal } = await server.another();
  const dependencies = {
    ...{ database, signal, clock: server.clock, logger: silent, metrics: new Metrics(database) },
    config: readConfig({ WEBHOOK_PRIVATE_TARGETS: 'allow' }),
    ...{ abort: new AbortController().signal, findUnreadiness: async () => undefined },
  };
  worker = await startJobs(dependencies, server.clock);
  commands = await startAccountCommands();
}, 60_000);
afterAll(async () => {
  await commands[Symbol.asyncDispose]();
  await worker.stop();
  await server[Symbol.asyncDispose]();
});

const guides = readGuides();
const readme = { name: 'README', markdown: readFileSync(join(projectRoot, 'README.md'), 'utf8') };
const client = {
  name: 'client package',
  markdown: readFileSync(join(projectRoot, 'src/packages/client/README.md'), 'utf8'),
};
const documents = [readme, client, ...guides];

/** Blocks that are not executed, by their first line, with the reason. */
const excluded: Readonly<Record<string, string>> = {
  'npm ci': 'the server of the test runs already',
  'npm install @modelcontextprotocol/client': 'the packages of the tests contain it',
  'npm ci && npm test': 'this is one of the tests',
  'npm install @booking-server/client': 'it is imported from dist/packages',
  'POSTGRES_PASSWORD=… PUBLIC_URL=https://book.example.org docker compose up -d': 'needs Docker',
  'pg_dump --format=custom --file=booking.dump "$DATABASE_URL"': 'needs the programs of the version of PostgreSQL',
  'pg_restore --no-owner --exit-on-error --single-transaction --dbname="$DATABASE_URL" booking.dump':
    'needs the programs of the version of PostgreSQL',
};
const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

const run = async (markdown: string, patience?: number) => {
  const { origin, databaseUrl } = server;
  const replace = {
    4000: String(await freePort()),
    'npm run -s account --': commands.program,
    "'@booking-server/client'": `'${join(projectRoot, 'dist/packages/client/index.js')}'`,
    // Deliveries have the time of the server's clock, which stands still.
    'request.headers, secret)': `request.headers, secret, { now: () => ${server.clock.now().getTime()} })`,
  };
  const isExcluded = (text: string): boolean => firstLine(text) in excluded;
  return runGuide(markdown, { origin, databaseUrl, key }, { replace, isExcluded, ...(patience && { patience }) });
};

it('there is a guide for each task, in order', () => {
  expect(guides.map(({ name }) => name)).toEqual([
    'first-booking',
    'services',
    'public-api',
    'booking-page',
    'waitlist',
    'salon',
    'messages',
    'shop',
    'graphql',
    'stay-current',
    'figures',
    'webhooks',
    'synchronise',
    'idempotency',
    'requests',
    'accounts',
    'test-clock',
    'settings',
    'operate',
    'back-up',
    'scale',
    'stored-data',
    'client',
    'agents',
    'objects',
    'coming-from',
  ]);
});

it('the blocks that are not executed exist', () => {
  const blocks = documents.flatMap(({ markdown }) => blocksOf(markdown));
  expect(blocks.map(({ text }) => firstLine(text))).toEqual(expect.arrayContaining(Object.keys(excluded)));
});

describe('the commands of a document, each in one shell', () => {
  const reading = `{
    account { publicAccess currency embedOrigins bookingForm accentColour verificationMethod }
    services { totalCount } resources { totalCount } messageTemplates { totalCount } coupons { totalCount }
    apiKeys { totalCount } clientUsers { totalCount } paymentSettings { provider } failedJobs { totalCount }
    webHooks { nodes { targetUrl active } }
  }`;
  const readDemo = () =>
    new TestAccount(server.origin, { id: 1, subdomain: 'demo', api_key: key, secret: '' }).graphql(reading);

  let before: Awaited<ReturnType<typeof readDemo>>;
  beforeAll(async () => {
    before = await readDemo();
  });

  it.each(sampled(documents, 7, 'guides'))(
    'those of $name print what it shows, also when they are executed again',
    async ({ name, markdown }) => {
      expect(await run(markdown)).toEqual([]);
      if (isSampled(0, 4, name)) expect(await run(markdown)).toEqual([]);
    },
    600_000,
  );

  it('leave the set-up of the demo account as it was', async () => {
    expect(before.errors).toBeUndefined();
    expect(await readDemo()).toEqual(before);
  });
});

describe('the runner of commands', () => {
  it.each([
    ['a command that fails', '```sh\nfalse | cat\n```'],
    ['a response with an error', '```sh\ncurl http://127.0.0.1:3000/nothing\n```'],
    ['a response of GraphQL with errors', '```sh\necho \'{"errors": [{"message": "x"}]}\'\n```'],
  ])('rejects %s', async (_name, markdown) => {
    await expect(run(markdown)).rejects.toThrow();
  });

  it('accepts an error that is shown', async () => {
    const markdown =
      '```sh\ncurl http://127.0.0.1:3000/nothing\n```\n```json refused\n{"error": {"description": "…"}}\n```\n';
    expect(await run(markdown, 50)).toEqual([]);
  });

  it('returns an answer that is not printed', async () => {
    const markdown = '```sh\necho \'{"a": 1}\'\n```\n```json\n{"a": "…"}\n```\n```json\n{"a": 2}\n```\n';
    expect(await run(markdown, 50)).toEqual(['{"a": 2}\n[{"a":1}]']);
  });
});
