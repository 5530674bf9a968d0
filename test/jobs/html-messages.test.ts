import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languages } from '../../src/platform/language.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { bookService, createBookableService } from '../support/catalog.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { deliverMessages, sendTemplates, startReceivers } from '../support/messages.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer();
const receivers = await disposeAfterAll(startReceivers());
const { mail, gateway } = receivers;
const account = server.accountPerTest();
beforeEach(() => receivers.clear());

const hostile = '<script>alert("x")</script> & co';

/** Creates a booking of a person with a hostile name, and sends its messages. */
async function book(parameters: object = { confirmation_send_email: true }, confirm = true) {
  const person_attributes = { name: hostile, email: 'kari@example.org', phone_number: '40612345' };
  const attributes = { notes: 'One\r\n<b>Two</b>', person_attributes };
  const booking = await bookService(account, await createBookableService(account), attributes, {
    ...parameters,
    confirm,
  });
  await deliverMessages(server, { smtpUrl: mail.url, smsGatewayUrl: gateway.url });
  return booking;
}

/** Returns the decoded parts of the received mail by content type. */
function partsOf(): Record<string, string> {
  const [{ text } = { text: '' }] = mail.mails;
  const boundaries = [...text.matchAll(/boundary="([^"]+)"/g)].map(([, boundary]) => `\r\n--${boundary}`);
  const split = boundaries.reduce((parts, boundary) => parts.flatMap((part) => part.split(boundary)), [text]);
  const parts = split.map((part): [string, string] => {
    const [head = '', ...body] = part.split('\r\n\r\n');
    const content = body.join('\r\n\r\n');
    const type = /^Content-Type: ([^;\r]+)/m.exec(head)?.[1] ?? '';
    return [type, head.includes('quoted-printable') ? quotedPrintable(content) : content];
  });
  return Object.fromEntries(parts.filter(([type]) => type !== ''));
}

function quotedPrintable(text: string): string {
  const octets = text.replaceAll('=\r\n', '').replace(/=([0-9A-F]{2})/g, (_, code) => `%${code}`);
  return decodeURIComponent(octets.replace(/%(?![0-9A-F]{2})/g, '%25'));
}

describe('an email', () => {
  it('of an HTML template has HTML with escaped values, and plain text', async () => {
    await server.configure(account, {
      public_access: true,
      mail_confirmation: `<style>p { color: red }</style><p>Hei {{ booking.person.name }}!</p>
        <p>{{ booking.notes | newline_to_br }} <a href="{{ booking.link }}">Oss på nett</a></p>`,
      mail_confirmation_subject: 'To {{ booking.person.name }}',
    });
    await book();
    const parts = partsOf();
    const site = `https://book.example.org/sites/${account.credentials.subdomain}`;
    const [, link = ''] = /href="([^"]*)"/.exec(parts['text/html'] ?? '') ?? [];
    expect(link).toMatch(new RegExp(`^${site}/bookings/\\d+-[\\w-]{22}$`));
    expect(Object.keys(parts)).toEqual([
      'multipart/mixed',
      'multipart/alternative',
      'text/plain',
      'text/html',
      'text/calendar',
      'application/ics',
    ]);
    expect(parts['text/html']).toBe(
      `<style>p { color: red }</style><p>Hei &lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; co!</p>
        <p>One<br />
&lt;b&gt;Two&lt;/b&gt; <a href="${link}">Oss på nett</a></p>`.replaceAll('\n', '\r\n'),
    );
    expect(parts['text/plain']?.trimEnd()).toBe(`Hei ${hostile}!\r\n\r\nOne\r\n<b>Two</b> Oss på nett (${link})`);
    const { data } = await account.graphql('{ messages { edges { node { subject } } } }');
    expect(data.messages.edges).toEqual([{ node: { subject: `To ${hostile}` } }]);
    const log = await server.sql<{ snapshot: object }>(
      "select snapshot from change where object_type = 'message' and account_id = ?",
      account.credentials.id,
    );
    expect(JSON.stringify(log)).not.toContain('color: red');
  });

  it('of a template of text has only plain text', async () => {
    await server.configure(account, { mail_confirmation: 'Hello {{ booking.person.name }}, 1 < 2 & 3 > 2' });
    await book();
    const parts = partsOf();
    expect(parts['text/html']).toBeUndefined();
    expect(parts['text/plain']?.trimEnd()).toBe(`Hello ${hostile}, 1 < 2 & 3 > 2`);
  });

  it('contains its code in both, and the log does not', async () => {
    await server.configure(account, {
      verification_method: 1,
      mail_verification: '<b>{{ booking.verification_code }}</b> <a href="{{ booking.verification_link }}">Bekreft</a>',
    });
    const { verification_code: code } = await book({}, false);
    const parts = partsOf();
    expect(parts['text/html']).toMatch(
      new RegExp(`^<b>${code}</b> <a href="https://book\\.example\\.org/verify/[^"]+">`),
    );
    expect(parts['text/plain']).toMatch(new RegExp(`^${code} Bekreft \\(https://book\\.example\\.org/verify/[^)]+\\)`));
    const changes = await server.sql('select snapshot, previous from change');
    expect(JSON.stringify(changes)).not.toContain(`${code}<`);
  });

  it('of an HTML template that fails is stored with the reason', async () => {
    await server.configure(account, { mail_confirmation: '<p>{{ booking.title | nope }}</p>' });
    const { id } = await book();
    expect(mail.mails).toEqual([]);
    expect(await server.sql('select state, failure, html from message where booking_id = ?', id)).toEqual([
      { state: 'failed', failure: 'HTML body: undefined filter: nope, line:1, col:4', html: null },
    ]);
  });

  it('of a message template can be HTML, too', async () => {
    await account.create('/message_templates', 'message_template', {
      ...{ message_type: 'confirmation', delivery_type: 'email' },
      template: '<p>Welcome, {{ booking.person.name }}</p>',
    });
    await book({ add_messages: true });
    await sendTemplates(server);
    await deliverMessages(server, { smtpUrl: mail.url });
    expect(partsOf()['text/html']).toBe('<p>Welcome, &lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; co</p>');
  });
});

describe('a built-in text', () => {
  const shop = { name: 'Fjord <i>& Co', address: 'Storgata 1\n0155 Oslo', accent_colour: '#c2410c' };
  const preview = (kind: string, locale: string) =>
    account.graphql(
      `query ($input: MessageTextInput!, $locale: String) {
        messageTextPreview(input: $input, locale: $locale) { html failure }
      }`,
      { input: { kind }, locale },
    );

  const previewOf = async (input: object): Promise<{ html: string | null; body: string }> => {
    const { data } = await account.graphql(
      `query ($input: MessageTextInput!) {
        messageTextPreview(input: $input, locale: "en") { html body }
      }`,
      { input },
    );
    return data.messageTextPreview;
  };

  it('is an email of text and HTML, with what is booked and buttons to move and cancel', async () => {
    await server.configure(account, { ...shop, public_access: true, allow_cancellation: true, currency: 'NOK' });
    await server.sql('update account set logo = ? where id = ?', 'a'.repeat(64), account.credentials.id);
    await book();
    const { 'text/plain': plain = '', 'text/html': html = '' } = partsOf();
    const [, link = ''] = /: (https:\S+)/.exec(plain) ?? [];
    expect(link).toMatch(/^https:\/\/book\.example\.org\/sites\/[\w-]+\/bookings\/\d+-[\w-]{22}$/);
    expect([...html.matchAll(/<a class="button \w+" href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      ...[link, `${link}/move`, `${link}/cancel`],
    ]);
    for (const shown of [
      'Fjord &lt;i&gt;&amp; Co',
      '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;',
      'Storgata 1<br>',
    ]) {
      expect(html).toContain(shown);
    }
    expect(html).not.toMatch(/<script|<i>|<link|@import|url\(/);
    const loaded = [...html.matchAll(/\bsrc="([^"]*)"/g)].map(([, address]) => address);
    expect(loaded).toEqual([expect.stringMatching(/^https:\/\/book\.example\.org\/logos\/\d+\/[0-9a-f]{64}$/)]);
    expect(html).toContain('prefers-color-scheme: dark');
  });

  it('about a series has links to see, move and cancel each date instead of its address', async () => {
    await server.configure(account, { ...shop, public_access: true, allow_cancellation: true });
    const linksOf = async (kind: string) => {
      const { html, body } = await previewOf({ kind, isSeries: true });
      const dates = (html ?? '').split('<br>').filter((line) => / 2026 at /.test(line) && !line.includes('taken'));
      const listed = dates.map((line) => [...line.matchAll(/href="([^"]*)"[^>]*>([^<]*)</g)]);
      // The last date ends with what follows the text.
      const ofDates = listed.map((links) =>
        links.map(([, href, label]) => [label, href]).filter(([label]) => label !== 'My bookings'),
      );
      return { body, listed: ofDates, html };
    };
    const { body, listed, html } = await linksOf('CONFIRMATION');
    const [, link = ''] = /: (http\S+)/.exec(body) ?? [];
    const links = [
      ['Your booking', link],
      ['Move to another time', `${link}/move`],
      ['Cancel the booking', `${link}/cancel`],
    ];
    expect(listed).toEqual([links, links, links]);
    expect(html).not.toContain(`>${link}<`);
    expect((await linksOf('MODIFICATION')).listed).toEqual([links, links, links]);
    expect((await linksOf('CANCELLATION')).html?.match(/<a [^>]*>[^<]*/g)).toEqual([
      expect.stringContaining('>My bookings'),
    ]);
    expect((await linksOf('NOTIFICATION')).html).not.toContain('<a ');
    await server.configure(account, { allow_cancellation: false });
    expect((await linksOf('CONFIRMATION')).listed[0]).toEqual([['Your booking', link]]);
  });

  it.each([
    ['WAITLIST_OFFER', 'Take this time', /\/waitlist\/sample$/],
    ['VERIFICATION', 'Verify', /\/verify\/[\w-]+$/],
  ])('of %s has a button instead of its address', async (kind, label, address) => {
    await server.configure(account, { ...shop, public_access: true });
    const { html, body } = await previewOf({ kind });
    const buttons = [...(html ?? '').matchAll(/<a class="button main" href="([^"]*)"[^>]*>([^<]*)</g)];
    expect(buttons.map(([, href, text]) => [text, href])).toEqual([[label, expect.stringMatching(address)]]);
    const [[, href = ''] = []] = buttons;
    expect(body).toContain(href);
    expect(html?.split(href)).toHaveLength(2);
  });

  it('of each kind is HTML in each language', async () => {
    await server.configure(account, { ...shop, public_access: true });
    const { data } = await account.graphql('{ __type(name: "BookingMessageKind") { enumValues { name } } }');
    for (const { name } of data.__type.enumValues) {
      for (const locale of languages) {
        const answer = await preview(name, locale);
        const { html, failure } = answer.data.messageTextPreview;
        expect([name, failure, html]).toEqual([name, null, expect.stringContaining(`<html lang="${locale}">`)]);
      }
    }
  });

  it('of the server itself is queued with HTML everywhere', async () => {
    const folder = join(projectRoot, 'src', 'domain');
    const files = (await readdir(folder, { recursive: true })).filter(
      (file) => file.endsWith('.ts') && !file.startsWith('messaging'),
    );
    const texts = await Promise.all(files.map(async (file) => [file, await readFile(join(folder, file), 'utf8')]));
    // SMS only.
    const others = texts.filter(([, text]) => /\bqueueMessage\(/.test(text ?? '')).map(([file]) => file);
    expect(others).toEqual([join('person', 'perishable-token.actions.ts')]);
  });
});

it('an email says that a program sends it, so that programs do not answer it', async () => {
  await book();
  const [{ text } = { text: '' }] = mail.mails;
  expect(text).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(text).toMatch(/^X-Auto-Response-Suppress: .*OOF, AutoReply\r$/m);
});

it('an SMS is plain text, even if its template has tags', async () => {
  await server.configure(account, { sms_confirmation: '<b>{{ booking.person.name }}</b>' });
  await book({ confirmation_send_sms: true });
  expect(gateway.requests.map(({ body }) => body)).toEqual([expect.objectContaining({ text: `<b>${hostile}</b>` })]);
});
