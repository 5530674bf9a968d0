import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received delivery. */
export interface Delivery {
  /** The path of the webhook's address. */
  path: string;
  event: string;
  objectId: number;
  idempotencyId: string;
  /** The time of arrival in milliseconds, by the clock of this process. */
  at: number;
}

/** A server that accepts all deliveries of webhooks. */
export interface Receiver extends AsyncDisposable {
  address: string;
  deliveries: readonly Delivery[];
}

export async function startReceiver(): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  const server = createServer(async (request, response) => {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const payload = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      const { event, id: objectId, idempotency_id: idempotencyId } = payload;
      deliveries.push({
        path: request.url ?? '',
        event,
        objectId,
        idempotencyId,
        at: performance.timeOrigin + performance.now(),
      });
      response.end();
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
