import { accepted } from '../../../platform/accepted.js';
import type { FieldErrors } from '../../../platform/errors.js';
import { type Direction, directionOf, isPeriod } from '../../../platform/time/period.js';
import { validatePresence } from '../../records/attributes.js';
import { MessageTemplateType } from './message-template.entity.js';

/** The allowed direction of the timing: after creation, before the start, after the end. */
const timings: Record<MessageTemplateType, { direction: Direction; message: string }> = {
  [MessageTemplateType.CONFIRMATION]: { direction: 'forward', message: 'must be after created_at' },
  [MessageTemplateType.REMINDER]: { direction: 'backward', message: 'must be before booked_from' },
  [MessageTemplateType.FOLLOW_UP]: { direction: 'forward', message: 'must be after booked_to' },
};

interface MessageTemplateAttributes {
  messageType?: MessageTemplateType;
  deliveryType?: unknown;
  template?: string;
  deliveryTiming: string | null;
}

/** Validates the attributes of a message template that need no other record (contract of message templates). */
export function validateMessageTemplate(template: MessageTemplateAttributes): FieldErrors {
  return { ...validatePresence(template, 'messageType', 'deliveryType', 'template'), ...validateTiming(template) };
}

/** A reminder needs a period, because it is sent before the start. Other messages without one are sent at their moment. */
function validateTiming({ messageType, deliveryTiming }: MessageTemplateAttributes): FieldErrors {
  if (deliveryTiming === null) {
    return messageType === MessageTemplateType.REMINDER ? { deliveryTiming: ["can't be blank"] } : {};
  }
  if (!isPeriod(deliveryTiming)) return { deliveryTiming: ['is invalid', accepted.period] };
  if (messageType === undefined) return {};
  const { direction, message } = timings[messageType];
  return directionOf(deliveryTiming, direction) === direction ? {} : { deliveryTiming: [message] };
}

/** The deduplication key of messages from that template. The related list of their template finds them by it. */
export const templateKey = (templateId: number): string => `template:${templateId}`;

/** Returns the id of the template whose message has that deduplication key, or null if no template made it. */
export function templateIdOf(deduplicationKey: string | null): number | null {
  const [, id] = deduplicationKey?.match(/^template:(\d{1,10})(?::|$)/) ?? [];
  return id === undefined ? null : Number(id);
}
