import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { OutboundError } from '../../src/platform/outbound/guarded-request.js';
import { post } from '../../src/platform/outbound/post.js';

/** With a timeout, in milliseconds, that a busy machine does not reach. */
const sending = { headers: { 'content-type': 'application/json' }, body: '{}', timeout: 60_000, allowPrivate: true };
const open: (Server | ReturnType<typeof createTcpServer>)[] = [];
const sockets = new Set<Socket>();
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of open) server.close();
});

async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(server);
  return (server.address() as AddressInfo).port;
}

/** Starts a TCP server that handles connections with `speak` and counts them. */
async function startTcpServer(speak: (socket: Socket) => void): Promise<{ port: number; connections: () => number }> {
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    socket.once('data', () => speak(socket));
  });
  return { port: await listen(server), connections: () => connections };
}

describe('a POST to an address of a user', () => {
  it('returns the status, the beginning of the body and Retry-After', async () => {
    const received: { method?: string | undefined; auth?: string | undefined; url?: string | undefined }[] = [];
    const port = await listen(
      createServer((request, response) => {
        received.push({ method: request.method, auth: request.headers.authorization, url: request.url });
        response.writeHead(503, { 'retry-after': '7' }).end('x'.repeat(5_000));
      }),
    );
    const answer = await post(`http://me:p%40ss@127.0.0.1:${port}/hook?secret=1`, sending);
    expect(answer).toEqual({ status: 503, body: 'x'.repeat(1_000), retryAfter: '7' });
    expect(received).toEqual([
      { method: 'POST', auth: `Basic ${Buffer.from('me:p@ss').toString('base64')}`, url: '/hook?secret=1' },
    ]);
  });

  it('follows no redirect', async () => {
    const target = await startTcpServer((socket) => socket.end());
    const port = await listen(
      createServer((_, response) => response.writeHead(302, { location: `http://127.0.0.1:${target.port}/` }).end()),
    );
    expect(await post(`http://127.0.0.1:${port}/`, sending)).toMatchObject({ status: 302 });
    expect(target.connections()).toBe(0);
  });

  it('reads only as much of a long body as it returns', async () => {
    let sent = 0;
    const port = await listen(
      createServer((_, response) => {
        const chunk = Buffer.alloc(64 * 1_024, 120);
        const write = (): void => {
          while (!response.destroyed && response.write(chunk)) sent += chunk.length;
          if (!response.destroyed) response.once('drain', write);
        };
        write();
      }),
    );
    expect((await post(`http://127.0.0.1:${port}/`, sending)).body).toBe('x'.repeat(1_000));
    expect(sent).toBeLessThan(64 * 1_024 * 1_024);
  });

  it.each<[string, (socket: Socket) => void, string]>([
    ['never answers', () => {}, 'it did not answer in time'],
    [
      'never ends its headers',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const timer = setInterval(() => socket.write('X-More: 1\r\n'), 20);
        socket.on('close', () => clearInterval(timer));
      },
      'it did not answer in time',
    ],
    [
      'never ends its body',
      (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n1'),
      'it did not answer in time',
    ],
    ['cuts the connection', (socket) => socket.resetAndDestroy(), 'the connection was cut off'],
    ['speaks no HTTP', (socket) => socket.end('hello\r\n\r\n'), 'it could not be reached (HPE_INVALID_CONSTANT)'],
    [
      'sends headers without end',
      (socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`),
      'it could not be reached (HPE_HEADER_OVERFLOW)',
    ],
  ])('fails within its timeout if the server %s', async (_name, speak, reason) => {
    const { port } = await startTcpServer(speak);
    const timeout = reason === 'it did not answer in time' ? 100 : sending.timeout;
    await expect(post(`http://user:secret@127.0.0.1:${port}/`, { ...sending, timeout })).rejects.toEqual(
      new OutboundError(reason),
    );
  });

  it('reports that no server listens, or that the host does not exist', async () => {
    const server = createTcpServer();
    const port = await listen(server);
    server.close();
    await expect(post(`http://127.0.0.1:${port}/`, sending)).rejects.toEqual(
      new OutboundError('the connection was refused'),
    );
    await expect(post('http://nowhere.invalid/', sending)).rejects.toEqual(new OutboundError('the host was not found'));
  });

  it('sends nothing to an address that is not public, in any notation', async () => {
    const { port, connections } = await startTcpServer((socket) => socket.end());
    const hosts = [
      '127.0.0.1',
      'localhost',
      '0.0.0.0',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '2130706433',
      '0177.0.0.1',
      '0x7f.1',
      '127.1',
      '169.254.169.254',
    ];
    for (const host of hosts) {
      await expect(post(`http://${host}:${port}/`, { ...sending, allowPrivate: false })).rejects.toEqual(
        new OutboundError('the address is not a public one'),
      );
    }
    expect(connections()).toBe(0);
  });
});
