import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { problemsOfDelivery } from '../support/described-answers.js';
import { problemsOfMessage } from '../support/described-events.js';
import type { TestAccount } from '../support/test-server.js';

export interface ReceivedDelivery {
  headers: IncomingHttpHeaders;
  url: string | undefined;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: payloads of every shape
  payload: any;
}

/** Servers that receive deliveries. Each delivery is compared with `schema/openapi.json` and `schema/asyncapi.json`. */
export class WebHookReceivers {
  readonly #servers: ReturnType<typeof createServer>[] = [];
  readonly #differences: string[] = [];

  /** Starts a receiver. `answer` responds to a delivery; 200 by default. */
  async start(answer: (response: ServerResponse, index: number) => void = (response) => response.end()) {
    const received: ReceivedDelivery[] = [];
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString('utf8');
      const payload = JSON.parse(text);
      this.#differences.push(
        ...problemsOfDelivery(payload, request.headers),
        ...problemsOfMessage(payload.event, payload),
      );
      received.push({ headers: request.headers, url: request.url, text, payload });
      answer(response, received.length - 1);
    });
    this.#servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { received, address: `127.0.0.1:${(server.address() as AddressInfo).port}` };
  }

  /** Returns how the deliveries since the last call differ from both documents. */
  takeDifferences(): string[] {
    return this.#differences.splice(0);
  }

  stop(): void {
    for (const server of this.#servers) server.close();
  }
}

export const createWebHook = (account: TestAccount, target_url: string, event = '*') =>
  account.create('/web_hooks', 'web_hook', { target_url, event });

/** Lists the deliveries of an account, newest first. */
export async function listDeliveries(account: TestAccount) {
  const { data } = await account.graphql(
    '{ webHookDeliveries { edges { node { id event state attemptCount nextAttemptAt idempotencyId attempts { status answer failure } } } } }',
  );
  return data.webHookDeliveries.edges.map(({ node }: { node: object }) => node);
}
