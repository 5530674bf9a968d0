import { Field, InputType } from 'type-graphql';
import type { List } from '../records/list.js';
import { byId, byUpdate, createListOrder } from '../records/list-order.js';
import { RecordFilter } from '../records/record-filter.input.js';
import { WebHook, WebHookConnection } from './web-hook.entity.js';

export const webHookOrder = createListOrder('WebHookOrder', { ID: byId, UPDATED_AT: byUpdate }, 'ID');

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
