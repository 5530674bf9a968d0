import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { claimSource, readClaimedSource } from '../../src/domain/calendar-source/read-calendar-source.actions.js';
import { calendarOf } from '../support/calendar-server.js';
import { createBookableService } from '../support/catalog.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer({ config: { webhookPrivateTargets: true } });
const account = server.accountPerTest();

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** A server whose answers a test chooses by method. The first path is that of a calendar. */
async function startServer() {
  const requests: IncomingMessage[] = [];
  const handlers = new Map<string, Handle>();
  const http = createServer((request, response) => {
    requests.push(request);
    request.resume();
    handlers.get(request.method ?? '')?.(request, response);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return {
    port,
    requests,
    on: (method: string, handle: Handle) => handlers.set(method, handle),
    [Symbol.asyncDispose]: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

const caldav = await disposeAfterAll(startServer());
const other = await disposeAfterAll(startServer());

const multistatus = (responses: string, namespaces = ''): string =>
  `<?xml version="1.0"?>\n<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"${namespaces}>${responses}</d:multistatus>`;
const found = (href: string, properties: string): string =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${properties}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;
const isCalendar = '<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>';
const answer =
  (status: number, body = '', headers: Record<string, string> = {}): Handle =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);
const data = (file: string): string => found('/c/1.ics', `<c:calendar-data><![CDATA[${file}]]></c:calendar-data>`);

const dentist = calendarOf({ dentist: ['20260304T090000Z', '20260304T110000Z'] });
let token = 0;

function behave(): void {
  caldav.on(
    'PROPFIND',
    answer(207, multistatus(found('/c/', `${isCalendar}<d:sync-token>t${token++}</d:sync-token>`))),
  );
  caldav.on('REPORT', answer(207, multistatus(data(dentist))));
}

beforeEach(() => {
  behave();
  caldav.requests.length = 0;
  other.requests.length = 0;
});

const signIn = { username: 'kari', password: 'app-password' };
const url = `http://127.0.0.1:${caldav.port}/c/`;

async function read(id: number, timeout = 2_000): Promise<void> {
  const context = await createBackgroundContext(server.database, server.clock, account.credentials.id);
  const claimed = await claimSource(context, id, new Date('9999-12-31'));
  if (claimed) await readClaimedSource(context, claimed, { allowPrivate: true, timeout });
}

const create = async (attributes: object) => {
  const { resourceId } = await createBookableService(account);
  const json = { calendar_source: { resource_id: resourceId, kind: 'caldav', url, ...signIn, ...attributes } };
  return account.post('/calendar_sources', { json });
};

/** Adds the calendar, which is read once without an error. */
async function addSource(attributes: object = {}): Promise<number> {
  const { id } = (await create(attributes)).body.calendar_source;
  await read(id);
  expect(await errorOf(id)).toBeNull();
  return id;
}

const shown = async (id: number) => (await account.get(`/calendar_sources/${id}`)).body.calendar_source;
const errorOf = async (id: number): Promise<string | null> => (await shown(id)).error;
const countOf = async (id: number): Promise<number> =>
  (await server.sql('select 1 from external_busy where account_id = ? and source_id = ?', account.credentials.id, id))
    .length;

it('asks for the version first, and for the entries only if it has changed', async () => {
  const id = await addSource();
  await read(id);
  caldav.on('PROPFIND', answer(207, multistatus(found('/c/', `${isCalendar}<d:sync-token>new</d:sync-token>`))));
  await read(id);
  await read(id);
  const methods = caldav.requests.map(({ method }) => method);
  expect(methods).toEqual(['PROPFIND', 'REPORT', 'PROPFIND', 'PROPFIND', 'REPORT', 'PROPFIND']);
});

describe('a server that does not answer as it should', () => {
  const bomb = `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><d:multistatus xmlns:d="DAV:">&b;</d:multistatus>`;
  const many = multistatus(Array.from({ length: 100_000 }, () => '<d:response/>').join(''));
  const cases: readonly [name: string, error: string, method: string, handle: Handle][] = [
    ['a web page', 'there is no CalDAV server at the address (status 200)', 'PROPFIND', answer(200, '<html>')],
    ['a web page as a list', 'its answer is not that of a CalDAV server', 'PROPFIND', answer(207, '<html><p>Hi')],
    ['no user', 'the server refuses the user name or the password (status 401)', 'PROPFIND', answer(401)],
    ['no permission', 'c: the server does not allow the user to read it (status 403)', 'REPORT', answer(403)],
    ['no calendar', 'there is no calendar at the address (status 404)', 'PROPFIND', answer(404)],
    ['entities', 'its answer is not that of a CalDAV server', 'PROPFIND', answer(207, bomb)],
    ['deep nesting', 'c: its answer is not that of a CalDAV server', 'REPORT', answer(207, '<a>'.repeat(1_000_000))],
    [
      'many attributes',
      'c: its answer is not that of a CalDAV server',
      'REPORT',
      answer(207, `<a ${Array.from({ length: 500_000 }, (_, i) => `a${i}="1"`).join(' ')}/>`),
    ],
    ['100,000 entries', 'c: it has more than 50000 entries in this time', 'REPORT', answer(207, many)],
    ['half an answer', 'c: its answer is not that of a CalDAV server', 'REPORT', answer(207, many.slice(0, 200))],
    [
      'a part of the entries',
      'c: the server returns only a part of its entries',
      'REPORT',
      answer(
        207,
        multistatus(
          `${data(dentist)}<d:response><d:href>/c/</d:href><d:status>HTTP/1.1 507 Insufficient Storage</d:status></d:response>`,
        ),
      ),
    ],
    [
      'an entry without data',
      'c: the server returns an entry that is no calendar',
      'REPORT',
      answer(207, multistatus(data(''))),
    ],
    [
      'more than 10 MB',
      'c: the calendars together are too large (maximum is 10 MB)',
      'REPORT',
      answer(207, multistatus(data(dentist.repeat(60_000)))),
    ],
    [
      'an endless answer',
      'it did not answer in time',
      'REPORT',
      (_, response) => {
        response.writeHead(207);
        const timer = setInterval(() => response.write('<d:response/>'), 10);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ];

  it.each(cases)('with %s keeps the last good times: %s', async (_name, error, method, handle) => {
    const id = await addSource();
    // Both answers differ from those of the read before.
    behave();
    caldav.on(method, handle);
    await read(id);
    expect([await errorOf(id), await countOf(id)]).toEqual([error, 1]);
  });

  it('is read later if it says so', async () => {
    const id = await addSource();
    caldav.on('PROPFIND', answer(429, '', { 'retry-after': '3600' }));
    await read(id);
    expect(await shown(id)).toMatchObject({
      error: 'the server was asked too often (status 429)',
      next_read_at: '2026-03-02T09:00:00+01:00',
    });
  });
});

describe('the password', () => {
  it('does not follow a redirect to another server', async () => {
    const id = await addSource();
    const target = `http://127.0.0.1:${other.port}`;
    caldav.on('PROPFIND', answer(307, '', { location: `${target}/c/` }));
    await read(id);
    expect(await errorOf(id)).toBe(`its calendars are on another server: if you trust it, give the address ${target}`);
    expect(other.requests).toEqual([]);
  });

  it('does not follow an address that the server names', async () => {
    const principal = '<d:current-user-principal><d:href>HREF</d:href></d:current-user-principal>';
    const target = `http://127.0.0.1:${other.port}/kari/`;
    caldav.on('PROPFIND', answer(207, multistatus(found('/', principal.replace('HREF', target)))));
    const { id } = (await create({ url: `http://127.0.0.1:${caldav.port}/` })).body.calendar_source;
    await read(id);
    expect(await errorOf(id)).toMatch(/^its calendars are on another server/);
    expect(other.requests).toEqual([]);
  });

  it('follows a redirect on the same server', async () => {
    const id = await addSource();
    const moved = multistatus(found('/d/', `${isCalendar}<d:sync-token>moved</d:sync-token>`));
    caldav.on('PROPFIND', (request, response) => {
      if (request.url === '/d/') answer(207, moved)(request, response);
      else answer(301, '', { location: '/d/' })(request, response);
    });
    await read(id);
    expect(await errorOf(id)).toBeNull();
    expect(caldav.requests.every(({ headers }) => headers.authorization?.startsWith('Basic '))).toBe(true);
  });

  it('is required again for another server or user', async () => {
    const id = await addSource();
    const put = async (attributes: object) =>
      (await account.put(`/calendar_sources/${id}`, { json: { calendar_source: attributes } })).body;
    const again = { password: ["can't be blank", 'the stored one is for another server or user name'] };
    expect(await put({ url: `http://127.0.0.1:${other.port}/c/` })).toEqual(again);
    expect(await put({ url: `http://localhost:${caldav.port}/c/`, password: '' })).toEqual(again);
    expect(await put({ username: 'ola' })).toEqual(again);
    expect(await put({ calendars: [`http://127.0.0.1:${other.port}/c/`] })).toEqual({
      calendars: ['is invalid', 'must be addresses of calendars on the server of url'],
    });
    expect(await put({ target: `http://127.0.0.1:${other.port}/c/` })).toEqual({
      target: ['is invalid', 'must be the address of a calendar on the server of url'],
    });
    expect(await put({ kind: 'ics' })).toEqual({ kind: ['cannot be changed'] });
    expect(await put({ url: `${url}d/`, calendars: ['/c/'], target: '/c/' })).toMatchObject({
      calendar_source: { url: `${url}d/`, calendars: [url], target: url },
    });
    expect(await put({ url: `http://127.0.0.1:${other.port}/c/`, password: 'new' })).toMatchObject({
      calendar_source: { calendars: [], target: null, synced_at: null },
    });
    expect(await countOf(id)).toBe(0);
  });

  it('is sealed, in no change, and not needed by iCalendar files', async () => {
    const id = await addSource();
    const rows = await server.sql('select * from change where account_id = ?', account.credentials.id);
    expect(JSON.stringify(rows)).not.toContain(signIn.password);
    expect(JSON.stringify(await shown(id))).not.toContain(signIn.password);
    const only = ['must be blank', 'only calendars of the kind caldav have it'];
    const { body } = await create({ kind: 'ics', calendars: ['/c/'], target: '/c/' });
    expect(body).toEqual({ username: only, password: only, calendars: only, target: only });
    expect((await create({ username: null, password: '' })).body).toEqual({
      username: ["can't be blank"],
      password: ["can't be blank"],
    });
    const calendars = Array.from({ length: 21 }, (_, i) => `/c${i}/`);
    expect((await create({ username: 'a:b', password: 'a\n', calendars })).body).toEqual({
      username: ['is invalid'],
      password: ['is invalid'],
      calendars: ['is too long (maximum is 20 items)'],
    });
  });
});
