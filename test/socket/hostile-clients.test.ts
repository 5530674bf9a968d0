import { get, type IncomingMessage } from 'node:http';
import { connect as connectSocket, type Socket } from 'node:net';
import { WebSocket } from 'ws';
import { liveLimits } from '../../src/http/graphql/live-limits.js';
import { messagesPerRequest } from '../../src/http/rate-limit.js';
import { readMetrics } from '../support/metrics.js';
import { startTestServer, useOwnTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { usedMemory } from './big-changes.js';
import { type Changes, connect, type SocketSubscriber, stream } from './subscriber.js';

const server = await useOwnTestServer();
const account = await server.account();

const megabyte = 1_000_000;
/** Memory of the clients themselves, which are in this process. Pongs with the payloads would take several times as much. */
const most = 120 * megabyte;

/** Returns a masked frame of a client. The mask is zero, so the payload is as it is. */
function frame(opcode: number, payload: string): Buffer {
  const size = payload.length;
  const head = size < 126 ? [0x80 | size] : [0x80 | 126, size >> 8, size & 255];
  if (size <= 65_535) return Buffer.from([0x80 | opcode, ...head, 0, 0, 0, 0, ...Buffer.from(payload)]);
  const long = Buffer.alloc(8);
  long.writeBigUInt64BE(BigInt(size));
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | 127]), long, Buffer.alloc(4), Buffer.from(payload)]);
}

const text = 1;
const ping = 9;

/** A client that writes frames and reads nothing once it is open. */
class UnreadSocket {
  readonly socket: Socket;
  readonly closed: Promise<void>;
  isClosed = false;
  written = 0;

  private constructor(origin: string) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.closed = promise;
    this.socket = connectSocket(Number(new URL(origin).port), '127.0.0.1');
    this.socket
      .on('error', () => {})
      .on('close', () => {
        this.isClosed = true;
        resolve();
      });
  }

  /** @param key acknowledges the connection; without one the client never sends `connection_init` */
  static async open(origin: string, key?: string): Promise<UnreadSocket> {
    const client = new UnreadSocket(origin);
    let read = '';
    client.socket.on('data', (chunk) => {
      read += chunk;
    });
    client.socket.write(
      `GET /graphql HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n`,
    );
    await until(() => read.includes('\r\n\r\n'));
    if (key !== undefined) {
      client.socket.write(frame(text, JSON.stringify({ type: 'connection_init', payload: { authorization: key } })));
      await until(() => read.includes('connection_ack'));
    }
    client.socket.pause();
    return client;
  }

  /** Writes a frame again and again, until the server closes the connection or so many bytes are written. */
  async flood(bytes: Buffer, most: number): Promise<void> {
    const chunk = Buffer.concat(Array.from({ length: Math.ceil(65_536 / bytes.length) }, () => bytes));
    while (!this.isClosed && this.written < most) {
      this.written += chunk.length;
      const error = await new Promise((resolve) => this.socket.write(chunk, resolve));
      if (error) await this.closed;
    }
  }
}

const pingMessage = (size: number) => frame(text, JSON.stringify({ type: 'ping', payload: { a: 'x'.repeat(size) } }));

describe('eight sockets that send pings and never read', () => {
  it.each<[string, () => string | undefined, Buffer]>([
    ['of 95 kB before connection_init', () => undefined, pingMessage(95_000)],
    ['of a few bytes before connection_init', () => undefined, pingMessage(1)],
    ['of the protocol before connection_init', () => undefined, frame(ping, 'x'.repeat(125))],
    ['of the protocol with a key', () => account.credentials.api_key, frame(ping, 'x'.repeat(125))],
  ])(
    '%s are closed, and take no memory',
    async (_name, key, bytes) => {
      const clients = await Promise.all(Array.from({ length: 8 }, () => UnreadSocket.open(server.origin, key())));
      const before = usedMemory();
      await Promise.all(clients.map((client) => client.flood(bytes, 100 * megabyte)));
      expect(clients.map(({ isClosed }) => isClosed)).toEqual(clients.map(() => true));
      expect(usedMemory() - before).toBeLessThan(most);
    },
    120_000,
  );

  it('of 95 kB with a key get pongs without the payload', async () => {
    const clients = await Promise.all(
      Array.from({ length: 8 }, () => UnreadSocket.open(server.origin, account.credentials.api_key)),
    );
    const before = usedMemory();
    await Promise.all(clients.map((client) => client.flood(pingMessage(95_000), 60 * megabyte)));
    expect(usedMemory() - before).toBeLessThan(most);
    for (const { socket } of clients) socket.destroy();
  }, 120_000);
});

describe('the rate limit', () => {
  it('counts messages and pings, with a limit of their own', async () => {
    const requests = 5;
    await using limited = await startTestServer({ config: { rateLimit: { requests, seconds: 600 } } });
    const { api_key: key } = (await limited.account()).credentials;
    const socket = new WebSocket(`${limited.origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    const closed = new Promise((resolve) => socket.on('close', (code, reason) => resolve([code, String(reason)])));
    let pongs = 0;
    socket.on('message', (data) => {
      if (String(data) === '{"type":"pong"}') pongs += 1;
    });
    await new Promise((resolve) => socket.on('open', resolve));
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: key } }));
    await new Promise((resolve) => socket.once('message', resolve));
    const allowed = requests * messagesPerRequest - 1;
    for (let sent = 0; sent < allowed; sent += 1) socket.send('{"type":"ping","payload":{"a":1}}');
    await until(() => pongs === allowed);
    socket.ping();
    expect(await closed).toEqual([1013, 'Too many messages']);
  });

  it('destroys the socket of a client that goes on sending', async () => {
    await using limited = await startTestServer({ config: { rateLimit: { requests: 5, seconds: 600 } } });
    const client = await UnreadSocket.open(limited.origin, (await limited.account()).credentials.api_key);
    const startedAt = performance.now();
    const sending = setInterval(
      () => client.socket.write(Buffer.concat(Array.from({ length: 50 }, () => pingMessage(10)))),
      20,
    );
    await client.closed;
    clearInterval(sending);
    // A client that does not close its side had 3 seconds, unless it sent 500 kB.
    expect(performance.now() - startedAt).toBeLessThan(1_500);
    expect(client.socket.bytesWritten).toBeLessThan(300_000);
  });

  it('counts upgrade requests, which are refused with Retry-After', async () => {
    await using limited = await startTestServer({ config: { rateLimit: { requests: 3, seconds: 600 } } });
    const opened = await Promise.all(Array.from({ length: 3 }, () => upgrade(limited.origin)));
    expect(opened.map(({ status }) => status)).toEqual([101, 101, 101]);
    const { status, headers } = await upgrade(limited.origin);
    const seconds = Number(headers['retry-after']);
    expect([status, seconds > 0, seconds <= 600]).toEqual([429, true, true]);
    for (const { end } of opened) end();
  });
});

interface Upgraded {
  status: number | undefined;
  headers: IncomingMessage['headers'];
  end(): void;
}

/** Sends an upgrade request. */
function upgrade(origin: string): Promise<Upgraded> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    socket.on('upgrade', ({ headers }) => resolve({ status: 101, headers, end: () => socket.terminate() }));
    socket.on('unexpected-response', (_request, response) => {
      response.resume();
      resolve({ status: response.statusCode, headers: response.headers, end: () => {} });
    });
    socket.on('error', reject);
  });
}

const live = async (of: string): Promise<number | undefined> =>
  (await readMetrics(`${server.origin}/metrics`)).get(`booking_live{of="${of}"}`);

describe('sockets', () => {
  it('are limited for each address, and no longer counted once they end', async () => {
    await until(async () => (await live('sockets')) === 0);
    const opened: Upgraded[] = [];
    // Closed after three seconds, because they send no connection_init.
    for (let count = 0; count < liveLimits.connectionsPerAddress; count += 50) {
      opened.push(...(await Promise.all(Array.from({ length: 50 }, () => upgrade(server.origin)))));
    }
    const refused = await upgrade(server.origin);
    expect([opened.every(({ status }) => status === 101), refused.status]).toEqual([true, 429]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    for (const { end } of opened) end();
    await until(async () => (await live('sockets')) === 0);
    const again = await upgrade(server.origin);
    expect(again.status).toBe(101);
    again.end();
  });

  it('without connection_init are closed with 4408', async () => {
    const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    expect(await new Promise((resolve) => socket.on('close', resolve))).toBe(4408);
  });

  it('are limited for each key', async () => {
    const { api_key: parameter } = (await server.account()).credentials;
    const opened: SocketSubscriber[] = [];
    for (let count = 0; count < liveLimits.connectionsPerSender; count += 1) {
      const subscriber = connect(server.origin, { parameter });
      expect(await subscriber.ask('{ account { id } }')).toMatchObject({ data: {} });
      opened.push(subscriber);
    }
    expect(await connect(server.origin, { parameter }).closed).toMatchObject({
      code: 1013,
      reason: `At most ${liveLimits.connectionsPerSender} connections may be open at once`,
    });
    await Promise.all(opened.map((subscriber) => subscriber.end()));
  });
});

describe('400 streams that nobody reads', () => {
  const query = encodeURIComponent('subscription { bookingChanged { name } }');
  const open = (key: string): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}` };
      get(`${server.origin}/graphql/stream?query=${query}`, { headers, agent: false }, resolve).on('error', reject);
    });
  const openAll = async (keys: string[]): Promise<IncomingMessage[]> => {
    const responses: IncomingMessage[] = [];
    for (let from = 0; from < keys.length; from += 50) {
      responses.push(...(await Promise.all(keys.slice(from, from + 50).map(open))));
    }
    return responses;
  };
  const accepted = (responses: IncomingMessage[]) => responses.filter(({ statusCode }) => statusCode === 200).length;

  it.each<[string, number, number]>([
    ['one key', 1, liveLimits.connectionsPerSender],
    ['four keys', 4, liveLimits.connectionsPerAddress],
  ])('with %s are refused above the limit, and leave no place taken', async (_name, count, limit) => {
    const accounts = await Promise.all(Array.from({ length: count }, () => server.account()));
    const keys = Array.from({ length: 400 }, (_, index) => accounts[index % count]?.credentials.api_key ?? '');
    const responses = await openAll(keys);
    expect(accepted(responses)).toBe(limit);
    const refused = responses.filter(({ statusCode }) => statusCode !== 200);
    expect([...new Set(refused.map(({ statusCode, headers }) => `${statusCode} ${headers['retry-after']}`))]).toEqual([
      '429 10',
    ]);
    expect(await live('streams')).toBe(limit);
    for (const response of responses) response.destroy();
    await until(async () => (await live('streams')) === 0);
    const again = await openAll(keys.slice(0, 1));
    expect(accepted(again)).toBe(1);
    for (const response of again) response.destroy();
  });
});

describe('1,000 subscriptions', () => {
  const openAll = async (subscribers: SocketSubscriber[], count: number): Promise<Changes[]> => {
    const all = Array.from({ length: count / subscribers.length }, () => subscribers.map((one) => one.watch())).flat();
    const refused = () => all.filter(({ error, completed }) => error !== undefined || completed).length;
    await until(async () => refused() + ((await live('subscriptions')) ?? 0) === count);
    return all;
  };
  const codesOf = (changes: Changes[]): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const { error = [], messages } of changes) {
      const [problem] = [...(Array.isArray(error) ? error : []), ...messages.flatMap(({ errors }) => errors)];
      const code = problem?.extensions.code ?? 'none';
      counts[code] = (counts[code] ?? 0) + 1;
    }
    return counts;
  };

  it.each<[string, number, number, Record<string, number>]>([
    ['on one socket', 1, 1, { none: 50, BAD_REQUEST: 950 }],
    ['of one key', 1, 20, { none: liveLimits.subscriptionsPerSender, RATE_LIMITED: 800 }],
    ['of four keys', 4, 5, { none: liveLimits.subscriptionsPerAddress, RATE_LIMITED: 500 }],
  ])('%s are refused above the limit', async (_name, keys, sockets, expected) => {
    const accounts = await Promise.all(Array.from({ length: keys }, () => server.account()));
    const subscribers = accounts.flatMap(({ credentials: { api_key: parameter } }) =>
      Array.from({ length: sockets }, () => connect(server.origin, { parameter })),
    );
    const all = await openAll(subscribers, 1_000);
    expect(codesOf(all)).toEqual(expected);
    await Promise.all(subscribers.map((subscriber) => subscriber.end()));
    await until(async () => (await live('subscriptions')) === 0);
  });

  it.each([
    ['WebSocket', connect],
    ['Server-Sent Events', stream],
  ])('one after the other over %s are accepted: each gives its place back', async (_name, open) => {
    const subscriber = open(server.origin, { parameter: (await server.account()).credentials.api_key });
    const errors = new Set<unknown>();
    for (let count = 0; count <= liveLimits.subscriptionsPerSender; count += 1) {
      const changes = await subscriber.changes();
      errors.add(changes.error);
      changes.unsubscribe();
    }
    expect([...errors]).toEqual([undefined]);
    await subscriber.end();
  });
});

describe('a connection on which nothing moves', () => {
  it('has little time for its headers', async () => {
    await using web = await server.another();
    const { headersTimeout, requestTimeout, maxConnections } = web.server;
    expect([headersTimeout, requestTimeout, maxConnections]).toEqual([60_000, 120_000, 10_000]);
  });

  it('is closed if the response is not read', async () => {
    await using web = await server.another();
    expect(web.server.timeout).toBeLessThanOrEqual(60_000);
    web.server.timeout = 200;
    const socket = connectSocket(Number(new URL(web.origin).port), '127.0.0.1');
    socket.on('error', () => {}).pause();
    const closed = new Promise<void>((resolve) =>
      web.server.once('connection', (accepted) => accepted.once('close', resolve)),
    );
    const request = 'GET /api/v1/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: tests\r\n\r\n';
    // Far more than the buffers of the system hold.
    socket.write(request.repeat(20));
    await closed;
    socket.destroy();
  });
});
