import { Field, InputType } from 'type-graphql';
import { byId, byInstant, createListOrder } from '../records/list-order.js';
import { InstantRange, RecordFilter } from '../records/record-filter.input.js';

export const failedJobOrder = createListOrder(
  'FailedJobOrder',
  { ID: byId, FAILED_AT: byInstant('failedAt', 'last failure') },
  'ID_DESC',
);

/** Conditions that must all hold. */
@InputType()
export class FailedJobFilter extends RecordFilter {
  @Field(() => String, { nullable: true, description: 'Returns the jobs of this name.' })
  name?: string | null;

  @Field(() => InstantRange, { nullable: true, description: 'Returns jobs that failed in this period.' })
  failedAt?: InstantRange | null;
}
