import type { FieldDefinition, Option } from '../records/record.rules.js';
import { repeatFields } from '../series/repeat.rules.js';

const bookable = 'When it can be booked';

/** Which events of a series a change is for. The first is what a form shows at first. */
export const scopes: readonly Option[] = [
  { value: 'one', text: 'Only this event' },
  { value: 'following', text: 'This and the following' },
  { value: 'all', text: 'The whole series' },
];

/** The fields of an event. A new one can repeat; of a series, several can be changed at once. */
export const eventFields = (resources: readonly Option[], services: readonly Option[]): FieldDefinition[] => [
  { name: 'service_id', label: 'Service', kind: 'choice', required: true, options: services },
  { name: 'resource_id', label: 'Resource', kind: 'choice', required: true, options: resources },
  { name: 'title', label: 'Title', kind: 'text', hint: 'Empty: that of the service' },
  { name: 'starts_at', label: 'Begins', kind: 'date-time', required: true },
  { name: 'ends_at', label: 'Ends', kind: 'date-time', required: true },
  ...repeatFields([{ value: '', text: 'Once' }]),
  {
    name: 'scope',
    label: 'Change',
    kind: 'choice',
    onlyWith: 'collection_id',
    options: scopes,
    hint: 'The event is part of a series. What is over stays.',
  },
  { name: 'capacity', label: 'How many people', kind: 'integer', required: true },
  { name: 'published', label: 'On the booking page', kind: 'flag' },
  { name: 'description', label: 'Description', kind: 'long-text', maxLength: 65_536 },
  { name: 'first_booking_at', label: 'From', kind: 'date-time', hint: 'Empty: at once', group: bookable },
  { name: 'last_booking_at', label: 'Until', kind: 'date-time', hint: 'Empty: until it begins', group: bookable },
];
