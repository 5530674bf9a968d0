import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { useTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const server = await useTestServer();
const logged = jest.spyOn(server.logger, 'info');
const account = await server.account();

/** Each character has two units of UTF-16 and four bytes of UTF-8. */
const faces = '😀'.repeat(10_000);
for (let number = 0; number < 10; number += 1) {
  await account.create('/services', 'service', { title: `Service ${number}`, description: faces });
}

/** Sends requests for all services over one connection, before it reads a response. */
async function request(count: number): Promise<Socket> {
  const { hostname, port } = new URL(account.origin);
  const socket = connect(Number(port), hostname).pause();
  const head = `host: x\r\nuser-agent: x\r\nauthorization: Bearer ${account.credentials.api_key}`;
  const get = `GET /api/v1/services HTTP/1.1\r\n${head}\r\n`;
  socket.write(`${`${get}\r\n`.repeat(count - 1)}${get}connection: close\r\n\r\n`);
  await once(socket, 'connect');
  return socket;
}

const statuses = () => logged.mock.calls.map(([line]) => (line as { status?: number }).status);

describe('a long body', () => {
  it.each(['A', 'AB', 'ABC'])('is not cut within a character if it begins with %s', async (title) => {
    const { body: first } = await account.get('/services');
    await account.put(`/services/${first[0].service.id}`, { json: { service: { title } } });
    const { body, text, headers } = await account.get('/services');
    expect(body[0].service.title).toBe(title);
    expect(
      body.filter(({ service }: { service: { description: string } }) => service.description === faces),
    ).toHaveLength(10);
    expect(headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
  });

  it('arrives whole at a client that reads late', async () => {
    const { text: expected } = await account.get('/services');
    const all = await text(await request(20));
    expect(all.split('HTTP/1.1 200').length - 1).toBe(20);
    expect(all.split(expected).length - 1).toBe(20);
  });

  it('ends when its client goes away', async () => {
    logged.mockClear();
    const socket = await request(20);
    await until(() => statuses().includes(200));
    socket.destroy();
    await until(() => statuses().includes(499));
    expect((await account.get('/services')).status).toBe(200);
  });
});
