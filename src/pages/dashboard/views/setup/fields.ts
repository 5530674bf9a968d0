import { inWords } from '../../format.js';
import type {
  MessageTemplateInput,
  ProviderInput,
  ResourceInput,
  ServiceInput,
  UserInput,
  WebHookInput,
} from '../../graphql/schema.types.js';
import type { AttributeOf, FieldDefinition, Option } from '../../records/record.rules.js';
import { t } from '../../texts.js';
import type {
  ProviderFormFragment,
  ResourceFormFragment,
  ServiceFormFragment,
  TemplateFormFragment,
  UserFormFragment,
  WebHookFormFragment,
} from './records.operations.js';

/** Options by their values, such as `GIFT_CARD`. */
export const optionsOf = (...values: readonly string[]): Option[] =>
  values.map((value) => ({ value, text: inWords(value) }));

const days = [
  ['Mon', 'Monday'],
  ['Tue', 'Tuesday'],
  ['Wed', 'Wednesday'],
  ['Thu', 'Thursday'],
  ['Fri', 'Friday'],
  ['Sat', 'Saturday'],
  ['Sun', 'Sunday'],
] as const;

const hours = (group: string): FieldDefinition<`openingHours${(typeof days)[number][0]}`>[] =>
  days.map(([day, label], index) => ({
    name: `openingHours${day}` as const,
    label,
    kind: 'hours',
    group,
    ...(index === 0 && { hint: 'A closing before the opening is on the next day' }),
  }));

export const resourceFields: readonly FieldDefinition<AttributeOf<ResourceInput, ResourceFormFragment>>[] = [
  { name: 'title', label: 'Title', kind: 'text', required: true },
  {
    name: 'description',
    label: 'Description',
    kind: 'long-text',
    maxLength: 65_536,
    hint: 'On the booking page, below the name',
  },
  { name: 'capacity', label: 'Capacity', kind: 'integer', hint: 'How many at the same time' },
  {
    name: 'maxDailyBookings',
    label: 'Most appointments a day',
    kind: 'integer',
    hint: 'Empty or 0: no limit. Bookings of events do not count',
  },
  ...hours('Opening hours'),
];

const rules = 'Rules';
const noLimit = 'Empty or 0: no limit';
const notOver = 'That are not over yet. Empty or 0: no limit';
const weekly = 'From Monday to Sunday. Empty or 0: no limit';
const texts = 'Texts of messages, in Liquid';

type ServiceField = FieldDefinition<AttributeOf<ServiceInput, ServiceFormFragment>>;

const message = (name: ServiceField['name'], label: string): ServiceField => ({
  name,
  label,
  kind: 'long-text',
  group: texts,
});

export const serviceFields: readonly ServiceField[] = [
  { name: 'title', label: 'Title', kind: 'text', required: true },
  {
    name: 'bookingType',
    label: 'Type',
    kind: 'choice',
    options: optionsOf('APPOINTMENT', 'ATTENDANCE', 'PRODUCT', 'GIFT_CARD'),
  },
  { name: 'interval', label: 'Length', kind: 'minutes' },
  { name: 'price', label: 'Price', kind: 'decimal' },
  {
    name: 'bufferBefore',
    label: t.business.service.bufferBefore,
    kind: 'minutes',
    hint: t.business.service.bufferHint,
  },
  { name: 'bufferAfter', label: t.business.service.bufferAfter, kind: 'minutes' },
  { name: 'description', label: 'Description', kind: 'long-text', maxLength: 65_536 },
  { name: 'nextInterval', label: 'Minutes to the next start', kind: 'integer', group: rules },
  {
    name: 'intervalRounding',
    label: t.business.service.intervalRounding,
    kind: 'integer',
    hint: t.business.service.intervalRoundingHint,
    group: rules,
  },
  {
    name: 'availabilityType',
    label: t.business.service.availabilityType,
    kind: 'choice',
    options: Object.entries(t.business.service.availabilityTypes).map(([value, text]) => ({ value, text })),
    group: rules,
  },
  {
    name: 'priorityStrategy',
    label: t.business.service.priorityStrategy,
    kind: 'choice',
    options: Object.entries(t.business.service.priorityStrategies).map(([value, text]) => ({ value, text })),
    group: rules,
  },
  { name: 'bookingCapacity', label: 'Most people in a booking', kind: 'integer', group: rules },
  { name: 'bookingMinimum', label: 'Fewest people in a booking', kind: 'integer', group: rules },
  { name: 'maxSlots', label: 'Most times in a row', kind: 'integer', group: rules },
  { name: 'maxDailyBookings', label: 'Most bookings a day', kind: 'integer', hint: noLimit, group: rules },
  { name: 'maxActivePerPerson', label: 'Most bookings of a person', kind: 'integer', hint: notOver, group: rules },
  { name: 'maxDailyPerPerson', label: 'Most of a person a day', kind: 'integer', hint: noLimit, group: rules },
  { name: 'maxWeeklyPerPerson', label: 'Most of a person a week', kind: 'integer', hint: weekly, group: rules },
  { name: 'oncePerPerson', label: 'A person attends an event once', kind: 'flag', group: rules },
  { name: 'sameDay', label: 'Must end on the day it begins', kind: 'flag', group: rules },
  { name: 'hasDayBooking', label: 'Whole days are booked', kind: 'flag', group: rules },
  { name: 'dayBookingSpecifyTime', label: t.business.service.dayBookingSpecifyTime, kind: 'flag', group: rules },
  { name: 'paymentRequired', label: 'Must be paid before it is confirmed', kind: 'flag', group: rules },
  { name: 'allowInvoice', label: 'An invoice is possible', kind: 'flag', group: rules },
  { name: 'terms', label: 'Terms', kind: 'long-text', group: rules },
  message('mailVerification', t.business.service.mailVerification),
  message('mailAwaitingConfirmation', t.business.service.mailAwaitingConfirmation),
  message('mailConfirmation', 'Email: confirmation'),
  message('mailModification', 'Email: change'),
  message('mailCancellation', 'Email: cancellation'),
  message('mailWaitlistOffer', 'Email: offer of the waitlist'),
  message('smsVerification', t.business.service.smsVerification),
  message('smsAwaitingConfirmation', t.business.service.smsAwaitingConfirmation),
  message('smsConfirmation', 'SMS: confirmation'),
  message('smsModification', t.business.service.smsModification),
  message('smsReminder', 'SMS: reminder'),
  message('smsCancellation', 'SMS: cancellation'),
  message('smsWaitlistOffer', 'SMS: offer of the waitlist'),
];

/** @param resources, services the choices, of which only a new provider has them */
export const providerFields = (
  resources: readonly Option[],
  services: readonly Option[],
): FieldDefinition<AttributeOf<ProviderInput, ProviderFormFragment>>[] => [
  { name: 'resourceId', label: 'Resource', kind: 'record', required: true, isFixed: true, options: resources },
  { name: 'serviceId', label: 'Service', kind: 'record', required: true, isFixed: true, options: services },
  { name: 'priorityValue', label: 'Priority', kind: 'integer', hint: 'A higher one is preferred' },
  ...hours('Hours in which it is offered'),
];

export const templateFields = (
  services: readonly Option[],
): FieldDefinition<AttributeOf<MessageTemplateInput, TemplateFormFragment>>[] => [
  {
    name: 'messageType',
    label: 'Sent around',
    kind: 'choice',
    required: true,
    options: [
      { value: 'CONFIRMATION', text: 'The creation of the booking' },
      { value: 'REMINDER', text: 'Its start' },
      { value: 'FOLLOW_UP', text: 'Its end' },
    ],
  },
  { name: 'deliveryType', label: 'As', kind: 'choice', required: true, options: optionsOf('EMAIL', 'SMS') },
  {
    name: 'deliveryTiming',
    label: 'When',
    kind: 'text',
    maxLength: 100,
    hint: 'Such as: in 5 minutes, 3 hours ago, in 1 day',
  },
  { name: 'subject', label: 'Subject', kind: 'text', hint: 'Of an email' },
  {
    name: 'template',
    label: 'Text',
    kind: 'long-text',
    required: true,
    maxLength: 65_536,
    hint: 'Liquid, such as {{ booking.person.name }} or {{ booking.booked_from | i18n_date }}',
  },
  { name: 'active', label: 'Active', kind: 'flag' },
  { name: 'services', label: 'Only for these services', kind: 'records', options: services },
];

type UserField = FieldDefinition<AttributeOf<UserInput, UserFormFragment & UserFormFragment['user']>>;

const role: UserField = {
  name: 'role',
  label: 'Role',
  kind: 'choice',
  required: true,
  options: optionsOf('STAFF', 'MANAGER', 'ADMIN'),
};

export const userFields: readonly UserField[] = [
  { name: 'name', label: 'Name', kind: 'text', required: true },
  { name: 'email', label: 'Email', kind: 'text', type: 'email', required: true, isFixed: true },
  { name: 'phoneNumber', label: 'Phone', kind: 'text', type: 'tel' },
  role,
];

export const webHookFields: readonly FieldDefinition<AttributeOf<WebHookInput, WebHookFormFragment>>[] = [
  { name: 'targetUrl', label: 'Address', kind: 'text', type: 'url', required: true, maxLength: 2_000 },
  { name: 'event', label: 'Events', kind: 'text', required: true, hint: 'Such as booking.created, booking.* or *' },
  { name: 'active', label: 'Active', kind: 'flag' },
];
