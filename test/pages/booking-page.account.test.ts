import { createBookableService } from '../support/catalog.js';
import { HtmlVisitor, type OpenedPage } from '../support/html-visitor.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true, name: 'Fjord Studio' });
const visitor = new HtmlVisitor(account, { 'accept-language': 'en' });
let serviceId: number;
beforeEach(async () => {
  await server.configure(account, { currency: 'NOK' });
  ({ serviceId } = await createBookableService(account, { service: { price: 1234.5 } }));
});

const kari = { name: 'Kari Nordmann', email: 'kari@example.org' };
const openForm = async (through = visitor): Promise<OpenedPage> => {
  const times = await through.open(`/services/${serviceId}?date=2026-03-03`);
  return through.follow(times, '10:00');
};
const bookings = async () => (await account.get('/bookings')).body.map((item: { booking: object }) => item.booking);

describe('the text above the form', () => {
  it('is Liquid about the time that is booked, and no markup', async () => {
    const text =
      '{{ booking.client.name }}: {{ booking.service.title }}, {{ booking.booked_from | i18n_date }} <b>{{ locale }}</b>';
    await server.configure(account, { new_booking_text: text });
    const { title } = (await account.get(`/services/${serviceId}`)).body.service;
    expect((await openForm()).text).toContain(`Fjord Studio: ${title}, Tuesday, 3 March 2026 at 10:00 <b>en</b>`);
  });

  it('is left out if it takes too long', async () => {
    const endless = '{% for a in (1..9999) %}{% for b in (1..9999) %}{% endfor %}{% endfor %}Hello';
    await server.configure(account, { new_booking_text: endless });
    const form = await openForm();
    expect([form.status, form.text.includes('Hello')]).toEqual([200, false]);
    expect((await visitor.submit(form, kari)).heading).toBe('Your booking is confirmed');
  });
});

describe("the account's form fields", () => {
  const fields = [
    { name: 'allergies', label: 'Allergies', type: 'textarea', required: true },
    { name: 'age', label: 'Age', type: 'number' },
    { name: 'day', label: 'Birthday', type: 'date' },
    { name: 'member', label: 'Member', type: 'checkbox' },
    { name: 'size', label: 'Size', type: 'select', options: ['Small', 'Large'], required: true },
    { name: 'code', label: 'Code' },
    { name: 'code', label: 'The same name' },
    { name: 'not a name', label: 'Invalid' },
  ];

  it('are asked for, and their answers are stored with the booking', async () => {
    await server.configure(account, { booking_form: JSON.stringify(fields) });
    const form = await openForm();
    expect(form.text).toContain(
      'Allergies Age (optional) Birthday (optional) Member (optional) Size Choose Small Large',
    );
    for (const absent of ['The same name', 'Invalid']) expect(form.text).not.toContain(absent);
    const typed = { ...kari, 'custom.age': '7', 'custom.day': '2019-05-17', 'custom.member': 'true' };
    const again = await visitor.submit(form, typed);
    expect([again.status, again.problems]).toEqual([
      400,
      { 'custom.allergies': 'Please fill this in.', 'custom.size': 'Please fill this in.' },
    ]);
    expect(again.forms[0]?.values).toMatchObject(typed);
    const done = await visitor.submit(again, { 'custom.allergies': 'Nuts\r\nMilk', 'custom.size': 'Large' });
    expect([done.status, done.heading]).toEqual([200, 'Your booking is confirmed']);
    expect(await bookings()).toMatchObject([
      { custom_data: { allergies: 'Nuts\nMilk', age: '7', day: '2019-05-17', member: true, size: 'Large' } },
    ]);
  });

  it('are those of the service, else of appointments, else of all bookings', async () => {
    const named = (label: string): string => JSON.stringify([{ name: 'x', label }]);
    await server.configure(account, { booking_form: named('Of bookings') });
    expect((await openForm()).text).toContain('Of bookings');
    await server.configure(account, { appointment_form: named('Of appointments') });
    expect((await openForm()).text).toContain('Of appointments');
    await account.put(`/services/${serviceId}`, { json: { service: { booking_form: named('Of the service') } } });
    expect((await openForm()).text).toContain('Of the service');
  });

  it.each(['{{ form }}', '{"name": "x"}', '[1, null, {"name": 1}]', '[[[[', 'null'])(
    'are none for another text: %s',
    async (booking_form) => {
      await server.configure(account, { booking_form });
      expect((await visitor.submit(await openForm(), kari)).heading).toBe('Your booking is confirmed');
    },
  );
});

describe('the language', () => {
  it.each([
    ['en-US,en;q=0.9', 'sv', 'en', 'Book at Fjord Studio'],
    ['sv-SE,sv;q=0.9,en;q=0.8', 'en', 'sv', 'Boka hos Fjord Studio'],
    ['nb-NO,nb;q=0.9', 'en', 'nb', 'Bestill time hos Fjord Studio'],
    ['no', 'en', 'nb', 'Bestill time hos Fjord Studio'],
    ['nn-NO', 'en', 'nb', 'Bestill time hos Fjord Studio'],
    ['it,nb;q=0.5,en;q=0.4', 'en', 'nb', 'Bestill time hos Fjord Studio'],
    ['it', 'sv', 'sv', 'Boka hos Fjord Studio'],
    ['de-AT', 'sv', 'de', 'Termin buchen bei Fjord Studio'],
    ['da', 'sv', 'da', 'Book tid hos Fjord Studio'],
    ['fr-CA', 'sv', 'fr', 'Réserver chez Fjord Studio'],
    ['*', 'nb', 'nb', 'Bestill time hos Fjord Studio'],
    [undefined, 'nb', 'nb', 'Bestill time hos Fjord Studio'],
    ['x;q=y,,;', 'sv', 'sv', 'Boka hos Fjord Studio'],
  ])('for Accept-Language %s and an account in %s is %s', async (accepted, locale, language, heading) => {
    await server.configure(account, { locale });
    const headers: Record<string, string> = accepted === undefined ? {} : { 'accept-language': accepted };
    const page = await new HtmlVisitor(account, headers).open('/');
    expect([page.heading, page.html]).toEqual([heading, expect.stringContaining(`<html lang="${language}">`)]);
    expect(page.headers.get('vary')).toMatch(/Accept-Language/);
  });

  it.each([
    ['en', 'Tuesday, 3 March 2026, 10:00–11:00', '1 234,50 kr'],
    ['sv', 'tisdag 3 mars 2026 10:00–11:00', '1 234,50 Nkr'],
    ['nb', 'tirsdag 3. mars 2026, 10:00–11:00', '1 234,50 kr'],
  ])('%s has its own form of times and prices, also in messages', async (language, time, price) => {
    const through = new HtmlVisitor(account, { 'accept-language': language });
    const form = await openForm(through);
    expect(form.text).toContain(time);
    expect(form.text).toContain(price);
    const done = await through.submit(form, kari);
    expect(done.text).toContain(time);
    expect(await bookings()).toMatchObject([{ person: { locale: language } }]);
  });
});

it('shows the logo from its own address', async () => {
  expect((await visitor.open('/')).html).not.toContain('<img');
  const form = new FormData();
  form.append('client[logo]', new Blob([Uint8Array.from(pixel)], { type: 'image/png' }), 'logo.png');
  const upload = new Response(form);
  await account.put('/client', {
    raw: new Uint8Array(await upload.arrayBuffer()),
    headers: { 'content-type': upload.headers.get('content-type') ?? '' },
  });
  const page = await visitor.open('/');
  const [, address = ''] = /<img src="([^"]+)" alt/.exec(page.html) ?? [];
  const served = await fetch(new URL(address, page.url));
  expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(Buffer.from(await served.arrayBuffer())).toEqual(pixel);
  expect(served.headers.get('cache-control')).toContain('immutable');
  expect((await fetch(new URL(address.replace(/\w$/, 'x'), page.url))).status).toBe(404);
});

const pixel = Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001', 'hex');
