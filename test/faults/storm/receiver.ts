import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received delivery. */
export interface Delivery {
  /** The path of the webhook's address. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  objectId: number;
  idempotencyId: string;
  /** The time of arrival in milliseconds, by the clock of this process. */
  at: number;
}

/** A server that receives deliveries of webhooks. */
export interface Receiver extends AsyncDisposable {
  address: string;
  deliveries: readonly Delivery[];
}

/** @param respond returns the status of the answer to a delivery; all are accepted by default */
export async function startReceiver(respond: (delivery: Delivery) => number = () => 200): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  const server = createServer(async (request, response) => {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = Buffer.concat(chunks).toString('utf8');
      const { id: objectId, idempotency_id: idempotencyId } = JSON.parse(body);
      const { url: path = '', headers } = request;
      const at = performance.timeOrigin + performance.now();
      const delivery = { path, headers, body, objectId, idempotencyId, at };
      deliveries.push(delivery);
      response.writeHead(respond(delivery)).end();
    } catch {
      response.destroy(); // its sender was killed
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deliveries,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
