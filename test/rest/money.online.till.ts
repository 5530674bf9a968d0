import type { ProviderDriver } from '../support/provider-drivers.js';
import { sendRequest } from '../support/send-request.js';
import type { TestAccount } from '../support/test-server.js';
import { type Command, coupons, type Money, price, sumsOf } from './money.online.reference.js';

export const cardValue = 250_00;

const decimal = (amount: number): string => (amount / 100).toFixed(2);
const minor = (amount: string | null | undefined): number => Math.round(Number(amount ?? 0) * 100);

/** A record as the API shows it, by attribute. */
// biome-ignore lint/suspicious/noExplicitAny: attributes of several records
type Shown = Record<string, any>;

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  body: any;
}

interface ReadDocument {
  order: number;
  kind: 'receipt' | 'invoice' | 'credit_note';
  number: number;
  amount: string;
  /** The kind of the document that a credit note is about. */
  credits: string | null;
}

interface Offer {
  service: number;
  resource: number;
  person: number;
  coupons: Record<string, number>;
  cards: Record<string, number>;
}

type Sql = <Row extends object>(statement: string, ...parameters: unknown[]) => Promise<Row[]>;

/** The commands that are notifications of the provider. */
type Told = 'notify' | 'expire' | 'failRefund';
type Own = Told | 'payPage' | 'issueDue';

const isTold = (command: Command): command is Extract<Command, { do: Told }> =>
  command.do === 'notify' || command.do === 'expire' || command.do === 'failRefund';

/** An account whose customers pay at a provider. */
export class OnlineTill {
  /** The ids of bookings by the name of the command and the place of the item, and of their orders. */
  readonly #bookings = new Map<string, { booking: number; order: number }>();
  /** The addresses of pages, by the names that the reference gave them. */
  readonly urls = new Map<string, string>();

  readonly #notifications = new Map<string, ReturnType<ProviderDriver['pay']>>();

  private constructor(
    readonly account: TestAccount,
    readonly driver: ProviderDriver,
    readonly offer: Offer,
    readonly sql: Sql,
    readonly issueDue: (() => Promise<void>) | undefined,
  ) {}

  /** @param issueDue runs the job that issues documents, in an account that issues them by itself */
  static async open(
    account: TestAccount,
    driver: ProviderDriver,
    sql: Sql,
    issueDue?: () => Promise<void>,
  ): Promise<OnlineTill> {
    const client = { currency: 'EUR', deposit_type: 'percentage', deposit_value: 30, documents: issueDue && 'receipt' };
    await account.put('/client', { json: { client } });
    const { errors } = await account.graphql(
      'mutation ($input: PaymentSettingsInput!) { setPaymentProvider(input: $input) { id } }',
      { input: { provider: driver.name, ...driver.keys[0] } },
    );
    if (errors) throw new Error(JSON.stringify(errors));
    const create = async (path: string, wrapper: string, attributes: object): Promise<number> =>
      (await account.create(path, wrapper, attributes)).id;
    const service = await create('/services', 'service', { title: 'Cut', price: decimal(price) });
    const resource = await create('/resources', 'resource', { title: 'Salon', capacity: 10_000 });
    await create('/providers', 'provider', { service_id: service, resource_id: resource });
    const { ten, off } = coupons;
    const coupon = async (code: string, attributes: object, availability: number) =>
      create('/coupons', 'coupon', { title: code, code, availability, ...attributes });
    const card = async (code: string) => create('/gift_cards', 'gift_card', { code, value: cardValue / 100 });
    return new OnlineTill(
      account,
      driver,
      {
        ...{ service, resource, person: await create('/people', 'person', { name: 'Kari' }) },
        coupons: {
          ten: await coupon('ten', { value_type: 'percentage', value: ten.percentage }, couponUses.ten),
          off: await coupon('off', { value_type: 'amount', value: off.amount / 100 }, couponUses.off),
        },
        cards: { g1: await card('g1'), g2: await card('g2') },
      },
      sql,
      issueDue,
    );
  }

  hasOrder(name: string): boolean {
    return this.#bookings.has(`${name}/0`);
  }

  #item(order: string, item = 0): { booking: number; order: number } {
    const found = this.#bookings.get(`${order}/${item}`);
    if (!found) throw new Error(`no booking is named ${order}/${item}`);
    return found;
  }

  #back(page: string): number {
    const pages = this.driver.pages();
    return pages.length - 1 - pages.findIndex(({ url }) => url === this.urls.get(page));
  }

  /**
   * Sends a command, and returns its answer in the words of the reference, that of a checkout with the address of the page.
   *
   * @param key the idempotency key
   */
  async send(command: Command, origin: string, key?: string): Promise<string> {
    const through = this.account.at(origin);
    if (command.do === 'payPage') return this.#payPage(command);
    if (command.do === 'issueDue') {
      await this.issueDue?.();
      return 'done';
    }
    if (isTold(command)) return this.#tell(command, origin);
    const { status, body } = await this.#request(through, command, key);
    const refusal = body.errors?.[0]?.extensions?.code;
    if (status === 400 || refusal === 'BAD_USER_INPUT') return 'refused';
    if (status !== 200 || refusal !== undefined) {
      throw new Error(`${JSON.stringify(command)}: ${status} ${JSON.stringify(body)}`);
    }
    return command.do === 'checkout' ? body.checkout.url : 'done';
  }

  #payPage({ page, amount }: Extract<Command, { do: 'payPage' }>): string {
    const sent = this.driver.pay(amount === null ? {} : { amount: decimal(amount) }, this.#back(page));
    this.#notifications.set(page, sent);
    return 'done';
  }

  async #tell({ do: what, page }: { do: Told; page: string }, origin: string): Promise<string> {
    const notifications = {
      notify: () => this.driver.again(this.#notifications.get(page) ?? this.driver.unknown()),
      expire: () => this.driver.expire(this.#back(page)),
      failRefund: () => this.driver.failRefund('failed', this.urls.get(page)),
    };
    const path = `${origin}/payments/${this.driver.name}/${this.account.subdomain}`;
    const { status, text } = await sendRequest(path, { method: 'POST', ...notifications[what]() });
    if (status !== 200) throw new Error(`${what}: ${status} ${text}`);
    return JSON.parse(text).outcome;
  }

  async #request(through: TestAccount, command: Exclude<Command, { do: Own }>, key?: string): Promise<Answer> {
    const { offer } = this;
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
    const mutate = async (name: string, order: string, given: string): Promise<Answer> => {
      const query = `mutation { ${name}(orderId: ${this.#item(order).order}, ${given}) { id } }`;
      const { status, text } = await sendRequest(`${through.origin}/graphql`, {
        method: 'POST',
        headers: {
          ...{ authorization: `Bearer ${through.credentials.api_key}`, 'content-type': 'application/json' },
          ...headers,
        },
        body: JSON.stringify({ query }),
      });
      return { status, body: JSON.parse(text) };
    };
    switch (command.do) {
      case 'book': {
        const items = command.items.map(({ count, coupon }, index) => ({
          ...{ service_id: offer.service, resource_id: offer.resource, person_id: offer.person, count },
          ...{ coupon_id: coupon === null ? null : offer.coupons[coupon], notes: `${command.name}/${index}` },
          ...{ booked_from: `2199-03-05 1${index}:00`, booked_to: `2199-03-05 1${index + 1}:00` },
        }));
        return items.length === 1
          ? through.post('/bookings?confirm=false', { json: { booking: items[0] }, headers })
          : through.post('/visits?confirm=false', { json: { visit: { items } }, headers });
      }
      case 'recount':
      case 'discount': {
        const booking =
          command.do === 'recount'
            ? { count: command.count }
            : { coupon_id: command.coupon === null ? null : offer.coupons[command.coupon] };
        const { booking: id } = this.#item(command.order, command.item);
        return through.put(`/bookings/${id}`, { json: { booking }, headers });
      }
      case 'cancel':
        return through.put(`/bookings/${this.#item(command.order, command.item).booking}/cancel`, { headers });
      case 'pay':
        return mutate('recordPayment', command.order, `amount: "${decimal(command.amount)}"`);
      case 'refund':
        return mutate('recordRefund', command.order, `amount: "${decimal(command.amount)}"`);
      case 'redeem': {
        const amount = command.amount === null ? '' : `, amount: "${decimal(command.amount)}"`;
        return mutate('redeemGiftCard', command.order, `code: "${command.card}"${amount}`);
      }
      case 'checkout': {
        const json = { success_url: 'https://example.org' };
        return through.post(`/orders/${this.#item(command.order).order}/checkout`, { json, headers });
      }
      case 'refundOnline':
        return mutate('refundByProvider', command.order, `amount: "${decimal(command.amount)}"`);
      case 'endRefund':
        throw new Error('is a step of the reference');
      case 'invoice': {
        const json = { document: { kind: 'invoice' } };
        return through.post(`/orders/${this.#item(command.order).order}/documents`, { json, headers });
      }
      case 'credit':
        return this.#credit(through, this.#item(command.order).order, headers);
    }
  }

  async #credit(through: TestAccount, order: number, headers: Record<string, string>): Promise<Answer> {
    const { body } = await through.get(`/documents?order_id=${order}&limit=100`);
    const invoices = body.map(({ document }: Shown) => document).filter(({ kind }: Shown) => kind === 'invoice');
    const id = invoices.toSorted((one: Shown, other: Shown) => one['number'] - other['number']).at(-1)?.id;
    if (id === undefined) return { status: 400, body: {} };
    return through.post(`/documents/${id}/credit_notes`, { json: {}, headers });
  }

  /** Reads by the API what the reference says of everything that can be seen. */
  async read(): Promise<object> {
    // Lists leave out bookings that have ended.
    const rows = await this.sql<{ notes: string; booking: number; order: number; state: string }>(
      'select notes, id as booking, order_id as "order", state from booking where account_id = ? order by notes',
      this.account.credentials.id,
    );
    for (const { notes, booking, order } of rows) this.#bookings.set(notes, { booking, order });
    const cards = await this.sql<{ code: string; remaining: string }>(
      'select code, remaining::text from gift_card where account_id = ? order by code',
      this.account.credentials.id,
    );
    const list = async (path: string, wrapper: string): Promise<Shown[]> =>
      (await this.account.get(`/${path}?limit=100`)).body.map((one: Shown) => one[wrapper]);
    const orders = await list('orders', 'order');
    const documents = await this.sql<ReadDocument>(
      `select document.order_id as "order", document.kind, document.number, document.amount::text,
         credited.kind as credits
       from document left join document credited
         on credited.account_id = document.account_id and credited.id = document.credited_id
       where document.account_id = ? order by document.kind, document.number`,
      this.account.credentials.id,
    );
    const isOfReceipt = ({ kind, credits }: ReadDocument): boolean => kind === 'receipt' || credits === 'receipt';
    const receiptedOf = (id: number): number =>
      documents
        .filter((one) => one.order === id && isOfReceipt(one))
        .reduce((sum, { kind, amount }) => sum + (kind === 'receipt' ? minor(amount) : -minor(amount)), 0);
    const nameOf = (id: number): string | undefined =>
      [...this.#bookings].find(([, ids]) => ids.order === id)?.[0].split('/')[0];
    const itemsOf = (name: string): string[] =>
      rows.filter(({ notes }) => notes.startsWith(`${name}/`)).map(({ state }) => state);
    const each = async <One>(ids: Record<string, number>, path: string, convert: (one: Shown) => One) =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(ids).map(async ([name, id]): Promise<[string, One]> => {
            const { body } = await this.account.get(`/${path}/${id}`);
            return [name, convert(Object.values<Shown>(body)[0] ?? {})];
          }),
        ),
      );
    return {
      orders: Object.fromEntries(
        orders.map((order) => {
          const name = `${nameOf(order['id'])}`;
          const { state, deposit, due_now, total, discount_amount, payable_amount, paid_amount } = order;
          const sums = { total: minor(total), discount: minor(discount_amount), payable: minor(payable_amount) };
          const isEnded = state === 'cancelled';
          return [
            name,
            {
              ...{ state, ...sums, paid: minor(paid_amount), items: itemsOf(name) },
              receipted: receiptedOf(order['id']),
              ...(!isEnded && { deposit: deposit === null ? null : minor(deposit), dueNow: minor(due_now) }),
            },
          ];
        }),
      ),
      coupons: await each(this.offer.coupons, 'coupons', ({ availability }) => availability),
      // The API shows whole units of the currency.
      cards: Object.fromEntries(cards.map(({ code, remaining }) => [code, minor(remaining)])),
      documents: documents
        .filter((one) => !isOfReceipt(one))
        .map(({ order, kind, amount }, index, all) => ({
          ...{ order: nameOf(order), kind, amount: minor(amount) },
          number: all.slice(0, index + 1).filter((other) => other.kind === kind).length,
        }))
        .sort(byNumber),
      numbersAreWhole: documents.every(
        ({ kind, number }, index) => number === documents.slice(0, index + 1).filter((one) => one.kind === kind).length,
      ),
    };
  }

  /** Compares the address of a page with the one that the reference means, and remembers that of a new one. */
  isPage({ pages }: Money, url: string, name: string, known = this.urls): boolean {
    const former = known.get(name);
    if (former !== undefined) return former === url;
    const isNew = [...known.values()].every((other) => other !== url);
    const amount = this.driver.pages().find((page) => page.url === url)?.amount;
    return isNew && amount === pages[name]?.amount;
  }

  /** Remembers the addresses of new pages: each opens a page of its order, the last of which the reference has opened last. */
  notePages(sent: readonly { command: Command; answer: string | undefined }[], { pages }: Money): void {
    for (const { command, answer } of sent) {
      if (command.do !== 'checkout' || !answer?.startsWith('http')) continue;
      if ([...this.urls.values()].includes(answer)) continue;
      const amount = this.driver.pages().find(({ url }) => url === answer)?.amount;
      const name = Object.keys(pages).findLast(
        (one) => pages[one]?.order === command.order && pages[one]?.amount === amount && !this.urls.has(one),
      );
      if (!name) throw new Error(`${command.order} has another page of the same amount`);
      this.urls.set(name, answer);
    }
  }

  /** The sum of the payments and refunds that the account has recorded of the provider. */
  async recorded(): Promise<number> {
    const [{ amount } = { amount: '0' }] = await this.sql<{ amount: string }>(
      `select coalesce(sum(amount), 0)::text as amount from order_payment where account_id = ? and method = 'online'`,
      this.account.credentials.id,
    );
    return minor(amount);
  }
}

export const couponUses = { ten: 4, off: 3 } as const;

const byNumber = (one: { kind: string; number: number }, other: { kind: string; number: number }): number =>
  one.kind === other.kind ? one.number - other.number : one.kind < other.kind ? -1 : 1;

export const emptyMoney = (): Money => ({
  ...{ orders: {}, pages: {}, refunds: [], documents: [] },
  ...{ coupons: { ...couponUses }, cards: { g1: cardValue, g2: cardValue } },
});

/** Converts the money of the reference to the shape of `OnlineTill.read`. */
export function shownMoney({ orders, coupons: left, cards, documents }: Money): object {
  return {
    orders: Object.fromEntries(
      Object.entries(orders).map(([name, order]) => {
        const { balance: _, deposit, dueNow, ...sums } = sumsOf(order);
        const items = order.items.map(({ state }) => state);
        return [
          name,
          { ...sums, receipted: order.receipted, items, ...(sums.state !== 'cancelled' && { deposit, dueNow }) },
        ];
      }),
    ),
    ...{ coupons: left, cards, documents: documents.toSorted(byNumber), numbersAreWhole: true },
  };
}
