import type { BookingsFragment, PeopleFragment, RevenueFragment, UtilisationFragment } from './figures.operations.js';
import type { Measure } from './report.rules.js';

export const utilisationMeasures: readonly Measure<UtilisationFragment>[] = [
  { title: 'Utilisation', kind: 'share', read: ({ rate }) => rate },
  { title: 'Booked minutes', kind: 'count', read: ({ bookedMinutes }) => bookedMinutes },
  { title: 'Open minutes', kind: 'count', read: ({ openMinutes }) => openMinutes },
];

export const stateTitles = [
  'Confirmed',
  'Awaiting confirmation',
  'Awaiting payment',
  'Awaiting verification',
  'Cancelled',
  'Declined',
  'Expired',
] as const;

export const stateMeasures: readonly Measure<BookingsFragment>[] = [
  { title: 'Confirmed', kind: 'count', read: ({ states }) => states.confirmed },
  { title: 'Awaiting confirmation', kind: 'count', read: ({ states }) => states.awaitingConfirmation },
  { title: 'Awaiting payment', kind: 'count', read: ({ states }) => states.awaitingPayment },
  { title: 'Awaiting verification', kind: 'count', read: ({ states }) => states.awaitingVerification },
  { title: 'Cancelled', kind: 'count', read: ({ states }) => states.cancelled },
  { title: 'Declined', kind: 'count', read: ({ states }) => states.declined },
  { title: 'Expired', kind: 'count', read: ({ states }) => states.verificationExpired },
  { title: 'All', kind: 'count', read: ({ bookings }) => bookings },
];

export const noShowMeasures: readonly Measure<BookingsFragment>[] = [
  { title: 'No-shows', kind: 'count', read: ({ noShows }) => noShows },
  { title: 'Rate', kind: 'share', read: ({ noShowRate }) => noShowRate },
];

export const revenueMeasures: readonly Measure<RevenueFragment>[] = [
  { title: 'Paid', kind: 'money', read: ({ paid }) => paid },
  { title: 'Outstanding', kind: 'money', read: ({ outstanding }) => outstanding },
  { title: 'Ordered', kind: 'money', read: ({ ordered }) => ordered },
  { title: 'Discounts', kind: 'money', read: ({ discounted }) => discounted },
  { title: 'Refunded', kind: 'money', read: ({ refunded }) => refunded },
  { title: 'Orders', kind: 'count', read: ({ orders }) => orders },
];

export const peopleMeasures: readonly Measure<PeopleFragment>[] = [
  { title: 'New', kind: 'count', read: ({ newPeople }) => newPeople },
  { title: 'Returning', kind: 'count', read: ({ returningPeople }) => returningPeople },
  { title: 'All', kind: 'count', read: ({ people }) => people },
];
