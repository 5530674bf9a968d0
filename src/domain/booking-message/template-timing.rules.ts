import { applyPeriod } from '../../platform/time/period.js';
import type { Zone } from '../../platform/time/zone.js';
import type { Booking } from '../booking/booking.entity.js';
import { type MessageTemplate, MessageTemplateType } from '../message-template/message-template.entity.js';

type Timed = Pick<Booking, 'createdAt' | 'bookedFrom' | 'bookedTo' | 'serviceId'>;
type Timing = Pick<MessageTemplate, 'messageType' | 'deliveryTiming' | 'active' | 'services'>;

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

/** A confirmation that comes late is still one; what else was due before the booking was last changed is not sent. */
export function isTimely({ messageType }: Pick<Timing, 'messageType'>, at: Date, updatedAt: Date): boolean {
  return messageType === MessageTemplateType.CONFIRMATION || at >= updatedAt;
}
