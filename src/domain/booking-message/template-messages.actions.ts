import { Booking, BookingState } from '../booking/booking.entity.js';
import type { RequestContext } from '../context.js';
import { MessageChannel } from '../message/message.entity.js';
import { DeliveryType, MessageTemplate, MessageTemplateType } from '../message-template/message-template.entity.js';
import { withServices } from '../message-template/message-template.queries.js';
import { composeMessage, isTold, personAddress } from './compose-message.js';
import { tellsPerson } from './message-choice.rules.js';
import { builtInText, type Locale } from './message-texts.js';
import { localeOf, readToldBooking } from './message-values.js';
import { dueTime, isTimely } from './template-timing.rules.js';

const isSending = (booking: Booking): boolean =>
  booking.addsMessages && booking.state === BookingState.CONFIRMED && tellsPerson(booking);

/** The templates that a booking, when it is confirmed and has a person and a service, is to send, with the time in ISO 8601 in UTC. */
export function planTemplates(
  context: RequestContext,
  bookingId: number,
): Promise<{ templateId: number; at: string }[]> {
  return context.db.transaction(async (tx) => {
    const booking = await tx.find(Booking, bookingId);
    if (!booking || !isSending(booking)) return [];
    const templates = await withServices(tx, await tx.em.find(MessageTemplate, { active: true }));
    return templates.flatMap((template) => {
      const at = dueTime(template, booking, context.zone);
      const isDue = at !== undefined && isTimely(template, at, booking.updatedAt);
      return isDue ? [{ templateId: template.id, at: at.toISOString() }] : [];
    });
  });
}

/** Sends a template that was planned for this time, once, if the booking and the template still say so. */
export function sendTemplate(
  context: RequestContext,
  { bookingId, templateId, at }: { bookingId: number; templateId: number; at: string },
): Promise<void> {
  return context.db.transaction(async (tx) => {
    await tx.lock(['booking', bookingId]);
    const booking = await tx.find(Booking, bookingId);
    const template = await tx.find(MessageTemplate, templateId);
    if (!booking || !template || !isSending(booking)) return;
    await withServices(tx, [template]);
    if (dueTime(template, booking, context.zone)?.toISOString() !== at) return;
    const told = await readToldBooking(tx, booking);
    const channel = template.deliveryType === DeliveryType.EMAIL ? MessageChannel.EMAIL : MessageChannel.SMS;
    const recipient = personAddress(told, channel);
    const occasion = `template:${templateId}:${at}`;
    if (recipient === undefined || (await isTold(tx, bookingId, occasion))) return;
    const { messageType } = template;
    const locale = localeOf(told.person, context.account);
    await composeMessage(context, tx, told, {
      kind: messageType,
      channel,
      recipient,
      occasion,
      text: { subject: template.subject ?? defaultSubject(messageType, locale), body: template.template },
      locale,
    });
  });
}

function defaultSubject(type: MessageTemplateType, locale: Locale): string {
  switch (type) {
    case MessageTemplateType.CONFIRMATION:
    case MessageTemplateType.REMINDER:
      return builtInText(type, MessageChannel.EMAIL, locale).subject;
    case MessageTemplateType.FOLLOW_UP:
      return '{{ booking.client.name }}';
  }
}
