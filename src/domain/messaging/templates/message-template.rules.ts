import { accepted } from '../../../platform/accepted.js';
import type { FieldErrors } from '../../../platform/errors.js';
import { type Direction, directionOf, isPeriod } from '../../../platform/time/period.js';
import { presenceProblems } from '../../attributes.js';
import { MessageTemplateType } from './message-template.entity.js';

/** When messages go out: after a booking is made, before it starts, after it ends. */
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

/** What is wrong with a message template's attributes alone (contract of message templates). */
export function messageTemplateProblems(template: MessageTemplateAttributes): FieldErrors {
  return { ...presenceProblems(template, 'messageType', 'deliveryType', 'template'), ...timingProblems(template) };
}

/** Only what is sent at the moment itself needs no period, and a reminder comes before it. */
function timingProblems({ messageType, deliveryTiming }: MessageTemplateAttributes): FieldErrors {
  if (deliveryTiming === null) {
    return messageType === MessageTemplateType.REMINDER ? { deliveryTiming: ["can't be blank"] } : {};
  }
  if (!isPeriod(deliveryTiming)) return { deliveryTiming: ['is invalid', accepted.period] };
  if (messageType === undefined) return {};
  const { direction, message } = timings[messageType];
  return directionOf(deliveryTiming, direction) === direction ? {} : { deliveryTiming: [message] };
}
