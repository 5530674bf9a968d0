import { createAccount } from '../../src/domain/account/account.actions.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { killAll, type ServerProcess, startMain } from '../process/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { acme, TestAccount } from '../support/test-server.js';
import { WebHookReceivers } from './web-hook-receiver.js';

/** A server in a process of its own that delivers to webhooks on this machine. */
export class WebHookServer implements AsyncDisposable {
  #accounts = 0;

  private constructor(
    readonly test: TestDatabase,
    public process: ServerProcess,
  ) {}

  static async start(): Promise<WebHookServer> {
    const test = await createTestDatabase();
    return new WebHookServer(test, await startOn(test));
  }

  /** Kills the process and starts another one with these settings. */
  async restart(settings: Record<string, string>): Promise<void> {
    await this.process.end('SIGKILL');
    this.process = await startOn(this.test, settings);
  }

  async account(): Promise<TestAccount> {
    this.#accounts += 1;
    const subdomain = `hooks-${this.#accounts}`;
    const credentials = await createAccount(this.test.database, systemClock, { ...acme, subdomain });
    return new TestAccount(this.process.origin, credentials);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    killAll();
    await this.test[Symbol.asyncDispose]();
  }
}

/**
 * Starts a server and receivers before the tests of a file, and stops them after the last. A test fails if a delivery
 * differs from `schema/openapi.json`.
 *
 * @returns the receivers, and a function that returns the server
 */
export function useWebHookServer(): { receivers: WebHookReceivers; server: () => WebHookServer } {
  const receivers = new WebHookReceivers();
  let server: WebHookServer;
  beforeAll(async () => {
    server = await WebHookServer.start();
  });
  afterAll(async () => {
    receivers.stop();
    await server[Symbol.asyncDispose]();
  });
  afterEach(() => expect(receivers.takeDifferences()).toEqual([]));
  return { receivers, server: () => server };
}

const startOn = ({ url }: TestDatabase, settings: Record<string, string> = {}): Promise<ServerProcess> =>
  startMain({
    DATABASE_URL: url,
    DEMO: 'off',
    WEBHOOK_PRIVATE_TARGETS: 'allow',
    WEBHOOK_RETRY_BASE_MS: '50',
    ...settings,
  }).ready();
