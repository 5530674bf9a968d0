import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../../account/permission-check.js';
import type { RequestContext } from '../../context.js';
import { previewMessageText, previewTemplate } from './preview-template.queries.js';
import { TemplatePreviewInput } from './template-preview.input.js';
import { MessageTemplatePreview, MessageTextInput } from './template-preview.type.js';

const localeArgument = {
  nullable: true,
  description: 'The language: `en`, `sv` or `nb`. Defaults to that of the account.',
};

@Resolver(() => MessageTemplatePreview)
export class TemplatePreviewResolver {
  @RequiresPermission('messages')
  @Query(() => MessageTemplatePreview, {
    description: 'The message that a template would send, for a sample booking. Stores and sends nothing.',
  })
  messageTemplatePreview(
    @Arg('input', () => TemplatePreviewInput, { description: 'The attributes of the template.' })
    input: TemplatePreviewInput,
    @Arg('locale', () => String, localeArgument)
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
    @Arg('locale', () => String, localeArgument)
    locale: string | null | undefined,
    @Ctx() context: RequestContext,
  ): MessageTemplatePreview {
    return previewMessageText(context, input, locale ?? null);
  }
}
