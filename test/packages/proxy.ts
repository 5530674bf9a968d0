import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The treatment of one request by the proxy. */
export type Treatment =
  /** Sends the request on, and the answer back. */
  | 'pass'
  /** Closes the connection before the server has the request. */
  | 'cut before'
  /** Sends the request on, and closes the connection once the server has answered. */
  | 'cut after'
  /** Never answers. */
  | 'silence'
  | { status: number; headers?: Record<string, string>; body?: string };

export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
}

/** A proxy before a server, which treats requests as a test says. */
export interface Proxy extends AsyncDisposable {
  url: string;
  /** The requests since the last call of `treat`. */
  seen: SeenRequest[];
  /** Sets what happens to the next requests, one after the other. Later ones pass. */
  treat(...treatments: Treatment[]): void;
}

export async function startProxy(origin: string): Promise<Proxy> {
  const next: Treatment[] = [];
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    seen.push({ method, path: url, headers });
    const treatment = next.shift() ?? 'pass';
    if (treatment === 'silence') return;
    if (treatment === 'cut before') return void request.socket.destroy();
    if (typeof treatment === 'object') {
      return void response.writeHead(treatment.status, treatment.headers).end(treatment.body);
    }
    const answer = await forward(origin, request);
    if (treatment === 'cut after') return void request.socket.destroy();
    await send(answer, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    treat: (...treatments) => {
      next.splice(0, next.length, ...treatments);
      seen.length = 0;
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function forward(origin: string, request: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
  const { method = '' } = request;
  return fetch(`${origin}${request.url}`, {
    method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  });
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  const text = await answer.text();
  const { 'content-encoding': _, 'transfer-encoding': __, ...headers } = Object.fromEntries(answer.headers);
  response.writeHead(answer.status, headers).end(text);
}
