import { Field, InputType, Int } from 'type-graphql';
import { WeekHoursInput } from '../resource/opening-hours.columns.js';

/** Attributes of a provider; what is absent is left as it is, null clears or restores the default. */
@InputType()
export class ProviderInput extends WeekHoursInput {
  @Field(() => Int, { nullable: true }) resourceId?: number | null;
  @Field(() => Int, { nullable: true }) serviceId?: number | null;
  @Field(() => Int, { nullable: true }) priorityValue?: number | null;
}
