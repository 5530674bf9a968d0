import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import type { Database } from '../../../platform/database/database.js';
import { isWritableAccount } from '../../../platform/database/writable-account.js';
import type { RequestContext } from '../../context.js';
import { type MessageWork, selectAccountsWithWork, urgentMessageKinds as urgentKinds } from '../../work.rules.js';
import { type Message, MessageChannel } from './message.entity.js';

/** The messages that each account may send in a day, by channel, unless the operator has set another number for it. */
export type MessagesPerDay = Readonly<Record<MessageChannel, number>>;

/** Urgent messages have a quota of their own, as large as that of the others, so a flood of codes is bounded, too. */
const isUrgent = ({ kind }: Message): boolean => urgentKinds.includes(kind);

const dayMilliseconds = 24 * 60 * 60 * 1_000;

/** The start of the next day in UTC. */
function nextDay(now: Date): Date {
  return new Date((Math.floor(now.getTime() / dayMilliseconds) + 1) * dayMilliseconds);
}

const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/** SQL: the number that is used of the row `quota` on the day `$2`. */
const used = 'case when quota.day = $2::date then quota.count else 0 end';

/**
 * Counts a message on its day. The row of the counter decides it between all workers, which is locked until the end of the
 * transaction. A message does not overtake those that are held: they are older.
 */
const countMessage = `insert into message_quota as quota (account_id, channel, urgent, day, count)
  select $1, $3::text, $4::boolean, $2::date, 1
  where $5::integer > 0 and not exists (
    select from message where account_id = $1 and channel = $3::text and held_until is not null and (kind = any ($6::text[])) = $4::boolean)
  on conflict (account_id, channel, urgent) do update set day = $2::date, count = ${used} + 1
    where ${used} < coalesce(quota.per_day, $5::integer)
  returning count`;

/**
 * Counts a message in the quota of its account, once however often it is attempted. If the quota of the day is used up, or
 * others wait for the next day, it sets `heldUntil` instead, and the message waits until `releaseMessages`.
 *
 * @returns whether it may be sent
 */
export async function countInQuota(
  { serverClock }: Pick<RequestContext, 'serverClock'>,
  tx: AccountTransaction,
  message: Message,
  perDay: MessagesPerDay,
): Promise<boolean> {
  if (message.isCounted) return true;
  const now = serverClock.now();
  const parameters = [dayOf(now), message.channel, isUrgent(message), perDay[message.channel], urgentKinds];
  const [counted] = await tx.query(countMessage, parameters);
  if (counted) message.isCounted = true;
  else message.heldUntil = nextDay(now);
  return counted !== undefined;
}

/** A message that may be sent now. */
interface ReleasedMessage {
  id: number;
  work: MessageWork;
}

/**
 * Counts the held messages of one channel and urgency on the present day, as many as the quota permits, oldest first, and
 * ends their wait. The counter is locked before they are read.
 */
const releaseHeld = `with held as (
    select id from message where account_id = $1 and channel = $3::text and held_until <= $8 and (kind = any ($6::text[])) = $4::boolean
    order by account_id, channel, id
    limit (select greatest(0, coalesce(per_day, $5::integer) - ${used})
      from message_quota quota where account_id = $1 and channel = $3::text and urgent = $4::boolean)
  ), counted as (
    update message_quota quota set day = $2::date, count = ${used} + (select count(*) from held)
    where account_id = $1 and channel = $3::text and urgent = $4::boolean and exists (select from held)
  )
  update message set held_until = null, is_counted = true, updated_at = $7
  where account_id = $1 and id in (select id from held)
  returning id`;

/** Releases the held messages of an account that may be sent on the present day. Returns them. */
export function releaseMessages(
  { db, serverClock, clock }: Pick<RequestContext, 'db' | 'serverClock' | 'clock'>,
  perDay: MessagesPerDay,
): Promise<ReleasedMessage[]> {
  const now = serverClock.now();
  return db.transaction(async (tx) => {
    const released: ReleasedMessage[] = [];
    for (const channel of Object.values(MessageChannel)) {
      for (const urgent of [true, false]) {
        await tx.query('select from message_quota where account_id = $1 and channel = $2 and urgent = $3 for update', [
          channel,
          urgent,
        ]);
        const parameters = [dayOf(now), channel, urgent, perDay[channel], urgentKinds, clock.now(), now];
        const rows = await tx.query<{ id: number }>(releaseHeld, parameters);
        const work: MessageWork = urgent ? `urgent_${channel}` : `${channel}`;
        released.push(...rows.map(({ id }) => ({ id, work })));
      }
    }
    return released;
  });
}

/** Finds the accounts with held messages, by one row of the index for each. Of those that are neither paused nor moved. */
const accountsWithHeld = `select candidate.id
  from (${selectAccountsWithWork({ table: 'message', open: {}, at: 'heldUntil' })}) candidate
  cross join lateral (select from account where account.id = candidate.id and ${isWritableAccount} limit 1) writable`;

export async function findAccountsWithHeldMessages({ session }: Database): Promise<number[]> {
  return (await session.execute<{ id: number }>(accountsWithHeld)).map(({ id }) => id);
}

/**
 * Sets how many messages of a channel an account may send in a day; null: as many as others. Only the operator does.
 * Messages that wait may be sent on the same day then.
 */
export function setMessageQuota(
  { db, serverClock }: Pick<RequestContext, 'db' | 'serverClock'>,
  channel: MessageChannel,
  perDay: number | null,
): Promise<void> {
  const now = serverClock.now();
  return db.transaction(async (tx) => {
    await tx.query(
      `insert into message_quota as quota (account_id, channel, urgent, per_day, day, count)
       select $1, $3::text, urgent, $4::integer, $2::date, 0 from unnest(array[true, false]) as urgent
       on conflict (account_id, channel, urgent) do update set per_day = excluded.per_day`,
      [dayOf(now), channel, perDay],
    );
    await tx.query(
      'update message set held_until = $2 where account_id = $1 and channel = $3::text and held_until > $2',
      [now, channel],
    );
  });
}
