import { Field, InputType } from 'type-graphql';
import { byId, byUpdate, createListOrder } from '../records/list-order.js';
import { RecordFilter } from '../records/record-filter.input.js';

/** Attributes of a webhook. An absent field keeps its value. */
@InputType({ description: 'Attributes of a webhook. An absent one stays unchanged.' })
export class WebHookInput {
  @Field(() => String, { nullable: true }) targetUrl?: string | null;
  @Field(() => String, { nullable: true }) event?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether events are delivered; true by default. Deactivating a webhook drops its pending deliveries. After reactivation it gets only new events.',
  })
  active?: boolean | null;
}

export const webHookOrder = createListOrder('WebHookOrder', { ID: byId, UPDATED_AT: byUpdate }, 'ID');

/** Conditions that must all hold. */
@InputType()
export class WebHookFilter extends RecordFilter {
  @Field(() => Boolean, { nullable: true, description: 'Returns webhooks that are active, or that are not.' })
  active?: boolean | null;
}
