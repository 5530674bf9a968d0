import { createServiceWithNeeds, overbookedResources, placesOf } from '../support/needs.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();

const march4 = (time: string): string => `2026-03-04T${time}:00Z`;

const book = (service_id: number, from: string, to: string, attributes: object = {}, parameters: object = {}) =>
  account.post('/bookings', {
    json: { booking: { service_id, booked_from: march4(from), booked_to: march4(to), ...attributes }, ...parameters },
  });

const move = (id: number, attributes: object, parameters: object = {}) =>
  account.put(`/bookings/${id}`, { json: { booking: attributes, ...parameters } });

const open = { opening_hours_wed: ['09:00', '18:00'] };

describe('a booking of a service with needs', () => {
  it('gets a resource for each need by a matching over the pools', async () => {
    const { serviceId, resourceIds } = await createServiceWithNeeds(server, account, {
      resources: [{}, {}],
      needs: [{ pool: [0, 1] }, { pool: [0] }],
    });
    const { status, body } = await book(serviceId, '10:00', '11:00');
    expect([status, body.booking?.resource_id]).toEqual([200, resourceIds[1]]);
    expect(await placesOf(server, body.booking.id)).toEqual([
      [resourceIds[0], '10:00', '11:00'],
      [resourceIds[1], '10:00', '11:00'],
    ]);
    expect(await book(serviceId, '10:30', '11:30')).toMatchObject({
      status: 400,
      body: { resource_id: ['is not available'] },
    });
  });

  it('gets the resource that it names for its first need', async () => {
    const { serviceId, resourceIds } = await createServiceWithNeeds(server, account, {
      resources: [{}, {}, {}],
      needs: [{ pool: [0, 1] }, { pool: [0, 2] }],
    });
    const { body } = await book(serviceId, '10:00', '11:00', { resource_id: resourceIds[0] });
    expect((await placesOf(server, body.booking.id)).map(([id]) => id)).toEqual([resourceIds[0], resourceIds[2]]);
    expect(await book(serviceId, '10:30', '11:30', { resource_id: resourceIds[0] })).toMatchObject({
      body: { resource_id: ['is not available'] },
    });
    expect(await book(serviceId, '12:00', '13:00', { resource_id: resourceIds[2] })).toMatchObject({
      status: 400,
      body: { service_id: ['is not offered by the resource'] },
    });
  });

  it('is refused with the number of resources if there are never enough', async () => {
    const { serviceId } = await createServiceWithNeeds(server, account, {
      resources: [{}],
      needs: [{ pool: [0], count: 2 }],
    });
    const needs = { status: 400, body: { service_id: ['needs 2, has 1'] } };
    expect(await book(serviceId, '10:00', '11:00')).toMatchObject(needs);
    expect(await book(serviceId, '10:00', '11:00', {}, { ignore_capacity: true })).toMatchObject(needs);
  });

  it('takes a resource for each person if the need says so', async () => {
    const { serviceId, resourceIds } = await createServiceWithNeeds(server, account, {
      resources: [{}, {}],
      needs: [{ pool: [0, 1], per: 'person' }],
    });
    const { body } = await book(serviceId, '10:00', '11:00', { count: 2 });
    expect((await placesOf(server, body.booking.id)).map(([id]) => id)).toEqual(resourceIds);
    expect(await book(serviceId, '12:00', '13:00', { count: 3 })).toMatchObject({
      status: 400,
      body: { count: ['must be less than or equal to 2'] },
    });
    const fewer = await move(body.booking.id, { count: 1 });
    expect(fewer.status).toBe(200);
    expect(await placesOf(server, body.booking.id)).toHaveLength(1);
    expect((await book(serviceId, '10:00', '11:00')).status).toBe(200);
  });
});

describe('the gap of a need', () => {
  /** Colour on a chair, with a stylist for 30 minutes before and after a gap of 45, and a cut with the same stylist. */
  async function createSalon(cut: object = {}) {
    const colour = await createServiceWithNeeds(server, account, {
      service: { interval: 105 },
      resources: [open, open, open],
      needs: [
        {
          pool: [0],
          segments: [
            { offset: 0, length: 30 },
            { offset: 75, length: 30 },
          ],
        },
        { pool: [1] },
      ],
    });
    const [stylist, chair, other] = colour.resourceIds;
    const [sameChair, otherChair] = await Promise.all(
      [chair, other].map(async (seat) => {
        const service = { title: 'Cut', interval: 45, ...cut };
        const needs = [{ pool: [0] }, { pool: [1] }];
        return createServiceWithNeeds(server, account, { service, resources: [], needs }, [stylist ?? 0, seat ?? 0]);
      }),
    );
    const first = await book(colour.serviceId, '10:00', '11:45');
    expect(first.status).toBe(200);
    return { colour, stylist, chair, cut: otherChair?.serviceId ?? 0, sameChair: sameChair?.serviceId ?? 0 };
  }

  it('admits a booking that fits, on another chair', async () => {
    const { cut, sameChair } = await createSalon();
    const taken = { status: 400, body: { resource_id: ['is not available'] } };
    expect(await book(sameChair, '10:30', '11:15')).toMatchObject(taken);
    expect(await book(cut, '10:30', '11:16')).toMatchObject(taken);
    expect(await book(cut, '10:29', '11:14')).toMatchObject(taken);
    expect((await book(cut, '10:30', '11:15')).status).toBe(200);
    expect(await overbookedResources(server, account.credentials.id)).toEqual([]);
  });

  it('does not admit one whose buffer does not fit', async () => {
    const { cut } = await createSalon({ buffer_after: 1 });
    expect(await book(cut, '10:30', '11:15')).toMatchObject({ status: 400 });
  });

  it('admits a booking of the resource alone', async () => {
    const { stylist } = await createSalon();
    const alone = (from: string, to: string) =>
      account.post('/bookings', {
        json: { booking: { resource_id: stylist, booked_from: march4(from), booked_to: march4(to) } },
      });
    expect((await alone('11:00', '11:30')).status).toBe(400);
    expect((await alone('10:30', '11:15')).status).toBe(200);
  });

  it('need not be open, but the work must be', async () => {
    const lunch = { opening_hours_wed: ['09:00', '10:30', '11:15', '18:00'] };
    const { serviceId } = await createServiceWithNeeds(server, account, {
      service: { interval: 105 },
      resources: [lunch, open],
      needs: [
        {
          pool: [0],
          segments: [
            { offset: 0, length: 30 },
            { offset: 75, length: 30 },
          ],
        },
        { pool: [1] },
      ],
    });
    const asPublic = { public_booking: true };
    // The clock of the account is an hour ahead of UTC.
    expect((await book(serviceId, '09:00', '10:45', asPublic)).status).toBe(200);
    expect(await book(serviceId, '09:10', '10:55', asPublic)).toMatchObject({
      status: 400,
      body: { booked_from: ['is outside the opening hours'] },
    });
  });
});

describe('a booking with places', () => {
  const createMassage = () =>
    createServiceWithNeeds(server, account, {
      resources: [{}, {}, {}],
      needs: [{ pool: [0, 1] }, { pool: [2] }],
    });

  it('moves as a whole or not at all', async () => {
    const { serviceId, resourceIds } = await createMassage();
    const [first = 0, second = 0, room = 0] = resourceIds;
    const one = await book(serviceId, '10:00', '11:00', { resource_id: second });
    await book(serviceId, '12:00', '13:00', { resource_id: first });
    const { id } = one.body.booking;
    const times = (from: string, to: string) => ({ booked_from: march4(from), booked_to: march4(to) });
    // Only the room is taken then.
    expect((await move(id, times('12:30', '13:30'))).status).toBe(400);
    expect(await placesOf(server, id)).toEqual([
      [second, '10:00', '11:00'],
      [room, '10:00', '11:00'],
    ]);
    expect((await move(id, times('10:30', '11:30'))).status).toBe(200);
    expect(await placesOf(server, id)).toEqual([
      [second, '10:30', '11:30'],
      [room, '10:30', '11:30'],
    ]);
    expect((await move(id, { resource_id: first })).status).toBe(200);
    expect((await placesOf(server, id)).map(([resource]) => resource)).toEqual([first, room]);
    expect((await book(serviceId, '10:00', '10:30')).status).toBe(200);
    expect(await overbookedResources(server, account.credentials.id)).toEqual([]);
  });

  it('leaves all of them when it is cancelled, and when its hold ends', async () => {
    const { serviceId } = await createMassage();
    const one = await book(serviceId, '10:00', '11:00');
    expect((await book(serviceId, '10:00', '11:00')).status).toBe(400);
    await account.put(`/bookings/${one.body.booking.id}/cancel`);
    await server.configure(account, { verification_method: 1 });
    const person_attributes = { name: 'Kari', email: 'kari@example.org' };
    const hold = await book(serviceId, '10:00', '11:00', { person_attributes }, { confirm: false });
    expect([hold.status, (await book(serviceId, '10:00', '11:00')).status]).toEqual([200, 400]);
    server.clock.advance(20);
    expect((await book(serviceId, '10:00', '11:00')).status).toBe(200);
    const verified = await book(serviceId, '12:00', '13:00', { person_attributes }, { confirm: false });
    expect((await account.put(`/bookings/${verified.body.booking.id}/verify`)).status).toBe(200);
    server.clock.advance(20);
    expect((await book(serviceId, '12:00', '13:00')).status).toBe(400);
  });

  it('may exceed the capacity if the staff say so', async () => {
    const { serviceId, resourceIds } = await createMassage();
    await book(serviceId, '10:00', '11:00');
    const over = await book(serviceId, '10:00', '11:00', {}, { ignore_capacity: true });
    expect(over.status).toBe(200);
    expect((await placesOf(server, over.body.booking.id)).map(([id]) => id)).toContain(resourceIds[2]);
  });

  it('counts once for the daily limit of each of its resources', async () => {
    const { serviceId, resourceIds } = await createServiceWithNeeds(server, account, {
      resources: [{}, { max_daily_bookings: 2, capacity: 2 }],
      needs: [
        { pool: [0] },
        {
          pool: [1],
          segments: [
            { offset: 0, length: 10 },
            { offset: 50, length: 10 },
          ],
        },
        { pool: [1] },
      ],
    });
    const full = { status: 400, body: { resource_id: ['is fully booked on that day (maximum is 2 bookings)'] } };
    const [, limited] = resourceIds;
    const { body } = await book(serviceId, '10:00', '11:00');
    expect((await book(serviceId, '12:00', '13:00')).status).toBe(200);
    expect(await book(serviceId, '14:00', '15:00')).toMatchObject(full);
    const times = { booked_from: march4('08:00'), booked_to: march4('09:00') };
    const alone = () => account.post('/bookings', { json: { booking: { resource_id: limited, ...times } } });
    expect(await alone()).toMatchObject(full);
    const listed = () => account.get(`/services/${serviceId}/slots?from=2026-03-04`);
    expect((await listed()).body).toEqual([]);
    expect((await move(body.booking.id, times)).status).toBe(200);
    await account.put(`/bookings/${body.booking.id}/cancel`);
    expect((await listed()).body).not.toEqual([]);
    expect((await alone()).status).toBe(200);
  });

  it('takes what those before it in one request have left', async () => {
    const { serviceId, resourceIds } = await createServiceWithNeeds(server, account, {
      resources: [{}, {}, { capacity: 2 }],
      needs: [{ pool: [0, 1] }, { pool: [2] }],
    });
    const at = { serviceId, bookedFrom: march4('10:00'), bookedTo: march4('11:00') };
    const { data } = await account.graphql(
      `mutation ($items: [NewBookingInput!]!) { createBookings(items: $items, mode: EACH) {
        items { booking { id resourceId } error { fields } } } }`,
      { items: [at, { ...at, resourceId: resourceIds[0] }, at, at] },
    );
    const { items } = data.createBookings;
    // The first takes the first resource, so that the one that names it is refused.
    expect(
      items.map(({ booking, error }: { booking: { resourceId: number } | null; error: object | null }) => [
        ...[booking?.resourceId, JSON.stringify(error)],
      ]),
    ).toEqual([
      [resourceIds[0], 'null'],
      [undefined, expect.stringContaining('is not available')],
      [resourceIds[1], 'null'],
      [undefined, expect.stringContaining('is not available')],
    ]);
    expect(await placesOf(server, items[2].booking.id)).toHaveLength(2);
  });

  it('is assigned in a fair way for its first need', async () => {
    const { serviceId, resourceIds } = await createServiceWithNeeds(server, account, {
      service: { priority_strategy: 'balanced' },
      resources: [{}, {}, { capacity: 2 }],
      needs: [{ pool: [0, 1] }, { pool: [2] }],
    });
    const [first, second] = resourceIds;
    const given: number[] = [];
    for (const hour of ['09', '10', '11', '12']) {
      const { body } = await book(serviceId, `${hour}:00`, `${hour}:30`);
      given.push(body.booking.resource_id);
    }
    expect(given).toEqual([first, second, first, second]);
    await book(serviceId, '13:00', '13:30', { resource_id: first });
    const { body } = await book(serviceId, '13:00', '13:30');
    const { body: why } = await account.get(`/bookings/${body.booking.id}/assignment`);
    const candidates = why.assignment.candidates.map(
      ({ resource_id, obstacle }: { resource_id: number; obstacle: string | null }) => [resource_id, obstacle],
    );
    expect(new Map(candidates)).toEqual(
      new Map([
        [first, 'taken'],
        [second, null],
      ]),
    );
  });

  it('becomes a plain one with another service, and the other way round', async () => {
    const { serviceId, resourceIds } = await createMassage();
    const [first] = resourceIds;
    const { id: plain } = await account.create('/services', 'service', { title: 'Talk' });
    await account.create('/providers', 'provider', { resource_id: first, service_id: plain });
    const { body } = await book(serviceId, '10:00', '11:00', { resource_id: first });
    const { id } = body.booking;
    expect((await move(id, { service_id: plain })).status).toBe(200);
    expect(await placesOf(server, id)).toEqual([]);
    expect((await book(plain, '10:00', '11:00', { resource_id: first })).status).toBe(400);
    expect((await book(serviceId, '10:00', '11:00')).body.booking.resource_id).toBe(resourceIds[1]);
    expect(
      (await move(id, { service_id: serviceId, booked_from: march4('11:00'), booked_to: march4('12:00') })).status,
    ).toBe(200);
    expect(await placesOf(server, id)).toHaveLength(2);
  });

  it('is not placed on a resource that was deleted', async () => {
    const { serviceId, resourceIds } = await createMassage();
    const { body } = await book(serviceId, '10:00', '11:00');
    await account.del(`/resources/${resourceIds[2]}`);
    expect(await placesOf(server, body.booking.id)).toHaveLength(2);
    expect(await book(serviceId, '12:00', '13:00')).toMatchObject({ body: { service_id: ['needs 1, has 0'] } });
  });
});

it('two visitors race for the last room with different therapists: one gets it', async () => {
  const { serviceId, resourceIds } = await createServiceWithNeeds(server, account, {
    resources: [{}, {}, {}],
    needs: [{ pool: [0, 1] }, { pool: [2] }],
  });
  const answers = await Promise.all(
    resourceIds.slice(0, 2).map((resource_id) => book(serviceId, '10:00', '11:00', { resource_id })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

describe('a place of a booking is where its resource is shown', () => {
  /** A therapist who works twice, and a device in between, from 10:00 to 12:00 UTC. */
  async function createTreatment() {
    const offered = await createServiceWithNeeds(server, account, {
      service: { interval: 120 },
      resources: [{}, {}],
      needs: [{ pool: [0] }, { pool: [1], segments: [{ offset: 30, length: 60 }] }],
    });
    const { body } = await book(offered.serviceId, '10:00', '12:00');
    return { ...offered, id: body.booking.id as number };
  }

  it('in lists of bookings, each once', async () => {
    const { id, resourceIds } = await createTreatment();
    const listOf = async (...ids: number[]) => {
      const { body } = await account.get(`/bookings?${ids.map((one) => `resource_id[]=${one}`).join('&')}`);
      return body.map(({ booking }: { booking: { id: number } }) => booking.id);
    };
    const [first = 0, second = 0] = resourceIds;
    expect([await listOf(first), await listOf(second), await listOf(first, second)]).toEqual([[id], [id], [id]]);
    const { id: other } = await account.create('/resources', 'resource', { title: 'Other' });
    expect(await listOf(other)).toEqual([]);
  });

  it('in figures of bookings, each once', async () => {
    const { resourceIds } = await createTreatment();
    const countOf = async (...ids: number[]) => {
      const filter = ids.map((one) => `resource_id[]=${one}`).join('&');
      const { body } = await account.get(`/figures/bookings?from=2026-03-04&to=2026-03-05&${filter}`);
      return body.booking_figures.total?.bookings ?? body.booking_figures;
    };
    const [first = 0, second = 0] = resourceIds;
    expect([await countOf(first), await countOf(second), await countOf(first, second)]).toEqual([1, 1, 1]);
  });

  it('in the calendar feed of each resource, when it works', async () => {
    const { resourceIds } = await createTreatment();
    const times = await Promise.all(
      resourceIds.map(async (resource_id) => {
        const feed = 'mutation ($id: Int) { createCalendarFeed(resourceId: $id) { address } }';
        const { data } = await account.graphql(feed, { id: resource_id });
        const text = await (await fetch(data.createCalendarFeed.address)).text();
        return [...text.matchAll(/^DT(?:START|END)[^:]*:(\d{8}T\d{6}Z?)/gm)].map(([, time]) => time);
      }),
    );
    expect(times).toEqual([
      ['20260304T100000Z', '20260304T120000Z'],
      ['20260304T103000Z', '20260304T113000Z'],
    ]);
  });

  it('in the conflicts of a time, for each need when it works', async () => {
    const { id, serviceId, resourceIds } = await createTreatment();
    const conflicts = async (from: string, to: string) => {
      const during = new URLSearchParams({ from: march4(from), to: march4(to) });
      const { body } = await account.get(`/services/${serviceId}/conflicts?${during}`);
      return body.map(({ conflict: { kind, id: of, resource_id } }: { conflict: Record<string, unknown> }) => [
        ...[kind, of, resource_id],
      ]);
    };
    const [first, second] = resourceIds;
    expect(await conflicts('10:00', '12:00')).toEqual([
      ['booking', id, first],
      ['booking', id, second],
    ]);
    // The device works from 12:00 then.
    expect(await conflicts('11:30', '13:30')).toEqual([['booking', id, first]]);
    expect(await conflicts('12:00', '14:00')).toEqual([]);
    expect(await conflicts('14:30', '16:30')).toMatchObject([['hours', null, first]]);
  });

  it('as the overlap of an entry of another calendar', async () => {
    const { id, resourceIds } = await createTreatment();
    const { id: source } = await account.create('/calendar_sources', 'calendar_source', {
      resource_id: resourceIds[1],
      url: 'https://calendar.example.org/secret.ics',
    });
    const overlaps = async () => {
      const { data } = await account.graphql('query ($id: Int!) { booking(id: $id) { overlapsExternalBusy } }', { id });
      return data.booking.overlapsExternalBusy;
    };
    const busy = (from: string, to: string) =>
      server.sql(
        'insert into external_busy (account_id, source_id, resource_id, starts_at, ends_at) values (?, ?, ?, ?, ?)',
        ...[account.credentials.id, source, resourceIds[1], march4(from), march4(to)],
      );
    await busy('10:00', '10:30');
    expect(await overlaps()).toBe(false);
    await busy('11:00', '11:10');
    expect(await overlaps()).toBe(true);
    expect(await move(id, { booked_from: march4('10:15'), booked_to: march4('12:15') })).toMatchObject({
      status: 400,
      body: { resource_id: ['is busy in another calendar', 'ignore_external_busy=true books it nevertheless'] },
    });
  });
});
