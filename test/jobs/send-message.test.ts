import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { backgroundContext } from '../../src/domain/account/background-context.js';
import { createMailer } from '../../src/domain/messaging/delivery/mail.js';
import { MessageChannel } from '../../src/domain/messaging/delivery/message.entity.js';
import {
  maxAttempts,
  type Senders,
  sendMessage,
} from '../../src/domain/messaging/delivery/message-delivery.actions.js';
import { type NewMessage, queueMessage } from '../../src/domain/messaging/delivery/message-outbox.actions.js';
import { DeliveryError, type OutgoingMessage } from '../../src/domain/messaging/delivery/outgoing-message.js';
import { createSmsGateway } from '../../src/domain/messaging/delivery/sms.js';
import { startWorker } from '../../src/jobs/worker.js';
import { ChangeSignal } from '../../src/outbox/signal.js';
import { type MailServer, startMailServer } from '../support/mail-server.js';
import { type SmsGateway, startSmsGateway } from '../support/sms-gateway.js';
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.js';
import { silent, until } from './change-writer.js';
import { idleHandlers } from './idle-handlers.js';

let server: TestServer;
let account: TestAccount;
let mail: MailServer;
let gateway: SmsGateway;
let senders: Senders;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});
beforeEach(async () => {
  account = await server.account({ name: 'Åsas salong', email: 'post@salong.example.org' });
  mail = await startMailServer();
  gateway = await startSmsGateway();
  senders = { email: createMailer(mail.url, 300), sms: createSmsGateway(gateway.url, 300) };
});
afterEach(async () => {
  await mail[Symbol.asyncDispose]();
  await gateway[Symbol.asyncDispose]();
});

const context = () => backgroundContext(server.database, server.clock, account.credentials.id);
const sms: NewMessage = { kind: 'test', channel: MessageChannel.SMS, recipient: '+4740612345', body: 'Code 12345 æ' };
const email: NewMessage = {
  kind: 'test',
  channel: MessageChannel.EMAIL,
  recipient: 'kari@example.org',
  subject: 'Velkommen, Åse',
  body: 'Code 12345 æ',
};

async function queue(message: NewMessage): Promise<number> {
  const own = await context();
  return own.db.transaction(async (tx) => (await queueMessage(own, tx, message)).id);
}

const deliver = async (id: number, by = senders): Promise<void> => sendMessage(await context(), id, by);

const resend = (id: number, of = account) =>
  of.graphql(`mutation { resendMessage(id: ${id}) { state tries failure } }`);

/** Sends it, and says why it was not sent. */
const failureOf = (id: number, by = senders): Promise<string> =>
  deliver(id, by).then(
    () => 'none',
    (error: Error) => error.message,
  );

async function stored(id: number) {
  const { data } = await account.graphql(`{ message(id: ${id}) { state tries failure sentAt } }`);
  return data.message;
}

const sentAt = '2026-03-02T08:00:00+01:00';
const isSent = { state: 'SENT', tries: 1, failure: null, sentAt };

describe('an SMS', () => {
  it('is posted to the gateway, once, in the name of the account', async () => {
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

  it('goes with the credentials of the address, which are not part of it', async () => {
    const url = gateway.url.replace('://', '://me:s%40cret@');
    await deliver(await queue(sms), { sms: createSmsGateway(url) });
    const authorization = `Basic ${Buffer.from('me:s@cret').toString('base64')}`;
    expect(gateway.requests[0]).toMatchObject({ path: '/send?key=7', headers: { authorization } });
  });

  it.each<[string, SmsGateway['answer'], string]>([
    ['refuses', (response) => response.writeHead(503).end('12345'), 'the SMS gateway did not take it (503)'],
    ['finds nothing', (response) => response.writeHead(404).end(), 'the SMS gateway did not take it (404)'],
    [
      'points elsewhere',
      (response) => response.writeHead(307, { location: '/' }).end(),
      'the SMS gateway did not take it (307)',
    ],
    ['hangs', () => {}, 'the SMS gateway did not answer (ETIMEDOUT)'],
    ['cuts off', (response) => response.destroy(), 'the SMS gateway did not answer (UND_ERR_SOCKET)'],
  ])('is tried again when the gateway %s', async (_, answer, failure) => {
    const id = await queue(sms);
    gateway.answer = answer;
    expect(await failureOf(id)).toBe(failure);
    expect(await stored(id)).toEqual({ state: 'QUEUED', tries: 1, failure, sentAt: null });
    gateway.answer = (response) => response.writeHead(200).end();
    await deliver(id);
    expect(await stored(id)).toEqual({ ...isSent, tries: 2 });
    expect(gateway.requests.map(({ path }) => path)).toEqual(['/send?key=7', '/send?key=7']);
  });

  it('is taken by a gateway whose answer does not end', async () => {
    gateway.answer = (response) => void response.writeHead(200).write('…');
    const id = await queue(sms);
    await deliver(id);
    expect(await stored(id)).toEqual(isSent);
  });

  it('has failed after the last try, and says why', async () => {
    gateway.answer = (response) => response.writeHead(500).end();
    const id = await queue(sms);
    for (let tries = 1; tries < maxAttempts; tries += 1) expect(await failureOf(id)).not.toBe('none');
    expect(await failureOf(id)).toBe('none');
    const failure = 'the SMS gateway did not take it (500)';
    expect(await stored(id)).toEqual({ state: 'FAILED', tries: maxAttempts, failure, sentAt: null });
    await deliver(id);
    expect(gateway.requests).toHaveLength(maxAttempts);
    expect(await server.changes(account)).toEqual(['message.queued', 'message.processed']);
  });

  it('says nothing of the address when nobody is there', async () => {
    const { url } = gateway;
    await gateway[Symbol.asyncDispose]();
    const failure = await failureOf(await queue(sms), { sms: createSmsGateway(url.replace('://', '://me:secret@')) });
    expect(failure).toBe('the SMS gateway did not answer (ECONNREFUSED)');
    gateway = await startSmsGateway();
  });
});

describe('an email', () => {
  it('comes from the account, with an id of its own', async () => {
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

  it('brings no headers with its subject, and goes to one alone', async () => {
    const subject = 'A\r\nBcc: eve@example.org';
    await deliver(await queue({ ...email, subject }));
    expect(mail.mails[0]?.to).toEqual(['kari@example.org']);
    expect(mail.mails[0]?.text).not.toMatch(/^Bcc:/m);
  });

  it('is tried again when the server refuses it, without a word of whom', async () => {
    mail.refusal = { message: 'no kari@example.org here', status: 550 };
    const id = await queue(email);
    const failure = 'the mail server did not take it (EENVELOPE 550)';
    expect(await failureOf(id)).toBe(failure);
    expect(await stored(id)).toEqual({ state: 'QUEUED', tries: 1, failure, sentAt: null });
    mail.refusal = undefined;
    await deliver(id);
    expect(await stored(id)).toEqual({ ...isSent, tries: 2 });
  });

  it('is tried again when the server does not know us, without a word of the password', async () => {
    const url = mail.url.replace('://', '://u:wrong@');
    const id = await queue(email);
    expect(await failureOf(id, { email: createMailer(url, 300) })).toBe('the mail server did not take it (EAUTH 535)');
    await deliver(id, { email: createMailer(url.replace('wrong', 'secret'), 300) });
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
      ['says nothing', () => {}, 'ETIMEDOUT'],
      ['falls silent', (socket) => socket.write('220 hello\r\n'), 'ETIMEDOUT'],
      ['cuts off', (socket) => socket.destroy(), 'ECONNECTION'],
      ['is none', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), 'EPROTOCOL'],
    ])('%s is tried again', async (_, onConnection, code) => {
      const id = await queue(email);
      const failure = await failureOf(id, { email: createMailer(await listen(onConnection), 100) });
      expect(failure).toMatch(new RegExp(`^the mail server did not take it \\((${code}|ECONNRESET|ESOCKET).*\\)$`));
      expect(await stored(id)).toMatchObject({ state: 'QUEUED', tries: 1 });
    });
  });
});

describe('a message', () => {
  it.each([
    ['email', email],
    ['SMS', sms],
  ])('that there is nothing to send it by is kept: %s', async (_, message) => {
    const id = await queue(message);
    await deliver(id, {});
    await deliver(id);
    expect(await stored(id)).toEqual({ state: 'UNSENT', tries: 0, failure: null, sentAt: null });
    expect([...gateway.requests, ...mail.mails]).toEqual([]);
    expect(await server.changes(account)).toEqual(['message.queued', 'message.processed']);
  });

  it('whose process died while it was sent is sent again, under the same id', async () => {
    const ids: string[] = [];
    const begun = Promise.withResolvers<void>();
    const dying = async ({ id }: OutgoingMessage): Promise<void> => {
      ids.push(id);
      begun.resolve();
      await new Promise(() => {});
    };
    const id = await queue(sms);
    void deliver(id, { sms: dying });
    await begun.promise;
    expect(await stored(id)).toMatchObject({ state: 'SENDING', tries: 1 });
    await deliver(id, { sms: async (message) => void ids.push(message.id) });
    expect(await stored(id)).toEqual({ ...isSent, tries: 2 });
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  it('whose every try died has failed', async () => {
    const id = await queue(sms);
    await server.sql(`update message set state = 'sending', tries = ? where id = ?`, maxAttempts, id);
    await deliver(id);
    expect(await stored(id)).toMatchObject({ state: 'FAILED', failure: 'the last attempt was interrupted' });
    expect(gateway.requests).toEqual([]);
  });

  it('that is not there is no failure', async () => {
    expect(await failureOf(2_000_000_000)).toBe('none');
  });

  it.each<[string, () => Senders, number]>([
    ['was sent', () => senders, 2],
    ['was kept', () => ({}), 1],
    ['has failed', () => ({ sms: async () => Promise.reject(new DeliveryError('away')) }), 1],
  ])('that %s is sent again, with all its tries, when somebody says so', async (_, first, sent) => {
    const id = await queue(sms);
    for (let count = 0; count < maxAttempts; count += 1) await failureOf(id, first());
    expect((await resend(id)).data).toEqual({ resendMessage: { state: 'QUEUED', tries: 0, failure: null } });
    expect(await resend(id)).toMatchObject({ errors: [{ extensions: { fields: { state: ['is being sent'] } } }] });
    await deliver(id);
    expect(await stored(id)).toEqual(isSent);
    expect(gateway.requests).toHaveLength(sent);
    expect((await server.changes(account)).slice(-2)).toEqual(['message.queued', 'message.processed']);
  });

  it('is not sent again that was never written, is not there, or is another account’s', async () => {
    const id = await queue({ ...sms, body: '' });
    await deliver(id, {});
    expect(await resend(id)).toMatchObject({
      errors: [{ extensions: { fields: { state: ['has nothing to send'] } } }],
    });
    const notFound = { errors: [{ extensions: { code: 'NOT_FOUND' } }] };
    expect(await resend(2_000_000_000)).toMatchObject(notFound);
    expect(await resend(id, await server.account())).toMatchObject(notFound);
  });

  it('is another account’s neither to see nor to find', async () => {
    const id = await queue(sms);
    const other = await server.account();
    const { errors } = await other.graphql(`{ message(id: ${id}) { id } }`);
    expect(errors?.[0].extensions.code).toBe('NOT_FOUND');
    expect((await other.graphql('{ messages { totalCount } }')).data).toEqual({ messages: { totalCount: 0 } });
  });

  it('is listed by what became of it', async () => {
    const [first, second] = [await queue(sms), await queue(email)];
    await deliver(first);
    const list = async (filter: string) => {
      const { data } = await account.graphql(`{ messages(filter: {${filter}}) { totalCount edges { node { id } } } }`);
      return data.messages.edges.map(({ node }: { node: { id: number } }) => node.id);
    };
    expect(await list('')).toEqual([second, first]);
    expect(await list('state: SENT')).toEqual([first]);
    expect(await list('state: QUEUED')).toEqual([second]);
    expect(await list('channel: EMAIL')).toEqual([second]);
    expect(await list('state: SENT, channel: EMAIL')).toEqual([]);
    expect(await list('personId: 1, bookingId: null')).toEqual([]);
    expect((await account.graphql('{ messages(perPage: 751) { edges { node { id } } } }')).errors).toHaveLength(1);
  });
});

it('a worker sends what was written, after a failure again', async () => {
  await server.sql(`update message set state = 'unsent'`); // those of the other tests are not at issue
  const signal = new ChangeSignal(server.databaseUrl, silent);
  await signal.start();
  let answers = 0;
  gateway.answer = (response) => response.writeHead(++answers === 1 ? 503 : 200).end();
  const worker = await startWorker({
    database: server.database,
    signal,
    clock: server.clock,
    logger: silent,
    ...idleHandlers,
    sendMessage: async (accountId, messageId) => {
      const own = await backgroundContext(server.database, server.clock, accountId);
      // The pauses between two tries are the queue's, and too long for here.
      await sendMessage(own, messageId, senders).catch(() => sendMessage(own, messageId, senders));
    },
  });
  try {
    await account.post('/people/perishable_token/send', { json: { phone_number: '40612345' } });
    await until(async () => (await server.changes(account)).at(-1) === 'message.processed');
  } finally {
    await worker.stop();
    await signal.stop();
  }
  expect(gateway.requests).toHaveLength(2);
  expect(gateway.requests[1]?.body).toEqual({
    to: '+4740612345',
    from: 'Åsas salong',
    text: expect.stringMatching(/^\d{5} is your code for Åsas salong\./),
  });
  const jobs = await server.sql<{ data: object }>(`select data from agenda_jobs where name = 'send-message'`);
  expect(JSON.stringify(jobs)).not.toMatch(/\b\d{5}\b/);
});
