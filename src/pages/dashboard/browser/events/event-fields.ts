import type { FieldDefinition, Option } from '../records/record.rules.js';

const bookable = 'When it can be booked';

export const eventFields = (resources: readonly Option[], services: readonly Option[]): FieldDefinition[] => [
  { name: 'service_id', label: 'Service', kind: 'choice', required: true, options: services },
  { name: 'resource_id', label: 'Resource', kind: 'choice', required: true, options: resources },
  { name: 'title', label: 'Title', kind: 'text', hint: 'Empty: that of the service' },
  { name: 'starts_at', label: 'Begins', kind: 'date-time', required: true },
  { name: 'ends_at', label: 'Ends', kind: 'date-time', required: true },
  { name: 'capacity', label: 'How many people', kind: 'integer', required: true },
  { name: 'published', label: 'On the booking page', kind: 'flag' },
  { name: 'description', label: 'Description', kind: 'long-text', maxLength: 65_536 },
  { name: 'first_booking_at', label: 'From', kind: 'date-time', hint: 'Empty: at once', group: bookable },
  { name: 'last_booking_at', label: 'Until', kind: 'date-time', hint: 'Empty: until it begins', group: bookable },
];
