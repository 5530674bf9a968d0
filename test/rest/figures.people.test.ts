import { createBookableService } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();

const nobody = { people: 0, new_people: 0, returning_people: 0, at_risk: 0 };
const march = 'from=2026-03-01&to=2026-04-01';

const week = (label: string, from: string, to: string) => ({
  ...{ dimension: 'week', id: null, name: null, label },
  ...{ from: `2026-03-${from}`, to: `2026-03-${to}` },
});

describe('GET /figures/people', () => {
  it('counts new, returning and lost people by week, and lists those with the most bookings and value', async () => {
    const { serviceId, resourceId } = await createBookableService(account, {
      service: { price: 100 },
      resource: { capacity: 9 },
    });
    const person = async (name: string): Promise<number> => (await account.create('/people', 'person', { name })).id;
    const book = (person_id: number, date: string, more: object = {}) =>
      account.create('/bookings', 'booking', {
        ...{ resource_id: resourceId, person_id, booked_from: `${date} 10:00`, booked_to: `${date} 11:00` },
        ...more,
      });
    const [kari, ola, lost, gone] = [
      await person('Kari'),
      await person('Ola'),
      await person('Lost'),
      await person('Gone'),
    ];
    await book(kari, '2026-03-18');
    await book(kari, '2026-03-19');
    await book(kari, '2026-03-25');
    await book(ola, '2026-03-26', { service_id: serviceId });
    await account.put(`/bookings/${(await book(ola, '2026-03-17')).id}/cancel`);
    await book(lost, '2026-03-04');
    await book(gone, '2026-03-04');
    await account.del(`/people/${gone}`);
    const { status, body } = await account.get(
      '/figures/people?from=2026-03-16&to=2026-03-30&group_by=week&compare=previous_period&at_risk_after_days=14&top=1',
    );
    const [first, second] = [
      { people: 1, new_people: 1, returning_people: 0, at_risk: 1 },
      { people: 2, new_people: 1, returning_people: 1, at_risk: 1 },
    ];
    const before = { people: 2, new_people: 2, returning_people: 0, at_risk: 0 };
    expect([status, body]).toEqual([
      200,
      {
        people_figures: {
          groups: [
            {
              keys: [week('2026-W12', '16T00:00:00+01:00', '23T00:00:00+01:00')],
              figure: first,
              previous: before,
            },
            {
              keys: [week('2026-W13', '23T00:00:00+01:00', '30T00:00:00+02:00')],
              figure: second,
              previous: nobody,
            },
          ],
          total: { people: 2, new_people: 2, returning_people: 0, at_risk: 1 },
          previous_total: before,
          top_by_bookings: [{ id: kari, name: 'Kari', bookings: 3, value: '0.0' }],
          top_by_value: [{ id: ola, name: 'Ola', bookings: 1, value: '100.0' }],
        },
      },
    ]);
  });

  it('has zeros without bookings, also of another account', async () => {
    const other = await server.account();
    const { resourceId } = await createBookableService(other);
    const { id } = await other.create('/people', 'person', { name: 'Kari' });
    const times = { booked_from: '2026-03-04 10:00', booked_to: '2026-03-04 11:00' };
    await other.create('/bookings', 'booking', { resource_id: resourceId, person_id: id, ...times });
    expect((await account.get(`/figures/people?${march}`)).body).toEqual({
      people_figures: {
        groups: [{ keys: [], figure: nobody, previous: null }],
        ...{ total: nobody, previous_total: null, top_by_bookings: [], top_by_value: [] },
      },
    });
  });

  it.each([
    ['', { from: ["can't be blank"], to: ["can't be blank"] }],
    ['from=2026-01-01&to=2027-01-03', { to: ['must be within 366 days of from'] }],
    [`${march}&group_by=day,week`, { group_by: ['must not combine day and week'] }],
    [`${march}&group_by=weekday`, { group_by: ['is not included in the list', 'must be one of day, week, month'] }],
    [
      `${march}&top=0&at_risk_after_days=0`,
      {
        at_risk_after_days: ['must be between 1 and 3660'],
        top: ['must be between 1 and 100'],
      },
    ],
    [`${march}&top=101`, { top: ['must be between 1 and 100'] }],
    [`${march}&at_risk_after_days=x`, { at_risk_after_days: ['is not a number'] }],
  ])('rejects ?%s', async (query, expected) => {
    const { status, body } = await account.get(`/figures/people?${query}`);
    expect([status, body]).toEqual([400, expected]);
  });

  it('is open to staff', async () => {
    const staff = await server.withRole(account, 'staff');
    expect((await staff.get(`/figures/people?${march}`)).status).toBe(200);
  });
});
