import { createBookableService } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();

const stateNames = [
  'awaitingVerification',
  'verificationExpired',
  'awaitingPayment',
  'awaitingConfirmation',
  'confirmed',
  'declined',
  'cancelled',
  'deleted',
] as const;
const figure = `bookings people minutes cancellations cancellationRate noShows noShowRate medianLeadTime newPeople
  returningPeople value paid states { ${stateNames.join(' ')} }`;
const document = `{
  bookingFigures(
    during: { from: "2026-03-02", to: "2026-03-04" }, groupBy: [DAY, SERVICE], compare: PREVIOUS_PERIOD
  ) {
    groups { keys { dimension id name label from to } figure { ${figure} } previous { ${figure} } }
    total { ${figure} }
    previousTotal { ${figure} }
  }
}`;

const states = (counts: Readonly<Record<string, number>> = {}) =>
  Object.fromEntries(stateNames.map((state) => [state, counts[state] ?? 0]));

const nothing = {
  ...{ bookings: 0, people: 0, minutes: 0, cancellations: 0, cancellationRate: null, noShows: 0, noShowRate: null },
  ...{ medianLeadTime: null, newPeople: 0, returningPeople: 0, value: '0.0', paid: '0.0', states: states() },
};

it('bookings by day and service, compared with the days before, have a whole answer', async () => {
  const account = await server.account();
  const { resourceId, serviceId } = await createBookableService(account);
  await account.put(`/services/${serviceId}`, { json: { title: 'Massage', price: 100 } });
  const { id: personId } = await account.create('/people', 'person', { name: 'Kari' });
  const book = (from: string, more: object = {}) =>
    account.create('/bookings', 'booking', {
      ...{ resource_id: resourceId, service_id: serviceId, person_id: personId },
      ...{ booked_from: `${from}:00`, booked_to: `${from}:30`, ...more },
    });
  await book('2026-02-28 10');
  const shown = await book('2026-03-02 10', { paid_amount: '40.5' });
  await account.put(`/bookings/${shown.id}/status`, { json: { status: 'no_show' } });
  const cancelled = await book('2026-03-02 12');
  await account.put(`/bookings/${cancelled.id}/cancel`);
  const { data, errors } = await account.graphql(document);
  expect(errors).toBeUndefined();
  const day = (date: string, next: string) => ({
    ...{ dimension: 'DAY', id: null, name: null, label: date },
    ...{ from: `${date}T00:00:00+01:00`, to: `${next}T00:00:00+01:00` },
  });
  const service = { dimension: 'SERVICE', id: serviceId, name: null, label: 'Massage', from: null, to: null };
  const monday = {
    ...{ bookings: 2, people: 2, minutes: 60, cancellations: 1, cancellationRate: 0.5, noShows: 1, noShowRate: 1 },
    ...{ medianLeadTime: 180, newPeople: 0, returningPeople: 1, value: '100.0', paid: '40.5' },
    states: states({ confirmed: 1, cancelled: 1 }),
  };
  const saturday = {
    ...{ ...nothing, bookings: 1, people: 1, minutes: 30, cancellationRate: 0, noShowRate: 0 },
    ...{ medianLeadTime: -2_760, newPeople: 1, value: '100.0', states: states({ confirmed: 1 }) },
  };
  expect(data).toEqual({
    bookingFigures: {
      groups: [
        { keys: [day('2026-03-02', '2026-03-03'), service], figure: monday, previous: saturday },
        { keys: [day('2026-03-03', '2026-03-04'), service], figure: nothing, previous: nothing },
      ],
      total: monday,
      previousTotal: saturday,
    },
  });
});

it('without a dimension, the group and the total may have different fields', async () => {
  const account = await server.account();
  const { resourceId } = await createBookableService(account);
  const times = { booked_from: '2026-03-02 10:00', booked_to: '2026-03-02 10:30' };
  await account.create('/bookings', 'booking', { resource_id: resourceId, ...times });
  const { data } = await account.graphql(`{
    bookingFigures(during: { from: "2026-03-02", to: "2026-03-03" }) {
      groups { figure { bookings } }
      total { minutes }
    }
  }`);
  expect(data).toEqual({ bookingFigures: { groups: [{ figure: { bookings: 1 } }], total: { minutes: 30 } } });
});
