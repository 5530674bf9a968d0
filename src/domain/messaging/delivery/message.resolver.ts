import { Arg, Args, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Stored } from '../../../platform/database/rows.js';
import { RequiresPermission } from '../../account/permission-check.js';
import type { RequestContext } from '../../context.js';
import { PageArguments } from '../../page.input.js';
import { Message, MessageConnection } from './message.entity.js';
import { MessageFilter } from './message.input.js';
import { getMessage, listMessages } from './message.queries.js';
import { resendMessage } from './message-delivery.actions.js';

@Resolver(() => Message)
export class MessageResolver {
  @RequiresPermission('read')
  @Query(() => Message, { description: 'One message, without its body.' })
  message(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Stored<Message>> {
    return getMessage(context, id);
  }

  @RequiresPermission('read')
  @Query(() => MessageConnection, {
    description: 'Messages to people and to the account, newest first, without their bodies.',
  })
  messages(
    @Arg('filter', () => MessageFilter, { defaultValue: {} }) filter: MessageFilter,
    @Args(() => PageArguments) page: PageArguments,
    @Ctx() context: RequestContext,
  ): MessageConnection {
    return listMessages(context, filter, page);
  }

  @RequiresPermission('messages')
  @Mutation(() => Message, { description: 'Resends a message that was sent, has failed or was not sent.' })
  resendMessage(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Stored<Message>> {
    return resendMessage(context, id);
  }
}
