import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { composeMessages } from '../../src/domain/messaging/composing/compose-messages.actions.js';
import { sendMessage } from '../../src/domain/messaging/delivery/message-delivery.actions.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { bookableServicePerTest, bookService } from '../support/catalog.js';
import { useOwnTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';
import { startVisitorSession } from '../support/visitor-session.js';
import { WaitlistJobs } from '../support/waitlist.js';

const address = 'https://book.example.org';
const server = await useOwnTestServer({ config: { publicUrl: address }, now: '2026-03-02T07:00:00Z' });
const account = server.accountPerTest({ publicAccess: true });
const offer = bookableServicePerTest(account, { service: { price: 100 } });
const anonymous = () => new Visitor(account);

const person = (attributes: object) => account.create('/people', 'person', attributes);
const contextOfJob = async () => ({
  ...(await createBackgroundContext(server.database, server.clock, account.credentials.id)),
  address,
});

/** A mother who acts for her child, and both of their sessions. */
async function createFamily(rights: object = {}) {
  const mother = await person({ name: 'Anna Berg', email: 'anna@example.org', phone_number: '40612345' });
  const child = await person({ name: 'Bo Berg', date_of_birth: '2018-04-01' });
  const guardian = await account.create(`/people/${child.id}/guardians`, 'guardian', {
    person_id: mother.id,
    ...rights,
  });
  const headers = await startVisitorSession(server, account, 'anna@example.org');
  return { mother, child, guardian, headers };
}

type Family = Awaited<ReturnType<typeof createFamily>>;

const place = () => ({ service_id: offer.serviceId, resource_id: offer.resourceId });
const at = (hour: number) => ({ booked_from: `2026-03-03 ${hour}:00`, booked_to: `2026-03-03 ${hour + 1}:00` });

async function bookAsGuardian({ child, headers }: Family) {
  const booking = { ...place(), ...at(10), person_id: child.id };
  const { status, body } = await anonymous().post('/bookings', { headers, json: { booking } });
  expect(status).toBe(200);
  return body.booking;
}

/** Composes what was requested. @returns the messages with their texts */
async function composed(): Promise<{ id: number; kind: string; recipient: string; body: string }[]> {
  const { id } = account.credentials;
  const requests = await server.sql<{ id: number }>('select id from message_request where account_id = ?', id);
  for (const request of requests) await composeMessages(await contextOfJob(), request.id);
  return server.sql('select id, kind, recipient, body from message where account_id = ? order by id', id);
}

const linkIn = (body = ''): string => /\/bookings\/([\w-]+)/.exec(body)?.[1] ?? 'none';

/** A hold whose code goes to the phone of the mother, who has proved only her email address. */
async function holdAsGuardian(family: Family) {
  const sms_verification = '{{ booking.verification_link }} {{ booking.link }}';
  await account.put('/client', { json: { client: { verification_method: 2 } } });
  await account.put(`/services/${offer.serviceId}`, { json: { service: { sms_verification } } });
  return bookAsGuardian(family);
}

async function tokensOfOffers(family: Family): Promise<string[]> {
  const jobs = new WaitlistJobs(server, account);
  const taken = await bookService(account, offer, { ...place(), ...at(10) });
  const period = { from: '2026-03-03T10:00', to: '2026-03-03T11:00' };
  const entry = { ...place(), ...period, person_id: family.child.id, name: 'Bo Berg', email: 'anna@example.org' };
  await account.create('/waitlist', 'waitlist_entry', entry);
  await account.put(`/bookings/${taken.id}/cancel`);
  await jobs.run();
  return jobs.offeredTokens();
}

/** Returns whether a way shows something of the child, now. */
type Way = () => Promise<boolean>;

const opens = (path: string): Way => {
  return async () => (await anonymous().get(path)).status === 200;
};
const listed = (path: string, text: string, { headers }: Family): Way => {
  return async () => JSON.stringify((await anonymous().get(path, { headers })).body).includes(text);
};
const found = (url: string): Way => {
  return async () => (await fetch(url)).status === 200;
};

/**
 * Every kind of secret by which somebody reads or changes something of a person: hashes of tokens and codes in the database, and
 * tokens that are derived from the secret of the account. Each is tried by what a guardian has of it.
 */
const ways: Readonly<Record<string, (family: Family) => Promise<Way[]>>> = {
  'visitor_session.token_hash': async (family) => {
    await bookAsGuardian(family);
    const entry = { ...place(), from: '2026-03-20', to: '2026-03-21', person_id: family.child.id, name: 'Bo Berg' };
    const { id } = await account.create('/waitlist', 'waitlist_entry', { ...entry, email: 'anna@example.org' });
    return [
      listed('/me/people', 'Bo Berg', family),
      listed('/me/bookings', 'Bo Berg', family),
      listed('/me/waitlist', `"id":${id},`, family),
    ];
  },
  'booking-link': async (family) => {
    await bookAsGuardian(family);
    const [{ booking }] = (await anonymous().get('/me/bookings', { headers: family.headers })).body;
    await bookService(account, offer, { person_id: family.child.id, ...at(14) }, { confirmation_send_email: true });
    const [message] = await composed();
    return [opens(`/bookings/${booking.link_token}`), opens(`/bookings/${linkIn(message?.body)}`)];
  },
  'record-token': async (family) => {
    await account.put(`/guardians/${family.guardian.id}`, { json: { guardian: { pays: false } } });
    await bookAsGuardian(family);
    const [{ order }] = (await anonymous().get('/me/orders', { headers: family.headers })).body;
    const entry = { ...place(), from: '2026-03-20', to: '2026-03-21', person_id: family.child.id, name: 'Bo Berg' };
    await account.create('/waitlist', 'waitlist_entry', { ...entry, email: 'anna@example.org' });
    const [{ waitlist_ticket }] = (await anonymous().get('/me/waitlist', { headers: family.headers })).body;
    return [opens(`/orders/${order.token}`), opens(`/waitlist/${waitlist_ticket.token}`)];
  },
  'waitlist_offer.token_hash': async (family) => {
    const [token = ''] = await tokensOfOffers(family);
    return [opens(`/waitlist/${token}`)];
  },
  'resend-code': async (family) => {
    const { id, resend_token } = await holdAsGuardian(family);
    const hold = 'query ($id: Int!, $token: String) { bookingHold(id: $id, resendToken: $token) { isOver } }';
    return [async () => Boolean((await account.graphql(hold, { id, token: resend_token })).data?.bookingHold)];
  },
  'verify-booking': async (family) => {
    await holdAsGuardian(family);
    const [message] = await composed();
    const [path = '/verify/none'] = /\/verify\/[\w-]+/.exec(message?.body ?? '') ?? [];
    return [found(`${server.origin}${path}`), opens(`/bookings/${linkIn(message?.body)}`)];
  },
  'calendar_feed.token_hash': async ({ mother, child }) => {
    const { data } = await account.graphql(
      'mutation ($child: Int!, $mother: Int!) { createCalendarFeed(personId: $child, guardianId: $mother) { address } }',
      { child: child.id, mother: mother.id },
    );
    return [found(server.origin + data.createCalendarFeed.address.slice(address.length))];
  },
};

/** The other kinds of secrets, with the reason why no guardian has one of a dependant. */
const others: Readonly<Record<string, string>> = {
  'waitlist_entry.token_hash': 'of the visitor who joined, of an entry with its own contact',
  'booking_order.token_hash': 'of the visitor who ordered for itself in the shop',
  'visitor_code.code_hash': 'of an address, for a session',
  'visitor code': 'of an address, for a session',
  'perishable_token.code_hash': 'of a phone number, for the person who has it',
  'perishable token': 'of a phone number, for the person who has it',
  'person.password_hash': 'of the person itself',
  'api_key.key_hash': 'of the account',
  'account_user.password_hash': 'of a user of the account',
  'account_user.invitation_hash': 'of a user of the account',
};

/** Lists the kinds of secrets: columns with hashes, and what the secret of an account derives. */
async function kindsOfSecrets(): Promise<string[]> {
  const columns = await server.sql<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name like '%\\_hash'`,
  );
  const folder = join(projectRoot, 'src/domain');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.rules.ts') || name.endsWith('.actions.ts'),
  );
  const derived = sources.flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return [...text.matchAll(/createHmac\('sha256', (?:linkSecret|secret)\)\s*\.update\(`([a-z][a-z -]*):/g)].map(
      ([, label = '']) => label,
    );
  });
  return [...new Set([...columns.map(({ name }) => name), ...derived])].toSorted();
}

it('every kind of secret by which something of a person is shown is tried, or has a reason', async () => {
  expect(await kindsOfSecrets()).toEqual([...Object.keys(ways), ...Object.keys(others)].toSorted());
});

const shownBy = async (all: readonly Way[]): Promise<boolean[]> => Promise.all(all.map((way) => way()));

describe.each(Object.entries(ways))('what a guardian has by %s', (_kind, prepare) => {
  it.each<[string, (family: Family) => Promise<unknown>]>([
    ['removed', ({ guardian }) => account.del(`/guardians/${guardian.id}`)],
    [
      'no longer allowed to book',
      ({ guardian }) =>
        account.put(`/guardians/${guardian.id}`, { json: { guardian: { position: 2, may_book: false } } }),
    ],
  ])('shows nothing of the dependant from the instant on when it is %s', async (_how, end) => {
    const family = await createFamily();
    const all = await prepare(family);
    expect(await shownBy(all)).toEqual(all.map(() => true));
    await end(family);
    expect(await shownBy(all)).toEqual(all.map(() => false));
  });
});

describe('a guardian who is removed', () => {
  const remove = ({ guardian }: Family) => account.del(`/guardians/${guardian.id}`);
  const resend = (id: number) => account.graphql('mutation ($id: Int!) { resendMessage(id: $id) { state } }', { id });

  it('gets no message again, and none that waits to be sent', async () => {
    const family = await createFamily();
    const father = await person({ name: 'Carl Berg', email: 'carl@example.org' });
    await account.create(`/people/${family.child.id}/guardians`, 'guardian', { person_id: father.id });
    await bookService(account, offer, { person_id: family.child.id }, { confirmation_send_email: true });
    const messages = await composed();
    const [hers, his] = messages.map(({ id }) => id);
    if (hers === undefined || his === undefined) throw new Error('two messages are needed');
    const sent: string[] = [];
    const deliver = async (id: number) =>
      sendMessage(await contextOfJob(), id, { email: async ({ to }) => void sent.push(to) });
    await remove(family);
    expect([await deliver(hers), await deliver(his)]).toEqual([undefined, 'sent']);
    expect(sent).toEqual(['carl@example.org']);
    const refused = { recipient: ['is no guardian of the person any more'] };
    expect(await resend(hers)).toMatchObject({ errors: [{ extensions: { fields: refused } }] });
    expect((await resend(his)).data).toEqual({ resendMessage: { state: 'QUEUED' } });
    await account.create(`/people/${family.child.id}/guardians`, 'guardian', { person_id: family.mother.id });
    expect((await resend(hers)).data).toEqual({ resendMessage: { state: 'QUEUED' } });
  });

  it('cannot verify a hold that it has made, nor have its code sent again', async () => {
    const family = await createFamily();
    const { id, resend_token } = await holdAsGuardian(family);
    const { verification_code } = (await account.get(`/bookings/${id}`)).body.booking;
    await remove(family);
    const again = await anonymous().post(`/bookings/${id}/resend_code`, { json: { resend_token } });
    expect([again.status, again.body]).toEqual([400, { resend_token: ['is invalid'] }]);
    const verified = await anonymous().put(`/bookings/${id}/verify_code`, { json: { verification_code } });
    expect([verified.status, verified.body]).toEqual([400, { verification_code: ['is invalid'] }]);
    expect(await composed()).toEqual([]);
  });

  it('gets no messages at the number to which the code of its booking was sent', async () => {
    const family = await createFamily();
    const { id } = await holdAsGuardian(family);
    const { verification_code } = (await account.get(`/bookings/${id}`)).body.booking;
    await anonymous().put(`/bookings/${id}/verify_code`, { json: { verification_code } });
    const before = (await composed()).length;
    await remove(family);
    await account.put(`/bookings/${id}/cancel`, {
      json: { cancellation_send_sms: true, cancellation_send_email: true },
    });
    expect(await composed()).toHaveLength(before);
  });

  it('gets no offers of the waitlist for an entry with its address', async () => {
    const family = await createFamily();
    const period = { from: '2026-03-03T10:00', to: '2026-03-03T11:00' };
    const entry = { ...place(), ...period, person_id: family.child.id, name: 'Bo Berg', email: 'anna@example.org' };
    const { id } = await account.create('/waitlist', 'waitlist_entry', entry);
    const offerNow = () => account.graphql('mutation ($id: Int!) { offerWaitlistEntry(id: $id) { state } }', { id });
    await remove(family);
    expect(await offerNow()).toMatchObject({
      errors: [{ extensions: { fields: { personId: ['has no guardian with this contact any more'] } } }],
    });
    await account.put(`/waitlist/${id}`, { json: { waitlist_entry: { email: 'bo@example.org' } } });
    expect((await offerNow()).data).toEqual({ offerWaitlistEntry: { state: 'OFFERED' } });
  });

  it('cannot have a calendar of the dependant made for it', async () => {
    const { mother, child, guardian } = await createFamily();
    await account.del(`/guardians/${guardian.id}`);
    const { errors } = await account.graphql(
      'mutation ($child: Int!, $mother: Int!) { createCalendarFeed(personId: $child, guardianId: $mother) { address } }',
      { child: child.id, mother: mother.id },
    );
    expect(errors).toMatchObject([{ extensions: { fields: { guardianId: ['does not exist'] } } }]);
  });
});
