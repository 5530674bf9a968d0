import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Metrics } from '../../src/observability/metrics.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { startJobs } from '../../src/process/background-jobs.js';
import type { Component } from '../../src/process/component.js';
import { readConfig } from '../../src/process/config.js';
import { openDemoAccount } from '../../src/process/demo/demo-account.js';
import { silent } from '../jobs/change-writer.js';
import { type Block, blocksOf, runBlocks } from '../support/guide-runner.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

/** Blocks that are not executed, by their first line, with the reason. */
const excluded: Readonly<Record<string, string>> = {
  'npm ci && npm start': 'the server of the test runs already',
  'npm ci && npm test': 'this is one of the tests',
  'POSTGRES_PASSWORD=… PUBLIC_URL=https://book.example.org docker compose up -d': 'needs Docker',
  'pg_dump --format=custom --file=booking.dump "$DATABASE_URL"': 'needs the programs of PostgreSQL',
  'pg_restore --no-owner --exit-on-error --single-transaction --dbname="$DATABASE_URL" booking.dump':
    'needs the programs of PostgreSQL',
  '<script src="https://book.example.org/embed.js" data-site="acme" async></script>': 'a line of a page',
  'schema/schema.graphql       the GraphQL schema, generated from the code (npm run schema:emit)': 'a list of folders',
};

const now = '2026-03-02T07:00:00Z';
/** More than a year ahead in real time, on which the account commands run. */
const expiry = `${new Date().getFullYear() + 2}-01-01`;
const replace = {
  'Date.now()': `Date.parse("${now}")`,
  '2027-01-01': expiry,
  'sk_…': 'sk_test_123456',
  'whsec_…': 'whsec_123456',
  // The key that the same block has just printed.
  'bk_2_…': `$(cat "$(ls -t *.out | head -1)" | grep -o 'bk_[0-9]*_[A-Za-z0-9_-]*')`,
};

let server: TestServer;
let worker: Component;
let key: string | undefined;
beforeAll(async () => {
  server = await startTestServer({ now });
  key = await openDemoAccount(server.database, server.clock);
  const { database, signal } = await server.another();
  worker = await startJobs({
    ...{ database, signal, clock: server.clock, logger: silent, metrics: new Metrics(database) },
    config: readConfig({}),
    ...{ abort: new AbortController().signal, findUnreadiness: async () => undefined },
  });
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await server[Symbol.asyncDispose]();
});

const authorised = '-H "Authorization: Bearer $KEY"';

/** Runs a subscription in the background and changes the booking `$ID` until the change is printed. */
function subscribed(command: string): string {
  return `{\n${command}} > subscription.out 2>&1 &
until grep -q booking.modified subscription.out; do
  curl -X PUT ${authorised} "$API/bookings/$ID" -d "booking[notes]=$RANDOM"
  sleep 0.1
done
kill $!
`;
}

/** Returns the shell commands that do with a block what a reader does. */
function commandsOf({ language, text }: Block): string {
  switch (language) {
    case 'sh':
      return text.startsWith('curl -N ') ? subscribed(text) : text;
    case 'graphql':
      return `curl ${authorised} -H 'Content-Type: application/json' http://127.0.0.1:3000/graphql -d '${JSON.stringify({ query: text })}'\n`;
    case 'js':
      return `cat > watch.mjs <<'end'\n${text}end\n${subscribed('KEY=$KEY node watch.mjs\n')}`;
    default:
      throw new Error(`${language}: ${text}`);
  }
}

const blocks = blocksOf(readFileSync(join(projectRoot, 'README.md'), 'utf8'));
const firstLine = ({ text }: Block): string => text.split('\n', 1)[0] ?? '';

it('the exclusions are blocks of the README', () => {
  expect(blocks.map(firstLine)).toEqual(expect.arrayContaining(Object.keys(excluded)));
});

it('the commands, documents and subscriptions of the README work in their order', async () => {
  const executed = blocks.filter((block) => !(firstLine(block) in excluded));
  const languages = executed.map(({ language }) => language);
  expect(languages).toEqual(expect.arrayContaining(['sh', 'graphql', 'js']));
  const commands = executed.map((block): Block => ({ language: 'sh', text: commandsOf(block) }));
  const { origin, databaseUrl } = server;
  expect(await runBlocks(commands, { origin, databaseUrl, key: key ?? '' }, { replace })).toEqual([]);
});
