import { bookService, createBookableService, createEvent } from '../support/catalog.js';
import { holdLock, holdLocks, untilBlocked } from '../support/held-lock.js';
import { type RestAnswer, type TestAccount, useTestServer } from '../support/test-server.js';

const now = '2026-03-02T07:00:00Z';
const later = '2026-03-02T09:00:00Z';
/** The minutes until a hold expires. */
const holdLasts = 20;

const server = await useTestServer({ now });
let account: TestAccount;
beforeEach(() => server.clock.set(now));

const kari = { person_attributes: { name: 'Kari', email: 'kari@example.org' } };
type Outcome = Pick<RestAnswer, 'status' | 'body'>;

/** A place for one booking: a resource or an event. */
interface Place {
  /** The kind of the lock. */
  lock: ['resource' | 'event', id: number];
  /** The attributes of a booking that name the place. */
  attributes: object;
  refusal: object;
}

async function onResource(service: object): Promise<Place> {
  const { serviceId, resourceId } = await createBookableService(account, { service });
  return {
    lock: ['resource', resourceId],
    attributes: {
      service_id: serviceId,
      resource_id: resourceId,
      booked_from: '2026-03-03 10:00',
      booked_to: '2026-03-03 11:00',
    },
    refusal: { resource_id: ['is not available'] },
  };
}

async function inEvent(service: object): Promise<Place> {
  const event = await createEvent(account, { capacity: 1 }, service);
  return { lock: ['event', event.id], attributes: { event_id: event.id }, refusal: { event_id: ['is full'] } };
}

interface Hold {
  id: number;
  verification_code: string | null;
}

/** A request that keeps or makes the booking of a hold active. */
interface Step {
  name: string;
  service: object;
  take: (hold: Hold) => Promise<Outcome>;
  /** The response if the hold has expired. */
  tooLate: object;
}

const paid = { price: 100, payment_required: true };
const expired = { state: ['has expired'] };
const unverifiable = { state: ["can't be verified when expired"] };

/** Converts a GraphQL response to the form of a REST response. */
async function mutate(mutation: string, variables: object): Promise<Outcome> {
  const { data, errors } = await account.graphql(mutation, variables);
  return errors ? { status: 400, body: errors[0]?.extensions.fields } : { status: 200, body: data };
}
const orderOf = async ({ id }: Hold): Promise<number> =>
  (await account.graphql('query ($id: Int!) { booking(id: $id) { order { id } } }', { id })).data.booking.order.id;

const steps: Step[] = [
  {
    name: 'a verification',
    service: {},
    take: ({ id }) => account.put(`/bookings/${id}/verify`),
    tooLate: unverifiable,
  },
  {
    name: 'a verification by its code',
    service: {},
    take: ({ id, verification_code }) => account.put(`/bookings/${id}/verify_code`, { json: { verification_code } }),
    tooLate: unverifiable,
  },
  {
    name: 'a recorded payment',
    service: paid,
    take: async (hold) =>
      mutate('mutation ($orderId: Int!) { recordPayment(orderId: $orderId, amount: "100") { state } }', {
        orderId: await orderOf(hold),
      }),
    tooLate: expired,
  },
  {
    name: 'a gift card',
    service: paid,
    take: async (hold) => {
      const card = await account.create('/gift_cards', 'gift_card', { value: 100 });
      return mutate(
        'mutation ($orderId: Int!, $code: String!) { redeemGiftCard(orderId: $orderId, code: $code) { id } }',
        {
          orderId: await orderOf(hold),
          code: card.code,
        },
      );
    },
    tooLate: expired,
  },
  {
    name: 'paid_at',
    service: paid,
    take: ({ id }) => account.put(`/bookings/${id}`, { json: { paid_at: now } }),
    tooLate: expired,
  },
  {
    name: 'an extension',
    service: {},
    take: ({ id }) => account.put(`/bookings/${id}`, { json: { expires_at: later } }),
    tooLate: { state: ['has expired'] },
  },
  {
    name: 'an unlimited extension',
    service: {},
    take: ({ id }) => account.put(`/bookings/${id}`, { json: { expires_at: null } }),
    tooLate: { state: ['has expired'] },
  },
];

async function holdPlace(
  { service }: Step,
  placeFor: (service: object) => Promise<Place>,
): Promise<{ place: Place; hold: Hold }> {
  account = await server.account({ verification: service === paid ? 'none' : 'email' });
  const place = await placeFor(service);
  const booking = { ...place.attributes, ...kari };
  const hold = await account.create('/bookings', 'booking', booking, { confirm: false });
  expect(hold.state).toBe(service === paid ? 'awaiting_payment' : 'awaiting_verification');
  return { place, hold };
}

const rivalFor = (place: Place) => account.post('/bookings', { json: { booking: place.attributes } });

describe.each([
  ['a resource', onResource],
  ['an event', inEvent],
])('a hold on %s', (_, placeFor) => {
  it.each(steps)('keeps its place if $name is delayed between decision and commit', async (step) => {
    const { place, hold } = await holdPlace(step, placeFor);
    server.clock.advance(holdLasts - 1);
    await using row = await holdLocks(
      server,
      'select from booking where account_id = $1 and id = $2 for update',
      account.credentials.id,
      hold.id,
    );
    const taken = step.take(hold);
    await untilBlocked(server, 1, taken);
    server.clock.advance(2);
    const rival = rivalFor(place);
    await untilBlocked(server, 2, rival);
    await row.release();
    expect(await taken).toMatchObject({ status: 200 });
    expect(await rival).toMatchObject({ status: 400, body: place.refusal });
  });

  it.each(steps)('is lost if it expires while $name waits for the lock of the place', async (step) => {
    const { place, hold } = await holdPlace(step, placeFor);
    server.clock.advance(holdLasts - 1);
    await using lock = await holdLock(server, account, ...place.lock);
    const taken = step.take(hold);
    await untilBlocked(server, 1, taken);
    server.clock.advance(1);
    await lock.release();
    expect(await taken).toMatchObject({ status: 400, body: step.tooLate });
    expect(await rivalFor(place)).toMatchObject({ status: 200 });
  });
});

it.each([
  ['resource', onResource],
  ['event', inEvent],
])('the decision on a booking uses the time at which it has the lock of its %s', async (_, placeFor) => {
  account = await server.account({ verification: 'email' });
  const place = await placeFor({});
  const { id } = await account.create('/bookings', 'booking', { ...place.attributes, ...kari }, { confirm: false });
  server.clock.advance(holdLasts - 1);
  await using lock = await holdLock(server, account, ...place.lock);
  const rival = rivalFor(place);
  await untilBlocked(server, 1, rival);
  server.clock.advance(1);
  await lock.release();
  expect(await rival).toMatchObject({
    status: 200,
    body: { booking: { created_at: '2026-03-02T08:20:00+01:00', updated_at: '2026-03-02T08:20:00+01:00' } },
  });
  expect((await account.put(`/bookings/${id}/verify`)).body).toEqual(unverifiable);
});

it('the decision on a moving hold uses the time at which it has the lock of the new place', async () => {
  account = await server.account({ verification: 'email' });
  const { serviceId, resourceIds } = await createBookableService(account, { providers: [{}, {}] });
  const [from = 0, to = 0] = resourceIds;
  const hold = await bookService(account, { serviceId, resourceId: from }, kari, { confirm: false });
  server.clock.advance(holdLasts - 1);
  await using lock = await holdLock(server, account, 'resource', to);
  const move = account.put(`/bookings/${hold.id}`, { json: { resource_id: to, expires_at: later } });
  await untilBlocked(server, 1, move);
  server.clock.advance(1);
  await lock.release();
  expect(await move).toMatchObject({ status: 400, body: { state: ['has expired'] } });
});
