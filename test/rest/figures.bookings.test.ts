import { createBookableService } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();

const noStates = {
  awaiting_verification: 0,
  verification_expired: 0,
  awaiting_payment: 0,
  awaiting_confirmation: 0,
  confirmed: 0,
  declined: 0,
  cancelled: 0,
  deleted: 0,
};
const nothing = {
  bookings: 0,
  people: 0,
  minutes: 0,
  states: noStates,
  cancellations: 0,
  cancellation_rate: null,
  no_shows: 0,
  no_show_rate: null,
};
const furtherNothing = { median_lead_time: null, new_people: 0, returning_people: 0, value: '0.0', paid: '0.0' };

const confirmed = (bookings: number, minutes: number, people = bookings) => ({
  ...nothing,
  ...{ bookings, people, minutes },
  states: { ...noStates, confirmed: bookings },
  cancellation_rate: 0,
  no_show_rate: 0,
});

const day = (from: string, to: string) => ({
  dimension: 'day',
  id: null,
  name: null,
  label: from.slice(0, 10),
  from,
  to,
});

describe('GET /figures/bookings', () => {
  it('counts by day through a clock change, and compares with the days before', async () => {
    const { serviceId, resourceId } = await createBookableService(account, { resource: { capacity: 5 } });
    const book = (booked_from: string, booked_to: string, more: object = {}) =>
      account.create('/bookings', 'booking', {
        service_id: serviceId,
        resource_id: resourceId,
        booked_from,
        booked_to,
        ...more,
      });
    await book('2026-03-28 23:30', '2026-03-29 03:30');
    await book('2026-03-29 23:59', '2026-03-30 00:59', { count: 2 });
    await book('2026-03-30 00:00', '2026-03-30 01:00');
    await book('2026-03-26 12:00', '2026-03-26 12:45');
    const { status, body } = await account.get(
      '/figures/bookings?from=2026-03-28&to=2026-03-30&group_by=day&compare=previous_period',
    );
    expect([status, body]).toEqual([
      200,
      {
        booking_figures: {
          groups: [
            {
              keys: [day('2026-03-28T00:00:00+01:00', '2026-03-29T00:00:00+01:00')],
              figure: confirmed(1, 180),
              previous: confirmed(1, 45),
            },
            {
              keys: [day('2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00')],
              figure: confirmed(1, 60, 2),
              previous: nothing,
            },
          ],
          total: confirmed(2, 240, 3),
          previous_total: confirmed(1, 45),
        },
      },
    ]);
  });

  it('has everything with extended=true: people, money and states', async () => {
    const { serviceId, resourceId } = await createBookableService(account, {
      service: { price: 100 },
      resource: { capacity: 9 },
    });
    const times = { booked_from: '2026-03-04 10:00', booked_to: '2026-03-04 11:00' };
    const book = (more: object, parameters: object = {}) =>
      account.create(
        '/bookings',
        'booking',
        { service_id: serviceId, resource_id: resourceId, ...times, ...more },
        parameters,
      );
    const kari = await account.create('/people', 'person', { name: 'Kari' });
    const ola = await account.create('/people', 'person', { name: 'Ola' });
    await book({ person_id: kari.id, booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' });
    const paid = await book({ person_id: kari.id, count: 2, paid_amount: '50.5' });
    await account.put(`/bookings/${paid.id}/status`, { json: { status: 'no_show' } });
    await book({ person_id: ola.id });
    const { id } = await book({ person_id: ola.id });
    await account.put(`/bookings/${id}/cancel`);
    await account.del(`/bookings/${(await book({})).id}`);
    const { body } = await account.get('/figures/bookings?from=2026-03-04&to=2026-03-05&extended=true');
    const figure = {
      bookings: 4 - 1,
      people: 4,
      minutes: 180,
      states: { ...noStates, confirmed: 2, cancelled: 1 },
      cancellations: 1,
      cancellation_rate: 0.3333,
      no_shows: 1,
      no_show_rate: 0.5,
      median_lead_time: 2 * 1440 + 120,
      new_people: 1,
      returning_people: 1,
      value: '300.0',
      paid: '50.5',
    };
    expect(body).toEqual({
      booking_figures: { groups: [{ keys: [], figure, previous: null }], total: figure, previous_total: null },
    });
  });

  it('lists active services without bookings, inactive ones with bookings, and bookings without a service', async () => {
    const [cut, wash, gone] = [
      await createBookableService(account),
      await createBookableService(account),
      await createBookableService(account),
    ];
    for (const [service_id, resource_id] of [
      [cut.serviceId, cut.resourceId],
      [gone.serviceId, gone.resourceId],
      [null, wash.resourceId],
    ]) {
      await account.create('/bookings', 'booking', {
        ...{ service_id, resource_id, booked_from: '2026-03-04 10:00', booked_to: '2026-03-04 11:00' },
      });
    }
    await account.del(`/services/${gone.serviceId}`);
    const { body } = await account.get('/figures/bookings?from=2026-03-01&to=2026-04-01&group_by=service,weekday');
    const found = body.booking_figures.groups.filter(
      ({ keys }: { keys: { name: string }[] }) => keys[1]?.name === 'wednesday',
    );
    const service = (id: number | null, label: string | null) => ({
      dimension: 'service',
      ...{ id, name: null, label, from: null, to: null },
    });
    const wednesday = { dimension: 'weekday', id: null, name: 'wednesday', label: 'Wednesday', from: null, to: null };
    const group = (key: object, figure: object) => ({ keys: [key, wednesday], figure, previous: null });
    expect(body.booking_figures.groups).toHaveLength(4 * 7);
    expect(found).toEqual([
      group(service(cut.serviceId, 'Cut'), confirmed(1, 60)),
      group(service(wash.serviceId, 'Cut'), nothing),
      group(service(gone.serviceId, 'Cut'), confirmed(1, 60)),
      group(service(null, null), confirmed(1, 60)),
    ]);
    expect(body.booking_figures.total).toEqual(confirmed(3, 180));
  });

  it('has zeros without bookings, also of another account', async () => {
    const other = await server.account();
    const { serviceId, resourceId } = await createBookableService(other);
    const times = { booked_from: '2026-03-04 10:00', booked_to: '2026-03-04 11:00' };
    await other.create('/bookings', 'booking', { service_id: serviceId, resource_id: resourceId, ...times });
    const own = await createBookableService(account);
    await account.del(`/services/${own.serviceId}`);
    const day = '/figures/bookings?from=2026-03-04&to=2026-03-05&extended=true';
    for (const filter of ['', `&service_id=${own.serviceId}&resource_id=${own.resourceId}`]) {
      const { body } = await account.get(`${day}${filter}`);
      const figure = { ...nothing, ...furtherNothing };
      expect(body).toEqual({
        booking_figures: { groups: [{ keys: [], figure, previous: null }], total: figure, previous_total: null },
      });
    }
    const { status, body } = await account.get(
      `${day}&service_id=${own.serviceId},${serviceId}&resource_id=${resourceId}&event_id=2000000000&person_id=0`,
    );
    const none = ['does not exist'];
    expect([status, body]).toEqual([400, { service_id: none, resource_id: none, event_id: none, person_id: none }]);
  });

  const march = 'from=2026-03-01&to=2026-04-01';
  const dimensions =
    'hour_of_day, weekday, day, week, month, service, resource, event, category, state, status, created_by';
  it.each([
    ['', { from: ["can't be blank"], to: ["can't be blank"] }],
    ['from=2026-03-01', { to: ["can't be blank"] }],
    ['from=2026-03-02&to=2026-03-01', { to: ['must be after from'] }],
    ['from=2026-03-01&to=2026-03-01', { to: ['must be after from'] }],
    ['from=2026-01-01&to=2027-01-03', { to: ['must be within 366 days of from'] }],
    [
      'from=x&to=2026-03-01',
      { from: ['is invalid', 'must be a date and time such as 2026-12-15 10:00 or 2026-12-15T10:00:00+01:00'] },
    ],
    [`${march}&person_id=${Array.from({ length: 1001 })}`, { person_id: ['is too long (maximum is 1000 items)'] }],
    [`${march}&group_by=day,day`, { group_by: ['must not contain a dimension twice'] }],
    [`${march}&group_by=day,service,resource`, { group_by: ['is too long (maximum is 2 dimensions)'] }],
    [`${march}&group_by=day,month`, { group_by: ['must not combine day and month'] }],
    [`${march}&group_by=weekday,day`, { group_by: ['must not combine weekday and day'] }],
    [`${march}&group_by=colour`, { group_by: ['is not included in the list', `must be one of ${dimensions}`] }],
    ['from=2026-01-01&to=2026-03-01&group_by=day,hour_of_day', { group_by: ['has too many groups (maximum is 1000)'] }],
    [
      `${march}&compare=x`,
      { compare: ['is not included in the list', 'must be one of previous_period, previous_year'] },
    ],
    [`${march}&service_id=x`, { service_id: ['is not a number'] }],
    [`${march}&state=x`, { state: ['is not included in the list', expect.stringMatching(/^must be one of /)] }],
  ])('rejects ?%s', async (query, expected) => {
    const { status, body } = await account.get(`/figures/bookings?${query}`);
    expect([status, body]).toEqual([400, expected]);
  });

  it('accepts a leap year, and a year that a clock change makes longer', async () => {
    for (const query of ['from=2028-01-01&to=2029-01-01', 'from=2026-01-01&to=2027-01-02']) {
      expect((await account.get(`/figures/bookings?${query}&group_by=day`)).body.booking_figures.groups).toHaveLength(
        366,
      );
    }
  });

  it('rejects more than 1,000 groups after finding them', async () => {
    const { resourceId } = await createBookableService(account);
    await server.sql(
      `insert into booking (account_id, created_at, updated_at, resource_id, booked_from, booked_to, state, ignores_capacity,
         created_by)
       select ?, now(), now(), ?, '2026-03-04', '2026-03-05', 'confirmed', true, 'user ' || n
       from generate_series(1, 1001) as n`,
      account.credentials.id,
      resourceId,
    );
    const { status, body } = await account.get(`/figures/bookings?${march}&group_by=created_by`);
    expect([status, body]).toEqual([400, { group_by: ['has too many groups (maximum is 1000)'] }]);
  });

  it('is open to staff', async () => {
    const staff = await server.withRole(account, 'staff');
    expect((await staff.get(`/figures/bookings?${march}`)).status).toBe(200);
  });
});
