import { DateTime } from 'luxon';
import { pick, type Random, seeded } from '../support/random.js';
import { sampled, seed } from '../support/sample.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';
import {
  type Ledger,
  type PlainCard,
  type PlainLine,
  type PlainOrder,
  type PlainPayment,
  type RevenueRequest,
  referenceRevenue,
} from './revenue-figures.reference.js';

/** Worlds of orders, payments and gift cards in each account, each world in a year of its own. */
const worlds = 40;
const firstYear = 1984;
const ordersOfWorld = 10;

const zones = ['Europe/Oslo', 'UTC', 'America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe'];
const minute = 60_000;

const server = await useTestServer();

async function createCatalogue(account: TestAccount) {
  const create = async (path: string, wrapper: string, attributes: object): Promise<number> =>
    (await account.create(path, wrapper, attributes)).id;
  const each = (path: string, wrapper: string, attributes: (number: number) => object) =>
    Promise.all([1, 2, 3].map((number) => create(path, wrapper, attributes(number))));
  return {
    services: await each('/services', 'service', (number) => ({ title: `S${number}` })),
    people: await each('/people', 'person', (number) => ({ name: `P${number}` })),
    coupons: await each('/coupons', 'coupon', (number) => ({ title: `C${number}`, code: `C${number}`, value: 1 })),
  };
}

type Catalogue = Awaited<ReturnType<typeof createCatalogue>>;

/** Amounts are in cents. */
function randomWorld(random: Random, anchor: number, { services, people, coupons }: Catalogue): Ledger {
  const at = (): number => anchor + (random(30 * 96) - 15 * 96) * 15 * minute;
  const choose = <Value>(values: readonly Value[]): Value | null => values[random(values.length + 1)] ?? null;
  const cards = Array.from({ length: 4 }, (): PlainCard => {
    const initial = 1 + random(500);
    return {
      ...{ created: at(), initial: initial * 100, remaining: random(initial * 100 + 1), active: random(4) > 0 },
      ...{ validUntil: choose(['2026-03-01', '2026-03-02', '2026-03-03']) },
      ...{ person: choose(people), purchaser: choose(people) },
    };
  });
  const orders = Array.from({ length: ordersOfWorld }, (): PlainOrder => {
    const [isPriced, isTaxed] = [random(2) === 0, random(2) === 0];
    const lines = Array.from({ length: 1 + random(3) }, (): PlainLine => {
      const price = random(50_000);
      const payable = isPriced ? price - random(2) * random(price + 1) : null;
      const tax = payable !== null && isTaxed && random(3) > 0 ? random(payable + 1) : null;
      return { service: choose(services), price, payable, tax };
    });
    const total = lines.reduce((sum, { price }) => sum + price, 0);
    const discount = isPriced
      ? lines.reduce((sum, { price, payable }) => sum + price - (payable ?? 0), 0)
      : random(total + 1);
    return {
      ...{ created: at(), total, discount, paid: random(2) * random(total + 1), lines },
      state: pick(random, ['pending', 'confirmed', 'cancelled']),
      ...{ person: choose(people), coupon: choose(coupons) },
    };
  });
  const payments = Array.from(
    { length: 2 * ordersOfWorld },
    (): PlainPayment => ({
      ...{ created: at(), amount: (1 + random(50_000)) * (random(3) === 0 ? -1 : 1), order: random(ordersOfWorld) },
      card: random(3) === 0 ? random(cards.length) : null,
    }),
  );
  return { orders, payments, cards };
}

async function insert({ credentials: { id } }: TestAccount, { orders, payments, cards }: Ledger): Promise<void> {
  const drawn = (table: string, count: number) =>
    server.sql<{ id: number }>(
      `select nextval(pg_get_serial_sequence(?, 'id'))::integer as id from generate_series(1, ?::integer)`,
      table,
      count,
    );
  const instant = (epochMs: number): string => new Date(epochMs).toISOString();
  const [orderIds, cardIds] = [await drawn('booking_order', orders.length), await drawn('gift_card', cards.length)];
  const write = (table: string, columns: string, types: string, rows: object[]) =>
    server.sql(
      `insert into ${table} (account_id, created_at, updated_at, ${columns})
       select ?, created, created, ${columns} from jsonb_to_recordset(?::jsonb) as row (created timestamptz, ${types})`,
      id,
      JSON.stringify(rows),
    );
  await write(
    'gift_card',
    'id, code, initial_value, remaining, active, valid_until, person_id, purchased_by_person_id',
    `id integer, code text, initial_value integer, remaining numeric, active boolean, valid_until date, person_id integer,
     purchased_by_person_id integer`,
    cards.map(({ created, initial, remaining, active, validUntil, person, purchaser }, index) => ({
      ...{ id: cardIds[index]?.id, code: `card-${cardIds[index]?.id}`, created: instant(created), active },
      ...{ initial_value: initial / 100, remaining: remaining / 100, valid_until: validUntil },
      ...{ person_id: person, purchased_by_person_id: purchaser },
    })),
  );
  await write(
    'booking_order',
    'id, person_id, coupon_id, state, total, discount_amount, paid_amount, settled_at, tax_rounding',
    `id integer, tax_rounding text, person_id integer, coupon_id integer, state text, total numeric, discount_amount numeric,
     paid_amount numeric, settled_at timestamptz`,
    orders.map(({ created, total, discount, paid, state, person, coupon, lines }, index) => ({
      tax_rounding: lines.some(({ tax }) => tax !== null) ? 'line' : null,
      ...{ id: orderIds[index]?.id, created: instant(created), person_id: person, coupon_id: coupon, state },
      ...{ total: total / 100, discount_amount: discount / 100, paid_amount: paid / 100 },
      settled_at: state === 'confirmed' ? instant(created) : null,
    })),
  );
  await write(
    'order_line_item',
    'order_id, service_id, quantity, amount, tax_name, tax_percentage, tax_amount, payable_amount',
    `order_id integer, service_id integer, quantity integer, amount numeric, tax_name text, tax_percentage numeric,
     tax_amount numeric, payable_amount numeric`,
    orders.flatMap(({ created, lines }, index) =>
      lines.map(({ service, price, payable, tax }) => ({
        ...(tax !== null && { tax_name: 'VAT', tax_percentage: 25, tax_amount: tax / 100 }),
        payable_amount: payable === null ? null : payable / 100,
        ...{ created: instant(created), order_id: orderIds[index]?.id, service_id: service, quantity: 1 },
        amount: price / 100,
      })),
    ),
  );
  await write(
    'order_payment',
    'order_id, gift_card_id, amount',
    'order_id integer, gift_card_id integer, amount numeric',
    payments.map(({ created, order, card, amount }) => ({
      ...{ created: instant(created), order_id: orderIds[order]?.id, amount: amount / 100 },
      gift_card_id: card === null ? null : cardIds[card]?.id,
    })),
  );
}

const dimensions = ['DAY', 'WEEK', 'MONTH', 'SERVICE', 'PERSON', 'COUPON'] as const;
const times: readonly string[] = dimensions.slice(0, 3);

function randomRequest(random: Random, zone: string, anchor: number): RevenueRequest {
  const groupBy = [...new Set(Array.from({ length: random(3) }, () => pick(random, dimensions)))];
  const clashes = groupBy.every((dimension) => times.includes(dimension));
  const start = DateTime.fromMillis(anchor, { zone })
    .startOf('day')
    .minus({ days: random(10) });
  const end = start.plus({ days: 1 + random(14) });
  const isWhole = random(3) > 0;
  return {
    zone,
    from: start.toMillis() + (isWhole ? 0 : random(48) * 30 * minute),
    to: end.toMillis() + (isWhole ? 0 : (1 + random(47)) * 30 * minute),
    groupBy: clashes ? groupBy.slice(0, 1) : groupBy,
    compare: isWhole ? pick(random, ['PREVIOUS_PERIOD', 'PREVIOUS_YEAR', null] as const) : null,
    today: '2026-03-02',
  };
}

const fields =
  'orders vat net ordered discounted outstanding paid refunded giftCardsSold giftCardsSpent giftCardsOpen' as const;
const query = `query ($from: DateTime!, $to: DateTime!, $groupBy: [RevenueDimension!]!, $compare: FigureComparison) {
  revenueFigures(during: { from: $from, to: $to }, groupBy: $groupBy, compare: $compare) {
    groups { keys { dimension id label } figure { ${fields} } previous { ${fields} } }
    total { ${fields} } previousTotal { ${fields} }
  }
}`;

interface Group {
  keys: { dimension: string; id: number | null; label: string | null }[];
  figure: object;
  previous: object | null;
}

const isEmpty = (figure: object | null): boolean => Object.values(figure ?? {}).every((value) => Number(value) === 0);

/** Leaves out empty groups, of which there is one for each time and each active record. */
async function read(account: TestAccount, { from, to, groupBy, compare }: RevenueRequest) {
  const period = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const { data, errors } = await account.graphql(query, { ...period, groupBy, compare });
  if (errors) throw new Error(JSON.stringify(errors));
  const { groups, total, previousTotal } = data.revenueFigures;
  const found = (groups as Group[])
    .filter(({ figure, previous }) => !isEmpty(figure) || !isEmpty(previous))
    .map(({ keys, ...rest }) => ({
      key: keys.map(({ dimension, id, label }) => (times.includes(dimension) ? label : id)).join(' '),
      ...rest,
    }));
  return { groups: found.toSorted((a, b) => (a.key < b.key ? -1 : 1)), total, previousTotal };
}

it.each(sampled(zones, 3, 'revenue figures'))(
  `revenue of random orders equals that of each order on its own: %s, seed ${seed}`,
  async (zone) => {
    const random = seeded(seed + zones.indexOf(zone));
    const account = await server.account({ timeZone: zone });
    const catalogue = await createCatalogue(account);
    // The year before a period at the beginning of January also has orders of the world before the last, from late December.
    let last: Ledger[] = [];
    for (let world = 0; world < worlds; world += 1) {
      const year = firstYear + world;
      const anchor = DateTime.fromObject({ year, month: 1 + random(12), day: 1 + random(28) }, { zone }).toMillis();
      const ledger = randomWorld(random, anchor, catalogue);
      await insert(account, ledger);
      const request = randomRequest(random, zone, anchor);
      const expected = referenceRevenue([...last, ledger], request);
      expect({ request, ...(await read(account, request)) }).toEqual({ request, ...expected });
      last = [...last.slice(-1), ledger];
    }
  },
);
