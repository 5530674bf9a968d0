import { isDeepStrictEqual } from 'node:util';
import { statesAfter } from '../support/explain.js';
import { pick, type Random, seeded } from '../support/random.js';
import { sampled, seed } from '../support/sample.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';
import { linkTokenOf } from '../support/valid-input.js';
import { Visitor } from '../support/visitor.js';
import { type Command, cardPrice, execute, type Money, packagePrice, packageUnits, price } from './money.reference.js';

const sequences = 6;
const rounds = 40;
const mostAtOnce = 4;

const server = await useTestServer({ now: '2026-03-02T07:00:00Z' });
const origins = [server.origin, (await server.another()).origin, (await server.another()).origin];

const decimal = (amount: number): string => (amount / 100).toFixed(2);
const minor = (amount: string | undefined): number => Math.round(Number(amount ?? 0) * 100);

/** A body has the shape of what was sent. */
interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  body: any;
}

/** A record as the API shows it, by attribute. */
// biome-ignore lint/suspicious/noExplicitAny: attributes of several records
type Shown = Record<string, any>;

/** An account with what the commands need, and the ids of what they named. */
class Till {
  readonly #ids = new Map<string, number>();
  readonly #codes = new Map<string, string>();

  constructor(
    readonly account: TestAccount,
    readonly offer: { service: number; resource: number; person: number; package: number; card: number },
  ) {}

  static async open(): Promise<Till> {
    const account = await server.account({ publicAccess: true });
    const client = { currency: 'NOK', allow_cancellation: true, cancellation_fees: '48: 50 %' };
    await account.put('/client', { json: { client } });
    const create = async (path: string, wrapper: string, attributes: object): Promise<number> =>
      (await account.create(path, wrapper, attributes)).id;
    const service = await create('/services', 'service', { title: 'Cut', price: price / 100 });
    const resource = await create('/resources', 'resource', { title: 'Salon', capacity: 10_000 });
    await create('/providers', 'provider', { service_id: service, resource_id: resource });
    const sold = { title: 'Three cuts', booking_type: 'package', price: packagePrice / 100 };
    const till = new Till(account, {
      ...{ service, resource, person: await create('/people', 'person', { name: 'Kari' }) },
      package: await create('/services', 'service', { ...sold, package_units: packageUnits }),
      card: await create('/services', 'service', {
        ...{ title: 'Gift card', booking_type: 'gift_card', price: cardPrice / 100 },
      }),
    });
    for (const name of ['p1', 'p2']) {
      const given = { title: name, person_id: till.offer.person, units: 5 };
      till.#ids.set(`package ${name}`, await create('/packages', 'package', given));
    }
    for (const name of ['g1', 'g2']) {
      const card = { code: name, value: 250 };
      till.#ids.set(`card ${name}`, await create('/gift_cards', 'gift_card', card));
      till.#codes.set(name, name);
    }
    return till;
  }

  #id(kind: string, name: string): number {
    const id = this.#ids.get(`${kind} ${name}`);
    if (id === undefined) throw new Error(`no ${kind} is named ${name}`);
    return id;
  }

  has(kind: string, name: string): boolean {
    return this.#ids.has(`${kind} ${name}`);
  }

  /** Sends a command, and returns whether it was executed. */
  async send(command: Command, origin: string): Promise<boolean> {
    const answer = await this.#request(this.account.at(origin), command);
    const isRefused = answer.status === 400 || answer.body.errors?.[0]?.extensions?.code === 'BAD_USER_INPUT';
    if (!isRefused && (answer.status !== 200 || answer.body.errors)) {
      throw new Error(`${JSON.stringify(command)}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    if ('name' in command && !isRefused) this.#note(command, answer);
    return !isRefused;
  }

  #note({ do: what, name }: Extract<Command, { name: string }>, { body }: Answer): void {
    if (body.visit) {
      const { bookings } = body.visit;
      for (const [index, { id }] of bookings.entries()) this.#ids.set(`booking ${name}/${index}`, id);
      return;
    }
    const kinds = { book: 'booking', visit: 'visit', sell: 'order', issue: 'document', credit: 'document' };
    const created = body.booking ?? body.order ?? body.document ?? body.credit_note;
    this.#ids.set(`${kinds[what]} ${name}`, created.id);
  }

  async #request(through: TestAccount, command: Command): Promise<Answer> {
    const { offer } = this;
    const mutate = async (name: string, given: string): Promise<Answer> => {
      const body = await through.graphql(`mutation { ${name}(${given}) { id } }`);
      return { status: 200, body };
    };
    switch (command.do) {
      case 'book': {
        const chosen = command.package === null ? {} : { package_id: this.#id('package', command.package) };
        const booking = {
          ...{ service_id: offer.service, resource_id: offer.resource, person_id: offer.person },
          ...{ count: command.count, booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00', ...chosen },
        };
        return through.post('/bookings?confirm=false', { json: { booking } });
      }
      case 'visit': {
        const items = command.items.map(({ count, package: chosen }, index) => ({
          ...{ service_id: offer.service, resource_id: offer.resource, person_id: offer.person, count },
          ...{ booked_from: `2026-03-03 1${index}:00`, booked_to: `2026-03-03 1${index + 1}:00` },
          ...(chosen !== null && { package_id: this.#id('package', chosen) }),
        }));
        return through.post('/visits?confirm=false', { json: { visit: { items } } });
      }
      case 'choose': {
        const package_id = command.package === null ? null : this.#id('package', command.package);
        return through.put(`/bookings/${this.#id('booking', command.booking)}`, { json: { booking: { package_id } } });
      }
      case 'recount': {
        const { count } = command;
        return through.put(`/bookings/${this.#id('booking', command.booking)}`, { json: { booking: { count } } });
      }
      case 'cancel': {
        const id = this.#id('booking', command.booking);
        if (command.by === 'staff') return through.put(`/bookings/${id}/cancel`);
        return new Visitor(through).post(`/bookings/${await linkTokenOf(this.account, id)}/cancel`);
      }
      case 'charge':
        return mutate('chargeCancellationFee', `bookingId: ${this.#id('booking', command.booking)}`);
      case 'waive':
        return mutate('waiveCancellationFee', `bookingId: ${this.#id('booking', command.booking)}, reason: "Ill"`);
      case 'sell': {
        const item = { service_id: command.what === 'package' ? offer.package : offer.card };
        return through.post('/orders', { json: { order: { person_id: offer.person, order_line_items: [item] } } });
      }
      case 'cancelSale':
        return through.put(`/orders/${this.#id('order', command.order)}/cancel`);
      case 'pay':
      case 'refund':
      case 'tip':
      case 'tipBack': {
        const names = { pay: 'recordPayment', refund: 'recordRefund', tip: 'recordTip', tipBack: 'refundTip' };
        const given = `orderId: ${this.#id('order', command.order)}, amount: "${decimal(command.amount)}"`;
        return mutate(names[command.do], given);
      }
      case 'redeem': {
        const amount = command.amount === null ? '' : `, amount: "${decimal(command.amount)}"`;
        const code = this.#codes.get(command.card);
        return mutate('redeemGiftCard', `orderId: ${this.#id('order', command.order)}, code: "${code}"${amount}`);
      }
      case 'issue': {
        const document = { kind: command.kind };
        return through.post(`/orders/${this.#id('order', command.order)}/documents`, { json: { document } });
      }
      case 'credit': {
        const json = command.amount === null ? {} : { amount: decimal(command.amount) };
        return through.post(`/documents/${this.#id('document', command.document)}/credit_notes`, { json });
      }
    }
  }

  /** Finds the ids of what the server created beside what was commanded: orders of bookings, sold packages and cards. */
  async #noteCreated(): Promise<void> {
    const { id } = this.account.credentials;
    const note = (kind: string, from: string, to: string, found: number | null): void => {
      const name = [...this.#ids].find(([key, value]) => key.startsWith(`${from} `) && value === found)?.[0];
      // The order of a visit has its name, without the number of the booking.
      if (name && found !== null) this.#ids.set(name.replace(from, kind).replace(/\/\d+$/, ''), Number(to));
    };
    const orders = await server.sql<{ booking: number; order: number }>(
      'select id as booking, order_id as "order" from booking where account_id = ? and order_id is not null',
      id,
    );
    for (const { booking, order } of orders) note('order', 'booking', `${order}`, booking);
    const sold = await server.sql<{ kind: 'package' | 'card'; id: number; order: number; code: string | null }>(
      `select 'package' as kind, package.id, item.order_id as "order", null as code
       from package join order_line_item item on item.id = package.order_line_item_id where package.account_id = ?
       union all select 'card', gift_card.id, item.order_id, gift_card.code
       from gift_card join order_line_item item on item.id = gift_card.order_line_item_id where gift_card.account_id = ?`,
      ...[id, id],
    );
    for (const { kind, id: soldId, order, code } of sold) {
      note(kind, 'order', `${soldId}`, order);
      const name = [...this.#ids].find(([key, value]) => key.startsWith('order ') && value === order)?.[0].slice(6);
      if (name && code !== null) this.#codes.set(name, code);
    }
  }

  /** Reads by the API what the reference says of everything that can be seen. */
  async read(): Promise<object> {
    await this.#noteCreated();
    const list = async (path: string, wrapper: string) =>
      (await this.account.get(`/${path}?limit=100`)).body.map((one: Shown) => one[wrapper]);
    /** Lists leave out cards that are used up. */
    const each = (kind: string, path: string, wrapper: string) =>
      Promise.all(
        [...this.#ids]
          .filter(([key]) => key.startsWith(`${kind} `))
          .map(async ([, id]) => (await this.account.get(`/${path}/${id}`)).body[wrapper]),
      );
    const [orders, packages, cards, documents] = await Promise.all([
      list('orders', 'order'),
      each('package', 'packages', 'package'),
      each('card', 'gift_cards', 'gift_card'),
      list('documents', 'document'),
    ]);
    const named = (kind: string, all: Shown[], convert: (one: Shown) => object) =>
      Object.fromEntries(
        [...this.#ids].flatMap(([key, id]) => {
          const one = all.find((other) => other['id'] === id);
          return key.startsWith(`${kind} `) && one ? [[key.slice(kind.length + 1), convert(one)]] : [];
        }),
      );
    const nameOf = (kind: string, id: number) =>
      [...this.#ids].find(([key, value]) => key.startsWith(`${kind} `) && value === id)?.[0].slice(kind.length + 1);
    return {
      orders: named('order', orders, ({ state, payable_amount, paid_amount, tip_amount }: Shown) => ({
        ...{ state, total: minor(payable_amount), paid: minor(paid_amount), tip: minor(tip_amount) },
      })),
      packages: named('package', packages, ({ active, left }) => ({ isActive: active, left })),
      cards: named('card', cards, ({ active, value }) => ({ isActive: active, remaining: minor(value) })),
      documents: named('document', documents, ({ order_id, kind, number, amount }) => ({
        ...{ order: nameOf('order', order_id), kind, number, amount: minor(amount) },
      })),
    };
  }
}

/** Draws a command about something that the reference has, and that the server has answered with an id. */
function randomCommand(random: Random, till: Till, money: Money, name: string): Command | null {
  const some = (kind: string, all: object): string | null => {
    const known = Object.keys(all).filter((one) => till.has(kind, one));
    // The latest are the likeliest to be changed by several at once.
    return known.length === 0 ? null : pick(random, known.slice(-5));
  };
  const chosen = (): string | null => (random(3) === 0 ? null : some('package', money.packages));
  const [booking, order] = [some('booking', money.bookings), some('order', money.orders)];
  const withFee = some('booking', Object.fromEntries(Object.entries(money.bookings).filter(([, { fee }]) => fee)));
  const document = some('document', money.documents);
  const card = some('card', money.cards);
  const amount = (1 + random(8)) * 25_00;
  const ofBooking = (): Command | null => {
    if (booking === null) return null;
    return pick<() => Command>(random, [
      () => ({ do: 'choose', booking, package: chosen() }),
      () => ({ do: 'choose', booking, package: chosen() }),
      () => ({ do: 'recount', booking, count: 1 + random(3) }),
      () => ({ do: 'cancel', booking, by: pick(random, ['staff', 'link'] as const) }),
      () => ({ do: 'cancel', booking, by: 'link' }),
      () => ({ do: pick(random, ['charge', 'waive'] as const), booking: withFee ?? booking }),
      () => ({ do: pick(random, ['charge', 'waive'] as const), booking: withFee ?? booking }),
    ])();
  };
  const ofOrder = (): Command | null => {
    if (order === null) return null;
    const due = money.orders[order];
    const whole = due ? Math.max(due.total - due.paid, 25_00) : amount;
    return pick<() => Command | null>(random, [
      () => ({ do: 'pay', order, amount: random(2) === 0 ? whole : amount }),
      () => ({ do: 'refund', order, amount: due && random(2) === 0 ? Math.max(due.paid, 25_00) : amount }),
      () => ({ do: pick(random, ['tip', 'tip', 'tipBack'] as const), order, amount }),
      () => (card === null ? null : { do: 'redeem', order, card, amount: random(2) === 0 ? amount : null }),
      () => (card === null ? null : { do: 'redeem', order, card, amount: null }),
      () => ({ do: 'issue', name, order, kind: pick(random, ['receipt', 'invoice'] as const) }),
      () => (money.orders[order]?.sells === 'booking' ? null : { do: 'cancelSale', order }),
    ])();
  };
  return pick<() => Command | null>(random, [
    () => ({ do: 'book', name, count: 1 + random(3), package: chosen() }),
    () => {
      const item = () => ({ count: 1 + random(2), package: random(2) === 0 ? null : chosen() });
      return { do: 'visit', name, items: Array.from({ length: 2 + random(2) }, item) };
    },
    ofBooking,
    ofBooking,
    ofOrder,
    ofOrder,
    ofOrder,
    () => (document === null ? null : { do: 'credit', name, document, amount: random(2) === 0 ? amount : null }),
    () => (random(3) === 0 ? { do: 'sell', name, what: pick(random, ['package', 'card'] as const) } : null),
  ])();
}

const answerOf = (isDone: boolean): string => (isDone ? 'done' : 'refused');

/** Converts the money of the reference to the shape of `Till.read`. An order without a price is written only when it gets one. */
const shown = ({ orders, packages, cards, documents }: Money, till: Till): object => {
  const each = <One>(all: Record<string, One>, convert: (one: One) => object): Record<string, object> =>
    Object.fromEntries(Object.entries(all).map(([name, one]) => [name, convert(one)]));
  const written = Object.fromEntries(Object.entries(orders).filter(([name]) => till.has('order', name)));
  return {
    orders: each(written, ({ state, total, paid, tip }) => ({ state, total, paid, tip })),
    packages: each(packages, ({ isActive, left }) => ({ isActive, left })),
    cards: each(cards, ({ isActive, remaining }) => ({ isActive: isActive && remaining > 0, remaining })),
    documents: each(documents, ({ order, kind, number, amount }) => ({ order, kind, number, amount })),
  };
};

const start = (): Money => ({
  ...{ bookings: {}, orders: {}, documents: {} },
  packages: { p1: { isActive: true, left: 5 }, p2: { isActive: true, left: 5 } },
  cards: {
    g1: { isActive: true, initial: 250_00, remaining: 250_00 },
    g2: { isActive: true, initial: 250_00, remaining: 250_00 },
  },
});

it.each(
  sampled(
    Array.from({ length: sequences }, (_, index) => seed + index),
    3,
    'money',
  ),
)('money after random commands at once is what they give one after the other, seed %i', async (seedOfSequence) => {
  const random = seeded(seedOfSequence);
  const till = await Till.open();
  let money = start();
  const log: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const commands = Array.from({ length: 1 + random(mostAtOnce) }, (_, index) =>
      randomCommand(random, till, money, `${round}.${index}`),
    ).filter((command) => command !== null);
    const sent = await Promise.all(
      commands.map(async (command, index) => {
        const isDone = await till.send(command, origins[index % origins.length] ?? '');
        return { command, answer: answerOf(isDone) };
      }),
    );
    const found = await till.read();
    log.push(...sent.map(({ command, answer }) => `${round} ${answer} ${JSON.stringify(command)}`));
    const explained = [
      ...statesAfter(money, sent, (after, command: Command) => ({ answer: answerOf(execute(after, command)) })),
    ];
    const right = explained.find((after) => isDeepStrictEqual(shown(after, till), found));
    const [expected] = right ? [right] : explained;
    expect({ log: log.slice(-8), isRight: expected !== undefined, found }).toEqual({
      ...{ log: log.slice(-8), isRight: true, found: expected && shown(expected, till) },
    });
    if (right) money = right;
  }
  expect(await sumsThatDiffer(till.account)).toEqual([]);
});

/** Counts by SQL what the stored sums are made of. */
function sumsThatDiffer({ credentials: { id } }: TestAccount): Promise<object[]> {
  return server.sql(
    `select 'paid' as what, one.id from booking_order one where one.account_id = :id and one.paid_amount <>
       (select coalesce(sum(amount), 0) from order_payment where account_id = :id and order_id = one.id)
     union all select 'tips', one.id from booking_order one where one.account_id = :id and coalesce(one.tip_amount, 0) <>
       (select coalesce(sum(amount), 0) from tip where account_id = :id and order_id = one.id)
     union all select 'lines', one.id from booking_order one where one.account_id = :id and one.state <> 'cancelled' and one.total <>
       (select coalesce(sum(quantity * amount), 0) from order_line_item where account_id = :id and order_id = one.id)
     union all select 'card', card.id from gift_card card where card.account_id = :id and card.remaining <> card.initial_value -
       (select coalesce(sum(amount), 0) from order_payment where account_id = :id and gift_card_id = card.id)
     union all select 'units', package.id from package where package.account_id = :id and package.used <>
       (select coalesce(sum(package_units), 0) from booking where account_id = :id and package_id = package.id)
     union all select 'numbers', max(number) from document where account_id = :id group by series
       having max(number) <> count(*) or min(number) <> 1`.replaceAll(':id', `${id}`),
  );
}
