import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import { formatCursor, parseCursor } from '../../outbox/cursor.js';
import { readAfter, readChange, resolveCursor } from '../../outbox/log-reader.js';
import { invalid, notFound } from '../../platform/errors.js';
import { listCost } from '../../platform/list-cost.js';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { isVisibleToClients } from '../entities.js';
import { Change, ChangeFeed, showChanges } from './change-feed.type.js';

const maxLimit = 100;

/**
 * Returns the changes after a cursor, in the order of the log.
 *
 * @param after a cursor, `latest` for the end of the log, or nothing for all kept changes
 * @param limit number of changes that are read; the answer may have fewer, because internal ones are left out
 * @throws DomainError INVALID on `after` for a cursor that is invalid or too old, and on `limit`
 */
async function listChanges(
  { db }: RequestContext,
  after: string | null | undefined,
  limit: number,
): Promise<ChangeFeed> {
  if (limit < 1 || limit > maxLimit) throw invalid({ limit: [`must be between 1 and ${maxLimit}`] });
  const start = await resolveCursor(db, after);
  const { changes } = await readAfter(db, start, limit);
  return {
    items: await showChanges(db, changes.filter(isVisibleToClients)),
    cursor: formatCursor(changes.at(-1) ?? start),
    hasMore: changes.length === limit,
  };
}

/** Returns the change of a cursor. @throws DomainError NOT_FOUND, also for a change that was deleted from the log */
async function getChange({ db }: RequestContext, text: string): Promise<Change> {
  const cursor = parseCursor(text);
  const found = cursor && (await readChange(db, cursor));
  const [change] = found && isVisibleToClients(found) ? await showChanges(db, [found]) : [];
  if (!change) throw notFound();
  return change;
}

@Resolver(() => Change)
export class ChangeResolver {
  @RequiresPermission('read')
  @Query(() => ChangeFeed, {
    description:
      'Changes after a cursor, in commit order. Without a cursor, the list starts with the oldest kept change; `latest` returns the cursor of the end of the log.',
    complexity: listCost(({ limit }) => Number(limit)),
  })
  changes(
    @Arg('after', () => String, {
      nullable: true,
      description: 'The cursor after which the changes begin, or `latest`. Defaults to the oldest kept change.',
    })
    after: string | null | undefined,
    @Arg('limit', () => Int, { defaultValue: 100, description: 'The number of changes that are read, from 1 to 100.' })
    limit: number,
    @Ctx() context: RequestContext,
  ): Promise<ChangeFeed> {
    return listChanges(context, after, limit);
  }

  @RequiresPermission('read')
  @Query(() => Change, { description: 'One change of the log.' })
  change(
    @Arg('cursor', () => String, { description: 'The cursor of the change.' }) cursor: string,
    @Ctx() context: RequestContext,
  ): Promise<Change> {
    return getChange(context, cursor);
  }
}
