import { changedBy, type RequestContext } from '../../domain/context.js';
import { Message, MessageChannel, MessageState } from '../../domain/messaging/delivery/message.entity.js';
import { createWebHook } from '../../domain/web-hook/web-hook.actions.js';
import { DeliveryState } from '../../domain/web-hook/web-hook-delivery.entity.js';
import { recordChange } from '../../outbox/change-log.js';
import { formatCursor, startOfLog } from '../../outbox/cursor.js';
import type { Studio } from './demo-studio.js';

/** Adds a failed delivery to a webhook, a failed message and an unsent one. Nothing is sent to anybody. */
export async function addFailures({ context, people }: Studio): Promise<void> {
  await addFailedDelivery(context);
  await addMessages(context, people);
}

/** The webhook is inactive, so the demo account sends nothing to its address. */
async function addFailedDelivery(context: RequestContext): Promise<void> {
  const { id: webHookId } = await createWebHook(context, {
    targetUrl: 'https://example.org/hook',
    event: 'booking.created',
    active: false,
  });
  const at = context.clock.now();
  const attempts = [{ at: at.toISOString(), status: 503, answer: 'Service Unavailable', failure: null }];
  await context.db.query(
    `insert into web_hook_delivery
       (account_id, created_at, updated_at, web_hook_id, change_cursor, event, state, attempt_count, attempts)
     values ($1, $2, $2, $3, $4, 'booking.created', $5, 1, $6::jsonb)`,
    [at, webHookId, formatCursor(startOfLog), DeliveryState.FAILED, JSON.stringify(attempts)],
  );
}

async function addMessages(context: RequestContext, people: readonly number[]): Promise<void> {
  const messages = [
    {
      channel: MessageChannel.SMS,
      recipient: '+4740612300',
      state: MessageState.FAILED,
      failure: 'The gateway does not know the number',
      personId: people[0] ?? null,
    },
    {
      channel: MessageChannel.EMAIL,
      recipient: 'bjorn@example.org',
      subject: 'Your booking is confirmed',
      state: MessageState.UNSENT,
      personId: people[1] ?? null,
    },
  ];
  await context.db.transaction(async (tx) => {
    for (const attributes of messages) {
      const message = tx.create(Message, context.clock.now());
      Object.assign(message, { kind: 'confirmation', body: 'Your booking is confirmed.', ...attributes });
      await recordChange(tx, 'message.processed', message, changedBy(context));
    }
  });
}
