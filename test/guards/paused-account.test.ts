import { stringify } from 'qs';
import { pauseAccount } from '../../src/domain/account/pause.actions.js';
import type { Route } from '../../src/http/rest/route.js';
import { routes } from '../../src/http/rest/routes/index.js';
import { publicRoutes } from '../../src/http/rest/routes/public.routes.js';
import { contextOf } from '../../src/jobs/job-context.js';
import { foundCell } from '../../src/platform/cells/found-cell.js';
import { makeReadonly, makeWritable } from '../../src/platform/cells/readonly-cell.js';
import { AccountPausedError, isOutage } from '../../src/platform/database/unavailable.js';
import { listMovedTables } from '../../src/process/move/account-tables.js';
import { deliverWebHooks } from '../support/deliver-web-hooks.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { fieldsWithoutRoute, sendWithoutRoutes } from '../support/graphql-only.js';
import { jobContext } from '../support/job-context.js';
import { deliverMessages } from '../support/messages.js';
import { notify, paidEvent, secretKey, startStripeDouble, webhookSecret } from '../support/stripe-double.js';
import { type RestAnswer, TestAccount, useOwnTestServer } from '../support/test-server.js';
import {
  createWorld,
  linkTokenOf,
  newVisit,
  newVisitor,
  validCredentials,
  validObject,
  validParameters,
  type World,
} from '../support/valid-input.js';
import { Visitor } from '../support/visitor.js';
import { startVisitorSession } from '../support/visitor-session.js';

const stripe = await disposeAfterAll(startStripeDouble());
// Without a mail server, a request for the code of a visitor is refused: it would write after its response.
const server = await useOwnTestServer({
  config: { paymentProviderUrls: { stripe: stripe.url }, webhookPrivateTargets: true, smtpUrl: undefined },
});
await foundCell(server.database.session, { name: 'cell1', firstAccountId: 1, lastAccountId: 1_000_000 });
const guarded = [...(await listMovedTables(server.database.session)).map(({ name }) => name), 'attempt'];

/** Routes whose request in this test writes nothing to the account, because it is rejected or changes nothing. */
const withoutEffect: readonly string[] = [
  'POST /calendar_source_entries/:calendar_source_entry_id/resend',
  'POST /people/perishable_token/verify',
  'POST /visits/slots',
  'POST /web_hooks/:web_hook_id/replay',
  'PUT /bookings/:booking_id/verify',
  'PUT /bookings/:booking_id/verify_code',
  'PUT /client/users/:user_link_id',
  'PUT /people/:person_id/undelete',
  'PUT /resources/:resource_id/exception_dates/:exception_date',
  'PUT /test_clock',
  'PUT /time_off/:time_off_id/decline',
  'visitor: DELETE /bookings/:token/card',
  'visitor: POST /me/code',
  'visitor: POST /visits/slots',
  'visitor: POST /waitlist/:waitlist_token',
];

/** Attributes that differ from those of the records of this test. */
const others: Readonly<Record<string, object>> = {
  calendar_source: { name: 'Home' },
  category: { title: 'Nails' },
  client: { name: 'Renamed' },
  gift_card: { value: 50 },
  message_template: { template: 'Goodbye!' },
  package: { units: 20 },
  resource: { title: 'Table' },
  guardian: { pays: false },
  rota: { weeks: [{}, {}] },
  service: { title: 'Wash' },
  service_need: { title: 'Room' },
  service_option: { title: 'Dry' },
  service_option_group: { title: 'Wash' },
  tax_rate: { percentage: '15' },
};

/** A request to the paused account, and in a read-only cell, with what it changed in the database. */
interface Attempt {
  request: string;
  answer: string;
  changed: string[];
  /** The tables that the same request changed afterwards, when the account was not paused. */
  writes?: string[];
}

const writes: Attempt[] = [];
const reads: Attempt[] = [];

const setPaused = (accountId: number, at: Date | null) =>
  server.sql('update account set paused_at = ? where id = ?', at, accountId);

/** Returns a digest of the rows of the account in each table, with the transactions that wrote them. */
async function readTables(): Promise<Map<string, string>> {
  const ofTable = (name: string) =>
    `select '${name}' as name, md5(string_agg(row::text || row.xmin::text, ',' order by row::text)) as digest
     from ${name} row where account_id = ${accountId}`;
  const account = `select 'account' as name, md5(string_agg((to_jsonb(row) - 'paused_at')::text, ','))
    as digest from account row where id = ${accountId}`;
  const rows = await server.sql<{ name: string; digest: string }>(
    [...guarded.map(ofTable), account].join(' union all '),
  );
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

/** Sends a request. Returns its result and the tables that it has changed. */
async function changesOf<Result>(send: () => Promise<Result>): Promise<{ answer: Result; changed: string[] }> {
  const before = await readTables();
  const answer = await send();
  const after = await readTables();
  return { answer, changed: [...after].flatMap(([name, digest]) => (digest === before.get(name) ? [] : [name])) };
}

/** Sends a request while the account is paused, and again while its cell is read-only. */
async function whilePaused(id: number, send: () => Promise<string>): Promise<Attempt> {
  // Waits until what earlier requests have noted is written, which began before the pause.
  expect(await pauseAccount(server.database.session, id, 30_000)).toBe(true);
  const attempt = await changesOf(async () => {
    const paused = await send();
    await makeReadonly(server.database.session, 30_000);
    await setPaused(id, null);
    const readonly = await send();
    return paused === readonly ? paused : `${paused} when paused, ${readonly} in a read-only cell`;
  });
  await makeWritable(server.database.session);
  return { request: row, ...attempt };
}

/** Notes an attempt, and sends the request again. */
async function again<Answer>(attempt: Attempt, isRead: boolean, send: () => Promise<Answer>): Promise<Answer> {
  const { answer, changed } = await changesOf(send);
  // The use of keys, their requests and refused bookings are noted some time after the request.
  const own = changed.filter((name) => !['api_key_requests', 'api_request', 'booking_refusal'].includes(name));
  const written = own.filter((name) => name !== 'api_key' || own.length > 1);
  (isRead ? reads : writes).push({ ...attempt, writes: written });
  return answer;
}

const statusOf = ({ status, headers }: Pick<RestAnswer, 'status' | 'headers'>): string =>
  status === 503 ? `503, retry after ${headers.get('retry-after')}` : `${status}`;

/** The row of a request, so that requests of one row are reported together. */
let row = '';

/** Sends each request first while the account is paused, and then again. */
class PausedFirst extends TestAccount {
  override async send(method: string, path: string, sending?: Parameters<TestAccount['send']>[2]) {
    const send = () => super.send(method, path, sending);
    const attempt = await whilePaused(this.credentials.id, async () => statusOf(await send()));
    const request = row || `${method} ${path.replace(/\?.*/, '').replaceAll(/\d+/g, ':id')}`;
    return again({ ...attempt, request }, method === 'GET', send);
  }

  override async graphql(query: string, variables?: object) {
    const send = () => super.graphql(query, variables);
    const attempt = await whilePaused(this.credentials.id, async () => {
      const { errors = [] } = await send();
      return errors.length === 0 ? '200' : errors.map(({ extensions }) => extensions.code).join();
    });
    return again({ ...attempt, request: query }, !/^\s*mutation/.test(query), send);
  }
}

class PausedFirstVisitor extends Visitor {
  constructor(readonly account: TestAccount) {
    super(account);
  }

  override async send(method: string, path: string, sending?: Parameters<Visitor['send']>[2]) {
    const send = () => super.send(method, path, sending);
    const attempt = await whilePaused(this.account.credentials.id, async () => statusOf(await send()));
    return again(attempt, method === 'GET', send);
  }
}

const created = await createWorld(server);
const world: World = { ...created, account: new PausedFirst(server.origin, created.account.credentials) };
const { id: accountId, subdomain } = created.account.credentials;
await server.configure(created.account, {
  public_access: true,
  confirm_manually: true,
  allow_cancellation: true,
  currency: 'NOK',
});
const own = { ...created.own, ...(await addMore()) };
{
  await using deliveries = await deliverWebHooks(server, created.account);
  await deliveries.run();
}
for (const method of ['GET', 'POST'] as const) await sendAll(method);
await deliverMessages(server);
const fields = await sendWithoutRoutes(server, world, stripe);
await sendAll('PUT');
await sendAll('DELETE');
const notification = await notifyOfPayment();

async function addMore(): Promise<World['own']> {
  const { account, own: ids } = created;
  await account.put(`/services/${ids['service_id']}`, { json: { price: 10 } });
  const booking = await validObject('booking', created);
  await account.create('/bookings', 'booking', { ...booking, person_id: ids['person_id'], external_id: 'x1' });
  await setProvider();
  const placed = await new Visitor(account).post('/orders', {
    json: { ...(await validObject('order', created)), person_attributes: newVisitor() },
  });
  const { id, token: order_token } = placed.body.order;
  const issued = await account.post(`/orders/${id}/documents`, { json: { document: { kind: 'invoice' } } });
  return { external_id: 'x1', order_token, document_id: issued.body.document.id };
}

async function setProvider(): Promise<void> {
  await created.account.graphql(
    `mutation { setPaymentProvider(input: {provider: "stripe", secretKey: "${secretKey}", webhookSecret: "${webhookSecret}"}) { id } }`,
  );
}

/** Notifies the server of a payment while the account is paused. */
async function notifyOfPayment(): Promise<Attempt> {
  await setProvider();
  const { account } = created;
  const product = await account.create('/services', 'service', { title: 'Soap', booking_type: 'product', price: 10 });
  const { id } = await account.create('/orders', 'order', { order_line_items: [{ service_id: product.id }] });
  await account.post(`/orders/${id}/checkout`, { json: { success_url: 'https://example.org' } });
  const session = stripe.sessions.at(-1);
  if (!session) throw new Error('no session');
  const time = Math.floor(server.clock.now().getTime() / 1_000);
  return whilePaused(accountId, async () => {
    const { status } = await notify(server.origin, subdomain, { event: paidEvent(session), time });
    return String(status);
  });
}

/** Requests all routes with a method. */
async function sendAll(method: Route['method']): Promise<void> {
  const visitor = new PausedFirstVisitor(world.account);
  // First, because visitors can book only while the resource offers the service.
  for (const route of publicRoutes.filter((one) => one.method === method)) await send(visitor, route);
  for (const route of routes.filter((one) => one.method === method)) await send(world.account, route);
}

async function send(sender: Pick<Visitor, 'send'>, { method, path, variables, requiresSession }: Route): Promise<void> {
  const ids: World['own'] = {
    ...own,
    ...(path.startsWith('/events/recurring/') && { collection_id: String(own['event_collection_id']) }),
    ...(/:booking_id\/(confirm|decline|status)$/.test(path) && { booking_id: await newHold() }),
    ...(path === '/services/:service_id/needs' && { service_id: String(own['needed_service_id']) }),
    ...(path.endsWith('/erase') && {
      person_id: (await created.account.create('/people', 'person', { name: 'Ida' })).id,
    }),
    ...(path.includes('/:token') &&
      !path.endsWith('/card') && { token: await linkTokenOf(created.account, await newHold()) }),
    ...(path.includes('/:token/visit') && { token: await linkTokenOf(created.account, await newVisit(created)) }),
    ...(path.endsWith('/card') && { token: await linkTokenOf(created.account, Number(own['booking_id'])) }),
  };
  const address = path.replaceAll(/:(\w+)/g, (_all, name: string) => String(ids[name]));
  const name = `${method} ${path}`;
  const source = Object.values(variables).find(({ from }) => from === 'object');
  const wrapper = source?.from === 'object' ? source.wrapper : undefined;
  const attributes = wrapper && (validCredentials[name] ?? (await validObject(wrapper, created)));
  const visiting = sender instanceof Visitor && { person_attributes: newVisitor() };
  const object = wrapper && {
    [wrapper]: Array.isArray(attributes)
      ? attributes
      : { ...attributes, ...visiting, ...(method === 'PUT' && others[wrapper]) },
  };
  const json = { ...object, ...(await validParameters[name]?.(created)) };
  const headers = requiresSession ? await startVisitorSession(server, created.account) : {};
  row = sender instanceof Visitor ? `visitor: ${name}` : name;
  await (method === 'GET'
    ? sender.send(method, `${address}?${stringify(json)}`, { headers })
    : sender.send(method, address, { json, headers }));
  row = '';
}

async function newHold(): Promise<number> {
  const { account } = created;
  const { id } = await account.create('/bookings', 'booking', await validObject('booking', created), {
    confirm: false,
  });
  return id;
}

describe('an account that is paused, or in a read-only cell', () => {
  it('refuses every request that would write with 503 and Retry-After', () => {
    const refused = ['503, retry after 5', 'SERVICE_UNAVAILABLE'];
    const effective = writes.filter((attempt) => attempt.writes?.length);
    expect(effective.filter(({ answer }) => !refused.includes(answer))).toEqual([]);
    const ineffective = writes.filter(({ request }) => !effective.some((attempt) => attempt.request === request));
    expect([...new Set(ineffective.map(({ request }) => request))].toSorted()).toEqual(withoutEffect);
    expect(notification).toMatchObject({ answer: '503', changed: [] });
  });

  it('has been sent every write route and every mutation', () => {
    const sent = new Set(writes.map(({ request }) => request.replace('visitor: ', '')));
    const all = [...routes, ...publicRoutes].filter(({ method }) => method !== 'GET');
    expect(all.filter(({ method, path }) => !sent.has(`${method} ${path}`))).toEqual([]);
    expect(fields).toEqual(fieldsWithoutRoute());
  });

  it('answers every read', () => {
    // This account is no sandbox.
    const answered = reads.filter(({ request }) => request !== 'GET /test_clock');
    // The security log has every export, and nobody was erased.
    const refused = [
      { request: 'GET /people/:person_id/export', answer: '503, retry after 5' },
      { request: 'GET /people/:person_id/erasure', answer: '404' },
    ];
    expect(
      answered.filter(({ answer }) => answer !== '200').map(({ request, answer }) => ({ request, answer })),
    ).toEqual(refused);
    expect(reads.length).toBeGreaterThan(100);
  });

  it('is not changed by any request', () => {
    expect([...reads, ...writes].filter(({ changed }) => changed.length > 0)).toEqual([]);
  });

  it('lets jobs wait without an attempt', async () => {
    await setPaused(accountId, new Date());
    const error: unknown = await contextOf(jobContext(server), accountId).catch((thrown: unknown) => thrown);
    await setPaused(accountId, null);
    expect(error).toBeInstanceOf(AccountPausedError);
    expect(isOutage(error)).toBe(true);
  });
});

describe('every table of accounts', () => {
  it('has the trigger that refuses writes', async () => {
    const found = await server.sql<{ name: string }>(
      `select tgrelid::regclass::text as name from pg_trigger
       where tgname = 'writable_account' and tgparentid = 0 and tgenabled = 'O' and tgtype = 29`,
    );
    expect(found.map(({ name }) => name).toSorted()).toEqual(guarded.toSorted());
  });
});
