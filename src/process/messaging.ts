import { backgroundContext } from '../domain/account/background-context.js';
import type { RequestContext } from '../domain/context.js';
import { composeMessages } from '../domain/messaging/composing/compose-messages.actions.js';
import { applyTemplate, planTemplates } from '../domain/messaging/composing/planned-messages.actions.js';
import { sendReminder } from '../domain/messaging/composing/send-reminder.actions.js';
import { sendTemplate } from '../domain/messaging/composing/send-template.actions.js';
import { createMailer } from '../domain/messaging/delivery/mail.js';
import { type Senders, sendMessage } from '../domain/messaging/delivery/message-delivery.actions.js';
import { createSmsGateway } from '../domain/messaging/delivery/sms.js';
import type { ComposeMessagesTools } from '../jobs/compose-messages.job.js';
import type { SendMessageTools } from '../jobs/send-message.job.js';
import type { SendReminderTools } from '../jobs/send-reminder.job.js';
import type { SendTemplateTools } from '../jobs/send-template.job.js';
import type { Database } from '../platform/database/database.js';
import type { Clock } from '../platform/time/clock.js';
import type { Config } from './config.js';

type Settings = Pick<Config, 'publicUrl' | 'smtpUrl' | 'smsGatewayUrl' | 'testEnvironment'>;

/** What makes messages to people and sends them. */
export function messageTools(
  config: Settings,
  database: Database,
  clock: Clock,
): ComposeMessagesTools & SendMessageTools & SendReminderTools & SendTemplateTools {
  const senders = sendersOf(config);
  const contextOf = (accountId: number): Promise<RequestContext> =>
    backgroundContext(database, clock, accountId, undefined, config.publicUrl);
  return {
    composeMessages: async (accountId, requestId) => composeMessages(await contextOf(accountId), requestId),
    sendReminder: async (accountId, bookingId, at) => sendReminder(await contextOf(accountId), bookingId, at),
    planTemplates: async (accountId, bookingId) => planTemplates(await contextOf(accountId), bookingId),
    applyTemplate: async (accountId, templateId) => applyTemplate(await contextOf(accountId), templateId),
    sendTemplate: async (accountId, plannedId) => sendTemplate(await contextOf(accountId), plannedId),
    sendMessage: async (accountId, messageId) => sendMessage(await contextOf(accountId), messageId, senders),
  };
}

/** Nothing in a test environment: what is written to people is kept, and goes to none. */
function sendersOf({ testEnvironment, smtpUrl, smsGatewayUrl }: Settings): Senders {
  if (testEnvironment) return {};
  return {
    ...(smtpUrl && { email: createMailer(smtpUrl) }),
    ...(smsGatewayUrl && { sms: createSmsGateway(smsGatewayUrl) }),
  };
}
