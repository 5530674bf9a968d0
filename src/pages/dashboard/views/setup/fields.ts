import { inWords, weekdays } from '../../format.js';
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
} from './setup.operations.js';

/** Options by their values, such as `GIFT_CARD`. */
export const optionsOf = (...values: readonly string[]): Option[] =>
  values.map((value) => ({ value, text: inWords(value) }));

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

const hours = (group: string): FieldDefinition<`openingHours${(typeof days)[number]}`>[] =>
  days.map((day, index) => ({
    name: `openingHours${day}` as const,
    label: weekdays('long')[index] ?? day,
    kind: 'hours',
    group,
    ...(index === 0 && { hint: t.setup.fields.hoursHint }),
  }));

export const resourceFields: readonly FieldDefinition<AttributeOf<ResourceInput, ResourceFormFragment>>[] = [
  { name: 'title', label: t.setup.common.title, kind: 'text', required: true },
  {
    name: 'description',
    label: t.setup.common.description,
    kind: 'long-text',
    maxLength: 65_536,
    hint: t.setup.fields.descriptionHint,
  },
  { name: 'capacity', label: t.setup.common.capacity, kind: 'integer', hint: t.setup.fields.capacityHint },
  {
    name: 'maxDailyBookings',
    label: t.setup.fields.maxAppointments,
    kind: 'integer',
    hint: t.setup.fields.maxAppointmentsHint,
  },
  ...hours(t.setup.common.hours),
];

const rules = t.setup.fields.rules;
const noLimit = t.setup.fields.noLimit;
const notOver = t.setup.fields.notOver;
const weekly = t.setup.fields.weekly;

type ServiceField = FieldDefinition<AttributeOf<ServiceInput, ServiceFormFragment>>;

export const serviceFields: readonly ServiceField[] = [
  { name: 'title', label: t.setup.common.title, kind: 'text', required: true },
  {
    name: 'bookingType',
    label: t.setup.common.type,
    kind: 'choice',
    options: optionsOf('APPOINTMENT', 'ATTENDANCE', 'PRODUCT', 'GIFT_CARD'),
  },
  { name: 'interval', label: t.setup.fields.length, kind: 'minutes' },
  { name: 'price', label: t.setup.common.price, kind: 'money' },
  {
    name: 'bufferBefore',
    label: t.business.service.bufferBefore,
    kind: 'minutes',
    hint: t.business.service.bufferHint,
  },
  { name: 'bufferAfter', label: t.business.service.bufferAfter, kind: 'minutes' },
  { name: 'description', label: t.setup.common.description, kind: 'long-text', maxLength: 65_536 },
  { name: 'calendarColour', label: t.setup.account.colour, kind: 'colour', hint: t.business.service.colourHint },
  { name: 'nextInterval', label: t.setup.fields.nextInterval, kind: 'integer', group: rules },
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
  { name: 'bookingCapacity', label: t.setup.fields.bookingCapacity, kind: 'integer', group: rules },
  { name: 'bookingMinimum', label: t.setup.fields.bookingMinimum, kind: 'integer', group: rules },
  { name: 'maxSlots', label: t.setup.fields.maxSlots, kind: 'integer', group: rules },
  { name: 'maxDailyBookings', label: t.setup.fields.maxDaily, kind: 'integer', hint: noLimit, group: rules },
  {
    name: 'maxActivePerPerson',
    label: t.setup.fields.maxActivePerPerson,
    kind: 'integer',
    hint: notOver,
    group: rules,
  },
  { name: 'maxDailyPerPerson', label: t.setup.fields.maxDailyPerPerson, kind: 'integer', hint: noLimit, group: rules },
  { name: 'maxWeeklyPerPerson', label: t.setup.fields.maxWeeklyPerPerson, kind: 'integer', hint: weekly, group: rules },
  { name: 'oncePerPerson', label: t.setup.fields.oncePerPerson, kind: 'flag', group: rules },
  { name: 'sameDay', label: t.setup.fields.sameDay, kind: 'flag', group: rules },
  { name: 'hasDayBooking', label: t.setup.fields.wholeDays, kind: 'flag', group: rules },
  { name: 'dayBookingSpecifyTime', label: t.business.service.dayBookingSpecifyTime, kind: 'flag', group: rules },
  { name: 'paymentRequired', label: t.setup.fields.paymentRequired, kind: 'flag', group: rules },
  { name: 'allowInvoice', label: t.setup.fields.allowInvoice, kind: 'flag', group: rules },
  { name: 'terms', label: t.setup.fields.terms, kind: 'long-text', group: rules },
];

/** @param resources, services the choices, of which only a new provider has them */
export const providerFields = (
  resources: readonly Option[],
  services: readonly Option[],
): FieldDefinition<AttributeOf<ProviderInput, ProviderFormFragment>>[] => [
  {
    name: 'resourceId',
    label: t.setup.common.resource,
    kind: 'record',
    required: true,
    isFixed: true,
    options: resources,
  },
  {
    name: 'serviceId',
    label: t.setup.common.service,
    kind: 'record',
    required: true,
    isFixed: true,
    options: services,
  },
  { name: 'priorityValue', label: t.setup.common.priority, kind: 'integer', hint: t.setup.fields.priorityHint },
  ...hours(t.setup.fields.offerHours),
];

export const templateFields = (
  services: readonly Option[],
): FieldDefinition<AttributeOf<MessageTemplateInput, TemplateFormFragment>>[] => [
  {
    name: 'messageType',
    label: t.setup.fields.sentAround,
    kind: 'choice',
    required: true,
    options: [
      { value: 'CONFIRMATION', text: t.setup.fields.occasions.CONFIRMATION },
      { value: 'REMINDER', text: t.setup.fields.occasions.REMINDER },
      { value: 'FOLLOW_UP', text: t.setup.fields.occasions.FOLLOW_UP },
    ],
  },
  {
    name: 'deliveryType',
    label: t.setup.fields.as,
    kind: 'choice',
    required: true,
    options: optionsOf('EMAIL', 'SMS'),
  },
  {
    name: 'deliveryTiming',
    label: t.setup.common.when,
    kind: 'text',
    maxLength: 100,
    hint: t.setup.fields.timingHint,
  },
  { name: 'subject', label: t.setup.fields.subject, kind: 'text', hint: t.setup.fields.subjectHint },
  {
    name: 'template',
    label: t.setup.fields.text,
    kind: 'long-text',
    required: true,
    maxLength: 65_536,
    hint: t.setup.fields.textHint,
  },
  { name: 'active', label: t.setup.common.active, kind: 'flag' },
  { name: 'services', label: t.setup.fields.onlyServices, kind: 'records', options: services },
];

type UserField = FieldDefinition<AttributeOf<UserInput, UserFormFragment & UserFormFragment['user']>>;

const role: UserField = {
  name: 'role',
  label: t.setup.common.role,
  kind: 'choice',
  required: true,
  options: optionsOf('STAFF', 'MANAGER', 'ADMIN'),
};

export const userFields: readonly UserField[] = [
  { name: 'name', label: t.setup.common.name, kind: 'text', required: true },
  { name: 'email', label: t.setup.common.email, kind: 'text', type: 'email', required: true, isFixed: true },
  { name: 'phoneNumber', label: t.setup.common.phone, kind: 'text', type: 'tel' },
  role,
];

export const webHookFields: readonly FieldDefinition<AttributeOf<WebHookInput, WebHookFormFragment>>[] = [
  { name: 'targetUrl', label: t.setup.common.address, kind: 'text', type: 'url', required: true, maxLength: 2_000 },
  { name: 'event', label: t.setup.common.events, kind: 'text', required: true, hint: t.setup.fields.eventsHint },
  { name: 'active', label: t.setup.common.active, kind: 'flag' },
];
