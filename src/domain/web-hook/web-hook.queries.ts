import type { RequestContext } from '../context.js';
import type { List } from '../records/list.js';
import { WebHook, WebHookConnection } from './web-hook.entity.js';
import { WebHookFilter, webHookOrder } from './web-hook.input.js';

/** @throws DomainError NOT_FOUND */
export function getWebHook(context: RequestContext, id: number): Promise<WebHook> {
  return context.db.get(WebHook, id);
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
