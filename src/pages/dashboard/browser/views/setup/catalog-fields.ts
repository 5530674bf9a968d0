import type { FieldDefinition, Option } from '../../records/record.rules.js';
import { optionsOf } from './fields.js';

const none: Option = { value: '', text: 'None' };

/** @param parents the other categories */
export const categoryFields = (parents: readonly Option[], services: readonly Option[]): FieldDefinition[] => [
  { name: 'title', label: 'Title', kind: 'text', required: true },
  { name: 'parent_id', label: 'Below', kind: 'choice', options: [none, ...parents] },
  { name: 'priority_value', label: 'Priority', kind: 'integer', hint: 'The lowest comes first' },
  { name: 'service_id_list', label: 'Services', kind: 'choices', options: services },
];

const period = 'When it can be used';
const conditions = 'For which bookings';

export const couponFields = (resources: readonly Option[], services: readonly Option[]): FieldDefinition[] => [
  { name: 'title', label: 'Title', kind: 'text', required: true },
  { name: 'code', label: 'Code', kind: 'text', required: true, hint: 'What people enter' },
  { name: 'value_type', label: 'Discount', kind: 'choice', options: optionsOf('percentage', 'amount') },
  { name: 'value', label: 'Value', kind: 'integer', required: true, hint: 'Percent, or units of the currency' },
  { name: 'availability', label: 'How many more bookings', kind: 'integer', hint: 'Empty: as many as come' },
  { name: 'active', label: 'Active', kind: 'flag' },
  { name: 'valid_from', label: 'From', kind: 'date-time', group: period },
  { name: 'valid_until', label: 'Until', kind: 'date-time', group: period },
  { name: 'allowed_booking_start_at', label: 'Begins from', kind: 'date-time', group: conditions },
  { name: 'allowed_booking_end_at', label: 'Begins until', kind: 'date-time', group: conditions },
  { name: 'min_order_amount', label: 'Price from', kind: 'decimal', group: conditions },
  { name: 'max_order_amount', label: 'Price up to', kind: 'decimal', group: conditions },
  { name: 'min_count', label: 'People from', kind: 'integer', group: conditions },
  { name: 'max_count', label: 'People up to', kind: 'integer', group: conditions },
  {
    name: 'applies_to.services',
    label: 'Only for these services',
    kind: 'choices',
    options: services,
    group: conditions,
  },
  {
    name: 'applies_to.resources',
    label: 'Only for these resources',
    kind: 'choices',
    options: resources,
    group: conditions,
  },
];

export const giftCardFields: readonly FieldDefinition[] = [
  { name: 'code', label: 'Code', kind: 'text', maxLength: 50, hint: 'Empty for a new card: one is made up' },
  { name: 'value', label: 'What is left', kind: 'integer', required: true, hint: 'In units of the currency' },
  { name: 'initial_value', label: 'Value at first', kind: 'integer', hint: 'Empty for a new card: what is left' },
  { name: 'valid_until', label: 'Until', kind: 'date', hint: 'The last day. Empty: without end' },
  { name: 'active', label: 'Active', kind: 'flag' },
  { name: 'person_id', label: 'Owner', kind: 'person' },
];
