import { countAttempt } from '../../../platform/database/attempt-limiter.js';
import { DomainError, invalid } from '../../../platform/errors.js';
import type { RequestContext } from '../../context.js';
import { formatPhoneNumber } from '../../text/contact-details.js';
import { AccountUser } from '../../user/user.entity.js';
import { type Message, MessageChannel } from '../delivery/message.entity.js';
import { queueMessage } from '../delivery/message-queue.actions.js';
import { templateChannel } from './message-texts.rules.js';
import { previewMessageText, previewTemplate } from './preview-template.queries.js';
import type { MessageTemplatePreview, MessageTextInput, TemplatePreviewInput } from './template-preview.type.js';

/** The number of tests that a user may send, by all processes together. */
const testsPerUser = { maxAttempts: 10, minutes: 60 };

interface TestedText {
  /** A text of the account or of a service. */
  text?: MessageTextInput | null | undefined;
  /** A message template. */
  template?: TemplatePreviewInput | null | undefined;
}

/**
 * Sends a text, stored or not, to the user who makes the request, and to nobody else, for a sample booking.
 *
 * @param tested exactly one of the two
 * @param locale null means the language of the account
 * @throws DomainError INVALID by attribute of the text, on `phoneNumber` if the user has none for an SMS; FORBIDDEN for a key of
 *   the account; RateLimitError after ten messages in an hour
 */
export async function sendTestMessage(
  context: RequestContext,
  tested: TestedText,
  locale: string | null,
): Promise<Message> {
  const user = await requireRecipient(context);
  const { channel, preview } = await renderTest(context, tested, locale);
  if (preview.failure !== null || preview.body === null) throw invalid({ body: [preview.failure ?? "can't be blank"] });
  const recipient = addressOf(context, user, channel);
  await countAttempt(context, [{ name: 'test-message:user', subject: String(user.id), ...testsPerUser }]);
  return context.db.transaction((tx) =>
    queueMessage(context, tx, {
      ...{ kind: 'test_message', channel, recipient, body: preview.body ?? '' },
      ...(preview.subject !== null && { subject: preview.subject }),
      ...(preview.html !== null && { html: preview.html }),
    }),
  );
}

async function requireRecipient({ actor, db }: RequestContext): Promise<AccountUser> {
  if (actor.kind !== 'user') throw new DomainError('FORBIDDEN', 'Only users who have signed in can send a test');
  return db.get(AccountUser, actor.id);
}

async function renderTest(
  context: RequestContext,
  { text, template }: TestedText,
  locale: string | null,
): Promise<{ channel: MessageChannel; preview: MessageTemplatePreview }> {
  if (text && !template) {
    return { channel: text.channel, preview: await previewMessageText(context, text, locale) };
  }
  if (template && !text) {
    return { channel: templateChannel(template), preview: await previewTemplate(context, template, locale) };
  }
  throw invalid({ text: ['must be given, or a template, but not both'] });
}

function addressOf({ account }: RequestContext, user: AccountUser, channel: MessageChannel): string {
  if (channel === MessageChannel.EMAIL) return user.email;
  const number = formatPhoneNumber(user.phoneNumber, account.countryCode);
  if (!number) throw invalid({ phoneNumber: ["can't be blank: the test is sent to the phone number of your user"] });
  return number;
}
