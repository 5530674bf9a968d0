import { isInputObjectType } from 'graphql';
import { isEmail } from '../../src/domain/account/account.rules.js';
import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { sendMessage } from '../../src/domain/messaging/delivery/message-delivery.actions.js';
import { queueMessage } from '../../src/domain/messaging/delivery/message-queue.actions.js';
import { createMailer } from '../../src/domain/messaging/delivery/senders.js';
import { bookingSchema } from '../../src/graphql/schema.js';
import { readConfig } from '../../src/process/config.js';
import { email } from '../jobs/sendable-messages.js';
import { createBookableService } from '../support/catalog.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { startMailServer } from '../support/mail-server.js';
import { type RestAnswer, useOwnTestServer } from '../support/test-server.js';

const partnerToken = 't'.repeat(20);
const server = await useOwnTestServer({ config: { partnerToken } });
const account = await server.account({ publicAccess: true });
const place = await createBookableService(account);
const mail = await disposeAfterAll(startMailServer());

const literals = [
  ...['a@[127.0.0.1]', 'a@10.0.0.1', 'a@127.1', 'a@0x7f.0.0.1', 'a@1.2.3.0x4', 'a@１０.0.0.1', 'a@[ipv6:::1]'],
  ...['a@localhost', 'a@mail', 'a@.org', 'a@example..org', 'a@example.1'],
];

const site = `${server.origin}/sites/${account.credentials.subdomain}`;
const post = async (url: string, json: object, headers: Record<string, string> = {}) => {
  const body = JSON.stringify(json);
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return { status: answer.status, body: await answer.json() };
};

const time = { booked_from: '2026-03-04 12:00', booked_to: '2026-03-04 13:00' };
const booking = { service_id: place.serviceId, resource_id: place.resourceId, ...time };
const wait = { service_id: place.serviceId, from: '2026-03-04', to: '2026-03-04', name: 'Kari' };
const partner = (of: 'client' | 'user', address: string) => {
  const good = 'p@example.org';
  const client = { subdomain: 'partner', name: 'P', time_zone: 'Europe/Oslo', country_code: 'NO' };
  const user = { name: 'P', password: 'correct horse battery', phone_number: '+4722334455' };
  return post(
    `${server.origin}/partner/clients`,
    {
      client: { ...client, email: of === 'client' ? address : good },
      user: { ...user, email: of === 'user' ? address : good },
    },
    { authorization: `Bearer ${partnerToken}` },
  );
};

type Send = (address: string) => Promise<Pick<RestAnswer, 'status' | 'body'>>;

/** A request for each attribute of each input that takes an address. */
const requests: Readonly<Record<string, Send>> = {
  'AccountInput.email': (address) => account.put('/client', { json: { client: { email: address } } }),
  'AccountInput.mailFrom': (address) => account.put('/client', { json: { client: { mail_from: address } } }),
  'AccountInput.mailNotificationRecipient': (address) =>
    account.put('/client', { json: { client: { mail_notification_recipient: address } } }),
  'AccountInput.replyTo': (address) => account.put('/client', { json: { client: { reply_to: address } } }),
  'PersonInput.email': (address) => account.post('/people', { json: { person: { name: 'Kari', email: address } } }),
  'PersonAttributesInput.email': (address) =>
    account.post('/bookings', {
      json: { booking: { ...booking, person_attributes: { name: 'Kari', email: address } } },
    }),
  'PublicPersonInput.email': (address) =>
    post(`${site}/bookings`, { booking: { ...booking, person_attributes: { name: 'Kari', email: address } } }),
  'WaitlistEntryInput.email': (address) =>
    account.post('/waitlist', { json: { waitlist_entry: { ...wait, email: address } } }),
  'PublicWaitlistEntryInput.email': (address) =>
    post(`${site}/waitlist`, { waitlist_entry: { ...wait, email: address } }),
  'UserInput.email': (address) =>
    account.post('/client/users', { json: { user: { name: 'Ola', email: address, role: 'staff' } } }),
  'partner client': (address) => partner('client', address),
  'partner user': (address) => partner('user', address),
};

/** The inputs whose address only finds a record. */
const searches = ['PersonCredentialsInput.email', 'PersonFilter.email', 'PersonIdentifierInput.email'];

it('every attribute of the schema with an address has a request here', () => {
  const inputs = Object.values(bookingSchema().getTypeMap()).filter(isInputObjectType);
  const taken = inputs.flatMap((input) =>
    Object.values(input.getFields())
      .filter(
        ({ name, type }) => /^(\w*email|mailFrom|replyTo|\w*recipient)$/i.test(name) && `${type}`.startsWith('String'),
      )
      .map(({ name }) => `${input.name}.${name}`),
  );
  const known = [...Object.keys(requests).filter((name) => name.includes('.')), ...searches];
  expect(taken.sort()).toEqual(known.sort());
});

describe.each(Object.entries(requests))('an address of %s', (_name, send) => {
  it.each(literals)('is refused if it is %s', async (address) => {
    const { status, body } = await send(address);
    expect([status, JSON.stringify(body)]).toEqual([
      400,
      expect.stringMatching(/"\w*(email|from|to|recipient)":\["is/),
    ]);
    expect(mail.mails).toEqual([]);
  });
});

describe('an address', () => {
  it.each(literals)('of a setting is not %s', (address) => {
    expect(() => readConfig({ MAIL_FROM: address })).toThrow('MAIL_FROM');
  });

  it.each([
    'a@example.org',
    'a@sub.example.co.uk',
    'a@münchen.de',
    'a@xn--mnchen-3ya.de',
    'a@1und1.de',
    'a@EXAMPLE.ORG',
    'ä@例え.jp',
  ])('can be %s', (address) => {
    expect(isEmail(address)).toBe(true);
  });
});

it('invisible characters and overrides of the direction reach no subject and no name of a sender', async () => {
  const codes = [0xad, 0x61c, 0x180e, 0x200b, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e];
  const hidden = [...codes, 0x2060, 0x2066, 0x2067, 0x2068, 0x2069, 0xfeff];
  const trick = hidden.map((code) => `a${String.fromCodePoint(code)}`).join('');
  // As an earlier version stored it.
  await server.sql('update account set name = ? where id = ?', `Salon ${trick}`, account.credentials.id);
  const context = await createBackgroundContext(server.database, server.clock, account.credentials.id);
  const { id } = await context.db.transaction((tx) =>
    queueMessage(context, tx, { ...email, subject: `Hi ${trick} 👩‍💻` }),
  );
  const plain = 'a'.repeat(hidden.length);
  const [stored] = await server.sql<{ subject: string }>('select subject from message where id = ?', id);
  expect(stored?.subject).toBe(`Hi ${plain} 👩‍💻`);
  await server.sql('update message set subject = ? where id = ?', `Old ${trick}`, id);
  expect(await sendMessage(context, id, { email: createMailer(mail.url) })).toBe('sent');
  const text = mail.mails[0]?.text ?? '';
  expect(/^Subject: (.*)$/m.exec(text)?.[1]?.trim()).toBe(`Old ${plain}`);
  expect(/^From: "?([^"<]*)"? </m.exec(text)?.[1]?.trim()).toBe(`Salon ${plain}`);
});
