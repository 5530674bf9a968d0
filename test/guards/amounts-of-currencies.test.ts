import { migrate } from '../../src/platform/database/migrate.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(async () => test[Symbol.asyncDispose]());

const sql = <Row extends object>(statement: string, ...parameters: unknown[]): Promise<Row[]> =>
  test.database.orm.em.fork().execute<Row[]>(statement, parameters);

/** Writes an account with one pending order of two units, and a gift card, as they were before the migration. */
async function addOrder(currency: string | null, price: string, discount: string, paid: string): Promise<void> {
  await sql(
    `insert into account (id, created_at, updated_at, subdomain, name, email, time_zone, country_code, secret, currency)
     values (1, now(), now(), 'acme', 'Acme', 'acme@example.org', 'Europe/Oslo', 'NO', 'secret', ?)`,
    currency,
  );
  await sql(
    `insert into booking_order (account_id, id, created_at, updated_at, state, total, discount_amount, paid_amount)
     values (1, 1, now(), now(), 'pending', 2 * ?::numeric, ?, ?)`,
    ...[price, discount, paid],
  );
  await sql(
    `insert into order_line_item (account_id, created_at, updated_at, order_id, quantity, amount)
     values (1, now(), now(), 1, 2, ?)`,
    price,
  );
  await sql(
    `insert into gift_card (account_id, created_at, updated_at, active, code, remaining, initial_value)
     values (1, now(), now(), true, 'CARD', 849.15, 1000)`,
  );
  await sql(`delete from schema_migration where name = '0069-amounts-of-currencies'`);
}

const stored = async () => {
  const [row] = await sql<Record<string, unknown>>(
    `select trim_scale(item.amount)::text as price, trim_scale(total)::text as total, trim_scale(discount_amount)::text as discount,
       trim_scale(paid_amount)::text as paid, booking_order.state, settled_at is not null as settled,
       trim_scale(remaining)::text as card
     from booking_order, order_line_item item, gift_card`,
  );
  return row;
};
const pending = { state: 'pending', settled: false };
const settled = { state: 'confirmed', settled: true };

describe('the migration of amounts in currencies without a minor unit', () => {
  it.each([
    [
      'JPY',
      '499.5',
      '149.85',
      '0',
      { price: '500', total: '1000', discount: '150', paid: '0', ...pending, card: '850' },
    ],
    ['UGX', '500', '150.85', '0', { price: '500', total: '1000', discount: '151', paid: '0', ...pending, card: '850' }],
    [
      'JPY',
      '500',
      '150.85',
      '849',
      { price: '500', total: '1000', discount: '151', paid: '849', ...settled, card: '850' },
    ],
    ['JPY', '500', '150', '0', { price: '500', total: '1000', discount: '150', paid: '0', ...pending, card: '850' }],
    [
      'EUR',
      '499.5',
      '149.85',
      '0',
      { price: '499.5', total: '999', discount: '149.85', paid: '0', ...pending, card: '849.15' },
    ],
    [
      null,
      '499.5',
      '149.85',
      '0',
      { price: '499.5', total: '999', discount: '149.85', paid: '0', ...pending, card: '849.15' },
    ],
  ])(
    'of %s makes an open order of 2 × %s less %s, with %s paid, payable',
    async (currency, price, discount, paid, row) => {
      await addOrder(currency, price, discount, paid);
      await migrate(test.database);
      expect(await stored()).toEqual(row);
    },
  );
});
