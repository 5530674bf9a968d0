import { createBookableService } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();
const { resourceId } = await createBookableService(account, { resource: { capacity: 1000 } });

const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
const future = '2026-03-02T12:00:00Z';
const settings = { confirm_manually: false, verification_method: 0 };

/** Creates a booking in the state, by requests of a client. */
const reach: Record<string, () => Promise<number>> = {
  confirmed: () => create(),
  awaiting_confirmation: () => create({ confirm_manually: true }),
  awaiting_verification: () => create({ verification_method: 1 }),
  declined: () => create({ confirm_manually: true }, 'decline'),
  cancelled: () => create({}, 'cancel'),
  deleted: async () => {
    const id = await create();
    await account.del(`/bookings/${id}`);
    return id;
  },
};

let people = 0;

async function create(configured: object = {}, ...steps: string[]): Promise<number> {
  await server.configure(account, { ...settings, ...configured });
  people += 1;
  const email = `person-${people}@example.org`;
  const booking = { ...time, resource_id: resourceId, person_attributes: { email } };
  const { id } = await account.create('/bookings', 'booking', booking, { confirm: false });
  for (const step of steps) await account.put(`/bookings/${id}/${step}`);
  await server.configure(account, settings);
  return id;
}

const perform = (id: number, step: string) =>
  step === 'delete' ? account.del(`/bookings/${id}`) : account.put(`/bookings/${id}/${step}`);
const doing: Record<string, string> = {
  verify: 'verified',
  confirm: 'confirmed',
  decline: 'declined',
  cancel: 'cancelled',
};

describe('every transition from every state', () => {
  const leadsTo: Record<string, Record<string, string>> = {
    confirmed: { cancel: 'cancelled', delete: 'deleted' },
    awaiting_confirmation: { confirm: 'confirmed', decline: 'declined', cancel: 'cancelled', delete: 'deleted' },
    awaiting_verification: { verify: 'confirmed', cancel: 'cancelled', delete: 'deleted' },
    declined: { delete: 'deleted' },
    cancelled: { delete: 'deleted' },
    deleted: { delete: 'deleted' },
  };
  const cases = Object.keys(reach).flatMap((state) =>
    ['verify', 'confirm', 'decline', 'cancel', 'delete'].map((step) => [step, state, leadsTo[state]?.[step]] as const),
  );

  it.each(cases)('%s in the state %s leads to %s', async (step, state, next) => {
    const id = (await reach[state]?.()) ?? 0;
    expect((await account.get(`/bookings/${id}`)).body.booking.state).toBe(state);
    const before = await server.changes(account);
    const { status, body } = await perform(id, step);
    if (next === undefined) {
      expect([status, body]).toEqual([400, { state: [`can't be ${doing[step]} when ${state}`] }]);
      expect(await server.changes(account)).toEqual(before);
    } else {
      expect([status, body.booking.state, body.booking.active]).toEqual([200, next, next === 'confirmed']);
      const isAgain = state === next;
      const past = step === 'delete' ? 'deleted' : doing[step];
      expect((await server.changes(account)).slice(before.length)).toEqual(isAgain ? [] : [`booking.${past}`]);
    }
  });

  it.each([
    'verify',
    'verify_code?verification_code=1',
    'confirm',
    'decline',
    'cancel',
    'delete',
    'status?status=completed',
  ])('%s is not found for a booking that does not exist or belongs to another account', async (step) => {
    const other = await server.account();
    const id = await create();
    for (const [of, unknown] of [
      [account, 2_000_000_000],
      [other, id],
      [account, 'x'],
    ] as const) {
      const path = `/bookings/${unknown}`;
      const { status, body } = await (step === 'delete' ? of.del(path) : of.put(`${path}/${step}`));
      expect([status, body]).toEqual([404, { error: { description: 'Not found' } }]);
    }
  });
});

describe('a booking that has ended', () => {
  it.each(['cancelled', 'declined', 'deleted'])('frees its place when it is %s', async (state) => {
    const { resourceId: only } = await createBookableService(account);
    await server.configure(account, { confirm_manually: state === 'declined' });
    const wanted = { ...time, resource_id: only };
    const { id } = await account.create('/bookings', 'booking', wanted, { confirm: state !== 'declined' });
    await server.configure(account, settings);
    expect((await account.post('/bookings', { json: wanted })).status).toBe(400);
    await perform(id, { cancelled: 'cancel', declined: 'decline', deleted: 'delete' }[state] ?? '');
    expect((await account.post('/bookings', { json: wanted })).status).toBe(200);
  });

  it('is returned with related objects by `extended`, also in the URL of a deletion', async () => {
    const id = await create();
    const { body } = await account.del(`/bookings/${id}?extended=true`);
    expect(body.booking).toMatchObject({ id, state: 'deleted', active: false, revision_count: 1 });
    expect(body.booking.resource.capacity).toBe(1000);
    expect((await account.get(`/bookings/${id}?extended=true`)).body).toEqual(body);
  });

  it('cannot be changed after its deletion', async () => {
    const id = await reach['deleted']?.();
    expect((await account.put(`/bookings/${id}`, { json: { title: 'x' } })).body).toEqual({ state: ['is deleted'] });
  });
});

describe('status', () => {
  it.each(['checked_in', 'in_progress', 'completed', 'no_show', null])(
    '%s may be set, in any order',
    async (status) => {
      const id = await create();
      const other = status === 'completed' ? 'no_show' : 'completed';
      await account.put(`/bookings/${id}/status`, { json: { status: other } });
      const { body } = await account.put(`/bookings/${id}/status`, { json: { status } });
      expect([body.booking.status, body.booking.revision_count]).toEqual([status, 2]);
    },
  );

  it.each([
    [{ status: 'late' }, ['is not included in the list', expect.stringMatching(/^must be one of /)]],
    [{ status: 1 }, ['is not included in the list', expect.stringMatching(/^must be one of /)]],
    [{}, "can't be blank"],
  ])('%j is rejected', async (json, message) => {
    const id = await create();
    expect((await account.put(`/bookings/${id}/status`, { json })).body).toEqual({ status: [message].flat() });
  });

  it('requires an active booking', async () => {
    const id = await reach['cancelled']?.();
    const refused = { status: ['needs an active booking'] };
    expect((await account.put(`/bookings/${id}/status`, { json: { status: 'no_show' } })).body).toEqual(refused);
    expect((await account.put(`/bookings/${id}`, { json: { status: 'no_show' } })).body).toEqual(refused);
    expect((await account.put(`/bookings/${id}`, { json: { status: null, title: 'Sorry' } })).status).toBe(200);
  });

  it('can be set by an update, and is kept by a cancellation', async () => {
    const id = await create();
    await account.put(`/bookings/${id}`, { form: 'booking[status]=checked_in' });
    expect((await account.put(`/bookings/${id}/cancel`)).body.booking.status).toBe('checked_in');
  });
});

it('can be set on an extended hold', async () => {
  await server.configure(account, { ...settings, verification_method: 1 });
  const booking = {
    ...time,
    resource_id: resourceId,
    expires_at: future,
    person_attributes: { email: 'a@example.org' },
  };
  const { id } = await account.create('/bookings', 'booking', booking, { confirm: false });
  await server.configure(account, settings);
  server.clock.advance(60);
  expect((await account.put(`/bookings/${id}/verify`)).body.booking.state).toBe('confirmed');
});
