/**
 * Messages that sources look up by a name that is known at run time, such as the state of a booking: `*` is the name. It has to
 * stand in a source, as a string, a property or a parameter. All other messages are read by their own path.
 */
export const composedMessages = [
  // Of the booking page, by states, steps, channels and what a visitor is told.
  'booking.codeSent.*',
  'booking.states.*',
  'booking.steps.*',
  'booking.waitlistStates.*',
  'myBookings.*',
  'myBookings.orderStates.*',
  'myBookings.states.*',
  'shop.*',
  'shop.states.*',
  // Of messages, by their kind.
  'messages.booking.texts.*.sentence',
  'messages.booking.texts.*.subject',
  'messages.document.kinds.*',
  'messages.invitation.*.body',
  'messages.invitation.*.subject',
  'messages.leftOut.*',
  'messages.series.texts.*.sentence',
  'messages.series.texts.*.subject',
  // Of the dashboard, by values of the schema, units, modes, steps and charts.
  'bookings.actions.*',
  'bookings.done.*',
  'bookings.entryStates.*',
  'bookings.inTheWay.kinds.*',
  'bookings.why.obstacles.*',
  'bookings.why.reasons.*',
  'business.messages.channels.*',
  'business.messages.kinds.*',
  'business.orders.refundStates.*',
  'business.orders.states.*',
  'business.questions.types.*',
  'business.service.availabilityTypes.*',
  'business.service.priorityStrategies.*',
  'business.waitlist.closedReasons.*',
  'business.waitlist.states.*',
  'calendar.modes.*',
  'design.*',
  'figures.*',
  'figures.comparisons.*',
  'figures.presets.*',
  'firstRun.*',
  'firstRun.*Text',
  'messageKinds.*',
  'records.units.*',
  'records.waits.*',
  'requests.codes.*',
  'search.kinds.*',
  'setup.account.attachments.*',
  'setup.account.documentChoices.*',
  'setup.account.overlapChoices.*',
  'setup.account.taxRoundings.*',
  'setup.account.verifications.*',
  'setup.fields.occasions.*',
  'setup.keys.permissions.*',
  'setup.refusals.interfaces.*',
];

/** Messages that are looked up by what the server sends, which tests compare with the server, and the names of languages. */
export const messagesOfServer = ['languageName', 'serverErrors', 'words'];
