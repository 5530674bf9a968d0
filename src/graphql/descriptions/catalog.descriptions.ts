import type { Descriptions } from './descriptions.js';

const text = (channel: string, message: string): string =>
  `The ${channel} of the ${message}, in Liquid. Null, the default, means that of the account.`;

export const catalogDescriptions: Descriptions = {
  Service: {
    '': 'A service that can be booked. Lengths are in minutes.',
    description: 'The description.',
    bookingType: 'The kind of booking. An appointment by default.',
    interval: 'The length of a slot in minutes, from 1 to 527,040. 60 by default.',
    nextInterval: 'The minutes between the starts of slots. Null, the default, means the length of a slot.',
    intervalRounding: 'Minutes to which the start of a slot is rounded up, to 1,440. Null: that of the account.',
    bufferBefore:
      'How many minutes before a booking its resource is kept free, to 1,440, also outside the opening hours. 0 by default. A change applies to bookings and events that are made or moved from then on.',
    bufferAfter: 'How many minutes after a booking its resource is kept free, like `bufferBefore`. 0 by default.',
    maxSlots: 'The maximum length of a public booking, in slots. 1 by default.',
    bookingCapacity: 'The maximum number of people of a booking. Null, the default, means no limit.',
    bookingMinimum: 'The minimum number of people of a booking. Null, the default, means no limit.',
    hasDayBooking: 'Whether whole days are booked. False by default.',
    dayBookingSpecifyTime:
      'Whether a booked day lasts from opening to closing, instead of to midnight. False by default.',
    sameDay: 'Whether a public booking must end on the day on which it begins. False by default.',
    price: 'The price of one person, in the currency of the account. Null means that no order is created.',
    paymentRequired: 'Whether a booking is held until it is paid. False by default.',
    allowInvoice: 'Whether people may pay by invoice. False by default.',
    confirmManually: 'Whether staff confirm bookings by hand. Null, the default, means the setting of the account.',
    priorityStrategy: 'How a free resource is chosen. By order of priority by default.',
    availabilityType: 'Whose opening hours apply. Those of the provider by default.',
    template: 'The name of its design on your booking page.',
    terms: 'The terms of bookings.',
    bookingForm: 'A form of your own for its bookings, as text that the server only stores.',
    bookingTypeId: 'The number of the kind of booking.',
    mailVerification: text('email', 'verification'),
    mailConfirmation: text('email', 'confirmation'),
    mailModification: text('email', 'change'),
    mailAwaitingConfirmation: text('email', 'booking that awaits confirmation'),
    mailCancellation: text('email', 'cancellation'),
    mailWaitlistOffer: text('email', 'offer of the waitlist'),
    smsVerification: text('SMS', 'verification'),
    smsConfirmation: text('SMS', 'confirmation'),
    smsReminder: text('SMS', 'reminder'),
    smsModification: text('SMS', 'change'),
    smsAwaitingConfirmation: text('SMS', 'booking that awaits confirmation'),
    smsCancellation: text('SMS', 'cancellation'),
    smsWaitlistOffer: text('SMS', 'offer of the waitlist'),
  },
  ServiceInput: {
    '': 'Attributes of a service. An absent one stays unchanged. Null clears it or restores its default.',
  },
  ServiceFilter: { bookingType: 'Returns services of this kind.' },
  PriorityStrategy: {
    ORDER: 'The resource with the lowest priority value.',
    RANDOM: 'Any resource at random.',
    WEIGHT: 'A resource at random, weighted by its priority value.',
  },
  AvailabilityType: {
    PROVIDER: 'The opening hours of the provider, else those of the resource.',
    RESOURCE: 'Only the opening hours of the resource.',
  },
  Category: {
    '': 'A group of services. Categories form a tree.',
    parentId: 'The id of the parent category. Null, the default, for a root.',
  },
  CategoryInput: { '': 'Attributes of a category. An absent one stays unchanged. Null clears it.' },
  Resource: {
    '': 'A person, room or thing that can be booked.',
    capacity: 'The maximum number of people at any instant, from 0 to 100,000. 1 by default.',
  },
  ResourceInput: {
    '': 'Attributes of a resource. An absent one stays unchanged. Null clears it or restores its default.',
  },
  ResourceOpeningHours: { '': 'The opening hours of a resource on one date.', date: 'The date.' },
  ResourceExceptionDate: {
    '': 'Opening hours of a resource that differ on one date, for one service or for all.',
    serviceId: 'The id of the service for which they differ. Null means all services.',
    exceptionDate: 'The date.',
    openingHours: 'Pairs of opening and closing times. Empty means closed.',
  },
  ResourceExceptionDateInput: { '': 'Attributes of an exception date. An absent one stays unchanged.' },
  ResourceExceptionDateEntry: { '': 'One of several exception dates that are saved together.' },
  Provider: { '': 'A resource that offers a service, with opening hours of its own if it has any.' },
  ProviderInput: { '': 'Attributes of a provider. An absent one stays unchanged. Null clears it.' },
  BookingFigures: { '': 'Figures of bookings, in groups.' },
  UtilisationFigures: { '': 'How much of the open time is booked, in groups.' },
};
