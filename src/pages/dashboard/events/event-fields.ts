import type { EventInput } from '../graphql/schema.types.js';
import type { AttributeOf, FieldDefinition, Option } from '../records/record.rules.js';
import { repeatFields } from '../series/series.rules.js';
import type { EventFormFragment } from './events.operations.js';

const bookable = 'When it can be booked';

/** Which events of a series a change is for. The first is what a form shows at first. */
export const scopes: readonly Option[] = [
  { value: 'ONE', text: 'Only this event' },
  { value: 'FOLLOWING', text: 'This and the following' },
  { value: 'ALL', text: 'The whole series' },
];

type EventField = AttributeOf<EventInput, EventFormFragment> | 'repeat' | 'times' | 'scope';

/** The fields of an event. A new one can repeat; of a series, several can be changed at once. */
export const eventFields = (
  resources: readonly Option[],
  services: readonly Option[],
): FieldDefinition<EventField>[] => [
  { name: 'serviceId', label: 'Service', kind: 'record', required: true, options: services },
  { name: 'resourceId', label: 'Resource', kind: 'record', required: true, options: resources },
  { name: 'title', label: 'Title', kind: 'text', hint: 'Empty: that of the service' },
  { name: 'startsAt', label: 'Begins', kind: 'date-time', required: true },
  { name: 'endsAt', label: 'Ends', kind: 'date-time', required: true },
  ...repeatFields([{ value: '', text: 'Once' }]),
  {
    name: 'scope',
    label: 'Change',
    kind: 'choice',
    onlyWith: 'collectionId',
    options: scopes,
    hint: 'The event is part of a series. What is over stays.',
  },
  { name: 'capacity', label: 'How many people', kind: 'integer', required: true },
  { name: 'published', label: 'On the booking page', kind: 'flag' },
  { name: 'description', label: 'Description', kind: 'long-text', maxLength: 65_536 },
  { name: 'firstBookingAt', label: 'From', kind: 'date-time', hint: 'Empty: at once', group: bookable },
  { name: 'lastBookingAt', label: 'Until', kind: 'date-time', hint: 'Empty: until it begins', group: bookable },
];
