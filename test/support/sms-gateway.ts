import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface GatewayRequest {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: unknown;
}

export interface SmsGateway extends AsyncDisposable {
  url: string;
  /** The received requests, in order. */
  requests: GatewayRequest[];
  /** Responds to each request; by default with 202. */
  answer: (response: ServerResponse) => void;
}

const accept = (response: ServerResponse): void => void response.writeHead(202).end('{"queued":true}');

/** Starts an SMS gateway on a free port. */
export async function startSmsGateway(): Promise<SmsGateway> {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { method, url: path, headers } = request;
    gateway.requests.push({ method, path, headers, body: JSON.parse(text) });
    gateway.answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const gateway: SmsGateway = {
    url: `http://127.0.0.1:${port}/send?key=7`,
    requests: [],
    answer: accept,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return gateway;
}
