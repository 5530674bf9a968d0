import { mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAccountCommand } from '../../src/process/account-command.js';
import { useOwnTestServer } from '../support/test-server.js';
import { ServerProcess } from './server-process.js';

const server = await useOwnTestServer();
const account = await server.account({ subdomain: 'acme' });
const other = await server.account({ subdomain: 'other' });
const folder = await mkdtemp(join(tmpdir(), 'booking-import-'));
afterAll(() => rm(folder, { recursive: true }));

const resource = await account.create('/resources', 'resource', { title: 'Ingrid' });
const service = await account.create('/services', 'service', { title: 'Cut', duration: 60 });
await account.create('/providers', 'provider', { service_id: service.id, resource_id: resource.id });
await account.create('/services', 'service', { title: 'Colour', duration: 60 });

/** Runs the command on a file with these lines. */
async function run(from: string, lines: readonly string[], ...options: string[]) {
  const path = join(folder, `file ${Math.random()}`);
  await writeFile(path, `${lines.join('\n')}\n`);
  return runAccountCommand(['import', '--subdomain', 'acme', '--from', from, path, ...options], {
    DATABASE_URL: server.databaseUrl,
  });
}

const counted = (created: number, known: number, left_out = 0, refused = 0) => [
  JSON.stringify({ created, known, left_out, refused }),
];

async function rowsIn(table: string, accountId: number): Promise<number> {
  const [row] = await server.sql<{ count: number }>(
    `select count(*)::integer as count from ${table} where account_id = ?`,
    accountId,
  );
  return row?.count ?? 0;
}

async function bookingsBy(condition: string): Promise<Record<string, unknown>[]> {
  const { body } = await account.get(`/bookings?scope=all&${condition}`);
  return body.map(({ booking }: { booking: Record<string, unknown> }) => booking);
}

const shortened = 'was shortened by a spreadsheet: format its column as text and export it again';
const header = 'external_id,booked_from,booked_to,title,notes,count,name,email,phone_number,resource,service,state';

it('creates bookings and people of CSV once, with entries of the change log and without messages', async () => {
  const { id } = account.credentials;
  const sending = { verification_method: 1, email_notification: true, sms_notification: true, reminder_sms: true };
  expect((await account.put('/client', { json: { client: sending } })).body.client).toMatchObject(sending);
  const kari = await account.create('/people', 'person', { name: 'Kari', email: 'kari@example.org' });
  const lines = [
    header,
    'a1,2001-03-02 03:00,2001-03-02 04:00,,,,Kari Lie,kari@example.org,,Ingrid,Cut,',
    `a2,2199-03-02 03:00,2199-03-02 04:00,<b>Title</b>,Notes,2,Ola,ola@example.org,+4791234567,${resource.id},,confirmed`,
    'a3,2001-03-02 03:00,2001-03-02 04:00,,,,,,,Ingrid,,cancelled',
    'a4,2001-03-02 03:00,2001-03-02 03:00,,,,,,,Ingrid,,',
    'a5,2001-03-02 03:00,2001-03-02 04:00,,,,Per,per,,Ingrid,,',
    'a6,2001-03-02 03:00,2001-03-02 04:00,,,,,,,Nobody,,',
    'a1,2001-03-02 03:00,2001-03-02 04:00,,,,,,,Ingrid,,',
    `a7,2001-03-02 03:00,2001-03-02 04:00,${'x'.repeat(256)},,,,,,Ingrid,,`,
    ',2001-03-02 03:00,2001-03-02 04:00,,,,,,,,,',
    'a8,2001-03-02 03:00,2001-03-02 04:00,,,,,only@example.org,,Ingrid,,',
    '4.41E+11,2001-03-02 03:00,2001-03-02 04:00,,,,,,,Ingrid,,',
    'a9,2001-03-02 03:00,2001-03-02 04:00,,,,Kim,,"4,79E+09",Ingrid,,',
    'a10,2001-03-02 03:00,2001-03-02 04:00,,,,Kim,,abc,Ingrid,,',
  ];
  const refused = [
    'line 5: booked_to must be after booked_from',
    'line 6: email is invalid',
    'line 7: resource does not exist',
    'line 8: external_id is that of line 2, too',
    'line 9: title is too long (maximum is 255 characters)',
    "line 10: external_id can't be blank",
    `line 12: external_id is invalid, external_id ${shortened}`,
    `line 13: phone_number is invalid, phone_number ${shortened}`,
    'line 14: phone_number is invalid, phone_number must be a phone number such as +4740612345',
  ].join('\n');
  const rehearsed = await run('csv', lines, '--dry-run');
  expect(rehearsed).toEqual({ status: 1, lines: counted(3, 0, 1, 9), error: refused });
  expect(await rowsIn('booking', id)).toBe(0);
  expect(await rowsIn('person', id)).toBe(1);

  expect(await run('csv', lines)).toEqual({ status: 1, lines: counted(3, 0, 1, 9), error: refused });
  const bookings = await bookingsBy(`resource_id=${resource.id}`);
  expect(bookings).toHaveLength(3);
  expect(bookings).toContainEqual(
    expect.objectContaining({
      ...{ external_id: 'a1', person_id: kari.id, service_id: service.id, resource_id: resource.id },
      ...{ booked_from: '2001-03-02T03:00:00+01:00', state: 'confirmed' },
    }),
  );
  expect(bookings).toContainEqual(
    expect.objectContaining({
      external_id: 'a2',
      title: '<b>Title</b>',
      notes: 'Notes',
      count: 2,
      service_id: null,
      reminder_at: null,
    }),
  );
  const changes = await server.sql<{ name: string }>(
    "select name from change where account_id = ? and name in ('booking.created', 'person.created') order by id",
    id,
  );
  expect(changes.map(({ name }) => name).sort()).toEqual([
    ...['booking.created', 'booking.created', 'booking.created'],
    ...['person.created', 'person.created', 'person.created'],
  ]);
  for (const table of ['message', 'message_request']) expect(await rowsIn(table, id)).toBe(0);

  expect(await run('csv', lines)).toMatchObject({ status: 1, lines: counted(0, 3, 1, 9), error: refused });
  expect(await rowsIn('booking', id)).toBe(3);
  expect(await rowsIn('person', id)).toBe(3);
  for (const table of ['booking', 'person']) expect(await rowsIn(table, other.credentials.id)).toBe(0);
});

it('places people in the class that starts then, also in one that is full, once', async () => {
  const attributes = { title: 'Yoga', booking_type: 'attendance', booking_capacity: 3 };
  const yoga = await account.create('/services', 'service', attributes);
  const hall = await account.create('/resources', 'resource', { title: 'Hall' });
  const times = { starts_at: '2001-03-05 18:00', ends_at: '2001-03-05 19:00' };
  const at = { service_id: yoga.id, capacity: 3 };
  const events = [];
  for (const own of [
    { ...times, resource_id: hall.id },
    { starts_at: '2001-03-06 18:00', ends_at: '2001-03-06 19:00', resource_id: hall.id },
    { starts_at: '2001-03-06 18:00', ends_at: '2001-03-06 19:00', resource_id: resource.id },
  ]) {
    events.push(await account.create('/events', 'event', { ...at, ...own }));
  }
  const [monday, tuesday, elsewhere] = events;
  const known = { event_id: monday.id, external_id: 'y1', person_attributes: { name: 'Kari' } };
  await account.create('/bookings', 'booking', known);
  const lines = [
    'external_id;booked_from;booked_to;count;name;resource;service',
    'y1;05.03.2001 18:00;05.03.2001 19:00;1;Kari;;Yoga',
    'y2;05.03.2001 18:00;05.03.2001 19:00;2,0;Ola;Hall;Yoga',
    'y3;05.03.2001 18:00;;1;Per;;Yoga',
    'y4;05.03.2001 18:00;;;Pål;;Yoga',
    'y5;06.03.2001 18:00;06.03.2001 19:00;;Ole;Ingrid;Yoga',
    'y6;06.03.2001 18:00;06.03.2001 19:00;;Anne;;Yoga',
    'y7;05.03.2001 18:30;05.03.2001 19:30;;Anne;;Yoga',
    'y8;05.03.2001 18:00;05.03.2001 20:00;;Anne;;Yoga',
    'y9;05.03.2001 18:00;05.03.2001 19:00;;Anne;Ingrid;Yoga',
    'y10;05.03.2001 18:00;05.03.2001 19:00;4;Anne;Hall;Yoga',
  ];
  const noOnlyEvent = 'booked_from must be the start of exactly one event of the service, or of its resource';
  const refused = [
    `line 7: ${noOnlyEvent}: create the event first`,
    `line 8: ${noOnlyEvent}: create the event first`,
    'line 9: booked_to must be that of the event',
    'line 10: resource_id must be that of the event',
    'line 11: count must be less than or equal to 3',
  ].join('\n');
  expect(await run('csv', lines, '--dry-run')).toEqual({ status: 1, lines: counted(4, 1, 0, 5), error: refused });
  expect(await run('csv', lines)).toEqual({ status: 1, lines: counted(4, 1, 0, 5), error: refused });
  expect(await run('csv', lines)).toEqual({ status: 1, lines: counted(0, 5, 0, 5), error: refused });
  const attending = async (id: number) => {
    const { event } = (await account.get(`/events/${id}`)).body;
    const bookings = await bookingsBy(`event_id=${id}`);
    return [event.nr_of_attendances, ...bookings.map(({ external_id }) => external_id).sort()];
  };
  expect(await attending(monday.id)).toEqual([5, 'y1', 'y2', 'y3', 'y4']);
  expect(await attending(tuesday.id)).toEqual([0]);
  expect(await attending(elsewhere.id)).toEqual([1, 'y5']);
  const [booking] = await bookingsBy('external_id=y3');
  expect(booking).toMatchObject({ booked_to: '2001-03-05T19:00:00+01:00', resource_id: hall.id });
  const next = await account.post('/bookings', { json: { booking: { event_id: monday.id } } });
  expect(next.body).toEqual({ event_id: ['is full'] });
});

it('divides the bookings of a service among its resources as long as one is free', async () => {
  const massage = await account.create('/services', 'service', { title: 'Massage' });
  const ids: number[] = [];
  for (const title of ['Room 1', 'Room 2', 'Room 3']) {
    const { id } = await account.create('/resources', 'resource', { title });
    await account.create('/providers', 'provider', { service_id: massage.id, resource_id: id });
    ids.push(id);
  }
  const at = (id: string, name = '') => `${id},2001-03-07 10:00,2001-03-07 11:00,${name},Massage`;
  const lines = [
    'external_id,booked_from,booked_to,resource,service',
    at('m1', 'Room 2'),
    at('m2'),
    at('m3'),
    at('m4'),
  ];
  expect(await run('csv', lines, '--dry-run')).toEqual({ status: 0, lines: counted(4, 0) });
  expect(await run('csv', lines)).toEqual({ status: 0, lines: counted(4, 0) });
  expect(await run('csv', lines)).toEqual({ status: 0, lines: counted(0, 4) });
  const places = (await bookingsBy(`service_id=${massage.id}`)).map(({ resource_id }) =>
    ids.indexOf(Number(resource_id)),
  );
  const full = places.filter((place) => places.indexOf(place) !== places.lastIndexOf(place));
  expect([new Set(places).size, full.length]).toEqual([3, 2]);
});

(process.platform === 'linux' ? it : it.skip)(
  'reads 50 MB and 100,000 lines in bounded memory',
  async () => {
    const path = join(folder, 'large');
    const begin = 'external_id,booked_from,booked_to,resource,state,notes\n';
    const end = 'z,2001-03-08 03:00,2001-03-08 04:00,Ingrid,,→\n';
    const lineLength = 500;
    const line = (at: number) => `z${at},,,,cancelled,`.padEnd(lineLength - 1, 'n');
    const lines = Array.from({ length: 99_998 }, (_none, at) => line(at)).join('\n');
    const rest = 50_000_000 - Buffer.byteLength(`${begin}${lines}\n${end}`);
    await writeFile(path, `${begin}${lines}\n${'z,,,,cancelled,'.padEnd(rest - 1, 'n')}\n${end}`);
    expect((await stat(path)).size).toBe(50_000_000);
    // The most memory since the program was loaded: that of `resourceUsage` begins with the memory of the parent process.
    const report = `process.on('exit', () => {
    const status = process.getBuiltinModule('fs').readFileSync('/proc/self/status', 'utf8');
    console.error(/VmHWM:\\s+(\\d+)/.exec(status)[1]);
  })`;
    const flags = ['--import', `data:text/javascript,${encodeURIComponent(report)}`, 'dist/src/process/cli.js'];
    const args = ['import', '--subdomain', 'acme', '--from', 'csv', path];
    const settings = { DATABASE_URL: server.databaseUrl };
    const command = new ServerProcess(process.execPath, [...flags, ...args], settings);
    expect([await command.exited, command.lines]).toEqual([0, counted(1, 0, 99_999)]);
    const [kilobytes] = command.errors.map(Number);
    expect(kilobytes).toBeLessThan(450_000);
    await truncate(path, 50_000_001);
    const refused = new ServerProcess(process.execPath, [...flags, ...args], settings);
    expect([await refused.exited, refused.lines, refused.errors]).toEqual([
      1,
      [],
      ['the file is larger than 50 MB: divide it', expect.stringMatching(/^\d+$/)],
    ]);
    expect(Number(refused.errors[1])).toBeLessThan(200_000);
  },
  60_000,
);

it('leaves cancelled bookings as they are, and creates nothing twice when two imports run at once', async () => {
  const lines = Array.from({ length: 120 }, (_none, at) => `b${at},2002-03-02 03:00,2002-03-02 04:00,Ingrid`);
  const file = ['external_id,booked_from,booked_to,resource', ...lines];
  const both = await Promise.all([run('csv', file), run('csv', file)]);
  const totals = both.map(({ status, lines: [line = ''] }) => ({ status, ...JSON.parse(line) }));
  expect(totals.map(({ status, created, known }) => [status, created + known])).toEqual([
    [0, 120],
    [0, 120],
  ]);
  expect(totals.reduce((sum, { created }) => sum + created, 0)).toBe(120);
  const [{ count } = { count: 0 }] = await server.sql<{ count: number }>(
    "select count(*)::integer as count from booking where account_id = ? and external_id like 'b%'",
    account.credentials.id,
  );
  expect(count).toBe(120);
  const [booking] = await bookingsBy('external_id=b7');
  expect((await account.put(`/bookings/${booking?.['id']}/cancel`, {})).status).toBe(200);
  expect(await run('csv', file)).toEqual({ status: 0, lines: counted(0, 120) });
});

it('writes nothing of a file that ends within a quote', async () => {
  const before = await rowsIn('booking', account.credentials.id);
  const lines = Array.from({ length: 60 }, (_none, at) => `d${at},2002-03-02 03:00,2002-03-02 04:00,Ingrid`);
  const file = ['external_id,booked_from,booked_to,resource', ...lines, '"d60'];
  const error = 'the quote that opens on line 62 is never closed';
  expect(await run('csv', file)).toEqual({ status: 1, lines: [], error });
  expect(await rowsIn('booking', account.credentials.id)).toBe(before);
});

it('reads a calendar for a resource, or for the service of one', async () => {
  const lines = [
    ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:c1', 'DTSTART:20010302T100000Z', 'DURATION:PT1H', 'SUMMARY:Cut'],
    ...['ATTENDEE;CN=Kari:mailto:kari@example.org', 'END:VEVENT', 'BEGIN:VEVENT', 'UID:c2'],
    ...['DTSTART:20010303T100000Z', 'DTEND:20010303T090000Z', 'END:VEVENT', 'END:VCALENDAR'],
  ];
  const expected = { status: 1, error: 'UID c2: an entry without a title: it ends before it starts' };
  expect(await run('ics', lines, '--service', 'Cut', '--dry-run')).toEqual({ ...expected, lines: counted(1, 0, 0, 1) });
  expect(await run('ics', lines, '--resource', `${resource.id}`)).toEqual({ ...expected, lines: counted(1, 0, 0, 1) });
  expect(await run('ics', lines, '--resource', 'Ingrid')).toEqual({ ...expected, lines: counted(0, 1, 0, 1) });
  expect(await bookingsBy('external_id=c1')).toMatchObject([
    { title: 'Cut', booked_from: '2001-03-02T11:00:00+01:00', resource_id: resource.id },
  ]);
});

it('reads appointments and unavailabilities of Easy!Appointments', async () => {
  const lines = [
    'id\thash\tstart_datetime\tend_datetime\tnotes\tstatus\tis_unavailability\tprovider\ttimezone\tservice\tfirst_name\tlast_name\temail\tphone_number',
    '1\th1\t2001-03-02 10:00:00\t2001-03-02 11:00:00\tNULL\tBooked\t0\tIngrid\tEurope/London\tCut\tKari\tLie\tkari@example.org\tNULL',
    '2\tNULL\t2001-03-02 10:00:00\t2001-03-02 11:00:00\tLunch\tNULL\t1\tIngrid\tEurope/London\tNULL\tNULL\tNULL\tNULL\tNULL',
    '3\th3\t2001-03-02 10:00:00\t2001-03-02 11:00:00\tNULL\tCancelled\t0\tIngrid\tEurope/London\tCut\tKari\tLie\tkari@example.org\tNULL',
  ];
  expect(await run('easyappointments-csv', lines)).toEqual({ status: 0, lines: counted(2, 0, 1) });
  expect(await run('easyappointments-csv', lines)).toEqual({ status: 0, lines: counted(0, 2, 1) });
  const [booking] = await bookingsBy('external_id=h1');
  expect(booking).toMatchObject({ booked_from: '2001-03-02T11:00:00+01:00', service_id: service.id });
  const [block] = await bookingsBy('external_id=2');
  expect(block).toMatchObject({ notes: 'Lunch', person_id: null, service_id: null });
});

it.each([
  [['--from', 'xml', 'x'], /^--from must be ics, csv or easyappointments-csv\n/],
  [['--from', 'ics'], /^the name of a file is missing\n/],
  [['--from', 'ics', 'x'], /^--resource or --service is required, because ics names none\n/],
  [['--from', 'ics', 'x', '--service', 'Colour'], /^--resource is required, because not exactly one resource offers/],
  [['--from', 'ics', 'x', '--resource', 'Nobody'], /^--resource does not exist$/],
  [['--from', 'csv', 'no such file'], /^there is no file no such file$/],
  [['--from', 'csv', '/dev/zero'], /^\/dev\/zero is no file that can be read twice: save it in one$/],
  [['--from', 'ics', '/tmp', '--resource', 'Ingrid'], /^\/tmp is a folder: give the name of a file$/],
])('refuses %j', async (args, error) => {
  const environment = { DATABASE_URL: server.databaseUrl };
  const result = await runAccountCommand(['import', '--subdomain', 'acme', ...args], environment);
  expect(result).toEqual({ status: 1, lines: [], error: expect.stringMatching(error) });
});
