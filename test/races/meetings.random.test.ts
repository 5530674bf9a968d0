import { isDeepStrictEqual } from 'node:util';
import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { expireHold } from '../../src/domain/booking/states/booking-state.actions.js';
import { openDaily } from '../support/catalog.js';
import { statesAfter } from '../support/explain.js';
import { pick, type Random, seeded } from '../support/random.js';
import { seed } from '../support/sample.js';
import { type RestAnswer, type TestAccount, type TestServer, useOwnTestServer } from '../support/test-server.js';
import { WaitlistJobs } from '../support/waitlist.js';
import { type Command, type Day, execute, offered, type Place } from './meetings.reference.js';
import { runOrder, Writer, waitingBy } from './schedules.js';

/** The meetings of a run without SWARM_SECONDS. */
const leastMeetings = 30;

const server = await useOwnTestServer();
const webs = [await server.another(), await server.another(), await server.another()] as const;
const writers = await Promise.all(webs.map(({ database }) => Writer.of(database)));
const findWaiting = waitingBy(server.database);

const hours = [9, 10, 11, 12] as const;
const time = (hour: number) => ({ booked_from: `2026-03-03 ${hour}:00`, booked_to: `2026-03-03 ${hour + 1}:00` });

/** An account with a day of two resources, and the ids of its records. */
class Shop {
  readonly #bookings = new Map<string, number>();
  #opening = 0;

  private constructor(
    readonly account: TestAccount,
    readonly resources: readonly number[],
    readonly services: { free: number; paid: number },
  ) {}

  static async open(): Promise<Shop> {
    const account = await server.account();
    const resources: number[] = [];
    for (const title of ['Ada', 'Bo']) {
      resources.push((await account.create('/resources', 'resource', { title, ...openDaily('08:00', '18:00') })).id);
    }
    const offer = async (service: object): Promise<number> => {
      const { id } = await account.create('/services', 'service', { title: 'Cut', interval: 60, ...service });
      for (const resource_id of resources)
        await account.create('/providers', 'provider', { service_id: id, resource_id });
      return id;
    };
    const services = { free: await offer({}), paid: await offer({ price: 100, payment_required: true }) };
    return new Shop(account, resources, services);
  }

  /** Makes the bookings of a day, and an opening for its entry. */
  async fill({ bookings, entry }: Day): Promise<void> {
    const jobs = new WaitlistJobs(server, this.account);
    for (const [name, { state, ...at }] of Object.entries(bookings)) {
      await this.send({ do: state === 'confirmed' ? 'book' : 'hold', name, at }, server);
    }
    const freed = { do: 'book', name: 'freed', at: entry.at } as const;
    await this.send(freed, server);
    const { resource, hour } = entry.at;
    await this.account.create('/waitlist', 'waitlist_entry', {
      ...{ service_id: this.services.free, resource_id: this.resources[resource] },
      ...{ from: `2026-03-03 ${hour}:00`, to: `2026-03-03 ${hour + 1}:00`, name: offered, email: 'ola@example.org' },
    });
    await jobs.openings();
    await this.send({ do: 'cancel', booking: 'freed' }, server);
    this.#opening = (await jobs.openings())[0] ?? 0;
  }

  /** @returns `done` or `refused` @throws Error on any other answer */
  async send(command: Command, { origin, database }: Pick<TestServer, 'origin' | 'database'>): Promise<string> {
    const through = this.account.at(origin);
    const book = (name: string, at: Place, service_id: number, confirm: boolean) => {
      const booking = { ...this.#at(at), service_id, person_attributes: { name } };
      return through.post('/bookings', { json: { booking, confirm } });
    };
    const id = 'booking' in command ? this.#bookings.get(command.booking) : undefined;
    switch (command.do) {
      case 'book':
        return this.#note(command.name, await book(command.name, command.at, this.services.free, true));
      case 'hold':
        return this.#note(command.name, await book(command.name, command.at, this.services.paid, false));
      case 'visit': {
        const items = command.items.map((at) => ({ ...this.#at(at), service_id: this.services.free }));
        const visit = { items, person_attributes: { name: command.name } };
        return answerOf(await through.post('/visits', { json: { visit } }));
      }
      case 'move':
        return answerOf(await through.put(`/bookings/${id}`, { json: time(command.hour) }));
      case 'cancel':
        return answerOf(await through.put(`/bookings/${id}/cancel`));
      case 'pay': {
        const { errors } = await through.graphql(
          'mutation ($orderId: Int!) { recordPayment(orderId: $orderId, amount: "100") { state } }',
          { orderId: await this.#orderOf(command.booking) },
        );
        return errors ? 'refused' : 'done';
      }
      case 'expire':
        await expireHold(await createBackgroundContext(database, server.clock, this.account.credentials.id), id ?? 0);
        return 'done';
      case 'offer':
        await new WaitlistJobs({ ...server, database }, this.account).offer(this.#opening);
        return 'done';
    }
  }

  #at({ resource, hour }: Place) {
    return { resource_id: this.resources[resource], ...time(hour) };
  }

  #note(name: string, answer: RestAnswer): string {
    if (answer.status === 200) this.#bookings.set(name, answer.body.booking.id);
    return answerOf(answer);
  }

  async #orderOf(name: string): Promise<number | undefined> {
    const [row] = await server.sql<{ id: number }>(
      'select order_id as id from booking where account_id = ? and id = ?',
      this.account.credentials.id,
      this.#bookings.get(name),
    );
    return row?.id;
  }

  /** Reads what is left, as the reference describes it. */
  async read(): Promise<{ bookings: unknown; entry: string | undefined }> {
    const { id } = this.account.credentials;
    const rows = await server.sql<{ name: string; resource: number; hour: number; state: string; paid: number }>(
      `select person.name, booking.resource_id as resource,
         case when booking.state = 'awaiting_payment' and booking.expires_at <= ? then 'due' else booking.state end as state,
         extract(hour from booked_from at time zone 'Europe/Oslo')::integer as hour,
         coalesce(booking_order.paid_amount, 0)::integer as paid
       from booking
       join person on person.account_id = booking.account_id and person.id = booking.person_id
       left join booking_order on booking_order.account_id = booking.account_id and booking_order.id = booking.order_id
       where booking.account_id = ? and person.name <> 'freed' order by booking.id`,
      server.clock.now(),
      id,
    );
    const [entry] = await server.sql<{ state: string }>('select state from waitlist_entry where account_id = ?', id);
    const found = [...Map.groupBy(rows, ({ name }) => name)].flatMap(([name, all]) =>
      all.map(({ resource, hour, state, paid }, index) => [
        all.length > 1 ? `${name}/${index}` : name,
        { resource: this.resources.indexOf(resource), hour, state, paid },
      ]),
    );
    return { bookings: Object.fromEntries(found), entry: entry?.state };
  }
}

function answerOf({ status, body }: { status: number; body: unknown }): string {
  if (status === 200) return 'done';
  if (status === 400 || status === 409) return 'refused';
  throw new Error(`${status} ${JSON.stringify(body)}`);
}

const drawDay = (random: Random): Day => ({
  bookings: {
    Kari: { resource: 0, hour: pick(random, [10, 11]), state: 'confirmed', paid: 0 },
    Per: { resource: 1, hour: pick(random, hours), state: 'confirmed', paid: 0 },
    Eva: { resource: 0, hour: 12, state: 'awaiting_payment', paid: 0 },
  },
  entry: { state: 'waiting', at: { resource: 0, hour: 9 } },
});

/** Draws commands that are likely to meet: those of a booking, and of places that others want. */
function drawCommand(random: Random, name: string): Command {
  const at = (): Place => ({ resource: pick(random, [0, 0, 1]), hour: pick(random, hours) });
  const booking = pick(random, ['Kari', 'Per', 'Eva', 'Eva']);
  return pick<() => Command>(random, [
    () => ({ do: 'book', name, at: at() }),
    () => ({ do: 'hold', name, at: at() }),
    () => ({ do: 'visit', name, items: [at(), at()] }),
    () => ({ do: 'move', booking, hour: pick(random, hours) }),
    () => ({ do: 'cancel', booking }),
    () => ({ do: 'pay', booking: 'Eva' }),
    () => ({ do: 'expire', booking: 'Eva' }),
    () => ({ do: 'offer' }),
  ])();
}

/** The attributes of a day that can be seen. */
const shown = ({ bookings, entry }: Day) => ({ bookings, entry: entry.state });

/** Three commands meet, in a drawn order of their statements. @returns the points that were passed */
async function meet(random: Random): Promise<string[]> {
  server.clock.set('2026-03-02T07:00:00Z');
  const shop = await Shop.open();
  const day = drawDay(random);
  await shop.fill(day);
  if (random(3) === 0) {
    server.clock.advance(21);
    if (day.bookings['Eva']) day.bookings['Eva'].state = 'due';
  }
  expect(await shop.read()).toEqual(shown(day));
  const commands = ['Ada', 'Liv', 'Tor'].map((name) => drawCommand(random, name));
  const works = commands.map((command, index) => () => shop.send(command, webs[index] ?? server));
  const { passed, answers } = await runOrder(writers, works, random, findWaiting);
  const sent = commands.map((command, index) => ({ command, answer: String(answers[index]) }));
  const left = await shop.read();
  const explained = [...statesAfter(day, sent, execute)].map(shown);
  if (!explained.some((state) => isDeepStrictEqual(state, left))) {
    expect({ day, sent, passed, left }).toEqual({ day, sent, passed, left: explained });
  }
  return passed;
}

describe('holds, payments, offers, moves, cancellations and visits that meet', () => {
  it('have an order that explains what they were answered and what is left', async () => {
    const endsAt = performance.now() + 1_000 * Number(process.env['SWARM_SECONDS'] ?? 0);
    const random = seeded(seed);
    const passed = new Set<string>();
    let count = 0;
    for (; count < leastMeetings || performance.now() < endsAt; count += 1) {
      for (const point of await meet(random)) passed.add(point.slice(2));
    }
    console.log(`seed ${seed}: ${count} meetings`);
    // The meetings would prove nothing if they did not reach the locks.
    expect([...passed]).toEqual(
      expect.arrayContaining(['lock booking', 'lock resource', 'lock waitlist_entry', 'commit']),
    );
  });
});
