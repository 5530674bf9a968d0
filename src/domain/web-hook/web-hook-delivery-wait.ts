import { manyExpected } from '../../platform/database/read-in-order.js';
import { describeEnum } from '../../platform/described-enum.js';
import { createContextLoader } from '../records/computed-field.js';

/** The reason why a pending delivery is not made now. */
export enum DeliveryWait {
  ACCOUNT_PAUSED = 'account_paused',
  WEB_HOOK_INACTIVE = 'web_hook_inactive',
  EARLIER_DELIVERY = 'earlier_delivery',
  NEXT_ATTEMPT = 'next_attempt',
  WORKER = 'worker',
}
describeEnum(DeliveryWait, 'DeliveryWait', 'The reason why a pending delivery is not made now.', {
  ACCOUNT_PAUSED: 'The account is paused, or moves to another server.',
  WEB_HOOK_INACTIVE: 'The webhook is switched off.',
  EARLIER_DELIVERY: 'An earlier delivery of the same object to the webhook has had no attempt.',
  NEXT_ATTEMPT: 'An attempt is being made, or the next one is at `nextAttemptAt`.',
  WORKER: 'It is due, and a worker makes it as soon as one is free.',
});

/**
 * SQL: whether an earlier delivery of the same object to the same webhook has had no attempt. So deliveries arrive in order
 * while the receiver responds, and a failed one does not delay those after it. A range, because `object_id = …` would allow
 * to read any index that ends with the id.
 */
const hasEarlier = `(
  select true from web_hook_delivery earlier cross join ${manyExpected}
  where (earlier.account_id, earlier.web_hook_id, earlier.object_id, earlier.id)
      >= (delivery.account_id, delivery.web_hook_id, delivery.object_id, 0)
    and (earlier.account_id, earlier.web_hook_id, earlier.object_id, earlier.id)
      < (delivery.account_id, delivery.web_hook_id, delivery.object_id, delivery.id)
    and split_part(earlier.event, '.', 1) = split_part(delivery.event, '.', 1)
    and earlier.state = 'pending' and earlier.attempt_count = 0
  order by earlier.account_id, earlier.web_hook_id, earlier.object_id, earlier.id limit 1)`;

type Waits = readonly (readonly [DeliveryWait, string])[];

/** SQL: why the deliveries to the webhook `hook` of the account `account` wait. */
const waitsOfWebHook: Waits = [
  [DeliveryWait.ACCOUNT_PAUSED, 'account.paused_at is not null'],
  [DeliveryWait.WEB_HOOK_INACTIVE, 'not hook.active'],
];

/** SQL: why the delivery `delivery` waits, until a time. */
const waitsOfDelivery = (now: string): Waits => [
  [DeliveryWait.EARLIER_DELIVERY, hasEarlier],
  [DeliveryWait.NEXT_ATTEMPT, `delivery.next_attempt_at > ${now}`],
];

const noneOf = (waits: Waits): string => waits.map(([, sql]) => `(${sql}) is not true`).join(' and ');

/**
 * SQL: selects the first of the pending deliveries to a webhook (parameters: account, webhook) that wait for nothing at a
 * time, and locks it in the meantime.
 *
 * @param columns of `delivery` that are selected
 * @param now the time, in SQL
 */
export function selectSendable(columns: string, now: string): string {
  return `select ${columns} from web_hook_delivery delivery cross join ${manyExpected}
    where delivery.account_id = $1 and delivery.web_hook_id = $2 and delivery.state = 'pending'
      and delivery.next_attempt_at <= ${now} and ${noneOf(waitsOfDelivery(now))}
      and (select ${noneOf(waitsOfWebHook)} from web_hook hook join account on account.id = hook.account_id
        where hook.account_id = $1 and hook.id = $2)
    order by delivery.next_attempt_at, delivery.id limit 1`;
}

const readWaits = `select delivery.id, case
    ${[...waitsOfWebHook, ...waitsOfDelivery('$2')].map(([wait, sql]) => `when ${sql} then '${wait}'`).join(' ')}
    else '${DeliveryWait.WORKER}' end as wait
  from web_hook_delivery delivery
  join web_hook hook on hook.account_id = delivery.account_id and hook.id = delivery.web_hook_id
  join account on account.id = delivery.account_id
  where delivery.account_id = $1 and delivery.id = any ($3::integer[]) and delivery.state not in ('delivered', 'failed')`;

/** Loads why a pending delivery is not made now, by its id, with one statement for a page. */
export const loadWait = createContextLoader<DeliveryWait, null>(async ({ db, serverClock }, ids) => {
  const rows = await db.query<{ id: number; wait: DeliveryWait }>(readWaits, [serverClock.now(), ids]);
  return new Map(rows.map(({ id, wait }) => [id, wait]));
}, null);
