import { preparationOf } from '../../src/domain/prepared-mutation.js';
import { declaredOperations } from '../../src/graphql/authorisation.js';
import { bookingSchema } from '../../src/graphql/schema.js';

/**
 * Every mutation with the permission `bookings`, by what it does with the place of bookings. A new one belongs into one of
 * these lists.
 */
const mutations = {
  /** Visitors place or move a booking: calendars of other programs that are due are read first. */
  byVisitors: ['moveBookingByLink', 'moveVisitByLink', 'startPublicBooking', 'startPublicVisit'],
  /** Staff place or move bookings: they are told of entries of such calendars, and may ignore them. */
  byStaff: [
    ...[
      'addLeftOutBooking',
      'createBooking',
      'createBookings',
      'createRecurringBookings',
      'createVisit',
      'moveBookings',
      'moveVisit',
      'updateBooking',
    ],
    ...['updateBookings', 'updateRecurringBookings'],
  ],
  /** Staff hold a time for a visitor, by the rules for the public, which no option lifts. */
  byPublicRules: ['offerWaitlistEntry'],
  /** The bookings keep their places, or leave them. */
  none: [
    ...[
      'answerWaitlistOffer',
      'cancelBooking',
      'cancelBookingByLink',
      'cancelBookings',
      'cancelRecurringBookings',
      'cancelVisitByLink',
    ],
    'cancelVisit',
    ...['confirmBooking', 'createCheckoutByLink', 'createOrder', 'createPublicCheckout', 'createWaitlistEntry'],
    ...[
      'declineBooking',
      'deleteBooking',
      'deleteRecurringBookings',
      'placePublicOrder',
      'removeCardByLink',
      'removeWaitlistEntry',
    ],
    ...[
      'resendVerificationCode',
      'revokeBookingLink',
      'createPersonOfBooking',
      'setBookingStatus',
      'startPublicWaitlistEntry',
    ],
    ...['updateWaitlistEntry', 'verifyBooking', 'verifyBookingByCode', 'verifyPublicBooking'],
  ],
};

const fields = bookingSchema().getMutationType()?.getFields() ?? {};
const namesWhere = (isWanted: (field: (typeof fields)[string]) => boolean): string[] =>
  Object.values(fields)
    .filter(isWanted)
    .map(({ name }) => name)
    .sort();

it('every mutation of bookings declares what it does with their places', () => {
  const declared = declaredOperations(bookingSchema()).filter(
    ({ name, permission }) => permission === 'bookings' && name in fields,
  );
  expect(declared.map(({ name }) => name).sort()).toEqual(Object.values(mutations).flat().sort());
});

it('those of visitors read calendars that are due before their transaction', () => {
  expect(namesWhere((field) => preparationOf(field) !== undefined)).toEqual(mutations.byVisitors);
});

it('those of staff can ignore calendars of other programs', () => {
  const hasOption = namesWhere(({ args }) => args.some(({ name }) => name === 'ignoreExternalBusy'));
  expect(hasOption).toEqual(mutations.byStaff);
});
