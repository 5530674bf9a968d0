import { createBookableService, createEvent, openDaily } from '../support/catalog.js';
import { describeInChromium, openPage } from '../support/chromium.js';
import { eventually } from '../support/eventually.js';
import { HtmlVisitor } from '../support/html-visitor.js';
import { useOwnTestServer } from '../support/test-server.js';

const publicUrl = 'https://book.example.org';
const server = await useOwnTestServer({ config: { publicUrl } });
const ends = '</script><script>document.title="hacked"</script><!--';
const account = server.accountPerTest({ publicAccess: true, name: `Fjord ${ends}` });
const visitor = new HtmlVisitor(account, { 'accept-language': 'en', 'x-forwarded-host': 'evil.example' });
const site = () => `${publicUrl}/sites/${account.subdomain}`;

type Item = Readonly<Record<string, unknown>>;

/** The properties that Google requires and recommends of each type, where a server can have them. */
const properties: Readonly<Record<string, { required: string[]; recommended: string[] }>> = {
  LocalBusiness: { required: ['name', 'address'], recommended: ['url', 'telephone'] },
  PostalAddress: { required: ['addressCountry'], recommended: ['streetAddress'] },
  OpeningHoursSpecification: { required: ['opens', 'closes'], recommended: ['validFrom', 'validThrough'] },
  Service: { required: ['name', 'provider', 'offers'], recommended: ['url', 'description'] },
  Offer: { required: ['availability'], recommended: ['price', 'priceCurrency', 'url'] },
  AggregateOffer: { required: ['lowPrice', 'priceCurrency'], recommended: ['highPrice', 'availability', 'url'] },
  Event: {
    required: ['name', 'startDate', 'location'],
    recommended: ['endDate', 'eventStatus', 'eventAttendanceMode', 'description', 'offers', 'organizer', 'url'],
  },
  Place: { required: ['name', 'address'], recommended: [] },
};

const forms: Readonly<Record<string, RegExp>> = {
  url: /^https:\/\/book\.example\.org\/sites\/[a-z0-9-]+\//,
  startDate: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/,
  endDate: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/,
  price: /^\d+(\.\d+)?$/,
  lowPrice: /^\d+(\.\d+)?$/,
  highPrice: /^\d+(\.\d+)?$/,
  priceCurrency: /^[A-Z]{3}$/,
  addressCountry: /^[A-Z]{2}$/,
  availability: /^https:\/\/schema\.org\/(InStock|SoldOut)$/,
  opens: /^([01]\d|2[0-3]):[0-5]\d$/,
  closes: /^([01]\d|2[0-3]):[0-5]\d$/,
  validFrom: /^\d{4}-\d\d-\d\d$/,
};

/** Lists what is missing of an item and those in it, and the values that have another form. */
function problemsOf(item: Item, path = String(item['@type'])): string[] {
  const type = properties[String(item['@type'])];
  if (!type) return [`${path}: unknown type`];
  const missing = [...type.required, ...type.recommended].filter((name) => item[name] === undefined);
  const values = Object.entries(item).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => [name, one]),
  );
  return [
    ...missing.map((name) => `${path}: no ${name}`),
    ...values.flatMap(([name, value]): string[] => {
      const at = `${path}.${name}`;
      if (typeof value === 'object' && value !== null) return problemsOf(value, at);
      return forms[name]?.test(String(value)) === false || value === null ? [`${at}: ${value}`] : [];
    }),
  ];
}

/** The item of a page. */
function itemOf(html: string): Item {
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  expect(scripts).toHaveLength(1);
  const { '@context': context, ...item } = JSON.parse(scripts[0]?.[1] ?? '');
  expect(context).toBe('https://schema.org');
  return item;
}

/** The tags of a page for programs that show links to it. */
const tagsOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<(?:meta (?:property|name)|link rel)="([^"]+)" (?:content|href)="([^"]*)"/g)]
      .map(([, name = '', value = '']) => [name, value] as const)
      .filter(([name]) => /^(og:|twitter:|description|canonical)/.test(name)),
  );

const address = { '@type': 'PostalAddress', streetAddress: 'Strandgaten 1, 5013 Bergen', addressCountry: 'NO' };
const business = () => ({
  '@type': 'LocalBusiness',
  name: `Fjord ${ends}`,
  url: `${site()}/`,
  telephone: '+47 22 22 22 22',
  address,
});

const settle = () =>
  server.configure(account, {
    ...{ currency: 'NOK', address: 'Strandgaten 1\n 5013 Bergen', phone_number: '+47 22 22 22 22' },
  });

describe('schema.org', () => {
  it('describes the business with the hours of the next days', async () => {
    await settle();
    await createBookableService(account, {
      resource: { ...openDaily('09:00', '17:00'), opening_hours_tue: ['18:00', '24:00'], opening_hours_wed: [] },
    });
    const item = itemOf((await visitor.open('/?q=nothing')).html);
    expect(problemsOf(item)).toEqual([]);
    const { openingHoursSpecification: hours, ...rest } = item;
    expect(rest).toEqual(business());
    const from = (validFrom: string, validThrough: string, opens: string, closes: string) => ({
      ...{ '@type': 'OpeningHoursSpecification', opens, closes, validFrom, validThrough },
    });
    expect(hours).toEqual([
      from('2026-03-02', '2026-03-02', '09:00', '17:00'),
      from('2026-03-03', '2026-03-03', '18:00', '23:59'),
      from('2026-03-04', '2026-03-04', '00:00', '00:00'),
      from('2026-03-05', '2026-03-08', '09:00', '17:00'),
    ]);
  });

  it('describes a service with its price, and whether it has a free time', async () => {
    await settle();
    const { serviceId, resourceId } = await createBookableService(account, {
      service: { title: 'Cut', description: ends, price: '450.5' },
    });
    const open = async () => itemOf((await visitor.open(`/services/${serviceId}`)).html);
    const item = await open();
    expect(problemsOf(item)).toEqual([]);
    const url = `${site()}/services/${serviceId}`;
    const inStock = {
      '@type': 'Offer',
      price: '450.5',
      priceCurrency: 'NOK',
      url,
      availability: 'https://schema.org/InStock',
    };
    expect(item).toEqual({
      ...{ '@type': 'Service', name: 'Cut', description: ends, url },
      ...{ provider: business(), offers: inStock },
    });
    await account.put(`/resources/${resourceId}`, { json: { resource: openDaily() } });
    expect((await open())['offers']).toEqual({ ...inStock, availability: 'https://schema.org/SoldOut' });
    await server.configure(account, { currency: null });
    expect((await open())['offers']).toEqual({ '@type': 'Offer', url, availability: 'https://schema.org/SoldOut' });
  });

  it('describes a service with the lowest and the highest price of those who offer it', async () => {
    await settle();
    const { serviceId } = await createBookableService(account, {
      service: { price: '450', description: 'Wash and cut' },
      providers: [{}, { price: '600' }],
    });
    const item = itemOf((await visitor.open(`/services/${serviceId}`)).html);
    expect(problemsOf(item)).toEqual([]);
    expect(item['offers']).toMatchObject({ '@type': 'AggregateOffer', lowPrice: '450.0', highPrice: '600.0' });
  });

  it('describes an event with its times, its price and its places', async () => {
    await settle();
    const { id } = await createEvent(account, { description: 'For all', capacity: 1 }, { price: '200' });
    const open = async () => itemOf((await visitor.open(`/events/${id}`)).html);
    const item = await open();
    expect(problemsOf(item)).toEqual([]);
    const url = `${site()}/events/${id}`;
    const offers = {
      '@type': 'Offer',
      price: '200.0',
      priceCurrency: 'NOK',
      url,
      availability: 'https://schema.org/InStock',
    };
    expect(item).toEqual({
      ...{ '@type': 'Event', name: 'Yoga', description: 'For all', url },
      ...{ startDate: '2026-03-03T12:00:00+01:00', endDate: '2026-03-03T13:00:00+01:00' },
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      ...{ maximumAttendeeCapacity: 1, remainingAttendeeCapacity: 1 },
      ...{ location: { '@type': 'Place', name: `Fjord ${ends}`, address }, organizer: business(), offers },
    });
    await account.create('/bookings', 'booking', { event_id: id, person_attributes: { name: 'Kari' } });
    expect(await open()).toMatchObject({
      ...{ remainingAttendeeCapacity: 0, offers: { ...offers, availability: 'https://schema.org/SoldOut' } },
    });
  });
});

describe('what is shown of a link', () => {
  it('is in the language of the page, with the address of the server', async () => {
    const { serviceId } = await createBookableService(account, {
      service: { title: 'Cut', description: 'Wash\nand cut' },
    });
    const own = { 'og:type': 'website', 'twitter:card': 'summary' };
    const { 'og:site_name': name, ...start } = tagsOf((await visitor.open('/?lang=nb')).html);
    expect(name).toContain('Fjord &lt;/script');
    expect(start).toMatchObject({
      ...own,
      description: expect.stringMatching(/^Tjenester, priser og ledige tider hos Fjord/),
      canonical: `${site()}/?lang=nb`,
      'og:url': `${site()}/?lang=nb`,
    });
    expect(tagsOf((await visitor.open(`/services/${serviceId}?date=2026-03-04`)).html)).toMatchObject({
      ...{ ...own, 'og:title': 'Cut', 'og:description': 'Wash and cut', description: 'Wash and cut' },
      ...{ canonical: `${site()}/services/${serviceId}`, 'og:url': `${site()}/services/${serviceId}` },
    });
    const { id } = await createEvent(account);
    expect(tagsOf((await visitor.open(`/events/${id}`)).html)).toMatchObject({
      'og:description': 'Tuesday, 3 March 2026, 12:00–13:00 (CET)',
    });
  });

  it('has the picture of the service, else that of the business', async () => {
    const { serviceId } = await createBookableService(account);
    const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
    await account.graphql('mutation ($logo: File) { updateAccount(input: { logo: $logo }) { id } }', { logo: pixel });
    const imageOf = async (path: string) => tagsOf((await visitor.open(path)).html)['og:image'];
    const logo = await imageOf('/');
    expect(logo).toMatch(/^https:\/\/book\.example\.org\/logos\/\d+\/[0-9a-f]{64}$/);
    expect(await imageOf(`/services/${serviceId}`)).toBe(logo);
    await account.graphql('mutation ($id: Int!, $image: File) { setServiceImage(id: $id, image: $image) { id } }', {
      ...{ id: serviceId, image: pixel.replace('AAAAAAAP', 'AAAAAAAA') },
    });
    const own = await imageOf(`/services/${serviceId}`);
    expect([own?.slice(0, 30), own === logo]).toEqual([logo?.slice(0, 30), false]);
  });

  it('has no address on a server that does not know its own, and pages of a person have none of it', async () => {
    const nameless = await server.another({ publicUrl: undefined, host: '0.0.0.0' });
    const unknown = new HtmlVisitor(account.at(nameless.origin), { host: 'evil.example' });
    const { html } = await unknown.open('/');
    expect(Object.keys(tagsOf(html))).not.toEqual(expect.arrayContaining(['canonical']));
    expect(html).not.toContain('evil.example');
    expect(itemOf(html)['url']).toBeUndefined();
    for (const path of ['/me', '/waitlist/none', '/shop']) {
      expect([path, (await visitor.open(path)).html]).toEqual([
        path,
        expect.not.stringMatching(/ld\+json|og:|canonical/),
      ]);
    }
  });
});

describeInChromium('the markup of search engines', (browser) => {
  it('passes the policy of the page, and no name ends it', async () => {
    await createBookableService(account, { service: { title: ends } });
    const { page, problems } = await openPage(browser(), account.origin, { locale: 'en-GB' });
    await page.goto(`${account.origin}/sites/${account.subdomain}/`);
    await eventually(() => page.title()).toBe(`Services – Fjord ${ends}`);
    await eventually(() =>
      page.evaluate(`JSON.parse(document.querySelector('script[type="application/ld+json"]').text).name`),
    ).toBe(`Fjord ${ends}`);
    expect(problems).toEqual([]);
    await page.context().close();
  }, 60_000);
});
