import { randomUUID } from 'node:crypto';
import { actorName, recordChange } from '../../outbox/change-log.js';
import { invalid } from '../../platform/errors.js';
import { changedBy, type RequestContext } from '../context.js';
import { WebHook } from './web-hook.entity.js';
import { DeliveryState, WebHookDelivery } from './web-hook-delivery.entity.js';
import { payloadOf, testEvent } from './web-hook-delivery.rules.js';

/** Test events of one webhook that wait for their first success at a time. */
const maxPending = 10;

/**
 * Sends an event that nothing has caused to a webhook, whatever events it gets. It is delivered like any other, with retries;
 * its payload has `test: true` and the event `web_hook.test`.
 *
 * @throws DomainError NOT_FOUND, INVALID on `active` if the webhook is switched off, on `base` while 10 tests are pending
 */
export function testWebHook(context: RequestContext, id: number): Promise<WebHookDelivery> {
  const { db, serverClock, actor, zone } = context;
  return db.transaction(async (tx) => {
    const webHook = await tx.getLocked(WebHook, id);
    if (!webHook.active) throw invalid({ active: ['must be true'] });
    const pending = await tx.count(WebHookDelivery, { webHookId: id, event: testEvent, state: DeliveryState.PENDING });
    if (pending >= maxPending) {
      throw invalid({ base: [`has ${maxPending} pending test events: wait for their result`] });
    }
    const now = serverClock.now();
    const idempotencyId = randomUUID();
    const change = {
      name: testEvent,
      changed_at: zone.format(now.getTime()),
      performed_by: { kind: actor.kind, name: actorName(actor) },
      object: 'web_hook',
      object_id: id,
      web_hook: { id, event: webHook.event, active: webHook.active },
    };
    const delivery = Object.assign(tx.create(WebHookDelivery, now), {
      webHookId: id,
      // No change has this cursor. It only makes the delivery another one than those of changes.
      changeCursor: `test-${idempotencyId}`,
      event: testEvent,
      idempotencyId,
      payload: payloadOf(change, idempotencyId),
      nextAttemptAt: now,
    });
    await recordChange(tx, 'web_hook_delivery.requested', delivery, changedBy(context));
    return delivery;
  });
}
