import { setTimeout as pass } from 'node:timers/promises';
import { pick, type Random } from '../support/random.js';
import { sizes } from './check.js';
import type { Operation } from './history.js';
import type { Bookings, CardAction, KeyAction, PlaceAction, UnitsAction } from './models.js';

/** The objects that the clients of one round use, in an account of its own. */
export interface Round {
  number: number;
  apiKey: string;
  narrow: number;
  wide: number;
  service: number;
  person: number;
  coupon: number;
  package: number;
  card: { id: number; code: string };
  /** Unpaid orders with the same amount due, from which each is taken once. */
  orders: number[];
}

/** The amount that is due of each order. */
export const dueAmount = 40;

interface Answer {
  status: number;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  body: any;
}

interface Sent {
  method: string;
  path: string;
  json?: object;
  key?: string;
}

/** One request in so many is given up by its client soon after it was sent. */
const givenUp = 25;
/** The longest time after which a request is given up, in milliseconds. */
const longestPatience = 12;

/** A request is sent so often, at each process in turn, until one of them takes it. */
const mostTurns = 50;

const day = '2099-03-03';
const at = (hour: number): string => `${day} ${String(hour).padStart(2, '0')}:00`;

/** Returns the hour of an instant such as 2099-03-03T09:00:00+01:00. */
const hourOf = (instant: string): number => Number(instant.slice(11, 13));

/** A client that sends random requests, and notes what it sent, when, and what came back. */
export class Client {
  #turn = 0;
  /** The bookings that it or another client has seen made, by name. */
  readonly #known: Map<string, { id: number; object: string }>;

  constructor(
    readonly number: number,
    readonly round: Round,
    readonly origins: readonly string[],
    readonly random: Random,
    readonly history: Operation[],
    known: Map<string, { id: number; object: string }>,
  ) {
    this.#known = known;
  }

  async run(operations: number): Promise<void> {
    for (let count = 0; count < operations; count += 1) {
      const kind = pick(this.random, ['place', 'place', 'coupon', 'package', 'card', 'key'] as const);
      if (kind === 'place') await this.#visitPlace();
      else if (kind === 'card') await this.#pay();
      else if (kind === 'key') await this.#repeat();
      else await this.#useUnits(kind);
    }
  }

  /** Reads every object, after all other requests have been answered or given up. */
  async readAll(): Promise<void> {
    const { round } = this;
    await this.#log('place', { do: 'list' } satisfies PlaceAction, this.#listing(), toBookings);
    for (const kind of ['coupon', 'package'] as const) await this.#readUnits(kind);
    await this.#log('card', { do: 'read' } satisfies CardAction, get(`/gift_cards/${round.card.id}`), cardValue);
    await this.#log('key', { do: 'count' } satisfies KeyAction, get('/people?limit=100'), countPeople);
  }

  async #visitPlace(): Promise<void> {
    const chance = this.random(10);
    const from = 9 + this.random(6);
    const to = from + 1 + this.random(2);
    if (chance < 4) {
      const booking = this.#newName();
      const count = 1 + this.random(sizes.place);
      const json = { booking: { title: booking, resource_id: this.round.narrow, count, ...hours(from, to) } };
      const action: PlaceAction = { do: 'book', booking, from, to, count };
      await this.#log('place', action, { method: 'POST', path: '/bookings', json }, this.#noting(booking, 'place'));
    } else if (chance < 8) {
      const known = this.#pickKnown('place');
      if (!known) return;
      const [booking, id] = known;
      if (chance < 6) {
        const action: PlaceAction = { do: 'move', booking, from, to };
        await this.#log('place', action, put(`/bookings/${id}`, { booking: hours(from, to) }), toOutcome);
      } else {
        const action: PlaceAction = { do: 'cancel', booking };
        await this.#log('place', action, put(`/bookings/${id}/cancel`), toOutcome);
      }
    } else await this.#log('place', { do: 'list' } satisfies PlaceAction, this.#listing(), toBookings);
  }

  async #useUnits(kind: 'coupon' | 'package'): Promise<void> {
    const chance = this.random(10);
    const known = chance < 4 ? this.#pickKnown(kind) : undefined;
    if (known) {
      const [booking, id] = known;
      const action: UnitsAction = { do: 'return', booking };
      await this.#log(kind, action, put(`/bookings/${id}/cancel`), toOutcome);
    } else if (chance < 8) {
      const { wide, service, person, coupon, package: packageId } = this.round;
      const booking = this.#newName();
      const units = kind === 'coupon' ? 1 : 1 + this.random(4);
      const of =
        kind === 'coupon'
          ? { coupon_id: coupon }
          : { package_id: packageId, person_id: person, service_id: service, count: units };
      const json = { booking: { title: booking, resource_id: wide, ...of, ...hours(9, 10) } };
      const action: UnitsAction = { do: 'use', booking, units };
      await this.#log(kind, action, { method: 'POST', path: '/bookings', json }, this.#noting(booking, kind));
    } else await this.#readUnits(kind);
  }

  async #readUnits(kind: 'coupon' | 'package'): Promise<void> {
    const { coupon, package: packageId } = this.round;
    const action: UnitsAction = { do: 'read' };
    if (kind === 'coupon') {
      await this.#log(kind, action, get(`/coupons/${coupon}`), ({ body }) => body.coupon.availability);
    } else await this.#log(kind, action, get(`/packages/${packageId}`), ({ body }) => body.package.left);
  }

  async #pay(): Promise<void> {
    const { card, orders } = this.round;
    const order = this.random(3) > 0 ? orders.pop() : undefined;
    if (order === undefined) {
      return this.#log('card', { do: 'read' } satisfies CardAction, get(`/gift_cards/${card.id}`), cardValue);
    }
    const query = 'mutation ($id: Int!, $code: String!) { redeemGiftCard(orderId: $id, code: $code) { paidAmount } }';
    const json = { query, variables: { id: order, code: card.code } };
    const action: CardAction = { do: 'redeem', order: String(order), due: dueAmount };
    await this.#log('card', action, { method: 'POST', path: '/graphql', json }, ({ body }) =>
      body.errors
        ? JSON.stringify(body.errors[0].extensions.fields ?? body.errors[0])
        : Number(body.data.redeemGiftCard.paidAmount),
    );
  }

  async #repeat(): Promise<void> {
    const key = 'once';
    if (this.random(5) === 0) {
      return this.#log('key', { do: 'count' } satisfies KeyAction, get('/people?limit=100'), countPeople);
    }
    const body = `keyed-${this.random(4) === 0 ? 'other' : 'first'}`;
    const sent = { method: 'POST', path: '/people', json: { person: { name: body } }, key };
    await this.#log('key', { do: 'send', body } satisfies KeyAction, sent, ({ text }) => text);
  }

  #newName(): string {
    this.#turn += 1;
    return `c${this.number}-${this.#turn}`;
  }

  #pickKnown(object: string): [name: string, id: number] | undefined {
    const all = [...this.#known].filter(([, known]) => known.object === object);
    // The latest are the likeliest to be active, and to be used by others.
    const latest = all.slice(-6);
    if (latest.length === 0) return undefined;
    const [name, { id }] = pick(this.random, latest);
    return [name, id];
  }

  /** Lets all clients use a booking once its client knows it. */
  #noting(booking: string, object: string): (answer: Answer) => string {
    return (answer) => {
      if (answer.status === 200) this.#known.set(booking, { id: answer.body.booking.id, object });
      return toOutcome(answer);
    };
  }

  #listing(): Sent {
    return get(`/bookings?resource_id=${this.round.narrow}&limit=100`);
  }

  async #log(kind: string, action: object, sent: Sent, convert: (answer: Answer) => unknown): Promise<void> {
    const operation: Operation = {
      ...{ client: this.number, object: `${kind} ${this.round.number}`, action, answer: null },
      ...{ from: performance.now(), to: null },
    };
    const answer = await this.#send(sent);
    if (answer === 'unsent') return;
    if (answer) {
      operation.to = performance.now();
      operation.answer = convert(answer);
    }
    this.history.push(operation);
  }

  /** Returns undefined if no answer came, or one that says nothing about what was done. */
  async #send(sent: Sent): Promise<Answer | 'unsent' | undefined> {
    const first = this.random(this.origins.length);
    for (let turn = 0; ; turn += 1) {
      const origin = this.origins[(first + turn) % this.origins.length] ?? '';
      const answer = await this.#sendTo(origin, sent);
      if (answer !== 'unsent' || turn === mostTurns) return answer;
      await pass(20);
    }
  }

  async #sendTo(origin: string, { method, path, json, key }: Sent): Promise<Answer | 'unsent' | undefined> {
    const url = path === '/graphql' ? origin + path : `${origin}/api/v1${path}`;
    const isRead = method === 'GET';
    const end = new AbortController();
    const patience = this.random(longestPatience);
    const timer = !isRead && this.random(givenUp) === 0 ? setTimeout(() => end.abort(), patience) : undefined;
    const headers = {
      ...{
        authorization: `Bearer ${this.round.apiKey}`,
        'content-type': 'application/json',
        'user-agent': 'histories',
      },
      ...(key !== undefined && { 'idempotency-key': key }),
    };
    try {
      const response = await fetch(url, { method, headers, body: json && JSON.stringify(json), signal: end.signal });
      const text = await response.text();
      if (response.status >= 500 || response.status === 429) return isRead ? 'unsent' : undefined;
      return { status: response.status, text, body: JSON.parse(text) };
    } catch (error) {
      const { cause } = error instanceof Error ? error : {};
      const isRefused = cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
      // A read without an answer has shown nothing, and a connection that was not made has changed nothing.
      return isRefused || isRead ? 'unsent' : undefined;
    } finally {
      clearTimeout(timer);
    }
  }
}

const get = (path: string): Sent => ({ method: 'GET', path });
const put = (path: string, json?: object): Sent => ({ method: 'PUT', path, ...(json && { json }) });
const hours = (from: number, to: number) => ({ booked_from: at(from), booked_to: at(to) });
const toOutcome = ({ status, text }: Answer): string => (status === 200 ? 'done' : text);
const cardValue = ({ body }: Answer): unknown => body.gift_card.value;
const countPeople = ({ body }: Answer): number =>
  body.filter(({ person }: { person: { name: string } }) => person.name.startsWith('keyed-')).length;

interface ListedBooking {
  title: string;
  booked_from: string;
  booked_to: string;
  count: number;
  active: boolean;
}

function toBookings({ body }: Answer): Bookings {
  const active = body
    .map(({ booking }: { booking: ListedBooking }) => booking)
    .filter(({ active }: ListedBooking) => active)
    .map(({ title, booked_from, booked_to, count }: ListedBooking) => [
      title,
      { from: hourOf(booked_from), to: hourOf(booked_to), count },
    ]);
  return Object.fromEntries(active.toSorted(([one]: [string], [other]: [string]) => (one < other ? -1 : 1)));
}
