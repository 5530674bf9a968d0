import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { HostAnswer, HostMethod, HostMethods, HostRequest, StartedServer } from './host.types.js';
import type { StartTestServer, TestClock, TestMessage, TestServer } from './test-kit.types.js';

export type { TestClock, TestDelivery, TestMessage, TestServer, TestServerOptions } from './test-kit.types.js';

/**
 * The flags of Node of the host, in place of those of the test runner. Tests end before optimised code has saved what V8 takes
 * to make it: a fifth of the CPU time of a start.
 */
const hostFlags = ['--no-opt', '--no-maglev'];

/**
 * The process that runs the servers of this one. It notices the end of this process, also by SIGKILL, and then deletes
 * what the servers have left. A process of its own keeps the modules of the server out of the test, and its work off the
 * event loop of the test.
 */
class Host {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  #count = 0;

  constructor() {
    this.#child = fork(fileURLToPath(new URL('../test-host-main.js', import.meta.url)), [], {
      execArgv: hostFlags,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child.on('message', (answer: HostAnswer) => this.#settle(answer));
    this.#child.on('exit', (status, signal) =>
      this.#fail(`the process of the test servers has ended: ${signal ?? status}`),
    );
    this.#child.on('error', (error) => this.#fail(error.message));
    this.#release();
  }

  get isAlive(): boolean {
    return this.#child.connected;
  }

  call<Method extends HostMethod>(
    method: Method,
    parameters: HostMethods[Method]['parameters'],
  ): Promise<HostMethods[Method]['result']> {
    this.#count += 1;
    const request: HostRequest = { id: this.#count, method, parameters };
    // Only a request in progress keeps the process of the test alive.
    this.#child.ref();
    this.#child.channel?.ref();
    return new Promise<HostMethods[Method]['result']>((resolve, reject) => {
      this.#waiting.set(request.id, { resolve: (result) => resolve(result as HostMethods[Method]['result']), reject });
      this.#child.send(request, (error) => {
        if (error) this.#settle({ id: request.id, error: error.message });
      });
    });
  }

  #settle(answer: HostAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ('error' in answer) waiting?.reject(new Error(answer.error));
    else waiting?.resolve(answer.result);
    if (this.#waiting.size === 0) this.#release();
  }

  #fail(reason: string): void {
    for (const id of this.#waiting.keys()) this.#settle({ id, error: reason });
  }

  #release(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }
}

let host: Host | undefined;

/**
 * Starts a server for a test: with a database of its own, a sandbox account and a clock that the test advances.
 *
 * @throws Error if the server cannot start, such as for an invalid setting
 */
export const startTestServer: StartTestServer = async (options = {}) => {
  if (!host?.isAlive) host = new Host();
  const itsHost = host;
  const started = await itsHost.call('start', options);
  const { server } = started;
  const settle = () => itsHost.call('settle', { server });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= itsHost.call('close', { server }).then(() => {});
    return closing;
  };
  const { url, key, subdomain, secret } = started;
  return {
    ...{ url, key, subdomain, secret, close },
    clock: clockOf(started),
    messages: async () => {
      await settle();
      return readMessages(started);
    },
    deliveries: settle,
    [Symbol.asyncDispose]: close,
  } satisfies TestServer;
};

/** In milliseconds, between two looks at a clock that is advancing. */
const clockPause = 20;

function clockOf(server: StartedServer): TestClock {
  const advance = async (body: object): Promise<void> => {
    let { is_advancing: isAdvancing } = await callClock(server, 'PUT', body);
    while (isAdvancing) {
      await sleep(clockPause);
      isAdvancing = (await callClock(server, 'GET')).is_advancing;
    }
  };
  return {
    now: async () => new Date((await callClock(server, 'GET')).now),
    advance: (by) => advance({ by }),
    advanceTo: (to) => advance({ to: to.toISOString() }),
  };
}

async function callClock(
  server: StartedServer,
  method: string,
  body?: object,
): Promise<{ now: string; is_advancing: boolean }> {
  const { test_clock: clock } = await send(server, method, '/api/v1/test_clock', body);
  return clock;
}

const query = `query ($after: String) {
  messages(first: 100, after: $after, order: ID) {
    nodes { kind channel recipient subject body bookingId personId } pageInfo { hasNextPage endCursor }
  }
}`;

async function readMessages(server: StartedServer): Promise<TestMessage[]> {
  const messages: TestMessage[] = [];
  for (let after: string | null = null, hasMore = true; hasMore; ) {
    const { data } = await send(server, 'POST', '/graphql', { query, variables: { after } });
    messages.push(...data.messages.nodes);
    hasMore = data.messages.pageInfo.hasNextPage;
    after = data.messages.pageInfo.endCursor;
  }
  return messages;
}

/** Sends a request to the server and returns its JSON. @throws Error if it is refused */
// biome-ignore lint/suspicious/noExplicitAny: answers of this version of the server, whose shapes its callers name
async function send({ url, key }: StartedServer, method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'user-agent': 'booking-server/test',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`);
  return JSON.parse(text);
}
