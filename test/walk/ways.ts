import { bookService, createBookableService } from '../support/catalog.js';
import type { TestAccount } from '../support/test-server.js';

/** A kind of request whose way through the code is measured. */
export interface Way {
  /** The name of the way on the command line. */
  key: string;
  name: string;
  /** Sends one request, which succeeds however often it is sent. */
  send: () => Promise<void>;
}

const firstDay = Date.UTC(2026, 2, 4);
const dayMilliseconds = 86_400_000;
const days = 28;

/** Fills the account with a service, its resource and a booking. @returns the ways through its API */
export async function createWays(account: TestAccount): Promise<Way[]> {
  const { serviceId, resourceId } = await createBookableService(account);
  const person = { name: 'Anna Berg', email: 'anna@example.org' };
  await bookService(account, { serviceId, resourceId }, { person_attributes: person });
  let sent = 0;
  /** Returns a free hour: each call another. */
  const nextHour = (): { booked_from: string; booked_to: string } => {
    sent += 1;
    const day = new Date(firstDay + (1 + (sent % days)) * dayMilliseconds).toISOString().slice(0, 10);
    const hour = 9 + (Math.floor(sent / days) % 8);
    return { booked_from: `${day} ${hour}:00`, booked_to: `${day} ${hour + 1}:00` };
  };
  return [
    {
      key: 'create-booking',
      name: 'POST /bookings',
      send: async () => {
        await account.create('/bookings', 'booking', {
          service_id: serviceId,
          ...nextHour(),
          person_attributes: person,
        });
      },
    },
    {
      key: 'create-person',
      name: 'POST /people',
      send: async () => {
        sent += 1;
        await account.create('/people', 'person', { name: `Bo Berg ${sent}`, email: `bo-${sent}@example.org` });
      },
    },
    { key: 'bookings', name: 'GET /bookings', send: () => get(account, '/bookings') },
    { key: 'graphql', name: 'GraphQL bookings { person { name } }', send: () => readByGraphql(account) },
    {
      key: 'slots',
      name: 'GET /services/{id}/slots, not cached',
      send: () => {
        sent += 1;
        const day = new Date(firstDay + (sent % 300) * dayMilliseconds).toISOString().slice(0, 10);
        return get(account, `/services/${serviceId}/slots?from=${day}&to=${day}`);
      },
    },
  ];
}

async function get(account: TestAccount, path: string): Promise<void> {
  const { status, text } = await account.get(path);
  if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`);
}

async function readByGraphql(account: TestAccount): Promise<void> {
  const { data, errors } = await account.graphql('{ bookings(first: 3) { nodes { person { name } } } }');
  if (errors || data?.bookings.nodes.length === 0) throw new Error(JSON.stringify(errors ?? data));
}
