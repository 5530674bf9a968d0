import { createBackgroundContext } from '../domain/account/background-context.js';
import type { RequestContext } from '../domain/context.js';
import { composeMessages } from '../domain/messaging/composing/compose-messages.actions.js';
import { applyTemplate, planTemplates } from '../domain/messaging/composing/planned-messages.actions.js';
import { sendReminder } from '../domain/messaging/composing/send-reminder.actions.js';
import { sendTemplate } from '../domain/messaging/composing/send-template.actions.js';
import { createMailer } from '../domain/messaging/delivery/mail.js';
import {
  findMessageChannel,
  type Senders,
  sendMessage,
} from '../domain/messaging/delivery/message-delivery.actions.js';
import { createSmsGateway } from '../domain/messaging/delivery/sms.js';
import type { ComposeMessagesHandlers } from '../jobs/compose-messages.job.js';
import type { SendMessageHandlers } from '../jobs/send-message.job.js';
import type { SendReminderHandlers } from '../jobs/send-reminder.job.js';
import type { SendTemplateHandlers } from '../jobs/send-template.job.js';
import type { Database } from '../platform/database/database.js';
import { type AddressSettings, publicAddress } from '../platform/public-address.js';
import type { Clock } from '../platform/time/clock.js';
import type { Config } from './config.js';

type Settings = Pick<Config, 'siteDomain' | 'smtpUrl' | 'smsGatewayUrl' | 'testEnvironment'> & AddressSettings;

/** Creates the handlers of the jobs that compose and send messages to people. */
export function messageHandlers(
  config: Settings,
  database: Database,
  clock: Clock,
): ComposeMessagesHandlers & SendMessageHandlers & SendReminderHandlers & SendTemplateHandlers {
  const senders = sendersOf(config);
  const links = { address: publicAddress(config), siteDomain: config.siteDomain };
  const contextOf = (accountId: number): Promise<RequestContext> =>
    createBackgroundContext(database, clock, accountId, undefined, links);
  return {
    composeMessages: async (accountId, requestId) => composeMessages(await contextOf(accountId), requestId),
    sendReminder: async (accountId, bookingId, at) => sendReminder(await contextOf(accountId), bookingId, at),
    planTemplates: async (accountId, bookingId) => planTemplates(await contextOf(accountId), bookingId),
    applyTemplate: async (accountId, templateId) => applyTemplate(await contextOf(accountId), templateId),
    sendTemplate: async (accountId, plannedId) => sendTemplate(await contextOf(accountId), plannedId),
    sendMessage: async (accountId, messageId) => {
      const context = await contextOf(accountId);
      return sendMessage(context, messageId, context.account.sandbox ? {} : senders);
    },
    findMessageChannel: async (accountId, messageId) => findMessageChannel(await contextOf(accountId), messageId),
  };
}

/** Returns no senders in a test environment: messages are stored but not sent. */
function sendersOf({ testEnvironment, smtpUrl, smsGatewayUrl }: Settings): Senders {
  if (testEnvironment) return {};
  return {
    ...(smtpUrl && { email: createMailer(smtpUrl) }),
    ...(smsGatewayUrl && { sms: createSmsGateway(smsGatewayUrl) }),
  };
}
