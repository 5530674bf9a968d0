import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../../account/permissions.rules.js';
import type { RequestContext } from '../../context.js';
import { ListQuery, type ListRequest, readList } from '../../records/list.js';
import { RecordMutations } from '../../records/record-writes.js';
import { messageTemplateWrites } from './message-template.actions.js';
import { MessageTemplate, MessageTemplateConnection, MessageTemplateInput } from './message-template.entity.js';
import { getMessageTemplate, MessageTemplateFilter, messageTemplateList } from './message-template.queries.js';

@Resolver(() => MessageTemplate)
@RecordMutations(messageTemplateWrites, {
  permission: RequiresPermission('messages'),
  entity: MessageTemplate,
  input: MessageTemplateInput,
  descriptions: {
    create: 'Creates a message template, and plans its messages for existing bookings.',
    update: 'Changes a message template, and plans its messages for existing bookings anew.',
    delete: 'Deletes a message template and its planned messages.',
  },
})
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
}
