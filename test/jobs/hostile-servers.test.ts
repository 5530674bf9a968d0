import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setInterval as every } from 'node:timers/promises';
import {
  createMailer,
  createSmsGateway,
  DeliveryError,
  type OutgoingMessage,
  type Send,
} from '../../src/domain/messaging/delivery/senders.js';
import { until } from '../support/until.js';

const message: OutgoingMessage = {
  id: 'message-1',
  from: { name: 'Acme', address: 'post@acme.example.org' },
  to: 'kari@example.org',
  subject: 'Hello',
  text: 'Code 12345',
  html: null,
  calendar: null,
};

let server: Server;
let port: number;
let converse: (socket: Socket) => unknown;
const sockets = new Set<Socket>();
beforeAll(async () => {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    void Promise.resolve(converse(socket)).catch(() => {});
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

/** Returns why the message was not accepted, once all sockets are closed; `none` if it was accepted. */
async function failureOf(send: Send): Promise<string> {
  const failure = await send(message).then(
    () => 'none',
    (error: unknown) => (error instanceof DeliveryError ? error.message : `unexpected: ${error}`),
  );
  await until(() => sockets.size === 0);
  return failure;
}

/** In milliseconds: longer than a busy machine takes. */
const patience = 60_000;
/** Short where a test expects a timeout. */
const patienceFor = (failure: string | RegExp): number => (String(failure).includes('ETIMEDOUT') ? 100 : patience);

/** Sends a text until the socket closes: as fast as it is read, or once in so many milliseconds. */
async function repeat(socket: Socket, text: string, milliseconds?: number): Promise<void> {
  if (milliseconds !== undefined) {
    for await (const _ of every(milliseconds)) {
      if (socket.destroyed) return;
      socket.write(text);
    }
  }
  const chunk = text.repeat(Math.ceil(65_536 / text.length));
  while (!socket.destroyed) {
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
  }
}

type Replies = Record<string, string | ((socket: Socket) => unknown)>;

/** A mail server with some other replies, by command; `.` is the end of a mail. */
function mailServer(replies: Replies): (socket: Socket) => void {
  const usual: Replies = {
    hello: '220 hello',
    EHLO: '250 hello',
    MAIL: '250 ok',
    RCPT: '250 ok',
    DATA: '354 go on',
    '.': '250 taken',
    QUIT: '221 bye',
  };
  return (socket) => {
    const answer = (command: string): void => {
      const reply = replies[command] ?? usual[command];
      if (typeof reply === 'string') socket.write(`${reply}\r\n`);
      else void Promise.resolve(reply?.(socket)).catch(() => {});
    };
    let isData = false;
    socket.setEncoding('utf8').on('data', (text: string) => {
      if (isData && !text.endsWith('\r\n.\r\n')) return;
      const command = isData ? '.' : text.slice(0, 4).toUpperCase();
      isData = command === 'DATA' && !(command in replies);
      answer(command);
    });
    answer('hello');
  };
}

const cutOff = (socket: Socket): void => void socket.destroy();
const hang = (): void => {};
const timedOut = 'the mail server did not take it (ETIMEDOUT)';

describe('a mail server that', () => {
  it.each<[string, Replies, string | RegExp]>([
    ['accepts the message', {}, 'none'],
    ['greylists', { RCPT: '451 come back later' }, 'the mail server did not take it (EENVELOPE 451)'],
    ['rejects the recipient', { RCPT: '550 who?' }, 'the mail server did not take it (EENVELOPE 550)'],
    ['is busy', { hello: '421 busy' }, /\(EPROTOCOL 421\)|\(ECONNECTION 421\)/],
    ['rejects the sender', { MAIL: '553 not you' }, 'the mail server did not take it (EENVELOPE 553)'],
    ['rejects the DATA command', { DATA: '452 full' }, 'the mail server did not take it (EENVELOPE 452)'],
    ['rejects the data', { '.': '552 too large' }, 'the mail server did not take it (EMESSAGE 552)'],
    [
      'cuts off in the middle of the data',
      { DATA: (socket) => socket.write('354 go on\r\n', () => socket.resetAndDestroy()) },
      /\(ECONNECTION\)|\(ESOCKET\)|\(ECONNRESET\)/,
    ],
    [
      'cuts the connection instead of responding to the data',
      { '.': cutOff },
      /\(ECONNECTION\)|\(ESOCKET\)|\(ECONNRESET\)/,
    ],
    ['cuts the connection after it accepted the message', { QUIT: cutOff }, 'none'],
    ['hangs after it accepted the message', { QUIT: hang }, 'none'],
    ['hangs at its first reply', { EHLO: hang }, timedOut],
    ['hangs at the recipient', { RCPT: hang }, timedOut],
    ['hangs after the data', { '.': hang }, timedOut],
    ['greets without end', { hello: (socket) => repeat(socket, '220-hello\r\n', 20) }, timedOut],
    ['replies without end', { MAIL: (socket) => repeat(socket, '250-go on\r\n', 20) }, timedOut],
    ['replies with an endless line', { RCPT: (socket) => repeat(socket, '2', 20) }, timedOut],
    ['floods', { hello: (socket) => repeat(socket, '220-hello') }, /^the mail server did not take it \(E\w+\)$/],
    ['floods lines', { EHLO: (socket) => repeat(socket, '250-x\r\n') }, /^the mail server did not take it \(E\w+\)$/],
    ['sends nonsense', { EHLO: '999 \u0000\uffff' }, timedOut],
  ])('%s', async (_, replies, failure) => {
    converse = mailServer(replies);
    const found = await failureOf(createMailer(`smtp://127.0.0.1:${port}`, patienceFor(failure)));
    if (typeof failure === 'string') expect(found).toBe(failure);
    else expect(found).toMatch(failure);
  });

  it('floods the connection is cut off', async () => {
    let written = 0;
    converse = async (socket) => {
      await repeat(socket, '220-hello').catch(() => {});
      written = socket.bytesWritten;
    };
    await failureOf(createMailer(`smtp://127.0.0.1:${port}`, 1_000));
    await until(() => written > 0);
    expect(written).toBeLessThan(64_000_000);
  });
});

describe('an SMS gateway that', () => {
  const head = 'HTTP/1.1 200 OK\r\n';
  const notTaken = 'the SMS gateway did not answer';
  it.each<[string, (socket: Socket) => unknown, string | RegExp]>([
    ['hangs', hang, `${notTaken} (ETIMEDOUT)`],
    ['hangs in its headers', (socket) => socket.write(`${head}X-A: `), `${notTaken} (ETIMEDOUT)`],
    [
      'never ends its headers',
      (socket) => {
        socket.write(head);
        return repeat(socket, 'X-A: b\r\n', 20);
      },
      `${notTaken} (ETIMEDOUT)`,
    ],
    [
      'floods headers',
      (socket) => {
        socket.write(head);
        return repeat(socket, 'X-A: b\r\n');
      },
      `${notTaken} (HPE_HEADER_OVERFLOW)`,
    ],
    [
      'sends informational responses without end',
      (socket) => repeat(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n', 20),
      `${notTaken} (ETIMEDOUT)`,
    ],
    ['sends nonsense', (socket) => socket.end('hello\r\n\r\n'), `${notTaken} (HPE_INVALID_CONSTANT)`],
    ['cuts the connection', cutOff, `${notTaken} (ECONNRESET)`],
    [
      'redirects',
      (socket) => socket.end('HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n'),
      'the SMS gateway did not take it (302)',
    ],
    [
      'accepts the message and never ends its response',
      (socket) => {
        socket.write(`${head}\r\n`);
        return repeat(socket, 'x', 20);
      },
      'none',
    ],
    [
      'rejects the message and sends a wrong length',
      (socket) => socket.write('HTTP/1.1 500 No\r\nContent-Length: 9999999999\r\n\r\nx'),
      'the SMS gateway did not take it (500)',
    ],
  ])('%s', async (_, conversation, failure) => {
    converse = (socket) => {
      socket.resume();
      return conversation(socket);
    };
    const found = await failureOf(createSmsGateway(`http://127.0.0.1:${port}/`, patienceFor(failure)));
    if (typeof failure === 'string') expect(found).toBe(failure);
    else expect(found).toMatch(failure);
  });

  it('sends a body of gigabytes is cut off', async () => {
    let written = 0;
    converse = async (socket) => {
      socket.resume().write(`${head}\r\n`);
      await repeat(socket, 'x').catch(() => {});
      written = socket.bytesWritten;
    };
    expect(await failureOf(createSmsGateway(`http://127.0.0.1:${port}/`, 1_000))).toBe('none');
    await until(() => written > 0);
    expect(written).toBeLessThan(64_000_000);
  });
});
