import { Field, Int, ObjectType } from 'type-graphql';
import { recordChange } from '../../outbox/change-log.js';
import { formatCursor } from '../../outbox/cursor.js';
import { readPeriod } from '../../outbox/history-reader.js';
import { resolveCursor } from '../../outbox/log-reader.js';
import { changeLogDays } from '../../outbox/trim-change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { invalid } from '../../platform/errors.js';
import { Account } from '../account/account.entity.js';
import { changedBy, type RequestContext } from '../context.js';
import { WebHook } from './web-hook.entity.js';
import { eventsOf } from './web-hook.rules.js';
import { WebHookDelivery } from './web-hook-delivery.entity.js';

/** Changes that one call sends again. */
export const maxReplayed = 5_000;
/** Deliveries of one webhook that may be pending when more are planned. */
const maxPending = 20_000;

/** The changes to send again: from `since` to before `until`, after a cursor. */
export interface ReplayedPeriod {
  since?: Date | null | undefined;
  until?: Date | null | undefined;
  after?: string | null | undefined;
}

@ObjectType({ simpleResolvers: true, description: 'A part of a period whose changes are sent again to a webhook.' })
export class WebHookReplay {
  @Field(() => Int, { description: 'The number of deliveries that were planned.' })
  deliveries!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Call it again with this cursor as `after` to plan the rest of the period. Null if there is no rest.',
  })
  cursor!: string | null;
}

/**
 * Plans the deliveries of the changes of a period that a webhook gets by its present events, also of those that it missed
 * while it was switched off or did not exist. A change that was delivered before keeps its delivery with its idempotency id
 * and its attempts, so that receivers can ignore it.
 *
 * All of them get new ids in the order of the log, because the deliveries of an object are sent in the order of their ids:
 * one that was missed is otherwise sent after one of a later change that was not.
 *
 * @throws DomainError NOT_FOUND; INVALID on `since`, `until` or `after`, on `active` if the webhook is switched off, on
 *   `base` while too many deliveries are pending
 */
export function replayWebHook(context: RequestContext, id: number, period: ReplayedPeriod): Promise<WebHookReplay> {
  const now = context.serverClock.now();
  return context.db.transaction(async (tx) => {
    const { changeRetentionDays } = await tx.own(Account);
    const { since, until } = validateReplayedPeriod(
      period,
      now,
      Math.min(changeRetentionDays ?? changeLogDays, changeLogDays),
    );
    const webHook = await tx.getLocked(WebHook, id);
    if (!webHook.active) throw invalid({ active: ['must be true'] });
    await requireFewPending(tx, id);
    const after = await resolveCursor(tx, period.after);
    const part = { names: eventsOf(webHook.event), from: since, to: until, after, limit: maxReplayed };
    const { changes, next } = await readPeriod(tx, part);
    const [first] = await tx.query<{ id: number }>(
      `with planned as (
         insert into web_hook_delivery
           (account_id, created_at, updated_at, web_hook_id, change_cursor, event, object_id, next_attempt_at)
         select $1, $2, $2, $3, given.cursor, given.event, given.object_id, $2
         from unnest($4::text[], $5::text[], $6::integer[]) with ordinality as given (cursor, event, object_id, position)
         order by position
         on conflict (account_id, web_hook_id, change_cursor) do update set id = excluded.id, state = 'pending',
           attempt_count = 0, next_attempt_at = excluded.next_attempt_at, updated_at = excluded.updated_at, body_trimmed = false
         returning id)
       select id from planned order by id limit 1`,
      [
        ...[now, id, changes.map(formatCursor), changes.map(({ name }) => name)],
        changes.map(({ objectId }) => objectId),
      ],
    );
    const delivery = first && (await tx.find(WebHookDelivery, first.id));
    // Its job makes all deliveries that are due.
    if (delivery) await recordChange(tx, 'web_hook_delivery.requested', delivery, changedBy(context));
    return { deliveries: changes.length, cursor: next ? formatCursor(next) : null };
  });
}

function validateReplayedPeriod(
  { since, until }: ReplayedPeriod,
  now: Date,
  keptDays: number,
): { since: Date; until: Date } {
  const oldest = new Date(now.getTime() - keptDays * 24 * 60 * 60 * 1_000);
  if (!since) throw invalid({ since: ["can't be blank"] });
  if (since < oldest) throw invalid({ since: ['is invalid', `must be within the last ${keptDays} days`] });
  if (since > now) throw invalid({ since: ['must be in the past'] });
  if (until && until <= since) throw invalid({ until: ['must be after since'] });
  // By default, changes of the same millisecond belong to the period.
  return { since, until: until ?? new Date(now.getTime() + 1) };
}

async function requireFewPending(tx: AccountTransaction, webHookId: number): Promise<void> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::integer as count from (select from web_hook_delivery
       where account_id = $1 and web_hook_id = $2 and state = 'pending' limit $3) as pending`,
    [webHookId, maxPending],
  );
  if ((row?.count ?? 0) >= maxPending) {
    throw invalid({ base: [`has ${maxPending} pending deliveries: wait until they are made`] });
  }
}
