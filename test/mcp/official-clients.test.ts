import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { Agent, revisions } from '../support/agent.js';
import { rawRequest } from '../support/raw-request.js';
import { useTestServer } from '../support/test-server.js';
import { describeWithTools, importTool, pathOfTool } from '../support/tools.js';
import { openSalon, tuesday } from './salon.js';

const server = await useTestServer();
const { account, key, serviceId } = await openSalon(server);
const authorization = `Bearer ${key}`;
const endpoints: { path: string; headers: Record<string, string> }[] = [
  { path: '/mcp', headers: { authorization } },
  { path: `/sites/${account.subdomain}/mcp`, headers: {} },
];

/** A call that both endpoints refuse, and its reason as the model reads it. */
const refusedCall = { name: 'hold_time', arguments: { service_id: serviceId, ...tuesday, colour: 'red' } };
const reason = /^Refused: BAD_USER_INPUT\.[\s\S]*\ncolour is no argument of this tool/;

const run = promisify(execFile);

/** The part of `@modelcontextprotocol/sdk` that the tests use. */
interface ClientModule {
  Client: new (
    program: object,
  ) => {
    connect(transport: object): Promise<void>;
    listTools(): Promise<object>;
    callTool(call: object): Promise<{ structuredContent?: unknown }>;
    close(): Promise<void>;
  };
}

interface TransportModule {
  StreamableHTTPClientTransport: new (address: URL, options: object) => object;
}

/**
 * Runs the program of a package. Resolves with its output, also if it exits with an error. The inspector finds its own
 * version by a path relative to the working directory.
 */
async function runPackage(file: string, ...values: string[]): Promise<string> {
  const options = { cwd: dirname(file), timeout: 60_000 };
  const { stdout } = await run(process.execPath, [file, ...values], options).catch((error) => error);
  return String(stdout);
}

describe.each(endpoints)('at $path', ({ path, headers }) => {
  const address = `${server.origin}${path}`;

  describeWithTools('with the programs of the protocol', () => {
    it('a client of the SDK 1.x reads the reason of a refusal, and answers after it has listed the tools', async () => {
      const { Client } = await importTool<ClientModule>('@modelcontextprotocol/sdk/client/index.js');
      const { StreamableHTTPClientTransport } = await importTool<TransportModule>(
        '@modelcontextprotocol/sdk/client/streamableHttp.js',
      );
      const client = new Client({ name: 'tests', version: '1' });
      await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }));
      // Since then it compares answers with the output schemas.
      await client.listTools();
      const refused = await client.callTool(refusedCall);
      expect(refused).toMatchObject({
        isError: true,
        content: [{ type: 'text', text: expect.stringMatching(reason) }],
        _meta: { 'booking-server/error': { code: 'BAD_USER_INPUT' } },
      });
      expect(refused).not.toHaveProperty('structuredContent');
      const answered = await client.callTool({ name: 'list_services' });
      expect(answered.structuredContent).toMatchObject({ services: [{ title: 'Haircut' }] });
      await client.close();
    });

    it('the inspector prints the reason', async () => {
      const { name, arguments: values } = refusedCall;
      const given = Object.entries(values).flatMap(([of, value]) => ['--tool-arg', `${of}=${value}`]);
      const sent = Object.entries(headers).flatMap(([of, value]) => ['--header', `${of}: ${value}`]);
      const target = ['--cli', address, '--transport', 'http', ...sent];
      const file = pathOfTool('@modelcontextprotocol/inspector-cli/build/cli.js');
      const output = await runPackage(file, ...target, '--method', 'tools/call', '--tool-name', name, ...given);
      expect(JSON.parse(output)).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(reason) }] });
    });
  });

  it.each(revisions)('a client of the SDK 2.x reads the reason in the revision %s', async (revision) => {
    const connected = path === '/mcp' ? Agent.ofKey(server.origin, key, revision) : Agent.ofVisitor(account, revision);
    await using agent = await connected;
    await agent.client.listTools();
    const { isError, text, content } = await agent.answer(refusedCall.name, refusedCall.arguments);
    expect([isError, text, content]).toEqual([true, expect.stringMatching(reason), undefined]);
  });

  it.each([
    ['nothing', undefined],
    ['everything', '*/*'],
    ['JSON', 'application/json'],
    ['JSON and events', 'application/json, text/event-stream'],
  ])('a program that accepts %s gets JSON', async (_name, accept) => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_services', arguments: {} } };
    const answer = await rawRequest(address, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', ...(accept !== undefined && { accept }) },
      body: JSON.stringify(message),
    });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, expect.stringMatching('^application/json')]);
    expect(JSON.parse(answer.text).result.structuredContent.services).toHaveLength(1);
  });
});

describeWithTools('the conformance suite', () => {
  /** The other scenarios of the package call tools, prompts and resources of a server that is made for them. */
  it.each(['server-initialize', 'ping', 'tools-list'])('passes: %s', async (scenario) => {
    const file = pathOfTool('@modelcontextprotocol/conformance/dist/index.js');
    const url = `${server.origin}/sites/${account.subdomain}/mcp`;
    const output = await runPackage(file, 'server', '--url', url, '--scenario', scenario);
    expect(output).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed/);
  });
});
