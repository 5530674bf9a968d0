import { providerDefinitions } from '../../src/platform/payments/payment-providers.js';
import { type ProviderDriver, startProviderDrivers } from '../support/provider-drivers.js';
import { sendRequest } from '../support/send-request.js';
import { messagesOf, payOrder } from '../support/shop.js';
import { type TestAccount, useOwnTestServer } from '../support/test-server.js';

const now = '2026-03-02T07:00:00Z';
const drivers = await startProviderDrivers(now);
const paymentProviderUrls = Object.fromEntries(drivers.map(({ name, url }) => [name, url]));
const server = await useOwnTestServer({ now, config: { paymentProviderUrls } });

it('covers every provider', () => {
  expect(drivers.map(({ name }) => name)).toEqual(providerDefinitions.map(({ name }) => name));
});

describe.each(drivers)('a notification of $name', (driver) => {
  let account: TestAccount;
  let orderId: number;

  async function newAccount(keys: object): Promise<TestAccount> {
    const created = await server.account({ publicAccess: true });
    await server.configure(created, { currency: 'EUR' });
    const { errors } = await created.graphql(
      'mutation ($input: PaymentSettingsInput!) { setPaymentProvider(input: $input) { id } }',
      { input: { provider: driver.name, ...keys } },
    );
    if (errors) throw new Error(JSON.stringify(errors));
    return created;
  }
  async function newOrder(of: TestAccount): Promise<number> {
    const service = { title: 'Soap', booking_type: 'product', price: 100 };
    const { id: service_id } = await of.create('/services', 'service', service);
    return (await of.create('/orders', 'order', { order_line_items: [{ service_id }] })).id;
  }
  async function openPage(of = account, id = orderId): Promise<void> {
    const { status, body } = await of.post(`/orders/${id}/checkout`, { json: { success_url: 'https://example.org' } });
    expect([status, body]).toEqual([200, { checkout: { url: expect.stringContaining(driver.url) } }]);
  }
  const tell = async (
    notification: ReturnType<ProviderDriver['unknown']>,
    to = account,
  ): Promise<[number, unknown]> => {
    const path = `${server.origin}/payments/${driver.name}/${to.credentials.subdomain}`;
    const { status, text } = await sendRequest(path, { method: 'POST', ...notification });
    return [status, JSON.parse(text).outcome];
  };
  async function stored(of = account, id = orderId): Promise<string> {
    const { data } = await of.graphql(
      'query ($id: Int!) { order(id: $id) { state paidAmount refundable payments { amount } } }',
      { id },
    );
    const { state, paidAmount, refundable, payments } = data.order;
    return `${state}, ${paidAmount} paid by ${payments.length}, ${refundable} refundable`;
  }

  beforeEach(async () => {
    account = await newAccount(driver.keys[0]);
    orderId = await newOrder(account);
    await openPage();
  });

  const unpaid = 'PENDING, 0.0 paid by 0, 0.0 refundable';
  const paid = 'CONFIRMED, 100.0 paid by 1, 0.0 refundable';

  it('about a payment records it, once, however often and late it comes', async () => {
    const notification = driver.pay();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => tell(notification)));
    expect(answers.map(([status]) => status)).toEqual([200, 200, 200, 200, 200]);
    const outcomes = answers.map(([, outcome]) => outcome);
    expect(outcomes.toSorted()).toEqual(['recorded', 'repeated', 'repeated', 'repeated', 'repeated']);
    expect(await stored()).toBe(paid);
    await server.sql('delete from payment_notification where account_id = ?', account.credentials.id);
    expect(await tell(notification)).toEqual([200, 'repeated']);
    expect(await stored()).toBe(paid);
  });

  it('that the page has expired says nothing of a payment, before or after it', async () => {
    const expired = driver.expire();
    expect((await tell(expired))[0]).toBe(200);
    expect(await stored()).toBe(unpaid);
    expect(await tell(driver.pay())).toEqual([200, 'recorded']);
    expect((await tell(driver.expire()))[0]).toBe(200);
    expect((await tell(expired))[0]).toBe(200);
    expect(await stored()).toBe(paid);
    expect(await server.sql('select state from payment_checkout where order_id = ?', orderId)).toEqual([
      { state: 'paid' },
    ]);
  });

  it('about an order that was cancelled or paid meanwhile records what can be refunded', async () => {
    await account.put(`/orders/${orderId}/cancel`);
    expect(await tell(driver.pay())).toEqual([200, 'recorded']);
    expect(await stored()).toBe('CANCELLED, 100.0 paid by 1, 100.0 refundable');
    const other = await newOrder(account);
    await openPage(account, other);
    await payOrder(account, other, '100');
    expect(await tell(driver.pay())).toEqual([200, 'recorded']);
    expect(await stored(account, other)).toBe('CONFIRMED, 200.0 paid by 2, 100.0 refundable');
  });

  it('about a page that another has replaced is recorded, in any order', async () => {
    await payOrder(account, orderId, '40');
    await openPage();
    expect(await tell(driver.pay())).toEqual([200, 'recorded']);
    expect(await tell(driver.pay({}, 1))).toEqual([200, 'recorded']);
    expect(await stored()).toBe('CONFIRMED, 200.0 paid by 3, 100.0 refundable');
  });

  it.each([
    ['60', 'PENDING, 60.0 paid by 1, 0.0 refundable'],
    ['130', 'CONFIRMED, 130.0 paid by 1, 30.0 refundable'],
  ])('about %s in place of 100 records what was paid', async (amount, expected) => {
    expect(await tell(driver.pay({ amount }))).toEqual([200, 'recorded']);
    expect(await stored()).toBe(expected);
  });

  it('about another currency records nothing', async () => {
    expect(await tell(driver.pay({ currency: 'USD' }))).toEqual([200, 'ignored']);
    expect(await stored()).toBe(unpaid);
  });

  it('about a page of another account changes neither, until it comes to the right one', async () => {
    const other = await newAccount(driver.keys[1]);
    const theirs = await newOrder(other);
    const notification = driver.pay();
    const [status] = await tell(notification, other);
    expect([200, 400]).toContain(status);
    expect([await stored(), await stored(other, theirs)]).toEqual([unpaid, unpaid]);
    expect(await tell(notification)).toEqual([200, 'recorded']);
    expect([await stored(), await stored(other, theirs)]).toEqual([paid, unpaid]);
  });

  it('about an unknown page changes nothing', async () => {
    const [status, outcome] = await tell(driver.unknown());
    expect([status, ['unknown', 'ignored'].includes(String(outcome))]).toEqual([200, true]);
    expect(await stored()).toBe(unpaid);
  });

  it('that the provider has not sent is refused', async () => {
    for (const forged of driver.forged) expect((await tell(forged))[0]).toBe(400);
    expect(await stored()).toBe(unpaid);
  });

  it('comes to an account that has removed or changed its provider, and is not found', async () => {
    const notification = driver.pay();
    await account.graphql('mutation { removePaymentProvider { id } }');
    expect((await tell(notification))[0]).toBe(404);
    const another = drivers.find(({ name }) => name !== driver.name);
    await account.graphql('mutation ($input: PaymentSettingsInput!) { setPaymentProvider(input: $input) { id } }', {
      input: { provider: another?.name, ...another?.keys[0] },
    });
    expect((await tell(notification))[0]).toBe(404);
    expect(await stored()).toBe(unpaid);
  });

  const refund = (amount: string) =>
    account.graphql(
      'mutation ($id: Int!, $amount: Decimal!) { refundByProvider(orderId: $id, amount: $amount) { refundable } }',
      { id: orderId, amount },
    );

  it('is followed by a refund at the provider, for what was paid there', async () => {
    await tell(driver.pay());
    await account.put(`/orders/${orderId}/cancel`);
    expect((await refund('40')).data).toEqual({ refundByProvider: { refundable: '60.0' } });
    expect((await refund('60')).data).toEqual({ refundByProvider: { refundable: '0.0' } });
  });

  const refunds = async () => {
    const { data } = await account.graphql(
      'query ($id: Int!) { order(id: $id) { providerRefunds { amount state } payments { amount } } }',
      { id: orderId },
    );
    const { providerRefunds, payments } = data.order;
    return {
      made: providerRefunds.map(({ amount, state }: { amount: string; state: string }) => `${state} ${amount}`),
      recorded: payments.map(({ amount }: { amount: string }) => amount),
    };
  };

  it.each(['failed', 'canceled'] as const)(
    'about a refund that %s counts the amount as paid again, once, tells the account, and lets it be refunded again',
    async (status) => {
      await account.put('/client', { json: { email_notification: true } });
      await tell(driver.pay());
      await account.put(`/orders/${orderId}/cancel`);
      await refund('40');
      await refund('60');
      const before = (await server.changes(account)).length;
      const notification = driver.failRefund(status);
      const answers = await Promise.all([1, 2, 3].map(() => tell(notification)));
      expect(answers.map(([, outcome]) => outcome).toSorted()).toEqual(['recorded', 'repeated', 'repeated']);
      expect((await server.changes(account)).slice(before)).toEqual([
        'payment_refund.modified',
        'order.paid',
        'message.queued',
      ]);
      expect(await stored()).toBe('CANCELLED, 60.0 paid by 4, 60.0 refundable');
      expect(await refunds()).toEqual({
        made: ['DONE 40.0', 'FAILED 60.0'],
        recorded: ['100.0', '-40.0', '-60.0', '60.0'],
      });
      const { subject, body } = (await messagesOf(server, account)).at(-1) ?? {};
      expect([subject, body]).toEqual([
        `Refund of order ${orderId} failed`,
        expect.stringContaining('\nNot refunded: €60\nTo be refunded: €60\n'),
      ]);
      expect((await refund('60')).data).toEqual({ refundByProvider: { refundable: '0.0' } });
      expect(await tell(notification)).toEqual([200, 'repeated']);
      expect(await stored()).toBe('CANCELLED, 0.0 paid by 5, 0.0 refundable');
    },
  );

  it('about a refund that failed, before its answer is known, records nothing, and frees the amount', async () => {
    await tell(driver.pay());
    await account.put(`/orders/${orderId}/cancel`);
    driver.losesAnswers(true);
    expect((await refund('60')).errors).toBeDefined();
    driver.losesAnswers(false);
    expect((await refunds()).made).toEqual(['UNANSWERED 60.0']);
    expect(await tell(driver.failRefund('failed'))).toEqual([200, 'recorded']);
    expect(await refunds()).toEqual({ made: ['FAILED 60.0'], recorded: ['100.0'] });
    expect((await refund('100')).data).toEqual({ refundByProvider: { refundable: '0.0' } });
    expect(driver.refunds()).toBeGreaterThan(0);
  });

  it('about a refund that failed changes nothing in another account, or if the account did not ask for it', async () => {
    await tell(driver.pay());
    await account.put(`/orders/${orderId}/cancel`);
    await refund('60');
    const other = await newAccount(driver.keys[1]);
    const notification = driver.failRefund('failed');
    expect((await tell(notification, other))[1]).not.toBe('recorded');
    expect(await stored()).toBe('CANCELLED, 40.0 paid by 2, 40.0 refundable');
    await server.sql('delete from payment_refund where account_id = ?', account.credentials.id);
    expect(await tell(notification)).toEqual([200, 'unknown']);
    expect(await stored()).toBe('CANCELLED, 40.0 paid by 2, 40.0 refundable');
  });
});

it('a provider that signs no notifications needs no secret of them, and keeps none of another', async () => {
  const [stripe, mollie] = drivers;
  const account = await server.account({ publicAccess: true });
  const set = async (driver: ProviderDriver | undefined, keys: object = {}) => {
    const input = { provider: driver?.name, ...keys };
    const { errors } = await account.graphql(
      'mutation ($input: PaymentSettingsInput!) { setPaymentProvider(input: $input) { id } }',
      { input },
    );
    return errors?.[0].extensions.fields;
  };
  const hasSecret = async () => {
    const sql = 'select webhook_secret is not null as "isSet" from payment_settings where account_id = ?';
    return (await server.sql<{ isSet: boolean }>(sql, account.credentials.id)).map(({ isSet }) => isSet);
  };
  expect(await set(stripe, stripe?.keys[0])).toBeUndefined();
  expect(await hasSecret()).toEqual([true]);
  expect(await set(mollie)).toEqual({ secretKey: ["can't be blank"] });
  expect(await set(mollie, mollie?.keys[0])).toBeUndefined();
  expect(await hasSecret()).toEqual([false]);
  expect(await set(stripe, { secretKey: 'sk_test_again' })).toEqual({ webhookSecret: ["can't be blank"] });
  const { data } = await account.graphql('{ paymentProviders { name title events capturesLater savesCards } }');
  expect(data.paymentProviders).toEqual([
    expect.objectContaining({ name: 'stripe', title: 'Stripe', capturesLater: true, savesCards: true }),
    { name: 'mollie', title: 'Mollie', events: [], capturesLater: true, savesCards: true },
  ]);
});
