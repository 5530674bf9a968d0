import { ArgsType, Field, InputType, Int } from 'type-graphql';
import { byId, byUpdate, createListOrder, RecordFilter } from '../records/list.input.js';
import type { List } from '../records/list.js';
import { WebHook, WebHookConnection } from './web-hook.entity.js';
import { DeliveryState, WebHookDelivery, WebHookDeliveryConnection } from './web-hook-delivery.entity.js';

const webHookOrder = createListOrder('WebHookOrder', { ID: byId, UPDATED_AT: byUpdate }, 'ID');

/** Conditions that must all hold. */
@InputType()
export class WebHookFilter extends RecordFilter {
  @Field(() => Boolean, { nullable: true, description: 'Returns webhooks that are active, or that are not.' })
  active?: boolean | null;
}

export const webHookList: List<WebHook, WebHookFilter, WebHookConnection> = {
  name: 'webHooks',
  entity: WebHook,
  connection: WebHookConnection,
  filter: WebHookFilter,
  order: webHookOrder,
  conditions: (_context, { active }) => ({
    $and: [...(typeof active === 'boolean' ? [{ active }] : [])],
  }),
};

const deliveryOrder = createListOrder('WebHookDeliveryOrder', { ID: byId, UPDATED_AT: byUpdate }, 'ID_DESC');

/** Conditions that must all hold. */
@InputType()
export class WebHookDeliveryFilter extends RecordFilter {
  @Field(() => Int, { nullable: true, description: 'Returns the deliveries to this webhook.' })
  webHookId?: number | null;

  @Field(() => DeliveryState, { nullable: true, description: 'Returns the deliveries in this state.' })
  state?: DeliveryState | null;

  @Field(() => String, { nullable: true, description: 'Returns the deliveries of this event.' })
  event?: string | null;
}

/** The conditions that have arguments of their own. */
@ArgsType()
export class DeliveryArguments {
  @Field(() => Int, {
    nullable: true,
    description: 'Like `filter.webHookId`, which takes precedence and is the default.',
  })
  webHookId?: number | null;

  @Field(() => DeliveryState, {
    nullable: true,
    description: 'Like `filter.state`, which takes precedence and is the default.',
  })
  state?: DeliveryState | null;
}

export const deliveryList: List<WebHookDelivery, WebHookDeliveryFilter, WebHookDeliveryConnection> = {
  name: 'webHookDeliveries',
  entity: WebHookDelivery,
  connection: WebHookDeliveryConnection,
  filter: WebHookDeliveryFilter,
  order: deliveryOrder,
  conditions: (_context, { webHookId, state, event }) => ({
    $and: [{ ...(typeof webHookId === 'number' && { webHookId }), ...(state && { state }), ...(event && { event }) }],
  }),
};
