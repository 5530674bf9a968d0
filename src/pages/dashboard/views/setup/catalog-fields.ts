import type { CategoryInput, CouponInput, GiftCardInput } from '../../graphql/schema.types.js';
import type { AttributeOf, FieldDefinition, Option } from '../../records/record.rules.js';
import { optionsOf } from './fields.js';
import type { CategoryFormFragment, CouponFormFragment, GiftCardFormFragment } from './records.operations.js';

const none: Option = { value: '', text: 'None' };

/** @param parents the other categories */
export const categoryFields = (
  parents: readonly Option[],
  services: readonly Option[],
): FieldDefinition<AttributeOf<CategoryInput, CategoryFormFragment> | 'serviceIdList'>[] => [
  { name: 'title', label: 'Title', kind: 'text', required: true },
  { name: 'parentId', label: 'Below', kind: 'record', options: [none, ...parents] },
  { name: 'priorityValue', label: 'Priority', kind: 'integer', hint: 'The lowest comes first' },
  { name: 'serviceIdList', label: 'Services', kind: 'records', options: services },
];

const period = 'When it can be used';
const conditions = 'For which bookings';

export const couponFields = (
  resources: readonly Option[],
  services: readonly Option[],
): FieldDefinition<AttributeOf<CouponInput, CouponFormFragment>>[] => [
  { name: 'title', label: 'Title', kind: 'text', required: true },
  { name: 'code', label: 'Code', kind: 'text', required: true, hint: 'What people enter' },
  { name: 'valueType', label: 'Discount', kind: 'choice', options: optionsOf('PERCENTAGE', 'AMOUNT') },
  { name: 'value', label: 'Value', kind: 'integer', required: true, hint: 'Percent, or units of the currency' },
  { name: 'availability', label: 'How many more bookings', kind: 'integer', hint: 'Empty: as many as come' },
  { name: 'active', label: 'Active', kind: 'flag' },
  { name: 'validFrom', label: 'From', kind: 'date-time', group: period },
  { name: 'validUntil', label: 'Until', kind: 'date-time', group: period },
  { name: 'allowedBookingStartAt', label: 'Begins from', kind: 'date-time', group: conditions },
  { name: 'allowedBookingEndAt', label: 'Begins until', kind: 'date-time', group: conditions },
  { name: 'minOrderAmount', label: 'Price from', kind: 'decimal', group: conditions },
  { name: 'maxOrderAmount', label: 'Price up to', kind: 'decimal', group: conditions },
  { name: 'minCount', label: 'People from', kind: 'integer', group: conditions },
  { name: 'maxCount', label: 'People up to', kind: 'integer', group: conditions },
  {
    name: 'appliesTo.services',
    label: 'Only for these services',
    kind: 'records',
    options: services,
    group: conditions,
  },
  {
    name: 'appliesTo.resources',
    label: 'Only for these resources',
    kind: 'records',
    options: resources,
    group: conditions,
  },
];

export const giftCardFields: readonly FieldDefinition<AttributeOf<GiftCardInput, GiftCardFormFragment>>[] = [
  { name: 'code', label: 'Code', kind: 'text', maxLength: 50, hint: 'Empty for a new card: one is made up' },
  { name: 'value', label: 'What is left', kind: 'integer', required: true, hint: 'In units of the currency' },
  { name: 'initialValue', label: 'Value at first', kind: 'integer', hint: 'Empty for a new card: what is left' },
  { name: 'validUntil', label: 'Until', kind: 'date', hint: 'The last day. Empty: without end' },
  { name: 'active', label: 'Active', kind: 'flag' },
  { name: 'personId', label: 'Owner', kind: 'person' },
];
