import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Agent } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer, type LookupFunction, type Socket } from 'node:net';
import { download } from '../../src/platform/outbound/download.js';
import { OutboundError } from '../../src/platform/outbound/guarded-request.js';
import { post } from '../../src/platform/outbound/post.js';
import { outboundNames } from '../../src/platform/outbound/resolver.js';

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

/**
 * An internet on the loopback: names have the addresses given here, by which the guard decides, and a socket to any of them
 * is connected to the loopback. It does without TLS, for which the servers would need certificates.
 */
const addresses: Readonly<Record<string, string>> = {
  'calendar.example.org': '1.1.1.1',
  'other.example.org': '8.8.8.8',
  'inside.example.org': '10.0.0.5',
  'metadata.example.org': '169.254.169.254',
};

describe('a download', () => {
  const { lookup } = outboundNames;
  const { createConnection } = Agent.prototype;
  beforeAll(() => {
    const lookUp: LookupFunction = (host, options, callback) => {
      const address = addresses[host];
      if (address === undefined) lookup(host, options, callback);
      else callback(null, [{ address, family: 4 }]);
    };
    Object.assign(outboundNames, { lookup: lookUp });
    Agent.prototype.createConnection = ({ host, port, lookup: guard }) => {
      const toLoopback: LookupFunction = (name, options, callback) => {
        if (!guard) throw new Error('the connection has no guard');
        guard(name, options, (error) => callback(error, error ? '' : [{ address: '127.0.0.1', family: 4 }]));
      };
      return connect({ host: host ?? '', port: Number(port), lookup: toLoopback });
    };
  });
  afterAll(() => {
    Object.assign(outboundNames, { lookup });
    Agent.prototype.createConnection = createConnection;
  });

  const options = { headers: {}, timeout: 60_000, maxBytes: 1_000, allowPrivate: false };

  it('follows a redirect from one public server to another', async () => {
    const target = await listen(createServer((_, response) => response.end('BEGIN:VCALENDAR')));
    const location = `https://other.example.org:${target}/basic.ics`;
    const port = await listen(createServer((_, response) => response.writeHead(302, { location }).end()));
    const { status, body } = await download(`https://calendar.example.org:${port}/`, options);
    expect([status, body.toString()]).toEqual([200, 'BEGIN:VCALENDAR']);
  });

  it.each([
    'https://127.0.0.1',
    'https://localhost',
    'https://[::1]',
    'https://2130706433',
    'https://inside.example.org',
    'https://metadata.example.org',
    'http://127.0.0.1',
    'http://calendar.example.org',
  ])('follows no redirect from a public server to %s', async (host) => {
    const target = await startTcpServer((socket) => socket.end());
    const location = `${host}:${target.port}/latest/meta-data`;
    const port = await listen(createServer((_, response) => response.writeHead(307, { location }).end()));
    const reason = host.startsWith('http:') ? 'only https:// is allowed' : 'the address is not a public one';
    await expect(download(`https://calendar.example.org:${port}/`, options)).rejects.toThrow(reason);
    expect(target.connections()).toBe(0);
  });
});
