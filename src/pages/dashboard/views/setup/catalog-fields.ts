import type { CategoryInput, CouponInput, GiftCardInput } from '../../graphql/schema.types.js';
import type { AttributeOf, FieldDefinition, Option } from '../../records/record.rules.js';
import { t } from '../../texts.js';
import { optionsOf } from './fields.js';
import type { CategoryFormFragment, CouponFormFragment, GiftCardFormFragment } from './setup.operations.js';

const none: Option = { value: '', text: t.setup.common.none };

/** @param parents the other categories */
export const categoryFields = (
  parents: readonly Option[],
  services: readonly Option[],
): FieldDefinition<AttributeOf<CategoryInput, CategoryFormFragment> | 'serviceIdList'>[] => [
  { name: 'title', label: t.setup.common.title, kind: 'text', required: true },
  { name: 'parentId', label: t.setup.catalog.below, kind: 'record', options: [none, ...parents] },
  { name: 'priorityValue', label: t.setup.common.priority, kind: 'integer', hint: t.setup.catalog.priorityHint },
  { name: 'serviceIdList', label: t.setup.common.services, kind: 'records', options: services },
];

const period = t.setup.catalog.validity;
const conditions = t.setup.catalog.conditions;

export const couponFields = (
  resources: readonly Option[],
  services: readonly Option[],
): FieldDefinition<AttributeOf<CouponInput, CouponFormFragment>>[] => [
  { name: 'title', label: t.setup.common.title, kind: 'text', required: true },
  { name: 'code', label: t.setup.common.code, kind: 'text', required: true, hint: t.setup.catalog.codeHint },
  { name: 'valueType', label: t.setup.catalog.discount, kind: 'choice', options: optionsOf('PERCENTAGE', 'AMOUNT') },
  { name: 'value', label: t.setup.catalog.value, kind: 'integer', required: true, hint: t.setup.catalog.valueHint },
  {
    name: 'availability',
    label: t.setup.catalog.availability,
    kind: 'integer',
    hint: t.setup.catalog.availabilityHint,
  },
  { name: 'active', label: t.setup.common.active, kind: 'flag' },
  { name: 'validFrom', label: t.setup.common.from, kind: 'date-time', group: period },
  { name: 'validUntil', label: t.setup.common.until, kind: 'date-time', group: period },
  { name: 'allowedBookingStartAt', label: t.setup.catalog.beginsFrom, kind: 'date-time', group: conditions },
  { name: 'allowedBookingEndAt', label: t.setup.catalog.beginsUntil, kind: 'date-time', group: conditions },
  { name: 'minOrderAmount', label: t.setup.catalog.priceFrom, kind: 'money', group: conditions },
  { name: 'maxOrderAmount', label: t.setup.catalog.priceTo, kind: 'money', group: conditions },
  { name: 'minCount', label: t.setup.catalog.peopleFrom, kind: 'integer', group: conditions },
  { name: 'maxCount', label: t.setup.catalog.peopleTo, kind: 'integer', group: conditions },
  {
    name: 'appliesTo.services',
    label: t.setup.catalog.onlyServices,
    kind: 'records',
    options: services,
    group: conditions,
  },
  {
    name: 'appliesTo.resources',
    label: t.setup.catalog.onlyResources,
    kind: 'records',
    options: resources,
    group: conditions,
  },
];

export const giftCardFields: readonly FieldDefinition<AttributeOf<GiftCardInput, GiftCardFormFragment>>[] = [
  { name: 'code', label: t.setup.common.code, kind: 'text', maxLength: 50, hint: t.setup.catalog.cardCodeHint },
  {
    name: 'value',
    label: t.setup.catalog.cardValue,
    kind: 'integer',
    required: true,
    hint: t.setup.catalog.cardValueHint,
  },
  {
    name: 'initialValue',
    label: t.setup.catalog.initialValue,
    kind: 'integer',
    hint: t.setup.catalog.initialValueHint,
  },
  { name: 'validUntil', label: t.setup.common.until, kind: 'date', hint: t.setup.catalog.validUntilHint },
  { name: 'active', label: t.setup.common.active, kind: 'flag' },
  { name: 'personId', label: t.setup.catalog.owner, kind: 'person' },
];
