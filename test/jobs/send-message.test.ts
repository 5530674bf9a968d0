import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import {
  maxAttempts,
  type Senders,
  sendMessage,
} from '../../src/domain/messaging/delivery/message-delivery.actions.js';
import { type NewMessage, queueMessage } from '../../src/domain/messaging/delivery/message-queue.actions.js';
import {
  createMailer,
  createSmsGateway,
  DeliveryError,
  type OutgoingMessage,
} from '../../src/domain/messaging/delivery/senders.js';
import { startWorker } from '../../src/jobs/worker.js';
import { ChangeSignal } from '../../src/outbox/signal.js';
import { findJob, jobSettings, jobsWith } from '../support/job-context.js';
import { type MailServer, startMailServer } from '../support/mail-server.js';
import { type SmsGateway, startSmsGateway } from '../support/sms-gateway.js';
import { useOwnTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { silent } from './change-writer.js';
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

const deliver = async (id: number, by = senders) => sendMessage(await context(), id, by);

const resend = (id: number, of = account) =>
  of.graphql(`mutation { resendMessage(id: ${id}) { state attemptCount failure } }`);

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

describe('a message', () => {
  it.each([
    ['email', email],
    ['SMS', sms],
  ])('without a server to send it is stored as unsent: %s', async (_, message) => {
    const id = await queue(message);
    await deliver(id, {});
    await deliver(id);
    expect(await stored(id)).toEqual({ state: 'UNSENT', attemptCount: 0, failure: null, sentAt: null });
    expect([...gateway.requests, ...mail.mails]).toEqual([]);
    expect(await server.changes(account)).toEqual(['message.queued', 'message.processed']);
  });

  it('whose process died during the attempt is sent again with the same id', async () => {
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
    expect(await stored(id)).toMatchObject({ state: 'SENDING', attemptCount: 1 });
    await deliver(id, { sms: async (message) => void ids.push(message.id) });
    expect(await stored(id)).toEqual({ ...isSent, attemptCount: 2 });
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  it('has failed if its process died at each attempt', async () => {
    const id = await queue(sms);
    await server.sql(`update message set state = 'sending', attempt_count = ? where id = ?`, maxAttempts, id);
    await deliver(id);
    expect(await stored(id)).toMatchObject({ state: 'FAILED', failure: 'the last attempt was interrupted' });
    expect(gateway.requests).toEqual([]);
  });

  it('that does not exist is ignored', async () => {
    expect(await failureOf(2_000_000_000)).toBe('none');
  });

  it.each<[string, () => Senders, number]>([
    ['was sent', () => senders, 2],
    ['was stored as unsent', () => ({}), 1],
    ['has failed', () => ({ sms: async () => Promise.reject(new DeliveryError('away')) }), 1],
  ])('that %s can be resent, with all its attempts', async (_, first, sent) => {
    const id = await queue(sms);
    for (let count = 0; count < maxAttempts; count += 1) await failureOf(id, first());
    expect((await resend(id)).data).toEqual({ resendMessage: { state: 'QUEUED', attemptCount: 0, failure: null } });
    expect(await resend(id)).toMatchObject({ errors: [{ extensions: { fields: { state: ['is being sent'] } } }] });
    await deliver(id);
    expect(await stored(id)).toEqual(isSent);
    expect(gateway.requests).toHaveLength(sent);
    expect((await server.changes(account)).slice(-2)).toEqual(['message.queued', 'message.processed']);
  });

  it('cannot be resent if it has no text, does not exist, or belongs to another account', async () => {
    const id = await queue({ ...sms, body: '' });
    await deliver(id, {});
    expect(await resend(id)).toMatchObject({
      errors: [{ extensions: { fields: { state: ['has nothing to send'] } } }],
    });
    const notFound = { errors: [{ extensions: { code: 'NOT_FOUND' } }] };
    expect(await resend(2_000_000_000)).toMatchObject(notFound);
    expect(await resend(id, await server.account())).toMatchObject(notFound);
  });

  it('is not visible to another account', async () => {
    const id = await queue(sms);
    const other = await server.account();
    const { errors } = await other.graphql(`{ message(id: ${id}) { id } }`);
    expect(errors?.[0].extensions.code).toBe('NOT_FOUND');
    expect((await other.graphql('{ messages { totalCount } }')).data).toEqual({ messages: { totalCount: 0 } });
  });

  it('is listed by its state', async () => {
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

it('a worker sends a stored message, and retries it after a failure', async () => {
  await server.sql(`update message set state = 'unsent'`); // ignores those of the other tests
  const signal = new ChangeSignal(server.databaseUrl, silent);
  await signal.start();
  let answers = 0;
  gateway.answer = (response) => response.writeHead(++answers === 1 ? 503 : 200).end();
  const worker = await startWorker({
    ...jobSettings(server, { senders }),
    signal,
    logger: silent,
    // The queue's pause before a retry is too long for this test.
    jobs: jobsWith('send-next-urgent-sms', (job) => {
      const { run } = findJob(job, 'send-next-urgent-sms');
      return (data, running) =>
        run(data, running).catch(() => {
          server.clock.advance(1);
          return run(data, running);
        });
    }),
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
  const jobs = await server.sql<{ data: object }>(`select data from agenda_jobs where name like 'send-%'`);
  expect(JSON.stringify(jobs)).not.toMatch(/\b\d{5}\b/);
});

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
