import { createBookableService } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';

const now = '2026-03-02T07:00:00Z';
/** After the expiry of holds, and before the time of the bookings. */
const later = '2026-03-02T08:00:00Z';

const server = await useTestServer({ now });
const account = await server.account();
const { serviceId, resourceId } = await createBookableService(account, {
  service: { price: 100, payment_required: true },
  resource: { capacity: 1000 },
});

const settings = { verification_method: 0, confirm_manually: false };

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
    const state = name === 'verification_expired' ? name : 'cancelled';
    await server.sql('update booking set state = ? where id = ?', state, id);
  }
  await server.configure(account, settings);
  const { body } = await account.get(`/bookings/${id}`);
  expect([name, body.booking.active]).toEqual([name, !inactive.includes(name)]);
  return id;
}

/** Each attribute that may be changed, with a new value. */
const values: Record<string, unknown> = {
  expires_at: '2026-03-02T15:00:00+01:00',
  status: 'checked_in',
  title: 'Other',
  notes: 'Other',
  external_id: 'x-1',
  reminder_at: '2026-03-02T16:00:00+01:00',
  custom_data: { a: '1' },
  booked_to: '2026-03-03T12:00:00+01:00',
  count: 2,
};

/** The error that refuses the attribute in the state. All others are written. */
function refusalOf(state: string, attribute: string): object | undefined {
  if (state === 'deleted') return { state: ['is deleted'] };
  if (!inactive.includes(state)) return undefined;
  if (attribute === 'status') return { status: ['needs an active booking'] };
  const isExpired = state.includes('expired');
  return attribute === 'expires_at' ? { state: [isExpired ? 'has expired' : 'needs an active booking'] } : undefined;
}

const cases = Object.keys(states).flatMap((state) =>
  Object.keys(values).map((attribute) => ({ state, attribute, refusal: refusalOf(state, attribute) })),
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
  expect(after).toMatchObject({ [attribute]: values[attribute], state: before.state, active: before.active });
});

it.each(inactive)('by GraphQL, alone and in bulk, a booking that is %s cannot be extended', async (state) => {
  const id = await reach(state);
  const input = { expiresAt: '2026-03-02T15:00:00+01:00' };
  const fields = refusalOf(state, 'expires_at');
  const { errors } = await account.graphql(
    'mutation ($id: Int!, $input: BookingInput!) { updateBooking(id: $id, input: $input) { id } }',
    { id, input },
  );
  expect(errors?.[0]?.extensions.fields).toEqual(fields);
  for (const mode of ['ALL', 'EACH']) {
    const { data, errors: whole } = await account.graphql(
      `mutation ($items: [BookingUpdate!]!, $mode: BulkMode!) {
        updateBookings(items: $items, mode: $mode) { items { error { fields } } } }`,
      { items: [{ id, input }], mode },
    );
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
