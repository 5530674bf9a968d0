import { Booking, BookingState } from '../../src/domain/booking/booking.entity.js';
import { recordChange } from '../../src/outbox/change-log.js';
import { createBookableService, openDaily } from '../support/catalog.js';
import { slotTimes } from '../support/slots.js';
import { statementsOf } from '../support/statements.js';
import { type TestAccount, useOwnTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const day = '09:00 10:00 11:00 12:00 13:00 14:00 15:00 16:00';
const withoutTen = day.replace('10:00 ', '');

interface Shop {
  /** Writes through a process that has not read the slots. */
  there: TestAccount;
  serviceId: number;
  resourceId: number;
}

const server = await useOwnTestServer();
const other = await server.another();
const account = server.accountPerTest();
let shop: Shop;
beforeEach(async () => {
  const { serviceId, resourceId } = await createBookableService(account);
  shop = { there: account.at(other.origin), serviceId, resourceId };
});

const times = (): Promise<string> => slotTimes(account, shop.serviceId);

const bookTen = ({ there, resourceId }: Shop, attributes: object = {}, parameters: object = {}) =>
  there.create(
    '/bookings',
    'booking',
    { resource_id: resourceId, booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00', ...attributes },
    parameters,
  );

const put = async (path: string, json: object = {}): Promise<void> => {
  const { status, text } = await shop.there.put(path, { json });
  if (status !== 200) throw new Error(`PUT ${path}: ${status} ${text}`);
};

describe('cached slots', () => {
  it('are validated by one statement while nothing changes', async () => {
    expect(await times()).toBe(day);
    await until(async () => {
      const { result, statements } = await statementsOf(server.database, times);
      expect(result).toBe(day);
      return statements.length === 1;
    });
  });

  it.each<[string, (shop: Shop) => Promise<unknown>, string]>([
    ['a booking', (shop) => bookTen(shop), withoutTen],
    [
      'an event',
      ({ there, serviceId, resourceId }) =>
        there.create('/events', 'event', {
          service_id: serviceId,
          resource_id: resourceId,
          capacity: 5,
          starts_at: '2026-03-03 10:00',
          ends_at: '2026-03-03 11:00',
        }),
      withoutTen,
    ],
    [
      'other hours of the resource',
      ({ resourceId }) => put(`/resources/${resourceId}`, { resource: openDaily('15:00', '17:00') }),
      '15:00 16:00',
    ],
    [
      'an exception date',
      ({ resourceId }) =>
        put(`/resources/${resourceId}/exception_dates/2026-03-03`, {
          resource_exception_date: { opening_hours: ['09:00', '11:00'] },
        }),
      '09:00 10:00',
    ],
    [
      'a rota',
      ({ there, resourceId }) => {
        const weeks = [{ opening_hours_tue: ['11:00', '13:00'] }];
        return there.create('/rotas', 'rota', { resource_id: resourceId, valid_from: '2026-03-01', weeks });
      },
      '11:00 12:00',
    ],
    ['a resource that is deleted', async ({ there, resourceId }) => there.del(`/resources/${resourceId}`), ''],
    [
      'another interval of the service',
      ({ serviceId }) => put(`/services/${serviceId}`, { service: { interval: 240 } }),
      '09:00 13:00',
    ],
  ])('include the changes of another process: %s', async (_, write, expected) => {
    expect(await times()).toBe(day);
    await write(shop);
    expect(await times()).toBe(expected);
  });

  it('include the time of a cancelled booking', async () => {
    const { id } = await bookTen(shop);
    expect(await times()).toBe(withoutTen);
    await put(`/bookings/${id}/cancel`);
    expect(await times()).toBe(day);
  });

  it('include the time of an expired hold', async () => {
    await server.configure(account, { verification_method: 1 });
    const person_attributes = { email: 'kari@example.org' };
    await bookTen(shop, { expires_at: '2026-03-02 08:10', person_attributes }, { confirm: false });
    expect(await times()).toBe(withoutTen);
    server.clock.set('2026-03-02T07:10:00Z');
    expect(await times()).toBe(day);
  });

  it('lose those that have begun and gain those that become bookable', async () => {
    await server.configure(account, { future_bookable_period: 'in 2 hours' });
    server.clock.set('2026-03-03T07:00:00Z');
    expect(await times()).toBe('09:00 10:00');
    server.clock.set('2026-03-03T08:30:00Z');
    expect(await times()).toBe('10:00 11:00');
  });

  it('never include a time for which a booking was acknowledged by any process', async () => {
    for (const hour of [9, 10, 11, 12, 13, 14, 15, 16]) {
      const start = `${String(hour).padStart(2, '0')}:00`;
      const [writer, reader] = hour % 2 === 0 ? [account, shop.there] : [shop.there, account];
      expect(await slotTimes(reader, shop.serviceId)).toContain(start);
      await writer.create('/bookings', 'booking', {
        resource_id: shop.resourceId,
        booked_from: `2026-03-03 ${start}`,
        booked_to: `2026-03-03 ${hour + 1}:00`,
      });
      expect(await slotTimes(reader, shop.serviceId)).not.toContain(start);
    }
  });

  it('are stale after the commit of a transaction that began before they were read', async () => {
    const { id } = await bookTen(shop);
    const begun = Promise.withResolvers<void>();
    const committing = Promise.withResolvers<void>();
    const cancelling = other.database.account(account.credentials.id).transaction(async (tx) => {
      const booking = await tx.find(Booking, id);
      if (!booking) throw new Error('no booking');
      booking.state = BookingState.CANCELLED;
      await recordChange(tx, 'booking.cancelled', booking, { actor: { kind: 'background' }, at: server.clock.now() });
      begun.resolve();
      await committing.promise;
    });
    await begun.promise;
    await shop.there.create('/services', 'service', { title: 'Committed meanwhile' });
    expect(await times()).toBe(withoutTen);
    committing.resolve();
    await cancelling;
    expect(await times()).toBe(day);
  });
});
