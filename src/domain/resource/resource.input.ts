import { Field, InputType, Int } from 'type-graphql';
import { type CustomData, CustomDataObject, WallTime } from '../../platform/scalars.js';
import { WeekHoursInput, weekdayAttributes } from './opening-hours.columns.js';
import { closeAttribute, openAttribute, type SpanAttribute } from './week-hours.rules.js';

/** Attributes of a resource; what is absent is left as it is, null clears or restores the default. */
@InputType()
export class ResourceInput extends WeekHoursInput {
  @Field(() => String, { nullable: true }) title?: string | null;
  @Field(() => Int, { nullable: true }) capacity?: number | null;
  @Field(() => CustomDataObject, { nullable: true }) customData?: CustomData | null;
  [span: SpanAttribute]: string | null | undefined;
}

for (const [weekday, attribute] of weekdayAttributes.entries()) {
  const options = { nullable: true, deprecationReason: `Use ${attribute}.` };
  Field(() => WallTime, options)(ResourceInput.prototype, openAttribute(weekday));
  Field(() => WallTime, options)(ResourceInput.prototype, closeAttribute(weekday));
}
