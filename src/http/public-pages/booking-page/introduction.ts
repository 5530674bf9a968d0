import { createRenderer } from '../../../domain/text/liquid-text.rules.js';
import { TemplateError } from '../../../platform/liquid/engine.js';
import type { BookingFormProps } from './booking-form.js';
import type { ChosenTime } from './input.js';
import type { Visit } from './visit.js';

type Subject = Pick<BookingFormProps, 'service' | 'event' | 'resourceTitle'> & { time: ChosenTime };

/**
 * Renders the account's text above the booking form, which is Liquid with the same names as the texts of messages. Returns
 * null if it cannot be rendered, because a text must not prevent bookings.
 */
export function introductionOf(
  { site, frame, context }: Visit,
  { service, event, resourceTitle, time }: Subject,
): string | null {
  if (site.new_booking_text === null) return null;
  const resource = resourceTitle === undefined ? null : { title: resourceTitle };
  const booking = { booked_from: time.from, booked_to: time.to, service, event, resource, client: site };
  try {
    return createRenderer(frame.language, context.zone)(site.new_booking_text, { booking, locale: frame.language });
  } catch (error) {
    if (error instanceof TemplateError) return null;
    throw error;
  }
}
