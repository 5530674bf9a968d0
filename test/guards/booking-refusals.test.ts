import { getNamedType, isObjectType } from 'graphql';
import { bookingOperations } from '../../src/graphql/operations.js';
import { bookingSchema } from '../../src/graphql/schema.js';
import { isNoted } from '../../src/graphql/wrapped-fields.js';
import { routes } from '../../src/http/rest/routes/index.js';
import { pageRoutes, publicRoutes } from '../../src/http/rest/routes/public.routes.js';

const mutations = Object.values(bookingSchema().getMutationType()?.getFields() ?? {});

/** Mutations whose answer has a booking, but that change something else. */
const others: Readonly<Record<string, string>> = {
  chargeCancellationFee: 'changes the order',
  waiveCancellationFee: 'changes the order',
  recordTipOfBooking: 'changes the order, or adds one',
  removeCard: 'changes the payments of the order',
};

/** Whether the type of a mutation is a booking, or has one directly, or in its items. */
function leadsToBooking(type: (typeof mutations)[number]['type']): boolean {
  const named = getNamedType(type);
  if (named.name === 'Booking') return true;
  if (!isObjectType(named)) return false;
  const items = named.getFields()['items'];
  const item = items && getNamedType(items.type);
  return isObjectType(item) && 'booking' in item.getFields();
}

describe('refusals of bookings', () => {
  it('are noted by every mutation that returns bookings, or is named after them', () => {
    const ofBookings = mutations.filter(({ name, type }) => leadsToBooking(type) || /booking/i.test(name));
    const silent = ofBookings.filter((field) => !isNoted(field) && !Object.hasOwn(others, field.name));
    expect(silent.map(({ name }) => name)).toEqual([]);
    expect(ofBookings.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        ...['createBooking', 'updateBooking', 'createBookings', 'updateBookings', 'moveBookings'],
        ...['createRecurringBookings', 'updateRecurringBookings', 'startPublicBooking', 'moveBookingByLink'],
      ]),
    );
  });

  it('are noted by every route that writes bookings, in all three tables', () => {
    const noted = new Set(mutations.filter(isNoted).map(({ name }) => name));
    const writing = [...routes, ...publicRoutes, ...pageRoutes].filter(
      ({ method, path }) => method !== 'GET' && /\/bookings\b/.test(path),
    );
    const silent = writing.filter(({ operation }) => {
      const roots = bookingOperations().get(operation)?.definition.selectionSet.selections ?? [];
      return !roots.some((root) => root.kind === 'Field' && noted.has(root.name.value));
    });
    expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
    expect(writing.length).toBeGreaterThan(15);
  });
});
