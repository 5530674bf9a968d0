import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { Booking } from '../../booking/booking.entity.js';
import type { RequestContext } from '../../context.js';
import { isWorkDue } from '../../work.rules.js';
import { MessageTemplate, plannedMessageKind } from '../templates/message-template.entity.js';
import { withServices } from '../templates/message-template.queries.js';
import { readBookingDetails } from './booking-details.queries.js';
import { composeMessage, hasMessage, personAddress } from './compose-message.actions.js';
import { messageLanguage } from './message-values.rules.js';
import type { DueMessage } from './planned-messages.actions.js';
import { templateChannel, templateText } from './template-text.rules.js';
import { canSendTemplates, deduplicationKeyOf, dueTime, isTooLate } from './template-timing.rules.js';

/** Sends a planned message, once, if it is still due by the current booking and template. */
export function sendTemplate(context: RequestContext, plannedId: number): Promise<void> {
  return context.db.transaction(async (tx) => {
    await tx.lock([plannedMessageKind, plannedId]);
    const due = await findDue(tx, plannedId);
    if (!due || !isWorkDue('planned_message', due, context.clock.now())) return;
    await sendDue(context, tx, due);
    await tx.query('delete from planned_message where account_id = $1 and id = $2', [plannedId]);
  });
}

async function findDue(tx: AccountTransaction, plannedId: number): Promise<DueMessage | undefined> {
  const [due] = await tx.query<DueMessage>(
    `select booking_id as "bookingId", message_template_id as "templateId", due_at as "dueAt"
     from planned_message where account_id = $1 and id = $2`,
    [plannedId],
  );
  return due;
}

async function sendDue(
  context: RequestContext,
  tx: AccountTransaction,
  { bookingId, templateId, dueAt }: DueMessage,
): Promise<void> {
  const booking = await tx.findLocked(Booking, bookingId);
  const template = await tx.find(MessageTemplate, templateId);
  if (!booking || !template || !canSendTemplates(booking) || isTooLate(template, booking, context.clock.now())) return;
  await withServices(tx, [template]);
  if (dueTime(template, booking, context.zone)?.getTime() !== dueAt.getTime()) return;
  const details = await readBookingDetails(tx, booking);
  const channel = templateChannel(template);
  const recipient = personAddress(details, channel);
  const deduplicationKey = deduplicationKeyOf(template, dueAt);
  if (recipient === undefined || (await hasMessage(tx, bookingId, deduplicationKey))) return;
  const { messageType } = template;
  const language = messageLanguage(details.person, context.account);
  await composeMessage(context, tx, details, {
    kind: messageType,
    channel,
    recipient,
    deduplicationKey,
    text: templateText(template, language),
    language,
  });
}
