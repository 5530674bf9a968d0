import { notify, type StripeDouble, secretKey, startStripeDouble, webhookSecret } from './stripe-double.js';
import { startTestServer, type TestAccount, type TestServer } from './test-server.js';

/** The time of the tests' clock before each test. */
export const paymentTime = '2026-03-02T07:00:00Z';
/** The same in seconds since 1970. */
export const paymentSeconds = Date.parse(paymentTime) / 1_000;
export const successUrl = 'https://shop.example.org/done';
export const cancelUrl = 'https://shop.example.org/back';

/** A server whose payment provider is a double, with a new account before each test. */
export interface PaymentWorld {
  server: TestServer;
  stripe: StripeDouble;
  account: TestAccount;
  /** The id of a gift card of any value. */
  giftCard: number;
}

/** Starts the server before the tests of a file, and creates an account before each of them. */
export function usePaymentWorld() {
  let stripe: StripeDouble;
  let server: TestServer;
  let account: TestAccount;
  let giftCard: number;
  beforeAll(async () => {
    stripe = await startStripeDouble();
    server = await startTestServer({
      now: paymentTime,
      config: { paymentProviderUrls: { stripe: stripe.url, mollie: 'http://127.0.0.1:9' } },
    });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await stripe[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    server.clock.set(paymentTime);
    stripe.reset();
    account = await server.account({ publicAccess: true });
    await server.configure(account, { currency: 'NOK' });
    const service = { title: 'Gift card', booking_type: 'gift_card' };
    giftCard = (await account.create('/services', 'service', service)).id;
  });
  const world: PaymentWorld = {
    get server() {
      return server;
    },
    get stripe() {
      return stripe;
    },
    get account() {
      return account;
    },
    get giftCard() {
      return giftCard;
    },
  };
  return {
    world,
    setProvider: (input: object = {}, of = account) =>
      of.graphql('mutation ($input: PaymentSettingsInput!) { setPaymentProvider(input: $input) { provider active } }', {
        input: { provider: 'stripe', secretKey, webhookSecret, ...input },
      }),
    newOrder: async (): Promise<number> => {
      const person_attributes = { name: 'Kari', email: 'kari@example.org' };
      const order_line_items = [{ service_id: giftCard, amount: 100 }];
      return (await account.create('/orders', 'order', { person_attributes, order_line_items })).id;
    },
    checkout: async (id: number, json: object = { success_url: successUrl, cancel_url: cancelUrl }) => {
      const { status, body } = await account.post(`/orders/${id}/checkout`, { json });
      return [status, body];
    },
    lastSession: () => {
      const session = stripe.sessions.at(-1);
      if (!session) throw new Error('no session');
      return session;
    },
    /** Sends a notification of the provider to the account. */
    tell: (event: object | string, more: object = {}) =>
      notify(server.origin, account.credentials.subdomain, { event, time: paymentSeconds, ...more }),
    order: async (id: number) => {
      const { state, paid_amount, balance } = (await account.get(`/orders/${id}`)).body.order;
      return { state, paid_amount, balance };
    },
    payments: async (id: number) => {
      const { data } = await account.graphql(
        'query ($id: Int!) { order(id: $id) { refundable payments { amount reference } } }',
        { id },
      );
      return data.order;
    },
  };
}
