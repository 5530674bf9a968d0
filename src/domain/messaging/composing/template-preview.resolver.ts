import { setImmediate as nextTurn } from 'node:timers/promises';
import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import { FairQueue } from '../../../platform/fairness/fair-queue.js';
import { RequiresPermission } from '../../account/permissions.rules.js';
import type { RequestContext } from '../../context.js';
import { previewMessageText, previewTemplate } from './preview-template.queries.js';
import { MessageTemplatePreview, MessageTextInput, TemplatePreviewInput } from './template-preview.type.js';

/** A third of what an operation may cost: the dashboard previews a message in three languages. */
const renderingCost = 30_000;

/** A message takes up to 90 ms, during which nothing else is served, so each is rendered in a turn of its own. */
const turns = new FairQueue({ permits: 1 });

function inTurn<Result>({ account }: RequestContext, render: () => Result): Promise<Result> {
  return turns.run(account.id, async () => {
    await nextTurn();
    return render();
  });
}

const localeArgument = {
  nullable: true,
  description: 'The language: `en`, `sv` or `nb`. Defaults to that of the account.',
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
}
