import { once } from 'node:events';
import { type AddressInfo, createServer, type NetConnectOpts, connect as open, type Socket } from 'node:net';

/** A TCP proxy: its address stays the same while the server behind it stops, restarts or moves. */
export interface Forwarder extends AsyncDisposable {
  port: number;
  /** Whether it drops all data in both directions. */
  isSilent: boolean;
  /** Closes all open connections. */
  cut(): void;
}

/**
 * @param target called for each connection; if the target refuses the connection, the client's is closed
 * @param onSent called with the data that clients send
 */
export async function startForwarder(
  target: () => NetConnectOpts,
  onSent: (bytes: Buffer) => void = () => {},
  port = 0,
): Promise<Forwarder> {
  const sockets = new Set<Socket>();
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    const behind = open(target());
    for (const [from, to] of [
      [client, behind],
      [behind, client],
    ] as const) {
      sockets.add(from);
      from
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(from);
          to.destroy();
        });
      from.on('data', (bytes) => {
        if (!forwarder.isSilent) to.write(bytes);
      });
    }
    client.on('data', onSent);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const forwarder = {
    port: (server.address() as AddressInfo).port,
    isSilent: false,
    cut,
    [Symbol.asyncDispose]: async () => {
      server.close();
      cut();
    },
  };
  return forwarder;
}

/** Returns the first server of a `mongodb://` URL: a Unix socket, or host and port. */
export function mongoTarget(url: string): NetConnectOpts {
  const [, host = ''] = /^mongodb:\/\/(?:[^@/]*@)?([^,/?]*)/.exec(url) ?? [];
  const place = decodeURIComponent(host);
  if (place.startsWith('/')) return { path: place };
  const [name = '', port = '27017'] = place.split(':');
  return { host: name, port: Number(port) };
}
