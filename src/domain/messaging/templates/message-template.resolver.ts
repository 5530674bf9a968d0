import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../../account/permissions.rules.js';
import type { RequestContext } from '../../context.js';
import { type ListRequest, readList } from '../../records/list.js';
import { ListQuery } from '../../records/list-query.js';
import { createMessageTemplate, deleteMessageTemplate, updateMessageTemplate } from './message-template.actions.js';
import { MessageTemplate, MessageTemplateConnection, MessageTemplateInput } from './message-template.entity.js';
import { getMessageTemplate, MessageTemplateFilter, messageTemplateList } from './message-template.queries.js';

@Resolver(() => MessageTemplate)
export class MessageTemplateResolver {
  @RequiresPermission('read')
  @Query(() => MessageTemplate, { description: 'One message template.' })
  messageTemplate(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<MessageTemplate> {
    return getMessageTemplate(context, id);
  }

  @RequiresPermission('read')
  @ListQuery(messageTemplateList, { isWhole: true, description: 'The message templates.' })
  messageTemplates(context: RequestContext, request: ListRequest<MessageTemplateFilter>): MessageTemplateConnection {
    return readList(context, messageTemplateList, request);
  }

  @RequiresPermission('messages')
  @Mutation(() => MessageTemplate, {
    description: 'Creates a message template, and plans its messages for existing bookings.',
  })
  createMessageTemplate(
    @Arg('input', () => MessageTemplateInput) input: MessageTemplateInput,
    @Ctx() context: RequestContext,
  ): Promise<MessageTemplate> {
    return createMessageTemplate(context, input);
  }

  @RequiresPermission('messages')
  @Mutation(() => MessageTemplate, {
    description: 'Changes a message template, and plans its messages for existing bookings anew.',
  })
  updateMessageTemplate(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => MessageTemplateInput) input: MessageTemplateInput,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<MessageTemplate> {
    return updateMessageTemplate(context, id, input, ifRevision);
  }

  @RequiresPermission('messages')
  @Mutation(() => MessageTemplate, { description: 'Deletes a message template and its planned messages.' })
  deleteMessageTemplate(
    @Arg('id', () => Int) id: number,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<MessageTemplate> {
    return deleteMessageTemplate(context, id, ifRevision);
  }
}
