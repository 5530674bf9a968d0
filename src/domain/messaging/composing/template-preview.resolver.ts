import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../../account/permission-check.js';
import type { RequestContext } from '../../context.js';
import { MessageTemplateInput } from '../templates/message-template.input.js';
import { previewMessageText, previewTemplate } from './preview-template.queries.js';
import { MessageTemplatePreview, MessageTextInput } from './template-preview.type.js';

@Resolver(() => MessageTemplatePreview)
export class TemplatePreviewResolver {
  @RequiresPermission('messages')
  @Query(() => MessageTemplatePreview, {
    description: 'The message that a template would send, for a sample booking. Stores and sends nothing.',
  })
  messageTemplatePreview(
    @Arg('input', () => MessageTemplateInput, {
      description: 'The attributes of the template, of which the type, the channel and the texts count.',
    })
    input: MessageTemplateInput,
    @Arg('locale', () => String, {
      nullable: true,
      description: 'The language: `en`, `sv` or `nb`. Defaults to that of the account.',
    })
    locale: string | null | undefined,
    @Ctx() context: RequestContext,
  ): MessageTemplatePreview {
    return previewTemplate(context, input, locale ?? null);
  }

  @RequiresPermission('messages')
  @Query(() => MessageTemplatePreview, {
    description:
      'The message that a text of the account or of a service would send, for a sample booking. Stores and sends nothing.',
  })
  messageTextPreview(
    @Arg('input', () => MessageTextInput, { description: 'The kind of message, with its texts.' })
    input: MessageTextInput,
    @Arg('locale', () => String, {
      nullable: true,
      description: 'The language: `en`, `sv` or `nb`. Defaults to that of the account.',
    })
    locale: string | null | undefined,
    @Ctx() context: RequestContext,
  ): MessageTemplatePreview {
    return previewMessageText(context, input, locale ?? null);
  }
}
