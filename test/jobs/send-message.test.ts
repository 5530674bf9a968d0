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

const deliver = async (id: number, by = senders): Promise<void> => sendMessage(await context(), id, by);

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
    jobs: jobsWith('send-sms', (job) => {
      const { run } = findJob(job, 'send-sms');
      return (data, running) => run(data, running).catch(() => run(data, running));
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
  const jobs = await server.sql<{ data: object }>(
    `select data from agenda_jobs where name in ('send-email', 'send-sms')`,
  );
  expect(JSON.stringify(jobs)).not.toMatch(/\b\d{5}\b/);
});
