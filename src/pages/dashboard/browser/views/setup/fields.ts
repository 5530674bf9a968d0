import type { FieldDefinition, Option } from '../../records/record.rules.js';
import { inWords } from '../../words.js';

/** Options by their values in REST, such as `gift_card`. */
export const optionsOf = (...values: readonly string[]): Option[] =>
  values.map((value) => ({ value, text: inWords(value) }));

const days = [
  ['mon', 'Monday'],
  ['tue', 'Tuesday'],
  ['wed', 'Wednesday'],
  ['thu', 'Thursday'],
  ['fri', 'Friday'],
  ['sat', 'Saturday'],
  ['sun', 'Sunday'],
] as const;

const hours = (group: string): FieldDefinition[] =>
  days.map(([day, label], index) => ({
    name: `opening_hours_${day}`,
    label,
    kind: 'hours',
    group,
    ...(index === 0 && { hint: 'Such as 09:00–12:00, 13:00–17:00. Or: closed' }),
  }));

export const resourceFields: readonly FieldDefinition[] = [
  { name: 'title', label: 'Title', kind: 'text', required: true },
  { name: 'capacity', label: 'Capacity', kind: 'integer', hint: 'How many at the same time' },
  ...hours('Opening hours'),
];

const rules = 'Rules';
const texts = 'Texts of messages, in Liquid';

const message = (name: string, label: string): FieldDefinition => ({ name, label, kind: 'long-text', group: texts });

export const serviceFields: readonly FieldDefinition[] = [
  { name: 'title', label: 'Title', kind: 'text', required: true },
  {
    name: 'booking_type',
    label: 'Type',
    kind: 'choice',
    options: optionsOf('appointment', 'attendance', 'product', 'gift_card'),
  },
  { name: 'interval', label: 'Length in minutes', kind: 'integer' },
  { name: 'price', label: 'Price', kind: 'decimal' },
  { name: 'description', label: 'Description', kind: 'long-text', maxLength: 65_536 },
  { name: 'next_interval', label: 'Minutes to the next start', kind: 'integer', group: rules },
  { name: 'booking_capacity', label: 'Most people in a booking', kind: 'integer', group: rules },
  { name: 'booking_minimum', label: 'Fewest people in a booking', kind: 'integer', group: rules },
  { name: 'max_slots', label: 'Most times in a row', kind: 'integer', group: rules },
  { name: 'same_day', label: 'Must end on the day it begins', kind: 'flag', group: rules },
  { name: 'has_day_booking', label: 'Whole days are booked', kind: 'flag', group: rules },
  { name: 'payment_required', label: 'Must be paid before it is confirmed', kind: 'flag', group: rules },
  { name: 'allow_invoice', label: 'An invoice is possible', kind: 'flag', group: rules },
  { name: 'terms', label: 'Terms', kind: 'long-text', group: rules },
  message('mail_confirmation', 'Email: confirmation'),
  message('mail_modification', 'Email: change'),
  message('mail_cancellation', 'Email: cancellation'),
  message('mail_waitlist_offer', 'Email: offer of the waitlist'),
  message('sms_confirmation', 'SMS: confirmation'),
  message('sms_reminder', 'SMS: reminder'),
  message('sms_cancellation', 'SMS: cancellation'),
  message('sms_waitlist_offer', 'SMS: offer of the waitlist'),
];

/** @param resources, services the choices, of which only a new provider has them */
export const providerFields = (resources: readonly Option[], services: readonly Option[]): FieldDefinition[] => [
  { name: 'resource_id', label: 'Resource', kind: 'choice', required: true, isFixed: true, options: resources },
  { name: 'service_id', label: 'Service', kind: 'choice', required: true, isFixed: true, options: services },
  { name: 'priority_value', label: 'Priority', kind: 'integer', hint: 'A higher one is preferred' },
  ...hours('Hours in which it is offered'),
];

export const templateFields = (services: readonly Option[]): FieldDefinition[] => [
  {
    name: 'message_type',
    label: 'Sent around',
    kind: 'choice',
    required: true,
    options: [
      { value: 'confirmation', text: 'The creation of the booking' },
      { value: 'reminder', text: 'Its start' },
      { value: 'follow_up', text: 'Its end' },
    ],
  },
  { name: 'delivery_type', label: 'As', kind: 'choice', required: true, options: optionsOf('email', 'sms') },
  {
    name: 'delivery_timing',
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
  { name: 'services', label: 'Only for these services', kind: 'choices', options: services },
];

const role: FieldDefinition = {
  name: 'role',
  label: 'Role',
  kind: 'choice',
  required: true,
  options: optionsOf('staff', 'manager', 'admin'),
};

export const userFields: readonly FieldDefinition[] = [
  { name: 'name', label: 'Name', kind: 'text', required: true },
  { name: 'email', label: 'Email', kind: 'text', type: 'email', required: true, isFixed: true },
  { name: 'phone_number', label: 'Phone', kind: 'text', type: 'tel' },
  role,
];

export const webHookFields: readonly FieldDefinition[] = [
  { name: 'target_url', label: 'Address', kind: 'text', type: 'url', required: true, maxLength: 2_000 },
  { name: 'event', label: 'Events', kind: 'text', required: true, hint: 'Such as booking.created, booking.* or *' },
  { name: 'active', label: 'Active', kind: 'flag' },
];
