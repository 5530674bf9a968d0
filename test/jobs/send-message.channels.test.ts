import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import {
  maxAttempts,
  type Senders,
  sendMessage,
} from '../../src/domain/messaging/delivery/message-delivery.actions.js';
import { type NewMessage, queueMessage } from '../../src/domain/messaging/delivery/message-queue.actions.js';
import { createMailer, createSmsGateway } from '../../src/domain/messaging/delivery/senders.js';
import { type MailServer, startMailServer } from '../support/mail-server.js';
import { type SmsGateway, startSmsGateway } from '../support/sms-gateway.js';
import { useOwnTestServer } from '../support/test-server.js';
import { email, isSent, patience, sms } from './sendable-messages.js';

const server = await useOwnTestServer();
const account = server.accountPerTest({ name: 'Åsas salong', email: 'post@salong.example.org' });
let mail: MailServer;
let gateway: SmsGateway;
let senders: Senders;
beforeEach(async () => {
  mail = await startMailServer();
  gateway = await startSmsGateway();
  senders = { email: createMailer(mail.url, patience), sms: createSmsGateway(gateway.url, patience) };
});
afterEach(async () => {
  await mail[Symbol.asyncDispose]();
  await gateway[Symbol.asyncDispose]();
});

const context = () => createBackgroundContext(server.database, server.clock, account.credentials.id);

async function queue(message: NewMessage): Promise<number> {
  const own = await context();
  return own.db.transaction(async (tx) => (await queueMessage(own, tx, message)).id);
}

const deliver = async (id: number, by = senders): Promise<void> => sendMessage(await context(), id, by);

/** Sends a message and returns why that failed, or `none`. */
const failureOf = (id: number, by = senders): Promise<string> =>
  deliver(id, by).then(
    () => 'none',
    (error: Error) => error.message,
  );

async function stored(id: number) {
  const { data } = await account.graphql(`{ message(id: ${id}) { state attemptCount failure sentAt } }`);
  return data.message;
}

describe('an SMS', () => {
  it('is posted to the gateway once, with the name of the account as sender', async () => {
    const id = await queue(sms);
    await deliver(id);
    await deliver(id);
    expect(gateway.requests).toEqual([
      {
        method: 'POST',
        path: '/send?key=7',
        headers: expect.objectContaining({ 'content-type': 'application/json' }),
        body: { to: '+4740612345', from: 'Åsas salong', text: 'Code 12345 æ' },
      },
    ]);
    expect(await stored(id)).toEqual(isSent);
    expect(await server.changes(account)).toEqual(['message.queued', 'message.processed']);
  });

  it('is sent with the credentials of the URL as Authorization header', async () => {
    const url = gateway.url.replace('://', '://me:s%40cret@');
    await deliver(await queue(sms), { sms: createSmsGateway(url) });
    const authorization = `Basic ${Buffer.from('me:s@cret').toString('base64')}`;
    expect(gateway.requests[0]).toMatchObject({ path: '/send?key=7', headers: { authorization } });
  });

  it.each<[string, SmsGateway['answer'], string]>([
    ['refuses', (response) => response.writeHead(503).end('12345'), 'the SMS gateway did not take it (503)'],
    ['responds with 404', (response) => response.writeHead(404).end(), 'the SMS gateway did not take it (404)'],
    [
      'redirects',
      (response) => response.writeHead(307, { location: '/' }).end(),
      'the SMS gateway did not take it (307)',
    ],
    ['hangs', () => {}, 'the SMS gateway did not answer (ETIMEDOUT)'],
    ['cuts the connection', (response) => response.destroy(), 'the SMS gateway did not answer (ECONNRESET)'],
  ])('is retried if the gateway %s', async (_, answer, failure) => {
    const id = await queue(sms);
    gateway.answer = answer;
    const timeout = failure.includes('ETIMEDOUT') ? 100 : patience;
    expect(await failureOf(id, { sms: createSmsGateway(gateway.url, timeout) })).toBe(failure);
    expect(await stored(id)).toEqual({ state: 'QUEUED', attemptCount: 1, failure, sentAt: null });
    gateway.answer = (response) => response.writeHead(200).end();
    await deliver(id);
    expect(await stored(id)).toEqual({ ...isSent, attemptCount: 2 });
    expect(gateway.requests.map(({ path }) => path)).toEqual(['/send?key=7', '/send?key=7']);
  });

  it('is accepted by a gateway whose response does not end', async () => {
    gateway.answer = (response) => void response.writeHead(200).write('…');
    const id = await queue(sms);
    await deliver(id);
    expect(await stored(id)).toEqual(isSent);
  });

  it('has failed after the last attempt, with the reason', async () => {
    gateway.answer = (response) => response.writeHead(500).end();
    const id = await queue(sms);
    for (let attempt = 1; attempt < maxAttempts; attempt += 1) expect(await failureOf(id)).not.toBe('none');
    expect(await failureOf(id)).toBe('none');
    const failure = 'the SMS gateway did not take it (500)';
    expect(await stored(id)).toEqual({ state: 'FAILED', attemptCount: maxAttempts, failure, sentAt: null });
    await deliver(id);
    expect(gateway.requests).toHaveLength(maxAttempts);
    expect(await server.changes(account)).toEqual(['message.queued', 'message.processed']);
  });

  it('does not reveal the URL in the reason if no server listens', async () => {
    const { url } = gateway;
    await gateway[Symbol.asyncDispose]();
    const failure = await failureOf(await queue(sms), { sms: createSmsGateway(url.replace('://', '://me:secret@')) });
    expect(failure).toBe('the SMS gateway did not answer (ECONNREFUSED)');
    gateway = await startSmsGateway();
  });
});

describe('an email', () => {
  it('is sent by the account, with its own Message-ID', async () => {
    const id = await queue(email);
    await deliver(id);
    await deliver(id);
    expect(mail.mails).toHaveLength(1);
    const [received] = mail.mails;
    expect(received).toMatchObject({ from: 'post@salong.example.org', to: ['kari@example.org'] });
    const createdAt = Date.parse('2026-03-02T07:00:00Z');
    expect(received?.text).toContain(
      `Message-ID: <message-${account.credentials.id}-${id}-${createdAt}@salong.example.org>`,
    );
    expect(received?.text).toMatch(/^From: =\?UTF-8\?Q\?=C3=85sas_salong\?= <post@salong\.example\.org>/m);
    expect(received?.text).toMatch(/^Subject: =\?UTF-8\?Q\?Velkommen=2C_=C3=85se\?=/m);
    expect(received?.text).toMatch(/Code 12345 =C3=A6/);
    expect(await stored(id)).toEqual(isSent);
  });

  it('cannot have headers in its subject, or several recipients', async () => {
    const subject = 'A\r\nBcc: eve@example.org';
    await deliver(await queue({ ...email, subject }));
    expect(mail.mails[0]?.to).toEqual(['kari@example.org']);
    expect(mail.mails[0]?.text).not.toMatch(/^Bcc:/m);
  });

  it('is retried if the server rejects it; the reason does not contain the recipient', async () => {
    mail.refusal = { message: 'no kari@example.org here', status: 550 };
    const id = await queue(email);
    const failure = 'the mail server did not take it (EENVELOPE 550)';
    expect(await failureOf(id)).toBe(failure);
    expect(await stored(id)).toEqual({ state: 'QUEUED', attemptCount: 1, failure, sentAt: null });
    mail.refusal = undefined;
    await deliver(id);
    expect(await stored(id)).toEqual({ ...isSent, attemptCount: 2 });
  });

  it('is retried if the server rejects the login; the reason does not contain the password', async () => {
    const url = mail.url.replace('://', '://u:wrong@');
    const id = await queue(email);
    const login = { email: createMailer(url, patience) };
    expect(await failureOf(id, login)).toBe('the mail server did not take it (EAUTH 535)');
    await deliver(id, { email: createMailer(url.replace('wrong', 'secret'), patience) });
    expect(mail.mails).toHaveLength(1);
  });

  describe('to a server that', () => {
    let broken: Server;
    const sockets: Socket[] = [];
    const listen = async (onConnection: (socket: Socket) => void): Promise<string> => {
      broken = createServer((socket) => {
        sockets.push(socket.on('error', () => {}));
        onConnection(socket);
      });
      await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
      return `smtp://127.0.0.1:${(broken.address() as AddressInfo).port}`;
    };
    afterEach(async () => {
      for (const socket of sockets.splice(0)) socket.destroy();
      await new Promise((resolve) => broken.close(resolve));
    });

    it.each<[string, (socket: Socket) => void, string]>([
      ['sends nothing', () => {}, 'ETIMEDOUT'],
      ['sends nothing after its greeting', (socket) => socket.write('220 hello\r\n'), 'ETIMEDOUT'],
      ['cuts the connection', (socket) => socket.destroy(), 'ECONNECTION'],
      ['is not a mail server', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), 'EPROTOCOL'],
    ])('%s is retried', async (_, onConnection, code) => {
      const id = await queue(email);
      const timeout = code === 'ETIMEDOUT' ? 100 : patience;
      const failure = await failureOf(id, { email: createMailer(await listen(onConnection), timeout) });
      expect(failure).toMatch(new RegExp(`^the mail server did not take it \\((${code}|ECONNRESET|ESOCKET).*\\)$`));
      expect(await stored(id)).toMatchObject({ state: 'QUEUED', attemptCount: 1 });
    });
  });
});
