import type { TestAccount, TestServer } from './test-server.js';

export interface Shop {
  account: TestAccount;
  /** The id of a product of 99.50. */
  shampoo: number;
  /** The id of a gift card of any value. */
  giftCard: number;
}

/** Creates an account with public access that sells a product and gift cards. */
export async function openShop(server: TestServer): Promise<Shop> {
  const account = await server.account({ publicAccess: true });
  return {
    account,
    shampoo: await addService(account, { title: 'Shampoo', booking_type: 'product', price: '99.5' }),
    giftCard: await addService(account, { title: 'Gift card', booking_type: 'gift_card' }),
  };
}

export async function addService(account: TestAccount, service: object): Promise<number> {
  return (await account.create('/services', 'service', service)).id;
}

/** Creates the coupon SPRING of 10 %. */
export const addCoupon = (account: TestAccount, attributes: object = {}) =>
  account.create('/coupons', 'coupon', {
    title: 'Spring',
    code: 'SPRING',
    value_type: 'percentage',
    value: 10,
    ...attributes,
  });

export const payOrder = (account: TestAccount, id: number, amount: string, reference?: string) =>
  account.graphql(
    `mutation ($id: Int!, $amount: Decimal!, $reference: String) {
      recordPayment(orderId: $id, amount: $amount, reference: $reference) { state balance }
    }`,
    { id, amount, reference },
  );

/** Returns the messages that were written for an account, the oldest first. */
export const messagesOf = (server: TestServer, { credentials }: TestAccount) =>
  server.sql<{ kind: string; recipient: string; subject: string; body: string }>(
    'select kind, recipient, subject, body from message where account_id = ? order by id',
    credentials.id,
  );
