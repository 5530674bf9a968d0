import { applyPeriod } from '../../../platform/time/period.js';
import type { Zone } from '../../../platform/time/zone.js';
import { type Booking, BookingState } from '../../booking/booking.entity.js';
import { tellsPerson } from '../../booking/messages/message-choice.rules.js';
import { type MessageTemplate, MessageTemplateType } from '../templates/message-template.entity.js';

type Timed = Pick<Booking, 'createdAt' | 'bookedFrom' | 'bookedTo' | 'serviceId'>;
type Timing = Pick<MessageTemplate, 'messageType' | 'deliveryTiming' | 'active' | 'services'>;

/** Whether a booking sends templates as it is now. */
export function sendsTemplates(booking: Pick<Booking, 'addsMessages' | 'state' | 'personId' | 'serviceId'>): boolean {
  return booking.addsMessages && booking.state === BookingState.CONFIRMED && tellsPerson(booking);
}

/** When a booking is to send a template, of its services or of all; undefined when it is not. */
export function dueTime(template: Timing, booking: Timed, zone: Zone): Date | undefined {
  const { active, services, messageType, deliveryTiming } = template;
  if (!active || (services.length > 0 && !services.some((id) => id === booking.serviceId))) return undefined;
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
 * Whether a booking is to send now, or later, what is due at `at`. A confirmation that comes late is still one, but of
 * bookings since the template was made; what else was due before the booking was last changed is not sent.
 */
export function isTimely(
  template: Pick<MessageTemplate, 'messageType' | 'createdAt'>,
  at: Date,
  booking: Pick<Booking, 'createdAt' | 'updatedAt'>,
): boolean {
  const isConfirmation = template.messageType === MessageTemplateType.CONFIRMATION;
  return isConfirmation ? booking.createdAt >= template.createdAt : at >= booking.updatedAt;
}

/** Nobody is reminded of what is over. */
export function isTooLate(
  { messageType }: Pick<MessageTemplate, 'messageType'>,
  { bookedTo }: Pick<Booking, 'bookedTo'>,
  now: Date,
): boolean {
  return messageType === MessageTemplateType.REMINDER && bookedTo <= now;
}

/** What a booking sends once of a template: a confirmation, or another at each time that it is due. */
export function occasionOf(template: Pick<MessageTemplate, 'id' | 'messageType'>, at: Date): string {
  const once = `template:${template.id}`;
  return template.messageType === MessageTemplateType.CONFIRMATION ? once : `${once}:${at.toISOString()}`;
}
