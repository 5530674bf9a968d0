import { bookService, createBookableService } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';
import { WaitlistJobs } from '../support/waitlist.js';

const day = { from: '2026-03-04', to: '2026-03-04' };
const kari = { name: 'Kari', email: 'kari@example.org', phone_number: '40612345' };
const ola = { name: 'Ola', email: 'ola@example.org', phone_number: '40612346' };

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true, verification: 'email' });
const visitor = new Visitor(account);
const jobs = new WaitlistJobs(server, account);
let serviceId: number;
let resourceId: number;
beforeEach(async () => {
  ({ serviceId, resourceId } = await createBookableService(account));
  await jobs.openings();
});

const entryOf = (contact: object, more: object = {}) => ({ service_id: serviceId, ...day, ...contact, ...more });
const join = (contact: object, more: object = {}) =>
  visitor.post('/waitlist', { json: { waitlist_entry: entryOf(contact, more) } });
const listed = async () =>
  (await account.get('/waitlist')).body.map(
    ({ waitlist_entry }: { waitlist_entry: { name: string } }) => waitlist_entry.name,
  );

/** Everything that a visitor can see of an answer, without the secrets and ids that differ each time. */
const seen = ({ status, body }: { status: number; body: unknown }) => [
  status,
  JSON.stringify(body)
    .replaceAll(/"token":"[^"]+"/g, '"token":"…"')
    .replaceAll(/"id":\d+/g, '"id":0'),
];

/** Ways to be on the list already, as far as the next entry of the same contact is concerned. */
const presences: Record<string, () => Promise<unknown>> = {
  'for the same period': () => account.create('/waitlist', 'waitlist_entry', entryOf(kari)),
  'by the email address in capitals': () =>
    account.create('/waitlist', 'waitlist_entry', entryOf({ name: 'K', email: 'KARI@example.org' })),
  'by the phone number': () =>
    account.create('/waitlist', 'waitlist_entry', entryOf({ name: 'K', phone_number: '+47 40612345' })),
  'as often as possible': async () => {
    for (let month = 4; month < 9; month += 1) {
      const period = { from: `2026-0${month}-01`, to: `2026-0${month}-02` };
      await account.create('/waitlist', 'waitlist_entry', entryOf(kari, period));
    }
  },
};

describe.each(Object.keys(presences))('nobody can find out by joining that somebody is on the waitlist: %s', (way) => {
  it('the answers, the entry behind the token and the limit of attempts are the same', async () => {
    await presences[way]?.();
    const names = await listed();
    const changes = await server.changes(account);
    const ofBoth = await Promise.all([kari, ola].map((contact) => join(contact)));
    const [known, unknown] = ofBoth.map(seen);
    expect([known?.[0], known?.[1]?.toString().replaceAll('Kari', 'Ola')]).toEqual([200, unknown?.[1]]);
    const tokens = ofBoth.map(({ body }) => body.waitlist_ticket.token);
    const tickets = await Promise.all(tokens.map((token) => visitor.get(`/waitlist/${token}`)));
    expect(seen(tickets[0] ?? { status: 0, body: null })).toEqual(seen(tickets[1] ?? { status: 0, body: null }));
    // The account sees what is true.
    expect(await listed()).toEqual([...names, 'Ola']);
    expect((await server.changes(account)).slice(changes.length).toSorted()).toEqual([
      'waitlist_entry.created',
      'waitlist_entry.duplicated',
    ]);
    const statuses = async (contact: object) => [
      (await join(contact)).status,
      (await join(contact)).status,
      (await join(contact)).status,
    ];
    expect([await statuses(kari), await statuses(ola)]).toEqual([
      [200, 200, 429],
      [200, 200, 429],
    ]);
    for (const token of tokens) {
      const left = await visitor.post(`/waitlist/${token}`, { json: { answer: 'leave' } });
      expect([left.status, left.body.waitlist_ticket.entry.state]).toEqual([200, 'left']);
    }
    expect((await account.get('/waitlist?state=waiting')).body).toHaveLength(names.length);
  });
});

it('a duplicate gets no offer, no webhook and no person, and staff are told that there is one', async () => {
  const person = await account.create('/people', 'person', { ...kari });
  const { id } = await bookService(
    account,
    { serviceId, resourceId },
    { booked_from: '2026-03-04 12:00', booked_to: '2026-03-04 13:00' },
  );
  await join(kari);
  await join(kari);
  const again = await account.post('/waitlist', { json: { waitlist_entry: entryOf(kari) } });
  expect([again.status, again.body]).toEqual([400, { email: ['is already on the waitlist'] }]);
  await account.put(`/bookings/${id}/cancel`);
  await jobs.run();
  const rows = await server.sql<{ state: string; duplicate: boolean; person_id: number | null }>(
    'select state, duplicate, person_id from waitlist_entry where account_id = ? order by id',
    account.credentials.id,
  );
  expect(rows).toEqual([
    { state: 'offered', duplicate: false, person_id: person.id },
    { state: 'waiting', duplicate: true, person_id: null },
  ]);
  const { data } = await account.graphql(
    'query ($id: Int!) { person(id: $id) { waitlistEntries { totalCount } } }',
    person,
  );
  expect(data.person.waitlistEntries.totalCount).toBe(1);
  server.clock.set('2026-03-05T07:00:00Z');
  await jobs.expireEntries();
  expect(await server.changes(account)).not.toContain('waitlist_entry.expired');
});
