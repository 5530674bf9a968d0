import type { Page } from 'playwright-core';
import { verificationLink } from '../../src/domain/messaging/composing/links.rules.js';
import { bookService, createBookableService } from '../support/catalog.js';
import { describeInChromium, openPage } from '../support/chromium.js';
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.js';
import { linkTokenOf } from '../support/valid-input.js';

/** Markup, a mark that turns the direction of what follows, an emoji of several code points, and no space to break at. */
const hostile = (name: string): string =>
  `${name}<script>alert(1)</script><img/src=x/onerror=alert(2)>"'&amp;{{7*7}}\u202eשלום👩‍👩‍👧‍👦`;
/** Of the longest length that a title may have. */
const longTitle = (name: string): string => hostile(name).padEnd(255, 'W');
const longText = (name: string): string => hostile(name).padEnd(10_000, 'W');

let server: TestServer;
let account: TestAccount;
let serviceId: number;
let resourceId: number;
let eventId: number;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  account = await server.account({ subdomain: 'hostile', name: longTitle('Account'), publicAccess: true });
  const form = ['text', 'textarea', 'number', 'date', 'checkbox', 'select'].map((type) => ({
    ...{ name: type, label: longTitle(type), type, options: [longTitle('Option')], required: type === 'textarea' },
  }));
  await server.configure(account, {
    ...{ allow_cancellation: true, footer: longText('Footer'), new_booking_text: longText('Introduction') },
    ...{ currency: 'NOK', booking_form: JSON.stringify(form) },
  });
  const texts = { description: longText('Description'), terms: longText('Terms'), price: 100 };
  const service = await createBookableService(account, {
    service: { title: longTitle('Service'), ...texts },
    resource: { title: longTitle('Chair') },
    providers: [{}, {}],
  });
  ({ serviceId, resourceId } = service);
  await account.create('/categories', 'category', { title: longTitle('Category'), service_id_list: [serviceId] });
  const class_ = await createBookableService(account, {
    service: { title: longTitle('Class'), booking_type: 'attendance' },
    resource: { title: longTitle('Hall') },
  });
  const event = await account.create('/events', 'event', {
    ...{ title: longTitle('Event'), description: longText('About'), capacity: 3 },
    ...{ service_id: class_.serviceId, resource_id: class_.resourceId },
    ...{ starts_at: '2026-03-03 12:00', ends_at: '2026-03-03 13:00' },
  });
  eventId = event.id;
  await account.create('/services', 'service', { title: longTitle('Soap'), ...texts, booking_type: 'product' });
  const booking = await bookService(account, service, { person_attributes: { name: 'Kari' } });
  token = await linkTokenOf(account, booking.id);
});
afterAll(async () => server[Symbol.asyncDispose]());

/** Starts a booking that is verified by a link. */
async function createVerificationLink(): Promise<string> {
  await server.configure(account, { verification_method: 1 });
  const person_attributes = { name: 'Kari', email: 'kari@example.org' };
  const other = { booked_from: '2026-03-05 12:00', booked_to: '2026-03-05 13:00', person_attributes };
  const { id } = await bookService(account, { serviceId, resourceId }, other, { confirm: false });
  const { verification_code } = (await account.get(`/bookings/${id}`)).body.booking;
  const owner = { id: account.credentials.id, secret: account.credentials.secret };
  return verificationLink(server.origin, owner, { id, verificationCode: verification_code });
}

/** Lists the texts on a page that could turn the direction of others. */
const unisolated = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const isTurned = node.data.includes('\\u202e') && !node.data.includes('\\u2068');
      if (isTurned && !node.parentElement.closest('bdi, [dir=auto], option')) found.push(node.data.slice(0, 40));
    }
    return found;
  })()`);

/** Expects that the page shows the texts as such, with nothing of them as markup, and no wider than the phone. */
async function expectTexts(page: Page, ...texts: string[]): Promise<void> {
  const shown = await page.evaluate<string>('document.body.innerText');
  for (const text of texts) expect(shown).toContain(text);
  expect(await page.locator('main script, main img, header script, footer script').count()).toBe(0);
  expect([page.url(), await unisolated(page)]).toEqual([page.url(), []]);
  const width = await page.evaluate('document.documentElement.scrollWidth');
  expect([page.url(), width]).toEqual([page.url(), 360]);
}

describeInChromium('texts of accounts and visitors', (browser) => {
  it('are shown as text on every page of a site', async () => {
    const { page, problems } = await openPage(browser(), server.origin, {
      ...{ viewport: { width: 360, height: 740 }, locale: 'en-GB' },
    });
    page.on('dialog', (dialog) => {
      problems.push(dialog.message());
      void dialog.dismiss();
    });
    const open = (path: string) => page.goto(`${server.origin}/sites/hostile${path}`);
    await open('/');
    const catalogue = ['Account', 'Service', 'Category', 'Event', 'Class'].map(longTitle);
    await expectTexts(page, ...catalogue, longText('Footer'), longText('Description'), longText('About'));
    await open(`/services/${serviceId}?date=2026-03-03`);
    await expectTexts(page, longTitle('Service'), longTitle('Chair'), longText('Description'));
    await open(`/events/${eventId}`);
    await expectTexts(page, longTitle('Event'), longTitle('Class'));
    await open(`/services/${serviceId}?date=2026-03-03`);
    await page.getByRole('link', { name: '10:00' }).click();
    await page.getByText('Terms', { exact: true }).click();
    await expectTexts(page, longText('Introduction'), longText('Terms'), longTitle('select'), longTitle('Option'));

    const typed = { Name: '<b>Name</b>'.padEnd(10_000, 'W'), Email: hostile('Email'), Message: longText('Message') };
    for (const [label, text] of Object.entries(typed)) {
      // The script sets what a browser's limit of the field would cut off.
      await page.getByLabel(label).evaluate((element, value) => {
        if ('value' in element) element.value = value;
      }, text);
    }
    await page.getByLabel(longTitle('textarea')).fill(longText('Answer'));
    await page.getByRole('button', { name: 'Book' }).click();
    await page.getByRole('alert').waitFor();
    await expectTexts(page, 'This is too long. At most 255 characters fit.');
    for (const [label, text] of Object.entries(typed)) {
      expect([label, await page.getByLabel(label).inputValue()]).toEqual([label, text]);
    }
    expect(await page.getByLabel(longTitle('textarea')).inputValue()).toBe(longText('Answer'));

    for (const path of ['', '/move', '/cancel']) {
      await open(`/bookings/${token}${path}`);
      await expectTexts(page, longTitle('Service'));
    }
    await open(`/waitlist/new?service_id=${serviceId}&from=2026-03-04&to=2026-03-05`);
    await page.getByLabel('Name').fill('Ola');
    await page.getByLabel('Email').fill('ola@example.org');
    await expectTexts(page, longTitle('Service'));
    await page.getByRole('button', { name: 'Join the waitlist' }).click();
    await page.getByRole('heading', { name: 'You are on the waitlist' }).waitFor();
    await expectTexts(page, longTitle('Service'));
    await open('/shop');
    await expectTexts(page, longTitle('Soap'), longText('Description'));
    await page.getByRole('radio').check();
    await page.getByLabel('Name').fill('Ola');
    await page.getByLabel('Email').fill('ola@example.org');
    await page.getByRole('button', { name: 'Order' }).click();
    await page.getByRole('heading', { name: /Order \d+/ }).waitFor();
    await expectTexts(page, longTitle('Soap'));
    const [from, to] = ['2026-03-03T10:00:00+01:00', '2026-03-03T11:00:00+01:00'];
    const booked = new URLSearchParams({ id: '1', title: longTitle('Title'), from, to, state: 'confirmed' });
    for (const path of ['done', 'verify']) {
      await open(`/bookings/${path}?${booked}`);
      await expectTexts(page, longTitle('Title'));
    }
    await page.goto(await createVerificationLink());
    await expectTexts(page, longTitle('Account'));
    await open('/nothing');
    await expectTexts(page, longTitle('Account'), longText('Footer'));
    expect(problems).toEqual([]);
    await page.context().close();
  }, 120_000);
});
