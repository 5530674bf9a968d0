import { applyPeriod } from '../../../platform/time/period.js';
import type { Zone } from '../../../platform/time/zone.js';
import { type Booking, BookingState } from '../../booking/booking.entity.js';
import { canNotifyPerson } from '../../booking/messages/message-choice.rules.js';
import { type MessageTemplate, MessageTemplateType } from '../templates/message-template.entity.js';
import { templateKey } from '../templates/message-template.rules.js';

type Timed = Pick<Booking, 'createdAt' | 'bookedFrom' | 'bookedTo' | 'serviceId'>;
type Timing = Pick<MessageTemplate, 'messageType' | 'deliveryTiming' | 'active' | 'services'>;

/** Returns whether a booking sends messages of templates in its current state. */
export function canSendTemplates(booking: Pick<Booking, 'addsMessages' | 'state' | 'personId' | 'serviceId'>): boolean {
  return booking.addsMessages && booking.state === BookingState.CONFIRMED && canNotifyPerson(booking);
}

/** Whether a template is for the service of a booking. */
export function isFor({ services }: Pick<Timing, 'services'>, { serviceId }: Pick<Timed, 'serviceId'>): boolean {
  return services.length === 0 || services.some((id) => id === serviceId);
}

/** Returns when a booking sends a template's message; undefined if the template is inactive or for other services. */
export function dueTime(template: Timing, booking: Timed, zone: Zone): Date | undefined {
  const { active, messageType, deliveryTiming } = template;
  if (!active || !isFor(template, booking)) return undefined;
  const base = baseOf(messageType, booking);
  if (deliveryTiming === null) return base;
  return applyPeriod(deliveryTiming, base, zone, messageType === MessageTemplateType.REMINDER ? 'backward' : 'forward');
}

function baseOf(type: MessageTemplateType, { createdAt, bookedFrom, bookedTo }: Timed): Date {
  switch (type) {
    case MessageTemplateType.CONFIRMATION:
      return createdAt;
    case MessageTemplateType.REMINDER:
      return bookedFrom;
    case MessageTemplateType.FOLLOW_UP:
      return bookedTo;
  }
}

/**
 * Returns whether a message that is due at `at` is still to be sent. A late confirmation is sent, but only for bookings
 * created after the template. Other messages are not sent if they were due before the booking's last change.
 */
export function isTimely(
  template: Pick<MessageTemplate, 'messageType' | 'createdAt'>,
  at: Date,
  booking: Pick<Booking, 'createdAt' | 'updatedAt'>,
): boolean {
  const isConfirmation = template.messageType === MessageTemplateType.CONFIRMATION;
  return isConfirmation ? booking.createdAt >= template.createdAt : at >= booking.updatedAt;
}

/** A reminder is not sent after the booking has ended. */
export function isTooLate(
  { messageType }: Pick<MessageTemplate, 'messageType'>,
  { bookedTo }: Pick<Booking, 'bookedTo'>,
  now: Date,
): boolean {
  return messageType === MessageTemplateType.REMINDER && bookedTo <= now;
}

/** A booking sends a template's confirmation once, and its other messages once for each due time. */
export function deduplicationKeyOf(template: Pick<MessageTemplate, 'id' | 'messageType'>, at: Date): string {
  const once = templateKey(template.id);
  return template.messageType === MessageTemplateType.CONFIRMATION ? once : `${once}:${at.toISOString()}`;
}
