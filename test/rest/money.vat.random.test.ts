import { between, pick, type Random, seeded } from '../support/random.js';
import { sampled, seed } from '../support/sample.js';
import { payOrder } from '../support/shop.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';
import {
  depositOf,
  type PlainCoupon,
  type PricedSale,
  paidByRate,
  partOf,
  priceSale,
  type Rate,
  type RateSum,
  type Rounding,
  type Sale,
  type SoldLine,
  sumByRate,
  without,
} from './money.vat.reference.js';

const shops = 8;
const rounds = 12;
const depositPercentage = 30;

const server = await useTestServer({ now: '2026-03-02T07:00:00Z' });

/** A record as the API shows it, by attribute. */
// biome-ignore lint/suspicious/noExplicitAny: attributes of several records
type Shown = Record<string, any>;

interface Offered {
  id: number;
  price: number;
  rate: Rate | null;
}

interface OfferedCoupon extends PlainCoupon {
  id: number;
  /** The only services that it discounts, by id. */
  services: readonly number[] | null;
}

/** An account with random prices, rates and coupons. */
interface Shop {
  account: TestAccount;
  decimals: number;
  products: Offered[];
  services: (Offered & { options: Offered[] })[];
  resource: number;
  coupons: OfferedCoupon[];
}

const write = (amount: number, decimals: number): string => (amount / 10 ** decimals).toFixed(decimals);
const read = (amount: string | null, decimals: number): number | null =>
  amount === null ? null : Math.round(Number(amount) * 10 ** decimals);

async function openShop(random: Random): Promise<Shop> {
  const account = await server.account();
  const [currency, decimals] = pick(random, [['NOK', 2] as const, ['EUR', 2] as const, ['JPY', 0], ['KWD', 3]]);
  const terms = { deposit_type: 'percentage', deposit_value: depositPercentage, document_country: 'DE' };
  await account.put('/client', { json: { client: { currency, ...terms } } });
  const create = async (path: string, wrapper: string, attributes: object): Promise<number> =>
    (await account.create(path, wrapper, attributes)).id;

  const rates: (Rate & { id: number })[] = [];
  for (const percentage of [25_000, 25_000, 19_000, 7_725, 0, random(100_001)]) {
    const rate = { name: `Rate ${rates.length}`, percentage, isIncluded: rates.length !== 1 && random(3) > 0 };
    const tax_rate = { name: rate.name, percentage: (percentage / 1_000).toFixed(3), included: rate.isIncluded };
    rates.push({ ...rate, id: await create('/tax_rates', 'tax_rate', tax_rate) });
  }
  const draw = (): { price: number; rate: (Rate & { id: number }) | null } => ({
    price: pick(random, [random(30), random(5_000), 10_000, random(2_000_000)]),
    rate: random(6) === 0 ? null : pick(random, rates),
  });
  const offer = async (path: string, wrapper: string, attributes: object): Promise<Offered> => {
    const { price, rate } = draw();
    const priced = { price: write(price, decimals), tax_rate_id: rate?.id ?? null };
    return { id: await create(path, wrapper, { title: 'Sold', ...attributes, ...priced }), price, rate };
  };
  const resource = await create('/resources', 'resource', { title: 'Salon', capacity: 10_000 });
  const products: Offered[] = [];
  for (let count = 0; count < 8; count += 1) {
    products.push(await offer('/services', 'service', { booking_type: 'product' }));
  }
  const services: Shop['services'] = [];
  for (let count = 0; count < 3; count += 1) {
    const service = await offer('/services', 'service', {});
    await create('/providers', 'provider', { service_id: service.id, resource_id: resource });
    const options: Offered[] = [];
    for (let option = 0; option < 2; option += 1) {
      options.push(await offer(`/services/${service.id}/options`, 'service_option', { maximum: 3 }));
    }
    services.push({ ...service, options });
  }
  const coupons: OfferedCoupon[] = [];
  for (const type of ['percentage', 'percentage', 'amount', 'amount'] as const) {
    const value = type === 'percentage' ? between(random, 1, 100) : between(random, 1, 300);
    const named = coupons.length % 2 === 1 ? products.slice(0, 4).map(({ id }) => id) : null;
    const attributes = {
      title: 'Less',
      code: `LESS${coupons.length}`,
      value_type: type,
      value,
      ...(named && { applies_to: { services: named } }),
    };
    const id = await create('/coupons', 'coupon', attributes);
    coupons.push({ id, type, value: type === 'amount' ? value * 10 ** decimals : value, services: named });
  }
  return { account, decimals, products, services, resource, coupons };
}

interface Sold {
  shop: Shop;
  orderId: number;
  sale: Sale;
  /** Null for an order without a booking. */
  bookingId: number | null;
}

/** Sells random quantities of random products. */
async function sellProducts(random: Random, shop: Shop, rounding: Rounding): Promise<Sold> {
  const chosen = Array.from({ length: between(random, 1, 5) }, () => ({
    ...{ product: pick(random, shop.products), quantity: between(random, 1, 7) },
  }));
  const isFor = (coupon: OfferedCoupon, id: number): boolean => coupon.services?.includes(id) ?? true;
  const usable = shop.coupons.filter((one) => chosen.some(({ product }) => isFor(one, product.id)));
  const coupon = random(3) === 0 ? null : pick(random, usable);
  const lines = chosen.map(({ product: { id, price, rate }, quantity }): SoldLine => {
    return { price, rate, quantity, isDiscounted: coupon !== null && isFor(coupon, id) };
  });
  const order_line_items = chosen.map(({ product, quantity }) => ({ service_id: product.id, quantity }));
  const order = await shop.account.create('/orders', 'order', { order_line_items, coupon_id: coupon?.id ?? null });
  return { shop, orderId: order.id, sale: { lines, coupon, rounding }, bookingId: null };
}

/** Books a random service with options for some people, as the public does. */
async function sellBooking(random: Random, shop: Shop, rounding: Rounding): Promise<Sold> {
  const service = pick(random, shop.services);
  const count = between(random, 1, 4);
  const options = service.options
    .map((option) => ({ option, quantity: random(4) }))
    .filter(({ quantity }) => quantity > 0);
  const coupon = pick(random, [null, ...shop.coupons.filter(({ services }) => services === null)]);
  const lines = [{ price: service.price, rate: service.rate, quantity: count }].concat(
    options.map(({ option: { price, rate }, quantity }) => ({ price, rate, quantity })),
  );
  const booking = {
    ...{ service_id: service.id, resource_id: shop.resource, count, coupon_id: coupon?.id ?? null },
    ...{ booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' },
    options: options.map(({ option, quantity }) => ({ option_id: option.id, quantity })),
  };
  const { id } = await shop.account.create('/bookings', 'booking', booking, { confirm: false });
  const [{ order } = { order: 0 }] = await server.sql<{ order: number }>(
    'select order_id as "order" from booking where account_id = ? and id = ?',
    shop.account.credentials.id,
    id,
  );
  const discounted = lines.map((line) => ({ ...line, isDiscounted: true }));
  return { shop, orderId: order, sale: { lines: discounted, coupon, rounding }, bookingId: id };
}

/** Compares an order with what the reference says about its sale. */
async function checkOrder({ shop: { account, decimals }, orderId, sale }: Sold): Promise<PricedSale> {
  const { order } = (await account.get(`/orders/${orderId}`)).body;
  const expected = priceSale(sale);
  const hasRates = expected.lines.some(({ rate }) => rate !== null);
  const minor = (amount: string | null): number | null => read(amount, decimals);
  const lines = order.order_line_items.toSorted((one: Shown, other: Shown) => one['id'] - other['id']);
  const found = {
    ...{ total: minor(order.total), discount: minor(order.discount_amount), payable: minor(order.payable_amount) },
    vat: minor(order.tax_amount),
    lines: lines.map(({ amount, quantity, tax_name, payable_amount, tax_amount }: Shown) => ({
      ...{ unit: minor(amount), quantity, rate: tax_name, payable: minor(payable_amount), vat: minor(tax_amount) },
    })),
  };
  expect({ sale, ...found }).toEqual({
    sale,
    ...{ total: expected.total, discount: expected.discount, payable: expected.payable },
    vat: hasRates ? expected.lines.reduce((all, { vat }) => all + (vat ?? 0), 0) : null,
    lines: expected.lines.map(({ unit, quantity, rate, payable, vat }) => ({
      ...{ unit, quantity, rate: rate?.name ?? null, payable: hasRates ? payable : null, vat },
    })),
  });
  return expected;
}

/** Compares the sums of a document with those of the reference. */
function checkDocument({ shop: { decimals }, sale }: Sold, { kind, amount, content }: Shown, taxes: RateSum[]): void {
  const minor = (decimal: string): number | null => read(decimal, decimals);
  const [gross, vat] = [taxes.reduce((all, one) => all + one.gross, 0), taxes.reduce((all, one) => all + one.vat, 0)];
  const found = content.taxes.map((tax: Shown) => ({
    ...{ name: tax['name'], net: minor(tax['net']), vat: minor(tax['tax']), gross: minor(tax['gross']) },
  }));
  const sums = { amount: minor(amount), total: minor(content.total), vat: minor(content.tax) };
  expect({ kind, sale, ...sums, taxes: found }).toEqual({
    ...{ kind, sale, amount: gross, total: gross, vat },
    taxes: taxes.map((one) => ({ name: one.name, net: one.gross - one.vat, vat: one.vat, gross: one.gross })),
  });
}

const issue = async ({ shop: { account }, orderId }: Sold, kind: string): Promise<Shown> => {
  const { status, body } = await account.post(`/orders/${orderId}/documents`, { json: { document: { kind } } });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body.document;
};

/** Issues an invoice, and credits it in random parts until nothing is left. */
async function invoice(random: Random, sold: Sold, expected: PricedSale): Promise<void> {
  const { account, decimals } = sold.shop;
  const document = await issue(sold, 'invoice');
  let left = sumByRate(expected);
  checkDocument(sold, document, left);
  const leftAmount = (): number => left.reduce((all, { gross }) => all + gross, 0);
  for (let notes = 0; leftAmount() > 0 && notes < 3; notes += 1) {
    const amount = notes === 2 ? leftAmount() : between(random, 1, leftAmount());
    const json = notes === 2 ? {} : { amount: write(amount, decimals) };
    const { body } = await account.post(`/documents/${document['id']}/credit_notes`, { json });
    const taken = partOf(left, amount);
    checkDocument(sold, body.credit_note, taken);
    left = without(left, taken);
  }
}

/** Pays an order in two parts, the first of which is the deposit of a booking, with a receipt after each. */
async function payInParts(random: Random, sold: Sold, expected: PricedSale): Promise<void> {
  const { account, decimals } = sold.shop;
  const { payable } = expected;
  if (payable === 0) return;
  const deposit = sold.bookingId === null ? null : depositOf(payable, depositPercentage);
  const first = deposit ?? random(payable + 1);
  if (first > 0) await pay(sold, first);
  await checkPayments(sold, expected, first);
  if (deposit !== null && deposit > 0 && deposit < payable) {
    const receipt = await issue(sold, 'receipt');
    checkDocument(sold, receipt, partOf(sumByRate(expected), deposit));
    expect(read(receipt['content'].deposit_of, decimals)).toBe(payable);
  }
  if (first < payable) await pay(sold, payable - first);
  await checkPayments(sold, expected, payable);
  checkDocument(sold, await issue(sold, 'receipt'), sumByRate(expected));
  const { body } = await account.get(`/documents?order_id=${sold.orderId}&limit=100`);
  const notes = body.map(({ document }: Shown) => document).filter((one: Shown) => one['kind'] === 'credit_note');
  const ofDeposit = notes.filter((one: Shown) => one['content'].corrects.kind === 'receipt');
  expect(ofDeposit.length).toBe(deposit !== null && deposit > 0 && deposit < payable ? 1 : 0);
  for (const note of ofDeposit) checkDocument(sold, note, partOf(sumByRate(expected), deposit ?? 0));
}

async function pay({ shop: { account, decimals }, orderId }: Sold, amount: number): Promise<void> {
  expect((await payOrder(account, orderId, write(amount, decimals))).errors).toBeUndefined();
}

/** Compares the VAT of the recorded payments, which the figures sum up. */
async function checkPayments(
  { shop: { account, decimals }, orderId, sale }: Sold,
  expected: PricedSale,
  paid: number,
): Promise<void> {
  if (expected.lines.every(({ rate }) => rate === null)) return;
  const rows = await server.sql<{ name: string | null; gross: string; vat: string }>(
    `select part.name, sum(part.amount)::text as gross, coalesce(sum(part."taxAmount"), 0)::text as vat
     from order_payment payment, jsonb_to_recordset(payment.taxes) as part (name text, amount numeric, "taxAmount" numeric)
     where payment.account_id = ? and payment.order_id = ? group by part.name`,
    account.credentials.id,
    orderId,
  );
  const found = Object.fromEntries(
    rows.map(({ name, gross, vat }) => [name, [read(gross, decimals), read(vat, decimals)]]),
  );
  const parts = paidByRate(expected, paid).filter(({ gross, vat }) => gross !== 0 || vat !== 0);
  expect({ sale, paid, found }).toEqual({
    ...{ sale, paid },
    found: Object.fromEntries(parts.map(({ name, gross, vat }) => [name, [gross, vat]])),
  });
}

/** Changes the number of people of a booking, which keeps its prices, its rates and the terms of its coupon. */
async function recount(random: Random, sold: Sold): Promise<Sold> {
  const { shop, sale, bookingId } = sold;
  const count = between(random, 1, 5);
  const { status } = await shop.account.put(`/bookings/${bookingId}`, { json: { booking: { count } } });
  expect(status).toBe(200);
  const lines = sale.lines.map((line, index) => (index === 0 ? { ...line, quantity: count } : line));
  return { ...sold, sale: { ...sale, lines } };
}

it.each(
  sampled(
    Array.from({ length: shops }, (_, index) => seed + index),
    4,
    'money with VAT',
  ),
)('the VAT of random sales, and of their payments and documents, is as the guide says, seed %i', async (seedOfShop) => {
  const random = seeded(seedOfShop);
  const shop = await openShop(random);
  for (let round = 0; round < rounds; round += 1) {
    const rounding = pick(random, ['line', 'net', 'gross'] as const);
    await shop.account.put('/client', { json: { client: { tax_rounding: rounding } } });
    const seeds = Array.from({ length: 4 }, () => random(2 ** 32));
    await Promise.all(
      seeds.map(async (own) => {
        const draw = seeded(own);
        let sold = await (draw(2) === 0 ? sellProducts : sellBooking)(draw, shop, rounding);
        let expected = await checkOrder(sold);
        if (sold.bookingId !== null && expected.payable > 0 && draw(3) === 0) {
          sold = await recount(draw, sold);
          expected = await checkOrder(sold);
        } else if (draw(2) === 0) {
          await payInParts(draw, sold, expected);
        }
        await invoice(draw, sold, expected);
      }),
    );
  }
  expect(
    await server.sql(
      `select series from document where account_id = ? group by series
       having max(number) <> count(*) or min(number) <> 1`,
      shop.account.credentials.id,
    ),
  ).toEqual([]);
});
