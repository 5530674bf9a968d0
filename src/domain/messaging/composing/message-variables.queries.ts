import { languageOf, type Wording } from '../../../platform/language.js';
import { localeOf } from '../../../platform/time/localized.js';
import type { RequestContext } from '../../context.js';
import { createRenderer } from '../../text/liquid-text.rules.js';
import { builtInText } from './built-in-texts.rules.js';
import type { MessageSource, MessageSourceInput, MessageVariable } from './message-source.type.js';
import { messageText } from './message-texts.rules.js';
import { type MessageContext, messageLanguage, messageValues } from './message-values.rules.js';
import { sampleBooking, sampleOffer } from './preview-template.queries.js';

/**
 * Returns the Liquid of a message, and the variables that it can read. Reads and writes nothing.
 *
 * @param locale null means the language of the account
 */
export async function readMessageSource(
  context: RequestContext,
  { kind, channel, isSeries = false }: MessageSourceInput,
  locale: string | null,
): Promise<MessageSource> {
  const language = messageLanguage({ locale }, context.account);
  const current = messageText({ kind, channel }, null, context.account, language, isSeries);
  const builtIn = builtInText(kind, channel, language, isSeries);
  return {
    locale: languageOf(language),
    subject: current.subject,
    body: current.body,
    builtInSubject: builtIn.subject,
    builtInBody: builtIn.body,
    variables: await listVariables(context, language),
  };
}

/** The form in which `messageValues` writes times. */
const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4}$/;

/** Lists the variables with a single value, from those of a sample booking. Custom data have names of the account. */
async function listVariables(
  context: MessageContext & Pick<RequestContext, 'account'>,
  language: Wording,
): Promise<MessageVariable[]> {
  const now = context.clock.now();
  const sample = sampleOffer(sampleBooking(language, now), now, context.account.waitlistHoldMinutes);
  const { booking, service } = sample;
  const event = service && {
    ...{ id: 1, title: service.title, description: service.description, customData: null },
    ...{ startsAt: booking.bookedFrom, endsAt: booking.bookedTo },
  };
  const values = messageValues(context, { ...sample, event }, language);
  const render = createRenderer(localeOf(language, context.account.countryCode), context.zone);
  const variables: MessageVariable[] = [];
  for (const [name, value] of namesIn({ locale: values.locale, booking: values.booking })) {
    const liquid = typeof value === 'string' && time.test(value) ? `{{ ${name} | i18n_date }}` : `{{ ${name} }}`;
    variables.push({ name, liquid, example: (await render(liquid, values)) || null });
  }
  return variables;
}

/** Returns the dotted names of all single values in an object, with the values. */
function namesIn(values: object, prefix = ''): [name: string, value: unknown][] {
  return Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    if (name === 'custom_data') return [];
    if (typeof value === 'object' && value !== null) return namesIn(value, `${prefix}${name}.`);
    return [[`${prefix}${name}`, value]];
  });
}
