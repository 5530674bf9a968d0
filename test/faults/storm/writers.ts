import { setTimeout as pass } from 'node:timers/promises';
import { between, pick, type Random } from '../../support/random.js';
import type { RestAnswer, TestAccount } from '../../support/test-server.js';
import { instant, type Notebook, type RequestNote } from '../judge/notes.js';

/** The resources to book: one with a small capacity, one that is never full. */
export interface Place {
  narrow: number;
  wide: number;
  /** A service of the narrow resource, with limits and a price. */
  limited: number;
}

export interface WriterOptions {
  /** Its name, which its keys begin with. */
  name: string;
  /** The account at each process that it can write to. */
  accounts: readonly TestAccount[];
  place: Place;
  random: Random;
  notebook: Notebook;
  /** Whether its holds cause messages. A killed worker delays a message for two minutes. */
  messages: boolean;
}

/** In milliseconds. Ends a storm that would otherwise hang. */
const retryTimeout = 300_000;
const occurrences = 4;
const isAnswer = ({ status }: RestAnswer): boolean => status < 500 && status !== 429 && status !== 421;

/** Sends random writes, each until it is acknowledged, at the processes in turn. Notes what it sent and what came back. */
export class Writer {
  /** Its bookings that it has not cancelled. */
  readonly #ids: number[] = [];
  #turn = 0;

  constructor(private readonly options: WriterOptions) {}

  async writeUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.#write();
      await pass(between(this.options.random, 5, 40));
    }
  }

  async #write(): Promise<void> {
    const { name, random } = this.options;
    const chance = random(100);
    const key = `${name}-${this.#turn++}`;
    if (chance < 38) await this.#book(key);
    else if (chance < 50) await this.#hold(key);
    else if (chance < 55) await this.#repeat(key);
    else if (chance < 67) await this.#move(key);
    else if (chance < 82) await this.#cancel(key);
    else await this.#meet(key);
  }

  /** Creates a booking. Half of them are of the service with limits, for one of three people on one of few days. */
  async #book(title: string): Promise<void> {
    const { random, place } = this.options;
    const isLimited = random(2) === 0;
    const regular = `regular-${random(3)}`;
    const person_attributes = { name: `${regular}-guest`, email: `${regular}@example.org` };
    const limited = isLimited && { service_id: place.limited, person_attributes };
    const answer = await this.#ask(title, 'POST', '/bookings', {
      booking: { title, resource_id: place.narrow, ...this.#someTime(isLimited ? 4 : 28), ...limited },
    });
    if (answer?.status === 200) this.#ids.push(answer.body.booking.id);
  }

  #someTime(days: number) {
    const { random } = this.options;
    const hour = between(random, 8, 17);
    const day = String(between(random, 1, days)).padStart(2, '0');
    const notes = `${random(1_000)} ${pick(random, ['plain', 'Æ, ß and ☂', 'two\nlines'])}`;
    return { booked_from: `2099-03-${day} ${hour}:00`, booked_to: `2099-03-${day} ${hour + 1}:30`, notes };
  }

  /** Creates a hold, which soon expires. Its person gets a code, so that without messages it is a plain booking. */
  async #hold(title: string): Promise<void> {
    const { random, place, messages } = this.options;
    const expires_at = new Date(Date.now() + between(random, 500, 3_000)).toISOString();
    const time = { booked_from: '2099-04-01 10:00', booked_to: '2099-04-01 11:00' };
    const person_attributes = { name: `${title}-guest`, email: `${title}@example.org` };
    const booking = { title, resource_id: place.wide, ...time, count: between(random, 1, 3), person_attributes };
    const hold = { booking: { ...booking, expires_at }, confirm: false };
    await this.#ask(title, 'POST', '/bookings', messages ? hold : { booking });
  }

  async #repeat(title: string): Promise<void> {
    const time = { booked_from: '2099-05-01 10:00', booked_to: '2099-05-01 11:00' };
    await this.#ask(title, 'POST', '/bookings/recurring', {
      booking: { title, resource_id: this.options.place.wide, ...time },
      recurring: { rrule: `FREQ=DAILY;COUNT=${occurrences}` },
    });
  }

  async #move(key: string): Promise<void> {
    if (this.#ids.length === 0) return;
    const id = pick(this.options.random, this.#ids);
    await this.#ask(key, 'PUT', `/bookings/${id}`, { booking: this.#someTime(4) });
  }

  async #cancel(key: string): Promise<void> {
    const id = this.#ids.shift();
    if (id !== undefined) await this.#ask(key, 'PUT', `/bookings/${id}/cancel`);
  }

  async #meet(name: string): Promise<void> {
    const person = { name, email: `${name}@example.org`, city: 'Oslo', notes: `met as ${name}` };
    await this.#ask(name, 'POST', '/people', { person });
  }

  /** Retries until there is an answer. */
  async #ask(key: string, method: string, path: string, json: Record<string, unknown> = {}) {
    const { accounts, notebook } = this.options;
    const from = instant();
    const failures: string[] = [];
    const finish = (answer?: RestAnswer): RestAnswer | undefined => {
      const ended = { status: answer?.status ?? null, answer: answer?.body ?? null, failures };
      notebook.add({ kind: 'request', key, method, path, json, ...ended, from, to: instant() } satisfies RequestNote);
      return answer;
    };
    for (let turn = this.#turn; instant() - from < retryTimeout; turn += 1) {
      const account = accounts[turn % accounts.length];
      /** The connection fails by a TypeError. Other errors are of answers that are not as described. */
      let isAnsweredWrongly = false;
      const answer = await account
        ?.send(method, path, { json, headers: { 'idempotency-key': key } })
        .catch((error: unknown) => {
          failures.push(codeOf(error));
          isAnsweredWrongly = !(error instanceof TypeError);
        });
      if (isAnsweredWrongly) return finish();
      if (answer && isAnswer(answer)) return finish(answer);
      if (answer) failures.push(String(answer.status));
      await pass(50);
    }
    return finish();
  }
}

/** Returns the code of the cause of an error of `fetch`, such as ECONNRESET. */
function codeOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : {};
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(error);
}
