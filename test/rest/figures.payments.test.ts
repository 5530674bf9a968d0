import { createUser, password } from '../support/dashboard.js';
import { signIn, withKey } from '../support/sign-in.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();

const during = 'from=2026-03-02&to=2026-03-03';
const nothing = { amount: '0.0', received: '0.0', refunded: '0.0', vat: null, payments: 0 };

/** Sells products with and without VAT. @returns the id of the order */
async function sell(): Promise<number> {
  const { id: tax_rate_id } = await account.create('/tax_rates', 'tax_rate', { name: 'MVA', percentage: '25.0' });
  const product = { booking_type: 'product', title: 'Soap' };
  const soap = await account.create('/services', 'service', { ...product, price: 300, tax_rate_id });
  const stamp = await account.create('/services', 'service', { ...product, price: 100 });
  const order_line_items = [{ service_id: soap.id }, { service_id: stamp.id }];
  return (await account.create('/orders', 'order', { order_line_items })).id;
}

const record = async (mutation: string, of = account) => {
  const { data, errors } = await of.graphql(`mutation { result: ${mutation} { payments {
    amount method recordedBy recordedElsewhere taxes { name percentage amount taxAmount } } } }`);
  return data?.result?.payments.at(-1) ?? errors?.map(({ extensions }) => extensions.fields);
};

describe('GET /figures/payments', () => {
  it('has what was received and refunded in a day, by method, actor and tax rate', async () => {
    const orderId = await sell();
    const { code } = await account.create('/gift_cards', 'gift_card', { value: 40 });
    const { email } = await createUser(server, account, { name: 'Kari Berg', role: 'manager' });
    const manager = withKey(account, (await signIn(account, email, password)).body.api_key);
    const inCash = `recordPayment(orderId: ${orderId}, amount: "200", method: CASH, recordedElsewhere: "4711")`;
    expect(await record(inCash, manager)).toEqual({
      ...{ amount: '200.0', method: 'CASH', recordedBy: 'Kari Berg', recordedElsewhere: '4711' },
      taxes: [
        { name: 'MVA', percentage: '25.0', amount: '150.0', taxAmount: '30.0' },
        { name: null, percentage: null, amount: '50.0', taxAmount: null },
      ],
    });
    expect(await record(`redeemGiftCard(orderId: ${orderId}, code: "${code}")`)).toMatchObject({
      ...{ amount: '40.0', method: 'GIFT_CARD', recordedElsewhere: null },
    });
    expect(await record(`recordPayment(orderId: ${orderId}, amount: "160")`)).toMatchObject({ method: null });
    await account.graphql(`mutation { cancelOrder(id: ${orderId}) { id } }`);
    await record(`recordRefund(orderId: ${orderId}, amount: "100", method: TRANSFER)`);

    const groupsBy = async (dimension: string) => {
      const { body } = await account.get(`/figures/payments?${during}&group_by=${dimension}`);
      const { groups, total } = body.payment_figures;
      expect(total).toEqual({ amount: '260.0', received: '400.0', refunded: '140.0', vat: '39.0', payments: 5 });
      return Object.fromEntries(
        groups.map(({ keys, figure }: { keys: { label: string }[]; figure: object }) => [keys[0]?.label, figure]),
      );
    };
    const row = (amount: string, received: string, refunded: string, vat: string | null, payments: number) => ({
      ...{ amount, received, refunded, vat, payments },
    });
    expect(await groupsBy('method')).toEqual({
      cash: row('200.0', '200.0', '0.0', '30.0', 1),
      transfer: row('-100.0', '0.0', '100.0', '-15.0', 1),
      gift_card: row('0.0', '40.0', '40.0', '0.0', 2),
      null: row('160.0', '160.0', '0.0', '24.0', 1),
    });
    expect(await groupsBy('tax_rate')).toEqual({
      'MVA 25 %': row('195.0', '300.0', '105.0', '39.0', 5),
      null: row('65.0', '100.0', '35.0', null, 5),
    });
    expect(await groupsBy('recorded_by')).toEqual({
      'Kari Berg': row('200.0', '200.0', '0.0', '30.0', 1),
      api: row('60.0', '200.0', '140.0', '9.0', 4),
    });
  });

  it('keeps the split of a payment when the order changes later', async () => {
    const service = { title: 'Cut', price: 100, booking_type: 'appointment' };
    const rate = async (name: string, percentage: string) =>
      (await account.create('/tax_rates', 'tax_rate', { name, percentage })).id;
    const [low, high] = [await rate('Low', '10.0'), await rate('High', '25.0')];
    const [cheap, dear] = [
      await account.create('/services', 'service', { ...service, tax_rate_id: low }),
      await account.create('/services', 'service', { ...service, tax_rate_id: high }),
    ];
    const { id: resource_id } = await account.create('/resources', 'resource', { title: 'Ada', capacity: 9 });
    for (const { id: service_id } of [cheap, dear]) {
      await account.create('/providers', 'provider', { service_id, resource_id });
    }
    const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00', resource_id };
    const booking = await account.create('/bookings', 'booking', { ...time, service_id: cheap.id });
    const orderOf = await account.graphql(`{ booking(id: ${booking.id}) { order { id } } }`);
    await record(`recordPayment(orderId: ${orderOf.data.booking.order.id}, amount: "55")`);
    await account.put(`/bookings/${booking.id}`, { json: { booking: { service_id: dear.id } } });
    await record(`recordPayment(orderId: ${orderOf.data.booking.order.id}, amount: "45")`);
    const { body } = await account.get(`/figures/payments?${during}&group_by=tax_rate`);
    const byRate = body.payment_figures.groups.map(
      ({ keys, figure }: { keys: { label: string }[]; figure: object }) => [keys[0]?.label, figure],
    );
    expect(new Map(byRate)).toEqual(
      new Map([
        ['High 25 %', { amount: '100.0', received: '100.0', refunded: '0.0', vat: '20.0', payments: 1 }],
        ['Low 10 %', { amount: '0.0', received: '0.0', refunded: '0.0', vat: '0.0', payments: 2 }],
      ]),
    );
  });

  it('names the percentage of a rate once', async () => {
    const sold: [string, string][] = [
      ['VAT 25 %', '25.0'],
      ['GST 12,5%', '12.5'],
      ['VAT 25 %', '5.0'],
      ['Food', '15.0'],
    ];
    for (const [name, percentage] of sold) {
      const { id: tax_rate_id } = await account.create('/tax_rates', 'tax_rate', { name, percentage });
      const product = { booking_type: 'product', title: name, price: 10, tax_rate_id };
      const { id: service_id } = await account.create('/services', 'service', product);
      const { id } = await account.create('/orders', 'order', { order_line_items: [{ service_id }] });
      await record(`recordPayment(orderId: ${id}, amount: "10")`);
    }
    const { body } = await account.get(`/figures/payments?${during}&group_by=tax_rate`);
    const names = body.payment_figures.groups.map(({ keys }: { keys: { label: string }[] }) => keys[0]?.label);
    expect(names.toSorted()).toEqual(['Food 15 %', 'GST 12,5%', 'VAT 25 %', 'VAT 25 % 5 %']);
  });

  it('has zeros for another account', async () => {
    const { status, body } = await account.get(`/figures/payments?${during}`);
    const groups = [{ keys: [], figure: nothing, previous: null }];
    expect([status, body]).toEqual([200, { payment_figures: { groups, total: nothing, previous_total: null } }]);
  });

  it('requires the permission for sales', async () => {
    const [staff, manager] = [await server.withRole(account, 'staff'), await server.withRole(account, 'manager')];
    const path = `/figures/payments?${during}`;
    expect([(await staff.get(path)).status, (await manager.get(path)).status]).toEqual([403, 200]);
  });
});

it.each(['ONLINE', 'GIFT_CARD'])('refuses %s as a stated method', async (method) => {
  const orderId = await sell();
  const refused = [{ method: ['is not included in the list'] }];
  expect(await record(`recordPayment(orderId: ${orderId}, amount: "1", method: ${method})`)).toEqual(refused);
  await record(`recordPayment(orderId: ${orderId}, amount: "400")`);
  await account.graphql(`mutation { cancelOrder(id: ${orderId}) { id } }`);
  expect(await record(`recordRefund(orderId: ${orderId}, amount: "1", method: ${method})`)).toEqual(refused);
});

it('refuses a number of a register that is too long', async () => {
  const recorded = `recordPayment(orderId: ${await sell()}, amount: "1", recordedElsewhere: "${'x'.repeat(256)}")`;
  expect(await record(recorded)).toEqual([{ recordedElsewhere: ['is too long (maximum is 255 characters)'] }]);
});
