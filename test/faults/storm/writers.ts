import { setTimeout as pass } from 'node:timers/promises';
import { between, type Random } from '../../support/random.js';
import type { RestAnswer, TestAccount } from '../../support/test-server.js';
import type { Span } from './spans.js';

/** The resources to book: one with a small capacity, one that is never full. */
export interface Place {
  narrow: number;
  wide: number;
  /** A service of the narrow resource, with limits. */
  limited: number;
}

/** The limits of the service: the most bookings on one day, and of one person on one day. */
export const dailyLimits = { max_daily_bookings: 4, max_daily_per_person: 2 };

/** The number of rows that each acknowledged request has created. */
type Effects = Map<string, number>;

/** The effects of acknowledged requests, by their unique keys. */
export interface Acknowledged {
  /** By title; 0 for a rejected request. */
  bookings: Effects;
  /** By name. */
  people: Effects;
  cancelled: Set<number>;
  /** Requests that neither succeeded nor were rejected, in spite of retries. */
  unanswered: string[];
  /** From the first attempt of each request to its acknowledgement. */
  waits: Span[];
  /** The number of attempts that were not answered, by status or error code. */
  failures: Map<string, number>;
}

export const nothingYet = (): Acknowledged => ({
  bookings: new Map(),
  people: new Map(),
  cancelled: new Set(),
  unanswered: [],
  waits: [],
  failures: new Map(),
});

/** Counts successful requests. Each adds at least one change to the log, and a hook for `*` delivers it. */
export function acknowledgedWrites({ bookings, people, cancelled }: Acknowledged): number {
  const made = [...bookings.values(), ...people.values()].filter((rows) => rows > 0);
  return made.length + cancelled.size;
}

/** In milliseconds. Ends a storm that would otherwise hang. */
const retryTimeout = 300_000;
const occurrences = 4;
const isAnswer = ({ status }: RestAnswer): boolean => status < 500 && status !== 429 && status !== 421;

/** Sends random writes. Each is retried, at the processes in turn, until it is acknowledged. */
export class Writer {
  readonly #ids: number[] = [];
  #turn = 0;

  constructor(
    readonly name: string,
    readonly accounts: readonly TestAccount[],
    readonly place: Place,
    readonly random: Random,
    readonly done: Acknowledged,
  ) {}

  async writeUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.#write();
      await pass(between(this.random, 5, 40));
    }
  }

  async #write(): Promise<void> {
    const chance = this.random(100);
    const key = `${this.name}-${this.#turn++}`;
    if (chance < 40) await this.#book(key);
    else if (chance < 55) await this.#hold(key);
    else if (chance < 60) await this.#repeat(key);
    else if (chance < 80) await this.#cancel(key);
    else await this.#meet(key);
  }

  /** Creates a booking. Half of them are of the service with limits, for one of three people on one of few days. */
  async #book(title: string): Promise<void> {
    const hour = between(this.random, 8, 17);
    const isLimited = this.random(2) === 0;
    const day = String(between(this.random, 1, isLimited ? 4 : 28)).padStart(2, '0');
    const time = { booked_from: `2099-03-${day} ${hour}:00`, booked_to: `2099-03-${day} ${hour + 1}:30` };
    const regular = `regular-${this.random(3)}`;
    const person_attributes = { name: `${regular}-guest`, email: `${regular}@example.org` };
    const limited = isLimited && { service_id: this.place.limited, person_attributes };
    const answer = await this.#ask(title, 'POST', '/bookings', {
      booking: { title, resource_id: this.place.narrow, ...time, ...limited },
    });
    this.done.bookings.set(title, answer?.status === 200 ? 1 : 0);
    if (answer?.status === 200) this.#ids.push(answer.body.booking.id);
  }

  /** Creates a hold, which soon expires. */
  async #hold(title: string): Promise<void> {
    const expires_at = new Date(Date.now() + between(this.random, 500, 3_000)).toISOString();
    const time = { booked_from: '2099-04-01 10:00', booked_to: '2099-04-01 11:00' };
    const person_attributes = { name: `${title}-guest`, email: 'guest@example.org' };
    const answer = await this.#ask(title, 'POST', '/bookings', {
      booking: { title, resource_id: this.place.wide, ...time, expires_at, person_attributes },
      confirm: false,
    });
    this.done.bookings.set(title, answer?.status === 200 ? 1 : 0);
  }

  async #repeat(title: string): Promise<void> {
    const time = { booked_from: '2099-05-01 10:00', booked_to: '2099-05-01 11:00' };
    const answer = await this.#ask(title, 'POST', '/bookings/recurring', {
      booking: { title, resource_id: this.place.wide, ...time },
      recurring: { rrule: `FREQ=DAILY;COUNT=${occurrences}` },
    });
    this.done.bookings.set(title, answer?.status === 200 ? occurrences : 0);
  }

  async #cancel(key: string): Promise<void> {
    const id = this.#ids.shift();
    if (id === undefined) return;
    const answer = await this.#ask(key, 'PUT', `/bookings/${id}/cancel`);
    if (answer?.status === 200) this.done.cancelled.add(id);
    else this.done.unanswered.push(`${key}: cancelling ${id} was answered with ${answer?.status}`);
  }

  async #meet(name: string): Promise<void> {
    const answer = await this.#ask(name, 'POST', '/people', { person: { name } });
    this.done.people.set(name, answer?.status === 200 ? 1 : 0);
  }

  /** Retries until there is a response. */
  async #ask(key: string, method: string, path: string, json?: object): Promise<RestAnswer | undefined> {
    const begun = performance.now();
    let last = '';
    for (let turn = this.#turn; performance.now() - begun < retryTimeout; turn += 1) {
      const account = this.accounts[turn % this.accounts.length];
      const answer = await account
        ?.send(method, path, { json, headers: { 'idempotency-key': key } })
        .catch((error: unknown) => {
          last = String(error);
          this.#noteFailure(codeOf(error));
          if (!(error instanceof TypeError)) this.done.unanswered.push(`${key}: ${last}`); // connection errors are retried
          return undefined;
        });
      if (answer && isAnswer(answer)) {
        this.done.waits.push({ from: begun, to: performance.now() });
        return answer;
      }
      if (answer) {
        last = `${answer.status} ${answer.text}`;
        this.#noteFailure(String(answer.status));
      }
      await pass(50);
    }
    this.done.unanswered.push(`${key}: ${method} ${path} ${last}`);
    return undefined;
  }

  #noteFailure(kind: string): void {
    const { failures } = this.done;
    failures.set(kind, (failures.get(kind) ?? 0) + 1);
  }
}

/** Returns the code of the cause of an error of `fetch`, such as ECONNRESET. */
function codeOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : {};
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(error);
}
