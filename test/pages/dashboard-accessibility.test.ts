import type { Page, Request } from 'playwright-core';
import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { storeFailedJob } from '../../src/domain/failed-job/failed-job.actions.js';
import { type Language, languages } from '../../src/platform/language.js';
import { type Texts, textsIn } from '../../src/texts/texts.js';
import { bookService, createBookableService, createEvent } from '../support/catalog.js';
import { templatesOf, textsOf } from '../support/catalogue.js';
import { accessibilityProblems, describeInChromium, untilAtRest } from '../support/chromium.js';
import { calendarEntry, createUser, goInside, openDashboard } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { deliverMessages } from '../support/messages.js';
import { sampled } from '../support/sample.js';
import { addService, payOrder } from '../support/shop.js';
import { useTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const server = await useTestServer();
let ids: Record<string, number>;
const account = await server.account({ name: 'Fjord Studio' });
const admin = await createUser(server, account);
const { serviceId, resourceId } = await createBookableService(account);
const create = async (path: string, name: string, attributes: object) =>
  (await account.create(path, name, attributes)).id;
const person = await create('/people', 'person', { name: 'Nora Lie' });
ids = {
  ...{ resource: resourceId, service: serviceId, person, event: (await createEvent(account)).id },
  category: await create('/categories', 'category', { title: 'Hair' }),
  coupon: await create('/coupons', 'coupon', { title: 'Spring', code: 'SPRING', value: 10 }),
  package: await create('/packages', 'package', { title: 'Ten cuts', units: 10, person_id: person }),
  giftCard: await create('/gift_cards', 'gift_card', { value: 500, person_id: person }),
  template: await create('/message_templates', 'message_template', {
    ...{ message_type: 'reminder', delivery_type: 'email', template: 'Soon', delivery_timing: '3 hours ago' },
  }),
  hook: await create('/web_hooks', 'web_hook', { target_url: 'https://example.org/hook', event: '*' }),
};
await account.put(`/resources/${resourceId}/exception_dates/2026-03-09`, {
  json: { resource_exception_date: { opening_hours: [] } },
});
await create('/rotas', 'rota', {
  ...{ resource_id: resourceId, valid_from: '2026-05-01', weeks: [{ opening_hours_mon: ['10:00', '14:00'] }, {}] },
});
const colour = await create('/services', 'service', { title: 'Balayage', interval: 105 });
await create(`/services/${colour}/needs`, 'service_need', {
  ...{
    title: 'Stylist',
    segments: [
      { offset: 0, length: 30 },
      { offset: 75, length: 30 },
    ],
  },
});
ids = { ...ids, colour };
await create('/time_off', 'time_off', {
  ...{ resource_id: resourceId, starts_on: '2026-07-06', ends_on: '2026-07-17', reason: 'Ferie', state: 'asked' },
});
await bookService(account, { serviceId, resourceId }, { person_id: person });
const massage = await createBookableService(account, { service: { title: 'Massage', price: '500' } });
const customer = await create('/people', 'person', { name: 'Emil Berg', email: 'emil@example.org' });
const child = await create('/people', 'person', { name: 'Lotte Berg-Christoffersen', date_of_birth: '2018-04-01' });
await create(`/people/${child}/guardians`, 'guardian', { person_id: customer });
ids = { ...ids, customer, child };
await bookService(account, massage, { person_id: customer }, { confirmation_send_email: true });
const product = await addService(account, { title: 'Shampoo', booking_type: 'product', price: '99.5' });
const paid = await create('/orders', 'order', { person_id: customer, order_line_items: [{ service_id: product }] });
await payOrder(account, paid, '99.5');
await deliverMessages(server);
const taken = { booked_from: '2026-03-04 12:00', booked_to: '2026-03-04 13:00' };
await account.post('/bookings', { json: { booking: { service_id: serviceId, resource_id: resourceId, ...taken } } });
const hasRows = async (table: string, condition = 'true') => {
  const statement = `select from ${table} where account_id = ? and ${condition} limit 1`;
  return (await server.sql(statement, account.credentials.id)).length > 0;
};
await until(() => hasRows('booking_refusal'));
ids['key'] = (await account.graphql('{ apiKeys { nodes { id } } }')).data.apiKeys.nodes[0].id;
// The requests of a key are written in the background, and its page reads the newest 50 once: waiting by requests with
// the key would add more than that.
await until(() => hasRows('api_request', "path = '/api/v1/people'"));
const context = await createBackgroundContext(server.database, server.clock, account.credentials.id);
const job = { name: 'expire-hold', key: 'expire-hold:1', data: { bookingId: 1 } };
await storeFailedJob(context, { ...job, error: 'broken', attempts: 12 });

/** The address of a page below the dashboard with names of ids, and a text that it shows when it is complete. */
type Place = readonly [path: string, text: string, open?: (page: Page) => Promise<unknown>];

const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();
const openHistory = (page: Page) => page.getByText('History', { exact: true }).click();

async function openHistoryOfBooking(page: Page): Promise<void> {
  await calendarEntry(page, 'Emil Berg').click();
  await openHistory(page);
}

const decideOnTimeOff = (page: Page) => page.getByRole('button', { name: /Decide/ }).click();

const places: readonly Place[] = [
  ['calendar?date=2026-03-04', 'Nora Lie'],
  ['calendar?date=2026-03-04&view=week', 'Nora Lie'],
  ['calendar?date=2026-03-04', 'Confirmation by email', openHistoryOfBooking],
  ['today', 'Nothing to confirm.'],
  ['people', 'Nora Lie'],
  ['people/new', 'Save'],
  ['people/import', 'CSV file'],
  ['people/:person', 'Upcoming'],
  ['people/:person', 'Save', tab('Details')],
  ['people/:person', 'No orders.', tab('Orders')],
  ['people/:person', 'No messages.', tab('Messages')],
  ['people/:customer', '1 × Massage', tab('Orders')],
  ['people/:customer', 'Lotte Berg-Christoffersen', tab('Family')],
  ['people/:child', 'May book', tab('Family')],
  ['people/:customer', 'Confirmation, Email', tab('Messages')],
  ['people/:person', 'created', tab('History')],
  ['figures', 'Utilisation'],
  ['setup/resources', 'Chair'],
  ['setup/resources/:resource', '9 Mar 2026'],
  ['setup/resources/:resource', 'Approve', decideOnTimeOff],
  ['setup/services', 'Cut'],
  ['setup/services/:colour', 'Stylist'],
  ['setup/services/:service', 'Delete the service'],
  ['setup/providers', 'Priority, price and hours'],
  ['setup/categories', 'Hair'],
  ['setup/categories/:category', 'Delete the category'],
  ['setup/events', 'Yoga'],
  ['setup/events/new', 'Save'],
  ['setup/events/:event', 'Cancel the event'],
  ['setup/events/:event', 'Event created', openHistory],
  ['setup/coupons', 'SPRING'],
  ['setup/coupons/:coupon', 'Delete the coupon'],
  ['setup/gift-cards', 'Nora Lie'],
  ['setup/gift-cards/:giftCard', 'Delete the gift card'],
  ['setup/packages', 'Nora Lie'],
  ['setup/packages/:package', 'Delete the package'],
  ['setup/move', 'Look what would move'],
  ['setup/templates', 'Reminder'],
  ['setup/templates/:template', 'Send a test to me'],
  ['setup/users', 'Invite again'],
  ['setup/users/new', 'Save'],
  ['setup/sign-in', 'Name on the button'],
  ['setup/keys', 'Never'],
  ['setup/keys/:key', '/api/v1/people'],
  ['setup/web-hooks', 'https://example.org/hook'],
  ['setup/web-hooks/:hook', 'No deliveries.'],
  ['setup/security', 'Method: password'],
  ['setup/refusals', 'Resource is not available'],
  ['setup/jobs', 'expire-hold'],
  ['setup/account', 'Time zone'],
  ['setup/booking-page', 'Use this image'],
  ['setup/rules', 'People may cancel'],
  ['setup/notifications', 'Name of the sender'],
  ['setup/access', 'Networks of the dashboard'],
  ['setup/retention', 'Changes are kept for'],
  ['setup/closed-days', 'Add the closed day'],
];

/** Without transitions, whose colours axe-core would see. */
const looks = [
  { reducedMotion: 'reduce', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { reducedMotion: 'reduce', colorScheme: 'dark', viewport: { width: 360, height: 740 } },
] as const;

describeInChromium('the dashboard', (browser) => {
  const pages = new Map<(typeof looks)[number], Page>();
  beforeAll(async () => {
    for (const look of looks) pages.set(look, (await openDashboard(browser(), admin, '', look)).page);
  }, 120_000);

  const views = places.flatMap(([path, text, open]) => looks.map((look) => ({ path, text, open, look })));
  it.each(sampled(views, 7, 'views'))(
    'has no serious findings of axe-core, light on a desktop and dark on a phone: $look.colorScheme, $path, $text',
    async ({ path, text, open, look }) => {
      const page = pages.get(look);
      if (!page) throw new Error('no page of that look');
      await goInside(
        page,
        path.replace(/:(\w+)/, (_match, name) => String(ids[name])),
      );
      await open?.(page);
      await page.locator('main').getByText(text).first().waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(look.viewport.width);
    },
    120_000,
  );
});

/** The sections of a catalogue that the dashboard shows. Messages in its lists have the language of their people. */
function ofDashboard({ booking, shop, myBookings, messages, verification, password, ...sections }: Texts): object {
  return sections;
}

/** Texts of the English catalogue that stand otherwise in a language. Names, which are equal in both, are left out. */
function englishOf(language: Language): RegExp {
  const [own, en] = [ofDashboard(textsIn(language)), ofDashboard(textsIn('en'))];
  const written = new Set(textsOf(own).map(([, text]) => text));
  const sentences = textsOf(en).filter(([, text]) => /\p{Letter}{3}/u.test(text) && !written.has(text));
  const translations = new Map(templatesOf(own));
  const templates = templatesOf(en).filter(
    ([path, text]) => /\p{Letter}{4}/u.test(text.replaceAll(/⟦[^⟧]*⟧/g, '')) && translations.get(path) !== text,
  );
  const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/⟦[^⟧]*⟧/g, '.*');
  return new RegExp(`^(?:${[...sentences, ...templates].map(([, text]) => escaped(text)).join('|')})$`);
}

/** Returns the texts that a page shows or that a screen reader reads. */
const shownTexts = `(() => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (parentElement.checkVisibility()) texts.push(data.trim());
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) texts.push(element.getAttribute(name)?.trim());
  }
  return [...new Set(texts)].filter(Boolean);
})()`;

/** Returns the names of views that do not fit into the bar at the bottom, and the labels of lists that reach into the next line. */
const cutLabels = `[
  ...[...document.querySelectorAll('.bottom-bar span')].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ textContent }) => textContent),
  ...[...document.querySelectorAll('.of-records td')].filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)
    .map(({ dataset }) => dataset.title),
]`;

/** Whether a request is answered at once. Those for code and for live changes are not counted. */
const isAnswered = (request: Request): boolean =>
  request.resourceType() === 'fetch' && !(request.headers()['accept'] ?? '').includes('event-stream');

/** Waits until the view has shown all that it reads. */
async function settled(page: Page, requests: ReadonlySet<Request>): Promise<void> {
  await page.locator('main').waitFor();
  const frame = 'new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)))';
  do await page.evaluate(frame);
  while (requests.size > 0);
  await untilAtRest(page);
}

describeInChromium('the dashboard in each language', (browser) => {
  /** Names in the language of the account: of the key that a new one has, a service, and one in the sample of a message. */
  const ofAccount = ['API key', 'Massage', 'Haircut'];
  const setLanguage = (language: Language) =>
    server.sql(
      'update account_user set language = ? where account_id = ? and email = ?',
      ...[language, account.credentials.id, admin.email],
    );
  const paths = [...new Set([...places.map(([path]) => path), 'own', 'setup', 'setup/start', 'setup/texts'])];

  it.each(sampled(languages, languages.length, 'languages'))(
    'has no English sentence, no overflow on a phone and no error on any view: %s',
    async (language) => {
      await setLanguage('en');
      const options = { viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' } as const;
      const { page, problems } = await openDashboard(browser(), admin, '', options);
      await setLanguage(language);
      await page.reload();
      await page.locator(`html[lang="${language}"] main`).waitFor();
      const requests = new Set<Request>();
      page.on('request', (request) => isAnswered(request) && requests.add(request));
      page.on('requestfinished', (request) => requests.delete(request));
      page.on('requestfailed', (request) => requests.delete(request));
      const english = language === 'en' ? /^$/ : englishOf(language);
      const found: string[] = [];
      const look = async (path: string) => {
        await settled(page, requests);
        await page.evaluate('document.querySelectorAll("details").forEach((part) => { part.open = true; })');
        await settled(page, requests);
        const texts = await page.evaluate<string[]>(shownTexts);
        found.push(
          ...texts.filter((text) => english.test(text) && !ofAccount.includes(text)).map((text) => `${path}: ${text}`),
        );
        const width = await page.evaluate('document.documentElement.scrollWidth');
        const cut = await page.evaluate<string[]>(cutLabels);
        found.push(...cut.map((label) => `${path}: “${label}” is cut off`));
        if (width !== 360) found.push(`${path}: is ${String(width)} pixels wide`);
      };
      for (const path of paths) {
        await goInside(
          page,
          path.replace(/:(\w+)/, (_match, name) => String(ids[name])),
        );
        await look(path);
        const tabs = page.locator('main [role="tab"]');
        const count = await tabs.count();
        for (let tab = 1; tab < count; tab += 1) {
          // The menu of the user would cover them.
          await page.evaluate('document.querySelector(".top details").open = false');
          await tabs.nth(tab).click();
          await look(`${path}, tab ${tab + 1}`);
        }
      }
      await page.keyboard.press('?');
      await look('the keys');
      expect([...found, ...problems]).toEqual([]);
    },
    120_000,
  );

  it('says in the language of the user what the server refuses', async () => {
    await setLanguage('en');
    const { page } = await openDashboard(browser(), admin);
    await setLanguage('de');
    await page.reload();
    await page.locator('html[lang="de"] main').waitFor();
    await goInside(page, `setup/templates/${ids['template']}`);
    await page.locator('textarea[name="template"]').fill('{{ name | shout }}');
    await page.getByRole('button', { name: 'Speichern', exact: true }).click();
    await page
      .getByText(/ist ungültig, den Filter shout gibt es nicht \(Zeile 1, Spalte 1\)/)
      .first()
      .waitFor();
    await goInside(page, `setup/resources/${resourceId}`);
    await page.locator('textarea[name="description"]').fill('More');
    // A proxy that takes less than the server answers a page.
    await page.route('**/graphql', (route) =>
      route.fulfill({ status: 413, contentType: 'text/html', body: 'Too large' }),
    );
    await page.getByRole('button', { name: 'Speichern', exact: true }).click();
    await page.getByText('Es ist zu groß: Höchstens 1 MB kann auf einmal gesendet werden.').waitFor();
  }, 120_000);
});
