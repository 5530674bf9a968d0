import { get, type IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { NetworkError } from 'graphql-sse';
import { WebSocket } from 'ws';
import { cutConnections } from '../jobs/change-writer.js';
import { readMetrics } from '../support/metrics.js';
import { useOwnTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { usedMemory, writeBigChanges } from './big-changes.js';
import { book, openStudio } from './studio.js';
import { connect, stream } from './subscriber.js';

const server = await useOwnTestServer();
const account = await server.account();
const studio = await openStudio(account);

const bearer = () => ({ authorization: `Bearer ${account.credentials.api_key}` });

describe('a database that drops every connection', () => {
  it('loses no message', async () => {
    const { origin } = await server.another();
    const subscriber = connect(origin, { parameter: account.credentials.api_key });
    const changes = await subscriber.changes();
    const booking = { resource_id: studio.resource, booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
    const acknowledged: number[] = [];
    // A slow machine may notice many broken connections one by one, each by a request.
    for (let turn = 0; turn < 30 || acknowledged.length < 16; turn += 1) {
      if (turn < 30 && turn % 10 === 5) await cutConnections(server.databaseUrl);
      const { status, body } = await account.post('/bookings', { json: { booking } });
      if (status === 200) acknowledged.push(body.booking.id);
      // 503 if nothing was done, 500 if the connection was cut during the commit.
      else
        expect([
          [500, { error: 'system error' }],
          [503, { error: 'system error' }],
        ]).toContainEqual([status, body]);
    }
    await until(() => changes.messages.some(({ booking: { id } }) => id === acknowledged.at(-1)));
    const received = changes.messages.map((message) => message.booking.id);
    expect(received).toEqual([...new Set(received)].sort((a, b) => a - b));
    expect(acknowledged.filter((id) => !received.includes(id))).toEqual([]);
    await subscriber.end();
  });
});

const size = 25_000;

describe('a client that does not read', () => {
  it('is closed over WebSocket, and its unread changes are dropped', async () => {
    const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers: bearer(),
    });
    const messages: string[] = [];
    socket.on('message', (data) => void messages.push(String(data)));
    const closed = new Promise<number>((resolve) => socket.on('close', resolve));
    const query = 'subscription { bookingChanged { booking { id notes } } }';
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send('{"type":"connection_init"}');
    await until(() => messages.length === 1);
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
    await until(async () => {
      await book(account, studio);
      return messages.length > 1;
    });
    socket.pause();
    const before = usedMemory();
    await writeBigChanges(server, account, { count: 4_000, size });
    await until(async () => (await readMetrics(`${server.origin}/metrics`)).get('booking_live{of="sockets"}') === 0);
    expect(usedMemory() - before).toBeLessThan(size * 1_000);
    socket.resume();
    expect([1006, 1013]).toContain(await closed);
    expect(messages.length).toBeLessThan(2_000);
  });

  it('is closed over Server-Sent Events, and its unread changes are dropped', async () => {
    const { authorization } = bearer();
    const query = encodeURIComponent('subscription { bookingChanged { booking { id notes } } }');
    const response = await new Promise<IncomingMessage>((resolve) =>
      get(`${server.origin}/graphql/stream?query=${query}`, { headers: { authorization } }, resolve),
    );
    const ended = finished(response).catch((error: Error) => error.message);
    let read = 0;
    let received = '';
    response.on('data', (chunk: Buffer) => {
      read += chunk.length;
      if (read < size) received += chunk;
    });
    await until(async () => {
      await book(account, studio);
      return received.includes('event: next');
    });
    response.pause();
    const before = usedMemory();
    await writeBigChanges(server, account, { count: 4_000, size });
    await until(async () => (await readMetrics(`${server.origin}/metrics`)).get('booking_live{of="streams"}') === 0);
    expect(usedMemory() - before).toBeLessThan(size * 1_000);
    response.resume();
    expect(await ended).toBe('aborted');
    expect(read).toBeLessThan(size * 2_000);
  });
});

describe('a server that stops', () => {
  it('ends its streams without completing them, so clients reconnect', async () => {
    const web = await server.another();
    const subscriber = stream(web.origin, { parameter: account.credentials.api_key });
    const changes = await subscriber.changes();
    await web[Symbol.asyncDispose]();
    await until(() => changes.error !== undefined);
    expect([changes.completed, changes.error]).toEqual([false, expect.any(NetworkError)]);
    await subscriber.end();
  });

  it('closes its sockets, including those of clients that do not respond', async () => {
    const web = await server.another();
    const subscriber = connect(web.origin, { parameter: account.credentials.api_key });
    await subscriber.changes();
    const deaf = new WebSocket(`${web.origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    await new Promise((resolve) => deaf.once('open', resolve));
    deaf.pause();
    await web[Symbol.asyncDispose]();
    expect(await subscriber.closed).toMatchObject({ code: 1001 });
    deaf.terminate();
  });
});
