import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { stringify } from 'qs';
import type { Route } from '../../src/http/rest/route.js';
import { routes } from '../../src/http/rest/routes/index.js';
import { publicRoutes } from '../../src/http/rest/routes/public.routes.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { deliverWebHooks } from '../support/deliver-web-hooks.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { carryOutErasures } from '../support/erasures.js';
import { fieldsWithoutRoute, sendWithoutRoutes } from '../support/graphql-only.js';
import { deliverMessages, sendTemplates } from '../support/messages.js';
import { readRelations } from '../support/relations.js';
import { type SentStatement, sentStatementsOf } from '../support/sent-statements.js';
import { secretKey, startStripeDouble, webhookSecret } from '../support/stripe-double.js';
import { useOwnTestServer } from '../support/test-server.js';
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
import { relayEntries, settledChanges, writeCalendar } from '../support/write-calendars.js';

/** Higher than all other numbers in statements, so that no other number looks like an account's id. */
const firstAccountId = 900_000_001;

/** Statements that do not name an account, and why. */
const crossAccountStatements: readonly [reason: string, text: RegExp][] = [
  ['transaction control', /^(begin|commit|rollback|savepoint|release)\b/i],
  ['finds the account of an API key', /from account row\s+join api_key key\b/],
  [
    'finds the account of a site, a sign-in or a notification',
    /from account row\s[\s\S]*\bwhere lower\(row\.subdomain\) = \$1$/,
  ],
  ['notices of commits', /^select pg_notify\('change', id::text\) from unnest\(\$1::integer\[\]\) as id$/],
  ['whether the connection for notices answers', /^select$/],
  ['settings of a transaction', /^select set_config\(name, value, true\) from unnest\(\$1::text\[\], \$2::text\[\]\)/],
  ['the jobs of this test', /^select account_id as "accountId", id(, channel, kind)? from/],
  ['finds the accounts with due messages', /^select candidate\.id\s+from \(with recursive account_with_work \(id\) as/],
  [
    'notes the use of keys of other accounts',
    /^(update api_key set last_used_at|insert into api_key_requests|insert into api_request \(|delete from api_request using|select write_to_accounts\(\))/,
  ],
  [
    'writes the refusals of all accounts',
    /^(insert into booking_refusal \(account_id|delete from booking_refusal using \()/,
  ],
  ['draws ids', /^select nextval\('\w+_id_seq'\)::integer as id from generate_series\(1, \$1\)$/],
];

/** Routes that reject the request of this test, because it has no valid code or password, or is of no sandbox. */
const refusing = [
  // No card is stored with the booking.
  'DELETE /bookings/:token/card',
  'GET /test_clock',
  'POST /bookings/:booking_id/resend_code',
  'PUT /test_clock',
  'POST /me/session',
  'POST /people/authenticate',
  'POST /people/perishable_token/verify',
  'PUT /bookings/:booking_id/verify',
  'PUT /bookings/:booking_id/verify_code',
];

let fields: string[];
const refusals: string[] = [];

const stripe = await disposeAfterAll(startStripeDouble());
const server = await useOwnTestServer({
  config: { paymentProviderUrls: { stripe: stripe.url }, webhookPrivateTargets: true },
});
const other = await server.account();
await server.sql(`select setval(pg_get_serial_sequence('account', 'id'), ?)`, firstAccountId - 1);
const world = await createWorld(server);
const emptyAccountId = (await server.account()).credentials.id;
const settings = { public_access: true, confirm_manually: true, allow_cancellation: true, currency: 'NOK' };
await server.configure(world.account, settings);
const own: World['own'] = { ...world.own, ...(await addMore(world)) };
const target = await world.account.create('/calendar_sources', 'calendar_source', {
  ...{ resource_id: own['resource_id'], kind: 'caldav', url: 'https://127.0.0.1:9/', username: 'ola', password: 'x' },
  target: 'https://127.0.0.1:9/work/',
});
const changes = await settledChanges(server, world.account);
await using deliveries = await deliverWebHooks(server, world.account);
// A web process notes the use of keys, and writes it when it stops. The shared server does so for accounts of other tests.
const noting = await server.another();
for (const account of [other, world.account]) await account.at(noting.origin).get('/account');
// In two parts: after the deletion of everything, a statement of another account would find nothing anyway.
const beforeDeletion = await sentStatementsOf(async () => {
  await deliveries.run();
  await relayEntries(server, changes);
  await writeCalendar(server, world.account, target.id);
  await sendAll('GET', 'POST');
  await sendMessages();
  fields = await sendWithoutRoutes(server, world, stripe);
  await readRelations(world.account);
  await noting[Symbol.asyncDispose]();
  await sendAll('PUT');
});

/** Creates an order and a booking with an external id. */
async function addMore({ account, own: { service_id, ...ids } }: World): Promise<World['own']> {
  await account.put(`/services/${service_id}`, { json: { price: 10 } });
  const booking = await validObject('booking', world);
  await account.create('/bookings', 'booking', { ...booking, person_id: ids['person_id'], external_id: 'x1' });
  await account.graphql(
    `mutation { setPaymentProvider(input: {provider: "stripe", secretKey: "${secretKey}", webhookSecret: "${webhookSecret}"}) { id } }`,
  );
  const visitor = new Visitor(account);
  const placed = await visitor.post('/orders', {
    json: { ...(await validObject('order', world)), person_attributes: newVisitor() },
  });
  const { id, token: order_token } = placed.body.order;
  const issued = await account.post(`/orders/${id}/documents`, { json: { document: { kind: 'invoice' } } });
  return { external_id: 'x1', order_token, document_id: issued.body.document.id };
}

/** Creates a person who can be erased. */
async function newPerson({ account }: World): Promise<number> {
  return (await account.create('/people', 'person', { name: 'Ida' })).id;
}

/** Creates a person whose data is erased. */
async function erasedPerson(of: World): Promise<number> {
  const id = await newPerson(of);
  await of.account.post(`/people/${id}/erase`);
  return id;
}

/** Returns an entry of a booking that was to be written into a calendar. */
async function firstEntry({ account }: World): Promise<number> {
  const { body } = await account.get(`/calendar_sources/${target.id}/entries`);
  return body[0].calendar_source_entry.id;
}

/** Creates a booking that can still be confirmed or declined. */
async function newHold({ account }: World): Promise<number> {
  const { id } = await account.create('/bookings', 'booking', await validObject('booking', world), { confirm: false });
  return id;
}

/** Creates time off that can still be approved or declined. */
async function newTimeOff({ account }: World): Promise<number> {
  return (await account.create('/time_off', 'time_off', await validObject('time_off', world))).id;
}

async function sendMessages(): Promise<void> {
  await deliverMessages(server);
  await sendTemplates(server);
  await carryOutErasures(server, world.account);
}

/** Requests all routes with these methods. */
async function sendAll(...methods: Route['method'][]): Promise<void> {
  const visitor = new Visitor(world.account);
  for (const method of methods) {
    // First, because visitors can book only while the resource offers the service.
    for (const route of publicRoutes.filter((row) => row.method === method)) await send(visitor, route);
    for (const route of routes.filter((row) => row.method === method)) await send(world.account, route);
  }
}

async function send(sender: Pick<Visitor, 'send'>, { method, path, variables, requiresSession }: Route): Promise<void> {
  const row = `${method} ${path}`;
  const ids: World['own'] = {
    ...own,
    ...(path.startsWith('/events/recurring/') && { collection_id: String(own['event_collection_id']) }),
    ...(/:booking_id\/(confirm|decline|status)$/.test(path) && { booking_id: await newHold(world) }),
    ...(/:time_off_id\/(approve|decline)$/.test(path) && { time_off_id: await newTimeOff(world) }),
    ...(path.endsWith('/resend') && { calendar_source_entry_id: await firstEntry(world) }),
    ...(path === '/services/:service_id/needs' && { service_id: String(own['needed_service_id']) }),
    ...(path.endsWith('/erase') && { person_id: await newPerson(world) }),
    ...(path.endsWith('/erasure') && { person_id: await erasedPerson(world) }),
    ...(path.includes('/:token') &&
      !path.endsWith('/card') && { token: await linkTokenOf(world.account, await newHold(world)) }),
    ...(path.includes('/:token/visit') && { token: await linkTokenOf(world.account, await newVisit(world)) }),
    ...(path.endsWith('/card') && { token: await linkTokenOf(world.account, Number(own['booking_id'])) }),
  };
  const address = path.replaceAll(/:(\w+)/g, (_all, name: string) => String(ids[name]));
  const source = Object.values(variables).find(({ from }) => from === 'object');
  const wrapper = source?.from === 'object' ? source.wrapper : undefined;
  const attributes = wrapper && (validCredentials[row] ?? (await validObject(wrapper, world)));
  const visiting = sender instanceof Visitor && { person_attributes: newVisitor() };
  const object = wrapper && { [wrapper]: Array.isArray(attributes) ? attributes : { ...attributes, ...visiting } };
  const json = { ...object, ...(await validParameters[row]?.(world)) };
  const headers = requiresSession ? await startVisitorSession(server, world.account) : {};
  const { status, body } = await (method === 'GET'
    ? sender.send(method, `${address}?${stringify(json)}`, { headers })
    : sender.send(method, address, { json, headers }));
  if (status !== 200 && !refusing.includes(row)) refusals.push(`${row}: ${status} ${JSON.stringify(body)}`);
}

const isAccountId = (value: unknown): boolean =>
  !Array.isArray(value) && Number(value) >= firstAccountId && Number(value) < firstAccountId + 10;

/** The ORM writes values into the text of its own statements. */
const accountIdInText = /\b90000000\d\b/g;

const namesAccount = ({ text, values }: SentStatement): boolean =>
  values.some(isAccountId) || text.search(accountIdInText) >= 0;

const inserts = ({ text }: SentStatement): boolean => /\binsert into\b/.test(text);

const canBeRepeated = (statement: SentStatement): boolean => namesAccount(statement) && !inserts(statement);
const leaks = await leaksOf(beforeDeletion.filter(canBeRepeated));
const deletion = await sentStatementsOf(async () => {
  await sendAll('DELETE');
  await sendMessages();
});
leaks.push(...(await leaksOf(deletion.filter(canBeRepeated))));
const statements: SentStatement[] = [...beforeDeletion, ...deletion];

/** Returns the statement with the id of the empty account in place of that of its account. */
function asEmptyAccount({ text, values }: SentStatement): [text: string, values: unknown[]] {
  return [
    text.replaceAll(accountIdInText, String(emptyAccountId)),
    values.map((value) => (isAccountId(value) ? emptyAccountId : value)),
  ];
}

it('all routes succeed', () => {
  expect(refusals).toEqual([]);
});

it('all queries and mutations without a route are executed', () => {
  expect(fields).toEqual(fieldsWithoutRoute());
});

it('every statement names the account, or is a known exception', () => {
  const others = statements.filter((statement) => !namesAccount(statement));
  const unknown = others.filter(({ text }) => !crossAccountStatements.some(([, known]) => known.test(text)));
  expect([...new Set(unknown.map(({ text }) => text))]).toEqual([]);
});

it('a statement of one account finds nothing when another account sends it', () => {
  expect(new Set(statements.filter(canBeRepeated).map(({ text }) => text)).size).toBeGreaterThan(150);
  expect(leaks).toEqual([]);
});

it('a statement inserts rows of the account that sends it', () => {
  const texts = new Set(statements.filter(inserts).map(({ text }) => text));
  const ofOwn = /insert into "?\w+"?\s*\(account_id,[^)]*\)\s*(values \(\$1,|select (\$1|account_id),)/g;
  const others = [...texts].filter((text) => text.match(/insert into/g)?.length !== text.match(ofOwn)?.length);
  expect(others).toEqual([]);
});

/** Files that send statements by other means than `AccountDatabase` and `AccountTransaction`, and why. */
const otherSenders: Readonly<Record<string, string>> = {
  'domain/account/account-of-subdomain.queries.ts': 'finds the account of a subdomain',
  'domain/account/api-key-use.ts': 'writes and trims the counts of requests of all accounts',
  'domain/account/account.actions.ts': 'the operator creates, lists and suspends accounts',
  'domain/account/pause.actions.ts': 'pauses and resumes an account, for the operator',
  'domain/failed-job/failed-job.queries.ts': 'reads which jobs of all accounts were given up',
  'domain/messaging/delivery/message-quota.actions.ts': 'finds the accounts with held messages',
  'domain/messaging/delivery/message-turns.actions.ts': 'finds the accounts with due messages',
  'domain/work.queries.ts': 'reads the stuck work of all accounts',
  'domain/person/idle-people.queries.ts': 'finds the accounts that have people erased by age',
  'domain/trim-history.actions.ts': 'trims the ended messages, deliveries and jobs of all accounts',
  'domain/waitlist/waitlist-check.queries.ts': 'finds the due checks of all accounts',
  'http/rate-limit.ts': 'counts requests',
  'jobs/job-store.ts': 'stores the jobs of all accounts',
  'observability/metrics.ts': 'measures the pending work of all accounts',
  'outbox/backlog.ts': 'measures the backlog of all accounts',
  'outbox/blocking-transactions.ts': 'finds the open transactions of the database',
  'outbox/live-feed.ts': 'finds the accounts with new changes',
  'outbox/relay.ts': 'finds the accounts with new changes, then names each',
  'outbox/signal.ts': 'listens for notices of all accounts',
  'process/fleet/fleet-lock.ts': 'takes a lock in the directory, which has no rows of accounts',
  'process/fleet/upgrading-cell.ts': 'looks at the work and the processes of a whole cell',
  'process/move/cell-connection.ts': 'moves an account, by connections without time limits',
  'process/move/account-tables.ts': 'lists the tables whose rows move with an account',
  'process/move/copies.ts': 'copies the rows of one account, by connections without time limits',
  'process/move/preconditions.ts': 'looks whether an account can move or be restored',
  'process/backup-command.ts': 'opens the databases between which an account is exported and restored',
  'process/backup/copy-account.ts': 'writes the rows of a new account, by a connection without time limits',
  'process/backup/export-account.ts': 'reads the rows of one account, by a connection without time limits',
  'process/backup/restore-account.ts': 'writes the rows of one account, by a connection without time limits',
  'process/backup/write-tables.ts': 'writes the rows of one account, by a connection without time limits',
  'process/open-database.ts': 'sets the application name of all connections',
  'process/test-kit/test-cluster.ts': 'creates and drops the databases of tests, of which it reads no rows',
  'process/account-command.ts': 'opens the cell of this process',
  'process/server.ts': 'opens the cell of this process',
  'process/cell-command.ts': 'lists the accounts of all cells',
  'process/demo/demo-account.ts': 'looks whether there is any account',
  'process/directory-check.ts': 'compares the accounts of all cells with the directory',
};

it('only known files send statements without an account', () => {
  const root = join(projectRoot, 'src');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  // The pages run in a browser, and may import nothing of the server.
  const senders = files.filter(
    (file) => !/^(?:pages|platform)\//.test(file) && sendsItself.test(sourceOf(join(root, file))),
  );
  expect(senders.toSorted()).toEqual(Object.keys(otherSenders).toSorted());
});

/** The shared entity manager, the driver or its client, or a session. */
const sendsItself =
  /\borm ?\.em\b|\{ orm \}|import pg from|\bnew PreparingClient\b|\bdatabase ?\.session\b|\{ session\b|\bSession\b.* from .*database\/session\.js'/;

const sourceOf = (file: string): string => readFileSync(file, 'utf8').replaceAll(/\s+/g, ' ');

it.each([
  ['select id from booking where id = $2 and $1::integer > 0'],
  ['select count(*)::integer from booking where $1::integer > 0 and id <= $2'],
  ['update booking set notes = null where id = $2 and $1::integer > 0'],
  ['delete from api_key where $1::integer > 0 and $2::integer > 0'],
  [
    'select resource.title from booking join resource on resource.id = resource_id where booking.account_id = $1 or booking.id = $2',
  ],
])('a statement without a condition on the account is found: %s', async (text) => {
  const values = [world.account.credentials.id, own['booking_id']];
  expect(await leaksOf([{ text, values }])).toHaveLength(1);
});

/** Sends the statements as the empty account. Returns those that find or change rows of others. */
async function leaksOf(all: readonly SentStatement[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const found = new Map<string, string>();
  try {
    for (const statement of all) {
      await client.query('begin');
      const { rows, rowCount, command } = await client.query(...asEmptyAccount(statement));
      const isEmpty = command === 'SELECT' ? rows.every(isEmptyRow) : rowCount === 0;
      if (!isEmpty) found.set(statement.text, `${command} ${rowCount}: ${JSON.stringify(rows[0])}`);
      await client.query('rollback');
    }
  } finally {
    await client.end();
  }
  return [...found].map(([text, leak]) => `${leak}\n${text}`);
}

/** Whether a row has no data of another account. An aggregate, or left joins without a match, return an empty row. */
function isEmptyRow(row: { id?: unknown; accountId?: unknown }): boolean {
  // The empty account has only itself and its API key.
  return row.id === emptyAccountId || row.accountId === emptyAccountId || Object.values(row).every(isEmptyValue);
}

function isEmptyValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isEmptyValue);
  return value === null || value === 0 || value === '0' || value === '' || value === false;
}
