import { createBookableService } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();
beforeEach(() => server.sql('update account set has_needs = true where id = ?', account.credentials.id));

const march4 = (time: string): string => `2026-03-04T${time}:00+01:00`;

/** Writes a booking with places, whose own row would take its first resource all day. */
async function place(
  serviceId: number,
  places: readonly { resourceId: number; from: string; to: string; after?: number }[],
  state = 'confirmed',
): Promise<number> {
  const [booking] = await server.sql<{ id: number }>(
    `insert into booking (account_id, created_at, updated_at, service_id, resource_id, booked_from, booked_to, state, has_places)
     values (?, now(), now(), ?, ?, ?, ?, ?, true) returning id`,
    ...[account.credentials.id, serviceId, places[0]?.resourceId, march4('09:00'), march4('17:00'), state],
  );
  for (const [index, { resourceId, from, to, after = 0 }] of places.entries()) {
    await server.sql(
      `insert into booking_place (account_id, booking_id, position, need_id, resource_id, starts_at, ends_at, buffer_after, count)
       values (?, ?, ?, 1, ?, ?, ?, ?, 1)`,
      ...[account.credentials.id, booking?.id, index + 1, resourceId, march4(from), march4(to), after],
    );
  }
  return booking?.id ?? 0;
}

async function startsOn(serviceId: number, resourceId: number): Promise<string[]> {
  const { body } = await account.get(
    `/services/${serviceId}/slots?from=2026-03-04&to=2026-03-04&selected_resources=${resourceId}`,
  );
  return body.map(({ slot }: { slot: { timestamp: string } }) => slot.timestamp.slice(11, 16));
}

const book = (resource_id: number, from: string, to: string) =>
  account.post('/bookings', { json: { booking: { resource_id, booked_from: march4(from), booked_to: march4(to) } } });

describe('the places of a booking with needs', () => {
  it('occupy each of its resources, with a gap for others', async () => {
    const { serviceId, resourceIds } = await createBookableService(account, { providers: [{}, {}] });
    const [first = 0, second = 0] = resourceIds;
    await place(serviceId, [
      { resourceId: first, from: '09:00', to: '10:00' },
      { resourceId: first, from: '12:00', to: '17:00' },
      { resourceId: second, from: '10:00', to: '15:00', after: 60 },
    ]);
    expect(await startsOn(serviceId, first)).toEqual(['10:00', '11:00']);
    expect(await startsOn(serviceId, second)).toEqual(['09:00', '16:00']);
    expect(await book(second, '15:30', '16:30')).toMatchObject({
      status: 400,
      body: { resource_id: ['is not available'] },
    });
    expect(await book(first, '11:30', '12:30')).toMatchObject({ status: 400 });
    expect(await book(first, '10:00', '12:00')).toMatchObject({ status: 200 });
  });

  it('occupy nothing when the booking is not active', async () => {
    const { serviceId, resourceId } = await createBookableService(account);
    await place(serviceId, [{ resourceId, from: '09:00', to: '17:00' }], 'cancelled');
    expect(await startsOn(serviceId, resourceId)).toHaveLength(8);
  });

  it('are conflicts of a time', async () => {
    const { serviceId, resourceIds } = await createBookableService(account, { providers: [{}, {}] });
    const [first = 0, second = 0] = resourceIds;
    const id = await place(serviceId, [
      { resourceId: first, from: '09:00', to: '10:00' },
      { resourceId: second, from: '10:00', to: '11:00' },
    ]);
    const conflicts = async (resource: number, from: string, to: string) => {
      const during = new URLSearchParams({ from: march4(from), to: march4(to), resource_id: String(resource) });
      const { body } = await account.get(`/services/${serviceId}/conflicts?${during}`);
      return body.map(({ conflict }: { conflict: object }) => conflict);
    };
    expect(await conflicts(second, '10:30', '12:00')).toMatchObject([{ kind: 'booking', id, resource_id: second }]);
    expect(await conflicts(first, '10:00', '12:00')).toEqual([]);
  });

  it('are used time of each resource', async () => {
    const { serviceId, resourceIds } = await createBookableService(account, { providers: [{}, {}] });
    const [first = 0, second = 0] = resourceIds;
    await place(serviceId, [
      { resourceId: first, from: '09:00', to: '10:00' },
      { resourceId: second, from: '10:00', to: '12:00' },
    ]);
    const { body } = await account.get('/figures/utilisation?from=2026-03-04&to=2026-03-05&group_by=resource');
    const minutes = body.utilisation_figures.groups.map(
      ({ keys, figure }: { keys: { id: number }[]; figure: { booked_minutes: number } }) => [
        keys[0]?.id,
        figure.booked_minutes,
      ],
    );
    expect(new Map(minutes)).toEqual(
      new Map([
        [first, 60],
        [second, 120],
      ]),
    );
  });
});
