import { Field, InputType, Int } from 'type-graphql';
import { inputOf } from '../records/attributes.js';
import { byId, byPriority, createListOrder } from '../records/list-order.js';
import { RecordFilter } from '../records/record-filter.input.js';
import { Provider } from './provider.entity.js';

/** Attributes of a provider. An absent field keeps its value; null clears it or restores the default. */
@InputType({ description: 'Attributes of a provider. An absent one stays unchanged. Null clears it.' })
export class ProviderInput extends inputOf(Provider, 'active') {}

export const providerOrder = createListOrder('ProviderOrder', { ID: byId, PRIORITY: byPriority }, 'ID');

/** Conditions that must all hold. */
@InputType()
export class ProviderFilter extends RecordFilter {
  @Field(() => Int, { nullable: true, description: 'Returns the providers of this resource.' })
  resourceId?: number | null;

  @Field(() => Int, { nullable: true, description: 'Returns the providers of this service.' })
  serviceId?: number | null;
}
