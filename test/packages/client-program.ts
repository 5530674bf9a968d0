/** The answer of the program. */
export interface Seen {
  state: string;
  people: number;
  change: string;
  errors: string[];
  event: string;
}

export interface Given {
  url: string;
  apiKey: string;
  delivery: { body: string; headers: Record<string, string>; secret: string };
}

/**
 * A module that uses the built client by its public interface alone, for the platforms that the tests are not run by. It gets
 * the module of the client, because each platform imports it in its own way.
 */
export const clientProgram = `
export async function run({ createClient, NotFoundError, ValidationError, verifyWebhook }, { url, apiKey, delivery }) {
  const client = createClient({ url, apiKey, retryPause: 1 });
  const { cursor } = await client.changeLog.list({ after: 'latest' });
  const [service] = await client.services.list();
  const [day] = await client.services.findNextAvailableDate(service.id);
  const [slot] = await client.services.listSlots(service.id, { from: day, to: day });
  const times = { booked_from: slot.timestamp, booked_to: slot.timestamp_end };
  const booking = await client.bookings.create({ service_id: service.id, ...times, person_attributes: { name: 'Ola' } });

  let people = 0;
  for await (const _ of client.people.list()) people++;

  let change = '';
  for await (const one of client.changes({ after: cursor })) {
    if (one.object !== 'booking' || one.object_id !== booking.id) continue;
    change = one.name;
    break;
  }

  const classes = { NotFoundError, ValidationError };
  const classOf = (error) => Object.keys(classes).find((name) => error instanceof classes[name]) ?? String(error);
  const errors = [];
  for (const refused of [() => client.bookings.get(999999), () => client.people.create({ name: 'A', email: 'no' })]) {
    await refused().then(() => errors.push('none'), (error) => errors.push(classOf(error)));
  }

  const { event } = await verifyWebhook(delivery.body, delivery.headers, delivery.secret);
  return { state: booking.state, people, change, errors, event };
}`;
