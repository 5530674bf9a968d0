import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript-5';
import { signedHeaders } from '../../src/domain/web-hook/web-hook-delivery.rules.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { bookableServicePerTest } from '../support/catalog.js';
import { describeInChromium, openPage } from '../support/chromium.js';
import { useTestServer } from '../support/test-server.js';
import { clientProgram, type Given, type Seen } from './client-program.js';
import { startProxy } from './proxy.js';

const run = promisify(execFile);
const module = join(projectRoot, 'dist', 'packages', 'client', 'index.js');

const server = await useTestServer();
const account = server.accountPerTest();
bookableServicePerTest(account);

/** More than a page of a list has. */
const people = 51;

async function given(url: string): Promise<Given> {
  for (let number = 1; number < people; number++)
    await account.create('/people', 'person', { name: `Person ${number}` });
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  const body = JSON.stringify({ event: 'booking.created' });
  const headers = signedHeaders({ own: [secret], ofAccount: [] }, crypto.randomUUID(), new Date(), body);
  return { url, apiKey: account.credentials.api_key, delivery: { body, headers, secret } };
}

const expected: Seen = {
  state: 'confirmed',
  people,
  change: 'booking.created',
  errors: ['NotFoundError', 'ValidationError'],
  event: 'booking.created',
};

const countBookings = async (): Promise<number> => (await account.get('/bookings')).body.length;

describeInChromium('the client in a page', (browser) => {
  it('books once although the answer is lost, reads pages and changes, and has errors as classes', async () => {
    const { page, problems } = await openPage(browser(), server.origin);
    const scripts = { '/client.js': readFileSync(module, 'utf8'), '/program.js': clientProgram };
    for (const [path, body] of Object.entries(scripts)) {
      await page.route(server.origin + path, (route) => route.fulfill({ contentType: 'text/javascript', body }));
    }
    let attempts = 0;
    await page.route(`${server.origin}/api/v1/bookings`, async (route) => {
      attempts += 1;
      if (attempts > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await page.goto(`${server.origin}/docs`);
    const seen = await page.evaluate<Seen>(`(async () => {
      const [client, { run }] = await Promise.all([import('/client.js'), import('/program.js')]);
      return run(client, ${JSON.stringify(await given(server.origin))});
    })()`);
    expect(seen).toEqual(expected);
    expect([attempts, await countBookings()]).toEqual([2, 1]);
    expect(problems).toEqual([]);
  }, 120_000);
});

const { engines }: { engines: { node: string } } = JSON.parse(
  readFileSync(join(projectRoot, 'dist', 'packages', 'client', 'package.json'), 'utf8'),
);

/** Returns a Node.js of the version that the package claims to run on, among those on the PATH. */
async function findOldestNode(): Promise<string | undefined> {
  const paths = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  for (const path of paths.filter((one) => existsSync(one))) {
    const { stdout } = await run(path, ['--version']);
    if (`>=${/^v(\d+)/.exec(stdout)?.[1]}` === engines.node) return path;
  }
  return undefined;
}

const oldest = await findOldestNode();
if (oldest === undefined) console.warn(`The client is not run by Node.js ${engines.node}: the PATH has none.`);

(oldest === undefined ? it.skip : it)(
  'runs on the oldest Node.js that it claims, if there is one',
  async () => {
    await using proxy = await startProxy(server.origin);
    const folder = await mkdtemp(join(tmpdir(), 'booking-client-'));
    try {
      const program = join(folder, 'program.mjs');
      const start = `console.log(JSON.stringify(await run(client, ${JSON.stringify(await given(proxy.url))})));`;
      await writeFile(program, `import * as client from '${pathToFileURL(module)}';\n${clientProgram}\n${start}`);
      // The answer of the fifth request, which books, is lost.
      proxy.treat('pass', 'pass', 'pass', 'pass', 'cut after');
      const { stdout } = await run(oldest ?? '', [program], { env: {} });
      expect(JSON.parse(stdout)).toEqual(expected);
      const keys = proxy.seen.filter(({ method, path }) => method === 'POST' && path === '/api/v1/bookings');
      expect([keys.length, await countBookings()]).toEqual([2, 1]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  60_000,
);

/** The interfaces of the web, and of the language after ES2021, that the client uses. Node.js 20.0 has each of them. */
const inNode20 = [
  ...[
    'AbortController',
    'AbortController.abort',
    'AbortController.signal',
    'AbortSignal.aborted',
    'AbortSignal.reason',
  ],
  ...['AbortSignal.addEventListener', 'AbortSignal.removeEventListener', 'AbortSignal.throwIfAborted'],
  ...[
    'Body.body',
    'Crypto.getRandomValues',
    'Crypto.subtle',
    'Error.cause',
    'Headers',
    'Headers.get',
    'Performance.now',
  ],
  ...['ReadableStream.cancel', 'ReadableStream.getReader', 'ReadableStreamDefaultReader.read'],
  ...['ReadableStreamGenericReader.cancel', 'Response.headers', 'Response.ok', 'Response.status', 'Response.type'],
  ...['SubtleCrypto.importKey', 'SubtleCrypto.verify', 'TextDecoder', 'TextDecoder.decode', 'TextEncoder'],
  ...['TextEncoder.encode', 'URLSearchParams', 'URLSearchParams.append', 'URLSearchParams.toString', 'atob'],
  ...['clearTimeout', 'crypto', 'fetch', 'performance', 'setTimeout'],
  // Asked for by `typeof`, to recognise a browser.
  'document',
];

/** Whether a declaration is of the web or of the language after ES2021. */
const isNew = (declaration: ts.Declaration): boolean =>
  /^lib\.(dom|esnext|es202[2-9])/.test(basename(declaration.getSourceFile().fileName));

/** Returns the interfaces of the platform that the sources use, such as `Headers.get`. Types of them are left out. */
function usedOfPlatform(): string[] {
  const folder = join(projectRoot, 'src', 'packages', 'client');
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  const config = ts.getParsedCommandLineOfConfigFile(join(folder, 'tsconfig.json'), {}, host);
  const program = ts.createProgram(config?.fileNames ?? [], config?.options ?? {});
  const checker = program.getTypeChecker();
  const used = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    const declarations = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node)?.declarations : undefined;
    const [first] = declarations?.every((one) => isNew(one)) ? declarations : [];
    if (first) {
      const owner = ts.isInterfaceDeclaration(first.parent) ? `${first.parent.name.text}.` : '';
      used.add(`${owner}${node.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  for (const file of program.getSourceFiles()) if (file.fileName.startsWith(folder)) visit(file);
  return [...used];
}

it('uses nothing of the platform that Node.js 20 does not have', () => {
  expect(engines.node).toBe('>=20');
  // A name that is added here is looked up in the documentation of Node.js 20.0 first.
  expect(usedOfPlatform().toSorted()).toEqual(inNode20.toSorted());
});
