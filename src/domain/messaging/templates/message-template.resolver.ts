import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Info, Int, Mutation, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../../account/permissions.rules.js';
import type { RequestContext } from '../../context.js';
import { unpagedListCost } from '../../records/connection.type.js';
import { readList } from '../../records/list.js';
import { CursorArguments } from '../../records/page.input.js';
import { selectNodeJoins } from '../../records/selection.js';
import { createMessageTemplate, deleteMessageTemplate, updateMessageTemplate } from './message-template.actions.js';
import { MessageTemplate, MessageTemplateConnection, MessageTemplateInput } from './message-template.entity.js';
import {
  getMessageTemplate,
  MessageTemplateFilter,
  messageTemplateList,
  messageTemplateOrder,
} from './message-template.queries.js';

@Resolver(() => MessageTemplate)
export class MessageTemplateResolver {
  @RequiresPermission('read')
  @Query(() => MessageTemplate, { description: 'One message template.' })
  messageTemplate(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<MessageTemplate> {
    return getMessageTemplate(context, id);
  }

  @RequiresPermission('read')
  @Query(() => MessageTemplateConnection, { complexity: unpagedListCost, description: 'The message templates.' })
  messageTemplates(
    @Arg('filter', () => MessageTemplateFilter, { defaultValue: {} }) filter: MessageTemplateFilter,
    @Arg('order', () => messageTemplateOrder.type, { defaultValue: messageTemplateOrder.default }) order: string,
    @Args(() => CursorArguments) page: CursorArguments,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): MessageTemplateConnection {
    return readList(context, messageTemplateList, { filter, order, page, joins: selectNodeJoins(info) });
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
