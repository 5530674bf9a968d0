import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { FairQueue } from '../../../platform/fairness.js';
import { languageList } from '../../../platform/language.js';
import { RequiresPermission } from '../../account/permissions.rules.js';
import type { RequestContext } from '../../context.js';
import { Message } from '../delivery/message.entity.js';
import { MessageSource, MessageSourceInput } from './message-source.type.js';
import { readMessageSource } from './message-variables.queries.js';
import { previewMessageText, previewTemplate } from './preview-template.queries.js';
import { sendTestMessage } from './send-test-message.actions.js';
import { MessageTemplatePreview, MessageTextInput, TemplatePreviewInput } from './template-preview.type.js';

/** A third of what an operation may cost: the dashboard previews a message in three languages. */
const renderingCost = 30_000;

/** Its examples are rendered, each from one variable. */
const sourceCost = 10_000;

/** A message takes up to 0.1 s of CPU time, so the accounts take turns, one message after the other. */
const turns = new FairQueue({ permits: 1 });

function inTurn<Result>({ account }: RequestContext, render: () => Promise<Result>): Promise<Result> {
  return turns.run(account.id, render);
}

const localeArgument = {
  nullable: true,
  description: `The language: ${languageList}. Defaults to that of the account.`,
};

@Resolver(() => MessageTemplatePreview)
export class TemplatePreviewResolver {
  @RequiresPermission('messages')
  @Query(() => MessageTemplatePreview, {
    complexity: renderingCost,
    description: 'The message that a template would send, for a sample booking. Stores and sends nothing.',
  })
  messageTemplatePreview(
    @Arg('input', () => TemplatePreviewInput, { description: 'The attributes of the template.' })
    input: TemplatePreviewInput,
    @Arg('locale', () => String, localeArgument)
    locale: string | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<MessageTemplatePreview> {
    return inTurn(context, () => previewTemplate(context, input, locale ?? null));
  }

  @RequiresPermission('messages')
  @Query(() => MessageTemplatePreview, {
    complexity: renderingCost,
    description:
      'The message that a text of the account or of a service would send, for a sample booking. Stores and sends nothing.',
  })
  messageTextPreview(
    @Arg('input', () => MessageTextInput, { description: 'The kind of message, with its texts.' })
    input: MessageTextInput,
    @Arg('locale', () => String, localeArgument)
    locale: string | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<MessageTemplatePreview> {
    return inTurn(context, () => previewMessageText(context, input, locale ?? null));
  }

  @RequiresPermission('messages')
  @Query(() => MessageSource, {
    complexity: sourceCost,
    description: 'The text of a message about bookings in Liquid, as it is sent without one of the account or service.',
  })
  messageSource(
    @Arg('input', () => MessageSourceInput, { description: 'The kind of message.' })
    input: MessageSourceInput,
    @Arg('locale', () => String, localeArgument)
    locale: string | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<MessageSource> {
    return inTurn(context, () => readMessageSource(context, input, locale ?? null));
  }

  @RequiresPermission('messages')
  @Mutation(() => Message, {
    complexity: renderingCost,
    description:
      'Sends a text to the user who makes the request, for a sample booking: by email to the address of the user, by SMS to the phone number. At most 10 in an hour. Keys of the account cannot do it.',
  })
  sendTestMessage(
    @Arg('text', () => MessageTextInput, {
      nullable: true,
      description: 'A text of the account or of a service. Default: none, then `template` is required.',
    })
    text: MessageTextInput | null | undefined,
    @Arg('template', () => TemplatePreviewInput, {
      nullable: true,
      description: 'A message template. Default: none, then `text` is required.',
    })
    template: TemplatePreviewInput | null | undefined,
    @Arg('locale', () => String, localeArgument)
    locale: string | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Message> {
    return inTurn(context, () => sendTestMessage(context, { text, template }, locale ?? null));
  }
}
