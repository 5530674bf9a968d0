import type { Row } from '../../platform/database/rows.js';
import { getRow } from '../attributes.js';
import type { RequestContext } from '../context.js';
import { WebHook, WebHookConnection } from './web-hook.entity.js';

/** @throws DomainError NOT_FOUND */
export function getWebHook(context: RequestContext, id: number): Promise<Row<WebHook>> {
  return getRow(context.db, WebHook, id);
}

/** Lists webhooks, oldest first. */
export function listWebHooks({ db }: RequestContext): WebHookConnection {
  return new WebHookConnection(
    undefined,
    (part) => db.rows(WebHook, {}, { orderBy: { id: 'asc' }, ...part }),
    () => db.count(WebHook, {}),
  );
}
