import { Field, InputType } from 'type-graphql';
import { WallTime } from '../../platform/scalars.js';
import { inputOf } from '../records/attributes.js';
import { byId, byText, byUpdate, createListOrder } from '../records/list-order.js';
import { RecordFilter } from '../records/record-filter.input.js';
import { weekdayAttributes } from './opening-hours.columns.js';
import { Resource } from './resource.entity.js';
import { closeAttribute, openAttribute, type SpanAttribute } from './week-hours.rules.js';

/** Attributes of a resource. An absent field keeps its value; null clears it or restores the default. */
@InputType({
  description: 'Attributes of a resource. An absent one stays unchanged. Null clears it or restores its default.',
})
export class ResourceInput extends inputOf(Resource, 'active') {
  [span: SpanAttribute]: string | null | undefined;
}

for (const [weekday, attribute] of weekdayAttributes.entries()) {
  const options = { nullable: true, deprecationReason: `Use ${attribute}.` };
  Field(() => WallTime, options)(ResourceInput.prototype, openAttribute(weekday));
  Field(() => WallTime, options)(ResourceInput.prototype, closeAttribute(weekday));
}

export const resourceOrder = createListOrder(
  'ResourceOrder',
  { ID: byId, TITLE: byText('title', 'title'), UPDATED_AT: byUpdate },
  'ID',
);

/** Conditions that must all hold. */
@InputType()
export class ResourceFilter extends RecordFilter {}
