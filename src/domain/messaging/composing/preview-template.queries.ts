import { rejectIfAny } from '../../../platform/errors.js';
import { languageOf, type Wording } from '../../../platform/language.js';
import { TemplateError } from '../../../platform/liquid/engine.js';
import { textsIn } from '../../../texts/texts.js';
import { BookingState } from '../../booking-states.js';
import type { RequestContext } from '../../context.js';
import { liquidTexts, validateLiquid } from '../../text/liquid-text.rules.js';
import { MessageChannel } from '../delivery/message.entity.js';
import { MessageTemplateType } from '../templates/message-template.entity.js';
import type { MessageText } from './built-in-texts.rules.js';
import { messageText, templateChannel, templateText, withDates } from './message-texts.rules.js';
import { messageLanguage, type TemplateDetails } from './message-values.rules.js';
import { renderMessage } from './rendered-message.rules.js';
import type { MessageTemplatePreview, MessageTextInput, TemplatePreviewInput } from './template-preview.type.js';

/**
 * Renders the texts of a message template, stored or not, for a sample booking. Reads and writes nothing.
 *
 * @param locale null means the language of the account
 * @throws DomainError INVALID by attribute, if a text cannot be parsed
 */
export async function previewTemplate(
  context: RequestContext,
  input: TemplatePreviewInput,
  locale: string | null,
): Promise<MessageTemplatePreview> {
  const template = { ...input, subject: input.subject ?? null };
  const errors = await validateLiquid(input, liquidTexts.messageTemplate);
  if (template.template.trim() === '') errors['template'] = ["can't be blank"];
  rejectIfAny(errors);
  const language = messageLanguage({ locale }, context.account);
  const isSeries = input.isSeries === true && input.messageType === MessageTemplateType.CONFIRMATION;
  const sample = sampleBooking(language, context.clock.now());
  const details = isSeries ? sampleSeries(sample) : sample;
  return previewText(context, details, templateChannel(template), templateText(template, language, isSeries), language);
}

/**
 * Renders a text of the account or of a service for a sample booking, stored or not. Reads and writes nothing.
 *
 * @param locale null means the language of the account
 * @throws DomainError INVALID by attribute, if a text cannot be parsed
 */
export async function previewMessageText(
  context: RequestContext,
  input: MessageTextInput,
  locale: string | null,
): Promise<MessageTemplatePreview> {
  rejectIfAny(await validateLiquid(input, ['subject', 'body']));
  const { kind, channel = MessageChannel.EMAIL, isSeries = false, isBuiltIn = false } = input;
  const language = messageLanguage({ locale }, context.account);
  const current = messageText({ kind, channel }, null, isBuiltIn ? {} : context.account, language, isSeries);
  const own = input.body?.trim();
  const body = own && isSeries ? withDates(own, kind, channel, language) : own;
  const text = { ...(body ? { body } : current), subject: input.subject?.trim() || current.subject };
  const now = context.clock.now();
  const booking = sampleBooking(language, now);
  const details = isSeries ? sampleSeries(booking) : booking;
  const sample = kind === 'waitlist_offer' ? sampleOffer(details, now, context.account.waitlistHoldMinutes) : details;
  return previewText(context, sample, channel, text, language);
}

async function previewText(
  context: RequestContext,
  details: TemplateDetails,
  channel: MessageChannel,
  text: MessageText,
  language: Wording,
): Promise<MessageTemplatePreview> {
  const nothing = { locale: languageOf(language), subject: null, body: null, html: null, failure: null };
  try {
    return { ...nothing, ...(await renderMessage(context, details, channel, text, language)) };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { ...nothing, failure: error.message };
  }
}

const hour = 3_600_000;

/** Returns a booking that does not exist, with all attributes that templates read. It begins in 24 hours and takes one. */
export function sampleBooking(language: Wording, now: Date): TemplateDetails {
  const { name, service, description, resource } = textsIn(language).messages.sample;
  const bookedFrom = new Date(Math.ceil(now.getTime() / hour) * hour + 24 * hour);
  const customData = null;
  return {
    booking: {
      id: 1,
      bookedFrom,
      bookedTo: new Date(bookedFrom.getTime() + hour),
      state: BookingState.CONFIRMED,
      // No booking has this version, so the link of the sample opens none.
      linkVersion: -1,
      expiresAt: null,
      bookedForName: null,
      unverifiedAttributes: null,
      verificationCode: '12345',
      count: 1,
      price: null,
      options: null,
      notes: null,
      title: null,
      customData,
    },
    person: {
      id: 1,
      name,
      email: 'person@example.org',
      phoneNumber: '40612345',
      locale: languageOf(language),
      customData,
    },
    service: { id: 1, title: service, description, terms: null, price: '450.0', customData },
    event: null,
    resource: { id: 1, title: resource, customData },
  };
}

/** Returns the sample booking with two more dates of a series, and one that was left out. */
function sampleSeries(details: TemplateDetails): TemplateDetails {
  const { booking } = details;
  const daysLater = (time: Date, days: number): Date => new Date(time.getTime() + days * 24 * hour);
  const dates = [0, 7, 21].map((days) => ({
    ...booking,
    bookedFrom: daysLater(booking.bookedFrom, days),
    bookedTo: daysLater(booking.bookedTo, days),
  }));
  const refused = { from: +daysLater(booking.bookedFrom, 14), to: +daysLater(booking.bookedTo, 14) };
  const why = { attribute: 'resourceId', reason: 'is not available' };
  return { ...details, series: { bookings: dates, leftOut: [{ ...refused, ...why }] } };
}

/** Returns a sample booking that is held for a person on the waitlist. Its token is invalid. */
export function sampleOffer({ booking, ...details }: TemplateDetails, now: Date, holdMinutes: number): TemplateDetails {
  const expiresAt = new Date(now.getTime() + holdMinutes * 60_000);
  const state = BookingState.AWAITING_VERIFICATION;
  return { ...details, booking: { ...booking, state, expiresAt }, waitlistToken: 'sample' };
}
