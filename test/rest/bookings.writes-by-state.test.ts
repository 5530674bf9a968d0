import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { expireHold } from '../../src/domain/booking/states/booking-state.actions.js';
import { bookingSchema } from '../../src/graphql/schema.js';
import { Agent } from '../support/agent.js';
import { createBookableService, createEvent, openDaily } from '../support/catalog.js';
import { isSampled } from '../support/sample.js';
import { useTestServer } from '../support/test-server.js';
import { linkTokenOf } from '../support/valid-input.js';
import { Visitor } from '../support/visitor.js';

const now = '2026-03-02T07:00:00Z';
/** After the expiry of holds, and before the time of the bookings. */
const later = '2026-03-02T08:00:00Z';

const server = await useTestServer({ now });
const account = await server.account({ publicAccess: true });
const visitor = new Visitor(account);
const { serviceId, resourceId } = await createBookableService(account, {
  service: { price: 100, payment_required: true },
  resource: { capacity: 1000 },
});
const { id: otherResourceId } = await account.create('/resources', 'resource', {
  ...openDaily('09:00', '17:00'),
  title: 'Other',
  capacity: 1000,
});
await account.create('/providers', 'provider', { service_id: serviceId, resource_id: otherResourceId });
const { id: otherServiceId } = await account.create('/services', 'service', { title: 'Other', price: 50 });
await account.create('/providers', 'provider', { service_id: otherServiceId, resource_id: resourceId });
const event = await createEvent(account, { capacity: 1000 }, { price: 50 });
const coupon = await account.create('/coupons', 'coupon', { title: 'Coupon', code: 'COUPON', value: 10 });
const { id: personId } = await account.create('/people', 'person', { name: 'Ola' });

const settings = { verification_method: 0, confirm_manually: false, allow_cancellation: true };

/** Each state of a booking, and how to reach it. */
const states: Record<
  string,
  { configured?: object; steps?: string[]; confirm?: boolean; isLate?: boolean; isSwept?: boolean }
> = {
  confirmed: { confirm: true },
  awaiting_confirmation: { configured: { confirm_manually: true }, steps: ['paid'] },
  awaiting_verification: { configured: { verification_method: 1 } },
  awaiting_payment: {},
  'awaiting_verification, expired': { configured: { verification_method: 1 }, isLate: true },
  'awaiting_payment, expired': { isLate: true },
  verification_expired: { configured: { verification_method: 1 }, isLate: true, isSwept: true },
  'cancelled for lack of payment': { isLate: true, isSwept: true },
  declined: { configured: { confirm_manually: true }, steps: ['paid', 'decline'] },
  cancelled: { confirm: true, steps: ['cancel'] },
  deleted: { confirm: true, steps: ['delete'] },
};
const inactive = Object.keys(states).slice(4);

let made = 0;

async function reach(name: string): Promise<number> {
  const { configured = {}, steps = [], confirm = false, isLate = false, isSwept = false } = states[name] ?? {};
  server.clock.set(now);
  await server.configure(account, { ...settings, ...configured });
  made += 1;
  const booking = {
    ...{ service_id: serviceId, resource_id: resourceId, person_attributes: { email: `p${made}@example.org` } },
    ...{ booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' },
  };
  const { id } = await account.create('/bookings', 'booking', booking, { confirm });
  for (const step of steps) {
    if (step === 'paid') await account.put(`/bookings/${id}`, { json: { paid_at: '2026-03-02 08:00' } });
    else if (step === 'delete') await account.del(`/bookings/${id}`);
    else await account.put(`/bookings/${id}/${step}`);
  }
  if (isLate) server.clock.set(later);
  if (isSwept) {
    await expireHold(await createBackgroundContext(server.database, server.clock, account.credentials.id), id);
  }
  await server.configure(account, settings);
  const { body } = await account.get(`/bookings/${id}`);
  expect([name, body.booking.active]).toEqual([name, !inactive.includes(name)]);
  return id;
}

/** The attributes that decide the place of a booking, each with a new value. */
const places: Record<string, unknown> = {
  booked_from: '2026-03-03T10:30:00+01:00',
  booked_to: '2026-03-03T12:00:00+01:00',
  resource_id: otherResourceId,
  service_id: otherServiceId,
  event_id: event.id,
};

/** The attributes of the sale, which the order decides together with the state. */
const sales: Record<string, unknown> = {
  coupon_id: coupon.id,
  coupon_code: 'COUPON',
  paid_at: '2026-03-02T08:15:00+01:00',
  paid_amount: '50.0',
};

/** Every other attribute that a request may change, with a new value. */
const others: Record<string, unknown> = {
  expires_at: '2026-03-02T15:00:00+01:00',
  status: 'checked_in',
  title: 'Other',
  notes: 'Other',
  external_id: 'x-1',
  external_url: 'https://example.org/1',
  external_host_url: 'https://example.org/2',
  reminder_at: '2026-03-02T16:00:00+01:00',
  reminded_at: '2026-03-02T07:30:00+01:00',
  custom_data: { a: '1' },
  count: 2,
  person_id: personId,
  booked_by_person_id: personId,
  booked_for_name: 'Bo Berg',
};

/** Attributes that are no column of their own, and those that `booking-options.test.ts` and `packages.updates.test.ts` change. */
const elsewhere = ['options', 'package_id', 'person_attributes', 'public_booking'];

const values = { ...places, ...sales, ...others };

it('the tables have every attribute of a booking', () => {
  const type = bookingSchema().getType('BookingInput');
  const names = type && 'getFields' in type ? Object.keys(type.getFields()) : [];
  const inRest = names.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  expect(inRest.toSorted()).toEqual([...Object.keys(values), ...elsewhere].toSorted());
});

/** The error that refuses the attribute in the state. All others are written. */
function refusalOf(state: string, attribute: string): object | undefined {
  if (state === 'deleted') return { state: ['is deleted'] };
  if (attribute in sales) return saleRefusalOf(state, attribute);
  if (!inactive.includes(state)) return undefined;
  if (attribute === 'status') return { status: ['needs an active booking'] };
  const isExpired = state.includes('expired');
  const isFixed = attribute === 'expires_at' || attribute in places;
  return isFixed ? { state: [isExpired ? 'has expired' : 'needs an active booking'] } : undefined;
}

function saleRefusalOf(state: string, attribute: string): object | undefined {
  if (attribute.startsWith('coupon')) {
    if (inactive.includes(state)) return { [attribute]: ['needs an active booking'] };
    const isSettled = state === 'awaiting_confirmation';
    return isSettled ? { [attribute]: ["can't be changed when the order is settled"] } : undefined;
  }
  if (state.endsWith(', expired')) return { state: ['has expired'] };
  if (!inactive.includes(state)) return undefined;
  return { [attribute]: ["can't be changed when the order is cancelled"] };
}

const cases = Object.keys(states).flatMap((state) =>
  Object.keys(values)
    .filter((attribute, at) => !(attribute in others) || isSampled(at, 3, `attributes of bookings that are ${state}`))
    .map((attribute) => ({ state, attribute, refusal: refusalOf(state, attribute) })),
);

it.each(cases)('$attribute of a booking that is $state: $refusal', async ({ state, attribute, refusal }) => {
  const id = await reach(state);
  const read = async () => (await account.get(`/bookings/${id}`)).body.booking;
  const before = await read();
  const { status, body } = await account.put(`/bookings/${id}`, {
    json: { booking: { [attribute]: values[attribute] } },
  });
  const after = await read();
  if (refusal) {
    expect([status, body, after]).toEqual([400, refusal, before]);
    return;
  }
  expect([status, status === 200 ? null : body]).toEqual([200, null]);
  expect(after.active).toBe(before.active);
  expect(after.coupon_id).toBe(attribute.startsWith('coupon') ? coupon.id : before.coupon_id);
  if (attribute === 'coupon_code') return;
  expect(after).toMatchObject({ [attribute]: values[attribute] });
  if (!(attribute in sales)) expect(after.state).toBe(before.state);
});

const updateOne = 'mutation ($id: Int!, $input: BookingInput!) { updateBooking(id: $id, input: $input) { id } }';
const updateMany = `mutation ($items: [BookingUpdate!]!, $mode: BulkMode!) {
  updateBookings(items: $items, mode: $mode) { items { error { fields } } } }`;

/** Each way of moving a booking to another time, with the errors that refuse it. */
const moves: Record<string, (id: number) => Promise<unknown>> = {
  'REST, with its messages': async (id) =>
    (
      await account.put(`/bookings/${id}`, {
        json: { booked_from: '2026-03-03 12:00', booked_to: '2026-03-03 13:00', modification_send_email: true },
      })
    ).body,
  'REST, in spite of the capacity': async (id) =>
    (await account.put(`/bookings/${id}`, { json: { booked_from: '2026-03-03 09:00', ignore_capacity: true } })).body,
  'REST, by the public rules': async (id) =>
    (
      await account.put(`/bookings/${id}`, {
        json: { booking: { booked_from: '2026-03-03 12:00', booked_to: '2026-03-03 13:00', public_booking: true } },
      })
    ).body,
  GraphQL: async (id) =>
    (await account.graphql(updateOne, { id, input: { bookedFrom: '2026-03-03T09:30:00Z' } })).errors?.[0]?.extensions
      .fields,
  'GraphQL, of many': async (id) => {
    const variables = { items: [{ id, input: { resourceId: otherResourceId } }], mode: 'EACH' };
    return (await account.graphql(updateMany, variables)).data.updateBookings.items[0].error?.fields;
  },
  'GraphQL, all or none': async (id) => {
    const variables = { items: [{ id, input: { resourceId: otherResourceId } }], mode: 'ALL' };
    return (await account.graphql(updateMany, variables)).data.updateBookings.items[0].error?.fields;
  },
  'the tool of an agent': async (id) => {
    await using agent = await Agent.ofKey(server.origin, account.credentials.api_key);
    const to = { booked_from: '2026-03-03 12:00', booked_to: '2026-03-03 13:00' };
    return await agent.refusal('move_booking', { booking_id: id, ...to });
  },
  'its link': async (id) => {
    const token = await linkTokenOf(account, id);
    return (await visitor.put(`/bookings/${token}`, { json: { booked_from: '2026-03-03 12:00' } })).body;
  },
};

const ended = inactive.filter((state) => state !== 'deleted');

it.each(ended.flatMap((state) => Object.entries(moves).map(([way, move]) => ({ state, way, move }))))(
  'a booking that is $state is not moved by $way',
  async ({ state, move }) => {
    const id = await reach(state);
    const read = async () => (await account.get(`/bookings/${id}`)).body.booking;
    const before = await read();
    const messages = await server.sql('select count(*) as count from message_request');
    const text = JSON.stringify(await move(id));
    expect(text).toMatch(/"state":\["(has expired|needs an active booking)"\]/);
    expect(await read()).toEqual(before);
    expect(await server.sql('select count(*) as count from message_request')).toEqual(messages);
  },
);

it.each(ended)('a booking that is %s can be sent back as it was read', async (state) => {
  const id = await reach(state);
  const { booking } = (await account.get(`/bookings/${id}`)).body;
  const { status, body } = await account.put(`/bookings/${id}`, { json: { booking } });
  expect([status, body.booking]).toEqual([200, booking]);
});

it.each(inactive)('by GraphQL, alone and in bulk, a booking that is %s cannot be extended', async (state) => {
  const id = await reach(state);
  const input = { expiresAt: '2026-03-02T15:00:00+01:00' };
  const fields = refusalOf(state, 'expires_at');
  const { errors } = await account.graphql(updateOne, { id, input });
  expect(errors?.[0]?.extensions.fields).toEqual(fields);
  for (const mode of ['ALL', 'EACH']) {
    const { data, errors: whole } = await account.graphql(updateMany, { items: [{ id, input }], mode });
    expect([mode, data?.updateBookings.items[0].error.fields ?? whole]).toEqual([mode, { 0: fields }]);
  }
});

it.each(inactive)('a booking that is %s cannot be verified, confirmed, declined or cancelled', async (state) => {
  const id = await reach(state);
  for (const step of ['verify', 'confirm', 'decline', 'cancel', 'verify_code']) {
    const { status, body } = await account.put(`/bookings/${id}/${step}`, { json: { verification_code: '123456' } });
    expect([step, status, Object.keys(body)]).toEqual([step, 400, ['state']]);
  }
});
