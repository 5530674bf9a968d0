import type { Page } from 'playwright-core';
import { createBookableService } from '../support/catalog.js';
import { accessibilityProblems, describeInChromium } from '../support/chromium.js';
import { closeMessage, createUser, openDashboard, type TestUser } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { usePaymentWorld } from '../support/payment-world.js';
import { payOrder } from '../support/shop.js';
import { paidEvent, secretKey, webhookSecret } from '../support/stripe-double.js';
import { until } from '../support/until.js';

const { world, setProvider, newOrder, checkout, lastSession, tell, payments } = usePaymentWorld();

let admin: TestUser;
beforeEach(async () => {
  admin = await createUser(world.server, world.account);
});

const desktop = { viewport: { width: 1440, height: 900 } } as const;
const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;
const widthOf = (page: Page) => page.evaluate('document.documentElement.scrollWidth');
const shown = (page: Page, text: string) => page.getByRole('paragraph').filter({ hasText: text }).first().waitFor();

describeInChromium('the views of the business', (browser) => {
  it('offer a free time to somebody on the waitlist, and remove who no longer waits', async () => {
    const { account } = world;
    const { serviceId } = await createBookableService(account, { service: { title: 'Cut' } });
    const entry = { service_id: serviceId, from: '2026-03-03', to: '2026-03-04' };
    const ola = await account.create('/waitlist', 'waitlist_entry', {
      ...entry,
      name: '<b>Ola',
      email: 'ola@example.org',
    });
    await account.create('/waitlist', 'waitlist_entry', { ...entry, name: 'Kari', phone_number: '40612345' });
    const { page, problems } = await openDashboard(browser(), admin, 'setup/waitlist', phone);
    await page.getByRole('cell', { name: '<b>Ola ola@example.org' }).waitFor();
    await eventually(() => widthOf(page)).toBe(390);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Offer a time to <b>Ola' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Start').fill('2026-03-03T03:15');
    await dialog.getByRole('button', { name: 'Send the offer' }).click();
    await dialog.getByRole('alert').first().waitFor();
    await dialog.getByLabel('Start').fill('2026-03-03T10:00');
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send the offer' }).dblclick();
    await shown(page, '<b>Ola gets the offer.');
    await page.getByText(/3 Mar 2026, 10:00 is held until/).waitFor();
    const { body } = await account.get(`/waitlist/${ola.id}`);
    expect(body.waitlist_entry).toMatchObject({ state: 'offered', offer_expires_at: expect.any(String) });
    await page.getByRole('button', { name: 'Remove Kari' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove Kari' }).click();
    await closeMessage(page, 'Kari no longer waits.');
    await page.getByLabel('State').selectOption('Left');
    await page.getByRole('cell', { name: 'Kari 40612345' }).waitFor();
    await page.getByRole('cell', { name: '<b>Ola ola@example.org' }).waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.context().close();
  }, 90_000);

  it('refund an order at the provider once, whose answer was lost, and record payments', async () => {
    const { account } = world;
    await setProvider();
    const id = await newOrder();
    const { page, problems } = await openDashboard(browser(), admin, 'setup/orders', desktop);
    await page.getByRole('row', { name: `Order ${id}` }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: `Order ${id}` }).click();
    const payment = page.getByRole('region', { name: 'Record a payment' });
    await payment.getByLabel('Amount').fill('100,01');
    await payment.getByRole('button', { name: 'Record a payment' }).click();
    await payment.getByRole('alert').first().waitFor();
    await payment.getByLabel('Amount').fill('40');
    await checkout(id);
    await payment.getByRole('button', { name: 'Record a payment' }).dblclick();
    await shown(page, 'A payment of NOK');
    await payOrder(account, id, '60');
    await tell(paidEvent(lastSession()));
    await page.reload();
    const refund = page.getByRole('region', { name: 'Refund', exact: true });
    await refund.getByText(/At most NOK.100/).waitFor();
    await refund.getByLabel('Amount').fill('30');
    await refund.getByRole('button', { name: 'Check the refund' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/NOK.30.00 goes back to Kari/).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    let lost = 0;
    await page.route('**/graphql', async (route) => {
      const isRefund = route.request().postData()?.includes('RefundByProvider') === true;
      if (!isRefund || lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      return route.abort();
    });
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await dialog.getByText('The server cannot be reached.').waitFor();
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await shown(page, 'is refunded.');
    await page.getByRole('region', { name: 'Refunds at the payment provider' }).waitFor();
    expect(lost).toBe(1);
    expect(world.stripe.requests.filter(({ path }) => path === '/v1/refunds')).toHaveLength(1);
    await eventually(async () => (await payments(id)).refundable).toBe('70.0');
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(problems.filter((problem) => !/ERR_FAILED|graphql/.test(problem))).toEqual([]);
    await page.context().close();
  }, 90_000);

  it.each([
    ['a desktop', desktop, 1440],
    ['a phone', phone, 390],
  ] as const)(
    'issue a receipt of an order, download it and credit it on %s',
    async (_, screen, width) => {
      const id = await newOrder();
      await payOrder(world.account, id, '100');
      const { page, problems } = await openDashboard(browser(), admin, `setup/orders/${id}`, screen);
      const documents = page.locator('section.part', { hasText: 'Receipts and invoices' });
      await documents.getByText('None was issued.').waitFor();
      await documents.getByRole('button', { name: 'Issue a receipt' }).click();
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole('dialog').getByRole('button', { name: 'Issue a receipt' }).dblclick();
      await shown(page, 'The document is issued.');
      const begun = page.waitForEvent('download');
      await documents.getByRole('button', { name: 'Receipt 1', exact: true }).click();
      expect((await begun).suggestedFilename()).toBe('receipt-1.pdf');
      await documents.getByRole('button', { name: 'Credit', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Credit', exact: true }).click();
      await documents.getByRole('button', { name: 'Credit note 1', exact: true }).waitFor();
      await eventually(() => documents.getByRole('button', { name: 'Credit', exact: true }).count()).toBe(0);
      await eventually(() => widthOf(page)).toBe(width);
      expect(await accessibilityProblems(page)).toEqual([]);

      expect(problems).toEqual([]);
      await page.context().close();
    },
    90_000,
  );

  it('edit a message from its built-in text, with variables, a preview in each language and a test to the user', async () => {
    const { account, server } = world;
    const { page, problems } = await openDashboard(browser(), admin, 'setup/texts', desktop);
    await page.getByRole('link', { name: 'Confirmation, email', exact: true }).click();
    const text = page.getByLabel('Text', { exact: true });
    await text.waitFor();
    const builtIn = await text.inputValue();
    expect(builtIn).toContain('{{ booking.booked_from | i18n_date }}');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('Your booking of Haircut').first().waitFor();
    await text.fill('Welcome ');
    await page.getByText('Insert a variable').click();
    await page.getByRole('button', { name: 'Insert booking.person.name' }).click();
    await preview.getByText('Welcome Alex Smith').waitFor();
    await preview.getByLabel('Language').selectOption('Svenska');
    await preview.getByText('Welcome Anna Svensson').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await preview.getByRole('button', { name: 'Send a test to me' }).dblclick();
    await shown(page, `The test goes to ${admin.email}.`);
    const sent = await server.sql(
      `select body, recipient from message where account_id = ? and kind = 'test_message'`,
      account.credentials.id,
    );
    expect(sent).toEqual([{ body: 'Welcome Anna Svensson', recipient: admin.email }]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await shown(page, 'Confirmation, email is saved.');
    const stored = async () => (await account.get('/client')).body.client.mail_confirmation;
    await eventually(() => stored()).toBe('Welcome {{ booking.person.name }}');
    await text.fill('{{ broken');
    await preview.getByText('is invalid').waitFor();
    await text.fill(builtIn);
    await page.getByRole('button', { name: 'Close the message' }).first().click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await shown(page, 'Confirmation, email is saved.');
    await until(async () => (await stored()) === null);
    expect(problems.filter((problem) => !problem.includes('graphql'))).toEqual([]);
    await page.context().close();
  }, 90_000);

  it('edit the texts of a service from those of the account, and the offers to the waitlist', async () => {
    const { account } = world;
    await account.put('/client', { json: { client: { mail_confirmation: 'From the account' } } });
    const { id } = await account.create('/services', 'service', { title: 'Cut', sms_reminder: 'Stored' });
    const { page, problems } = await openDashboard(browser(), admin, `setup/services/${id}`, phone);
    const list = page.getByRole('region', { name: 'Texts of messages' });
    await list.getByRole('row', { name: 'Reminder, SMS Your own' }).waitFor();
    await list.getByRole('row', { name: 'Confirmation, email As for all services', exact: true }).waitFor();
    await eventually(() => widthOf(page)).toBe(390);
    await list.getByRole('link', { name: 'Confirmation, email', exact: true }).click();
    const text = page.getByLabel('Text', { exact: true });
    await text.waitFor();
    await eventually(() => text.inputValue()).toBe('From the account');
    await text.fill('Of the service');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('Of the service').waitFor();
    await eventually(() => widthOf(page)).toBe(390);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await shown(page, 'Confirmation, email is saved.');
    const stored = async () => (await account.get(`/services/${id}`)).body.service.mail_confirmation;
    await eventually(() => stored()).toBe('Of the service');
    await text.fill('From the account');
    await page.getByRole('button', { name: 'Close the message' }).first().click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await shown(page, 'Confirmation, email is saved.');
    await until(async () => (await stored()) === null);
    await page.goto(`${world.server.origin}/dashboard/setup/texts/waitlist-offer-email`);
    await text.fill('Until {{ booking.expires_at | i18n_date }}');
    await preview.getByText('Until Monday, 2 March 2026').waitFor();
    await page.getByLabel('Subject').fill('{{ x | nope }}');
    await preview.getByText('“Subject” is invalid').waitFor();
    await page.getByLabel('Subject').fill('For you: {{ booking.service.title }}');
    await preview.getByLabel('Language').selectOption('Deutsch');
    await preview.getByText('Until Montag').waitFor();
    await preview.getByText(/^For you: ./).waitFor();
    expect(problems.filter((problem) => !problem.includes('graphql'))).toEqual([]);
    await page.context().close();
  }, 90_000);

  it('set the keys of the payment provider without showing them', async () => {
    const { page, problems } = await openDashboard(browser(), admin, 'setup/payments', phone);
    await page.getByText('No provider is set').waitFor();
    await page.getByLabel('Secret key').fill(secretKey);
    await page.getByLabel('Secret of the notifications').fill('short');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').first().waitFor();
    await page.getByLabel('Secret of the notifications').fill(webhookSecret);
    await page.getByRole('button', { name: 'Save', exact: true }).dblclick();
    await page.getByText('Stripe is set.').waitFor();
    await eventually(() => page.getByLabel('Secret key').inputValue()).toBe('');
    await eventually(() => page.content()).not.toContain(secretKey);
    await eventually(() => widthOf(page)).toBe(390);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel('Provider', { exact: true }).selectOption('Mollie');
    await eventually(() => page.getByLabel('Secret of the notifications').count()).toBe(0);
    await eventually(() => page.getByText('Address of notifications').count()).toBe(0);
    await page.getByText('From your account at Mollie.').waitFor();
    await page.getByLabel('Provider', { exact: true }).selectOption('Stripe');
    await page.getByText('checkout.session.expired').waitFor();
    await page.getByLabel('Customers can pay by it').uncheck();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const settings = async () =>
      (await world.account.graphql('{ paymentSettings { provider active } }')).data.paymentSettings;
    await until(async () => !(await settings()).active);
    await eventually(() => settings()).toEqual({ provider: 'stripe', active: false });
    await page.getByLabel('Provider', { exact: true }).selectOption('Mollie');
    await page.getByLabel('Secret key').fill('test_123456789');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Mollie is set.').waitFor();
    await eventually(async () => (await settings()).provider).toBe('mollie');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove the provider' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the provider' }).dblclick();
    await page.getByText('No provider is set').waitFor();
    expect(problems.filter((problem) => !problem.includes('graphql'))).toEqual([]);
    await page.context().close();
  }, 90_000);

  it('build the questions to customers, reordered by the keyboard, as the booking page reads them', async () => {
    const { account } = world;
    const { page, problems } = await openDashboard(browser(), admin, 'setup/questions', phone);
    await page.getByText('No questions yet.').waitFor();
    await page.getByRole('button', { name: 'Add a question' }).click();
    await page.getByRole('group', { name: 'Question 1' }).getByLabel('Question', { exact: true }).fill('<b>Allergies');
    await page.getByRole('button', { name: 'Add a question' }).click();
    const second = page.getByRole('group', { name: 'Question 2' });
    await second.getByLabel('Question', { exact: true }).fill('Size');
    await second.getByLabel('Kind of answer').selectOption('One of some choices');
    await second.getByLabel('Choices').fill('Small\nLarge');
    await second.getByLabel('Must be answered').check();
    await page.reload();
    await page.getByText('What you had typed before and not saved is here again.').waitFor();
    await second.getByRole('button', { name: 'Up' }).press('Enter');
    const first = page.getByRole('group', { name: 'Question 1' });
    await until(async () => (await first.getByLabel('Question', { exact: true }).inputValue()) === 'Size');
    await first.locator('button[data-focus="up-0"]:focus').waitFor();
    await page.getByRole('region', { name: 'As customers see it' }).getByLabel('<b>Allergies (optional)').waitFor();
    await eventually(() => widthOf(page)).toBe(390);
    expect(await accessibilityProblems(page)).toEqual([]);
    // A question that is not saved can get another name.
    await first.getByLabel('Name in the data').fill('question_1');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Several questions have the name “question_1”').first().waitFor();
    await first.getByLabel('Name in the data').fill('shirt size');
    await page.getByRole('button', { name: 'Save', exact: true }).dblclick();
    await shown(page, 'The questions are saved.');
    await first.getByLabel('Name in the data').and(page.locator('[readonly]')).waitFor();
    await eventually(async () => JSON.parse((await account.get('/client')).body.client.booking_form)).toEqual([
      { name: 'shirt_size', label: 'Size', type: 'select', required: true, options: ['Small', 'Large'] },
      { name: 'question_1', label: '<b>Allergies', type: 'text', required: false },
    ]);
    expect(problems).toEqual([]);
    await page.context().close();
  }, 90_000);

  it('drag questions by mouse and finger, and keep what is typed', async () => {
    const { account } = world;
    const form = ['One', 'Two', 'Three', 'Four'].map((label) => ({
      name: label,
      label,
      type: 'text',
      required: false,
    }));
    await account.put('/client', { json: { client: { booking_form: JSON.stringify(form) } } });
    const { page, problems } = await openDashboard(browser(), admin, 'setup/questions', phone);
    const question = (number: number) => page.getByRole('group', { name: `Question ${number}` });
    const labels = () =>
      Promise.all([1, 2, 3, 4].map((number) => question(number).getByLabel('Question', { exact: true }).inputValue()));
    const centreOf = async (number: number) => {
      const { x, y, width, height } = (await question(number).locator('.handle').boundingBox()) ?? {};
      return { x: (x ?? 0) + (width ?? 0) / 2, y: (y ?? 0) + (height ?? 0) / 2 };
    };
    const dragging = page.locator('.questions.dragging > .dragged');
    await question(2).getByLabel('Question', { exact: true }).fill('Two, changed');
    await question(2).locator('.handle').scrollIntoViewIfNeeded();
    const begin = await centreOf(2);
    await page.mouse.move(begin.x, begin.y);
    await page.mouse.down();
    await dragging.waitFor();
    // The row is below the pointer, and the others are in view around it.
    await eventually(async () => Math.abs((await centreOf(2)).y - begin.y)).toBeLessThan(8);
    const last = await centreOf(4);
    await page.mouse.move(last.x, last.y, { steps: 5 });
    await page.mouse.up();
    await page.locator('.questions:not(.dragging)').waitFor();
    await until(async () => (await labels()).join() === 'One,Three,Four,Two, changed');
    await question(2).locator('.handle').scrollIntoViewIfNeeded();
    const again = await centreOf(2);
    await page.mouse.move(again.x, again.y);
    await page.mouse.down();
    await dragging.waitFor();
    const first = await centreOf(1);
    await page.mouse.move(first.x, first.y, { steps: 5 });
    await page.locator('.questions.dragging > .dragged:first-child').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.questions:not(.dragging)').waitFor();
    await page.mouse.up();
    await eventually(async () => (await labels()).join()).toBe('One,Three,Four,Two, changed');
    await question(3).locator('.handle').scrollIntoViewIfNeeded();
    const touch = await page.context().newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    await send('touchStart', [await centreOf(3)]);
    await dragging.waitFor();
    await send('touchMove', [await centreOf(2)]);
    await send('touchMove', [await centreOf(1)]);
    await send('touchEnd', []);
    await until(async () => (await labels()).join() === 'Four,One,Three,Two, changed');
    await page.reload();
    await page.getByText('What you had typed before and not saved is here again.').waitFor();
    await eventually(() => labels()).toEqual(['Four', 'One', 'Three', 'Two, changed']);
    expect(problems).toEqual([]);
    await page.context().close();
  }, 90_000);
});
