import type { AccountCredentials } from '../../src/domain/account/account.actions.js';
import { createBookableService } from '../support/catalog.js';
import { seeded } from '../support/random.js';
import { TestAccount } from '../support/test-server.js';
import { sizes } from './check.js';
import { Client, dueAmount, type Round } from './clients.js';
import type { Operation } from './history.js';

export interface RoundsOptions {
  seed: number;
  /** The requests of all clients, without the reads at the end of each round. */
  operations: number;
  /** The addresses of the web processes. */
  origins: readonly string[];
  createAccount: (subdomain: string) => Promise<AccountCredentials>;
  /** Disturbs the processes while the clients of a round send requests. */
  disturb?: () => Promise<void>;
  /** Gets what the clients of a round have noted. */
  onRound: (history: readonly Operation[]) => void;
}

const clients = 6;
/** The requests of each client in a round: more of them make the search for an order longer. */
const turns = 25;

/** Lets clients use the same few objects at once, in rounds with new objects each. */
export async function runRounds(options: RoundsOptions): Promise<void> {
  const { seed, operations, origins, createAccount, disturb, onRound } = options;
  const random = seeded(seed);
  for (let number = 1; (number - 1) * clients * turns < operations; number += 1) {
    const credentials = await createAccount(`histories-${seed}-${number}`);
    const round = await prepareRound(new TestAccount(origins[0] ?? '', credentials), number);
    const history: Operation[] = [];
    const known = new Map<string, { id: number; object: string }>();
    const create = (client: number) => new Client(client, round, origins, seeded(random(2 ** 31)), history, known);
    const all = Array.from({ length: clients }, (_, index) => create(index + 1));
    await Promise.all([...all.map((client) => client.run(turns)), disturb?.()]);
    await create(clients + 1).readAll();
    onRound(history);
  }
}

async function prepareRound(account: TestAccount, number: number): Promise<Round> {
  const open = { service: { price: dueAmount }, resource: { capacity: 1_000 } };
  const { serviceId: service, resourceId: wide } = await createBookableService(account, open);
  const { id: narrow } = await account.create('/resources', 'resource', { title: 'Narrow', capacity: sizes.place });
  const coupon = { title: 'Few', code: 'FEW', value: 10, availability: sizes.coupon };
  const { id: person } = await account.create('/people', 'person', { name: 'Kari' });
  const time = { booked_from: '2099-03-04 09:00', booked_to: '2099-03-04 10:00' };
  // More orders than the card can pay for.
  for (let count = 0; count * dueAmount < sizes.card + 2 * dueAmount; count += 1) {
    await account.create('/bookings', 'booking', { ...time, resource_id: wide, service_id: service });
  }
  const { body: orders } = await account.get('/orders?limit=100');
  return {
    ...{ number, apiKey: account.credentials.api_key, narrow, wide, service, person },
    coupon: (await account.create('/coupons', 'coupon', coupon)).id,
    package: (await account.create('/packages', 'package', { title: 'Ten', units: sizes.package, person_id: person }))
      .id,
    card: await account.create('/gift_cards', 'gift_card', { value: sizes.card }),
    orders: orders.map(({ order }: { order: { id: number } }) => order.id),
  };
}
