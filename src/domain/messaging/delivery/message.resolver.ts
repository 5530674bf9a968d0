import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Info, Int, Query, Resolver } from 'type-graphql';
import { hasPermission, RequiresPermission } from '../../account/permissions.rules.js';
import type { RequestContext } from '../../context.js';
import { ComputedField } from '../../records/computed-field.js';
import { readList } from '../../records/list.js';
import { PageArguments } from '../../records/page.input.js';
import { selectNodeJoins } from '../../records/selection.js';
import { Message, MessageConnection } from './message.entity.js';
import { MessageFilter, messageOrder } from './message.input.js';
import { getMessage, messageList } from './message.queries.js';

/** Messages that contain a link to choose the password of a user. */
const passwordKinds = ['user_invitation', 'password_reset'];

@Resolver(() => Message)
export class MessageResolver {
  @RequiresPermission('read')
  @Query(() => Message, { description: 'One message.' })
  message(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Message> {
    return getMessage(context, id);
  }

  @RequiresPermission('read')
  @Query(() => MessageConnection, {
    description: 'Messages to people and to the account, newest first.',
  })
  messages(
    @Arg('filter', () => MessageFilter, { defaultValue: {} }) filter: MessageFilter,
    @Arg('order', () => messageOrder.type, { defaultValue: messageOrder.default }) order: string,
    @Args(() => PageArguments) page: PageArguments,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): MessageConnection {
    return readList(context, messageList, { filter, order, page, joins: selectNodeJoins(info) });
  }

  @ComputedField(() => String, {
    nullable: true,
    description:
      'The text of a message of a sandbox, with its codes and links. Null in other accounts, after 30 days, for links to choose the password of a user and without the permission to resend messages.',
  })
  body({ kind, body }: Message, { account, actor }: RequestContext): string | null {
    return account.sandbox && !passwordKinds.includes(kind) && hasPermission(actor, 'messages') ? body || null : null;
  }
}
