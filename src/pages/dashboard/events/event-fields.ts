import type { EventInput } from '../graphql/schema.types.js';
import type { AttributeOf, FieldDefinition, Option } from '../records/record.rules.js';
import { repeatFields } from '../series/series.rules.js';
import { t } from '../texts.js';
import type { EventFormFragment } from './events.operations.js';

/** The events of a series to which a change can apply. A form begins with the first choice. */
export const scopes: readonly Option[] = [
  { value: 'ONE', text: t.events.scopes.ONE },
  { value: 'FOLLOWING', text: t.events.scopes.FOLLOWING },
  { value: 'ALL', text: t.events.scopes.ALL },
];

type EventField = AttributeOf<EventInput, EventFormFragment> | 'repeat' | 'times' | 'scope' | 'length';

/** The fields of an event. A new one can repeat; of a series, several can be changed at once. */
export const eventFields = (
  resources: readonly Option[],
  services: readonly Option[],
): FieldDefinition<EventField>[] => [
  { name: 'serviceId', label: t.events.service, kind: 'record', required: true, options: services },
  { name: 'resourceId', label: t.events.resource, kind: 'record', required: true, options: resources },
  { name: 'title', label: t.events.title, kind: 'text', hint: t.events.titleHint },
  ...repeatFields([{ value: '', text: t.events.once }]),
  {
    name: 'scope',
    label: t.events.change,
    kind: 'choice',
    onlyWith: 'collectionId',
    options: scopes,
    hint: t.events.changeHint,
  },
  { name: 'startsAt', label: t.events.begins, kind: 'date-time', required: true },
  { name: 'length', label: t.setup.fields.length, kind: 'length', required: true, from: 'startsAt' },
  { name: 'capacity', label: t.events.capacity, kind: 'integer', required: true },
  { name: 'published', label: t.events.published, kind: 'flag', usual: 'on', group: t.records.more },
  {
    ...{ name: 'description', label: t.events.description, kind: 'long-text', maxLength: 65_536 },
    group: t.records.more,
  },
  { name: 'firstBookingAt', label: t.events.from, kind: 'date-time', hint: t.events.fromHint, group: t.records.more },
  { name: 'lastBookingAt', label: t.events.until, kind: 'date-time', hint: t.events.untilHint, group: t.records.more },
];
