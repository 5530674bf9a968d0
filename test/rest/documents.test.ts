import { addCoupon, addService, payOrder } from '../support/shop.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest({ name: 'Fjord Studio' });

const addProduct = async (price: string, percentage: string | null): Promise<number> => {
  const rate = { name: `VAT ${percentage} %`, percentage };
  const tax_rate_id = percentage === null ? null : (await account.create('/tax_rates', 'tax_rate', rate)).id;
  return addService(account, { title: `At ${percentage}`, booking_type: 'product', price, tax_rate_id });
};
const addOrder = async (services: readonly number[], attributes: object = {}): Promise<number> => {
  const order_line_items = services.map((service_id) => ({ service_id }));
  return (await account.create('/orders', 'order', { order_line_items, ...attributes })).id;
};
const issue = (orderId: number, kind: string) =>
  account.post(`/orders/${orderId}/documents`, { json: { document: { kind } } });
const issued = async (orderId: number, kind = 'invoice') => (await issue(orderId, kind)).body.document;
const credit = (id: number, amount?: string) =>
  account.post(`/documents/${id}/credit_notes`, { json: amount === undefined ? {} : { amount } });

describe('a document', () => {
  it('has the parties, lines and taxes of its order, as they were when it was issued', async () => {
    const [high, low] = [await addProduct('100.00', '25'), await addProduct('50.00', '15')];
    const { id: coupon_id } = await addCoupon(account, { value_type: 'amount', value: 10 });
    const person_attributes = { name: 'Kari', email: 'kari@example.org' };
    const order = await addOrder([high, low], { coupon_id, person_attributes });
    const document = await issued(order);
    expect(document).toMatchObject({ order_id: order, kind: 'invoice', series: 'invoice', number: 1, amount: '140.0' });
    expect(document.content).toMatchObject({
      seller: { name: 'Fjord Studio' },
      buyer: { name: 'Kari', email: 'kari@example.org' },
      lines: [
        { title: 'At 25', quantity: 1, unit_price: '100.00', tax_name: 'VAT 25 %' },
        { title: 'At 15', quantity: 1, unit_price: '50.00', tax_name: 'VAT 15 %' },
      ],
      taxes: [
        { name: 'VAT 25 %', net: '74.66', tax: '18.67', gross: '93.33' },
        { name: 'VAT 15 %', net: '40.58', tax: '6.09', gross: '46.67' },
      ],
      ...{ discount: '10.00', total: '140.00', tax: '24.76' },
    });
    await account.put(`/services/${high}`, { json: { service: { title: 'Renamed', price: 1 } } });
    await account.put('/client', { json: { client: { name: 'Other' } } });
    expect((await account.get(`/documents/${document.id}`)).body.document).toEqual(document);
    expect((await account.get(`/documents?order_id=${order}`)).body).toEqual([{ document }]);
  });

  it('of an order without a tax rate has one sum', async () => {
    const document = await issued(await addOrder([await addProduct('9.90', null)]));
    expect(document.content.taxes).toEqual([{ name: null, percentage: null, net: '9.90', tax: '0.00', gross: '9.90' }]);
  });

  it('is a receipt only if the order is paid, and one for each order', async () => {
    const order = await addOrder([await addProduct('100.00', '25')]);
    expect(await issue(order, 'receipt')).toMatchObject({ status: 400, body: { state: ['must be confirmed'] } });
    await payOrder(account, order, '100');
    expect((await issue(order, 'receipt')).body.document).toMatchObject({ kind: 'receipt', number: 1 });
    expect(await issue(order, 'receipt')).toMatchObject({ status: 400, body: { kind: ['is issued already'] } });
    expect(await issue(order, 'credit_note')).toMatchObject({
      status: 400,
      body: { kind: ['must be receipt or invoice'] },
    });
  });

  it('can be neither changed nor deleted in the database', async () => {
    const { id } = await issued(await addOrder([await addProduct('100.00', '25')]));
    const where = 'where account_id = ? and id = ?';
    for (const statement of [`update document set amount = 1 ${where}`, `delete from document ${where}`]) {
      await expect(server.sql(statement, account.credentials.id, id)).rejects.toThrow('cannot change');
    }
  });
});

describe('numbers', () => {
  it('have no gaps after 20 documents at once of which 5 are refused', async () => {
    const product = await addProduct('100.00', '25');
    const orders = await Promise.all(Array.from({ length: 15 }, () => addOrder([product])));
    const wanted = [...orders, 0, 0, 0, 0, 0].toSorted(() => Math.random() - 0.5);
    const answers = await Promise.all(wanted.map((order) => issue(order, 'invoice')));
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(5);
    const numbers = answers.flatMap(({ body }) => body.document?.number ?? []);
    expect(numbers.toSorted((one, other) => one - other)).toEqual(orders.map((_, index) => index + 1));
  });

  it('are those of the account and of the series', async () => {
    const order = await addOrder([await addProduct('100.00', '25')]);
    await payOrder(account, order, '100');
    expect((await issued(order, 'invoice')).number).toBe(1);
    expect((await issued(order, 'receipt')).number).toBe(1);
  });

  it('are one if an order is sent five times at once', async () => {
    const order = await addOrder([await addProduct('100.00', '25')]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => issue(order, 'invoice')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400]);
  });
});

describe('a credit note', () => {
  it('corrects a part, then the rest, and nothing above the document', async () => {
    const [high, low] = [await addProduct('100.00', '25'), await addProduct('50.00', '15')];
    const { id } = await issued(await addOrder([high, low]));
    const over = { status: 400, body: { amount: ['must be less than or equal to 150.0'] } };
    expect(await credit(id, '150.01')).toMatchObject(over);
    const { credit_note: part } = (await credit(id, '30')).body;
    expect(part).toMatchObject({ kind: 'credit_note', credited_id: id, number: 1, amount: '30.0' });
    expect(part.content).toMatchObject({
      corrects: { kind: 'invoice', series: 'invoice', number: 1 },
      taxes: [
        { gross: '20.00', tax: '4.00' },
        { gross: '10.00', tax: '1.30' },
      ],
    });
    expect(await credit(id, '120.01')).toMatchObject({ status: 400 });
    const { credit_note: rest } = (await credit(id)).body;
    expect(rest).toMatchObject({ number: 2, amount: '120.0' });
    expect(rest.content.taxes).toMatchObject([
      { gross: '80.00', tax: '16.00' },
      { gross: '40.00', tax: '5.22' },
    ]);
    expect(await credit(id)).toMatchObject({ status: 400, body: { amount: ['is credited already'] } });
    expect(await credit(rest.id)).toMatchObject({ status: 400, body: { kind: ["can't be a credit note"] } });
  });

  it('is one if the whole is credited twice at once', async () => {
    const order = await addOrder([await addProduct('100.00', '25')]);
    const { id } = await issued(order);
    const answers = await Promise.all([credit(id), credit(id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await issued(order)).toMatchObject({ number: 2 });
  });
});
