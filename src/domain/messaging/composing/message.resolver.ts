import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Extensions, Info, Int, Mutation, Query, Resolver } from 'type-graphql';
import { hasPermission, RequiresPermission } from '../../account/permissions.rules.js';
import type { RequestContext } from '../../context.js';
import { ComputedField } from '../../records/computed-field.js';
import { readList } from '../../records/list.js';
import { PageArguments } from '../../records/page.input.js';
import { isRelation } from '../../records/reference.js';
import { selectNodeJoins } from '../../records/selection.js';
import { Message, MessageConnection } from '../delivery/message.entity.js';
import { MessageFilter, messageList, messageOrder } from '../delivery/message.queries.js';
import { MessageTemplate } from '../templates/message-template.entity.js';
import { loadMessageTemplate } from '../templates/message-template.queries.js';
import { templateIdOf } from '../templates/message-template.rules.js';
import { resendMessage } from './resend-message.actions.js';

/** Messages that contain a link to choose the password of a user. */
const passwordKinds = ['user_invitation', 'password_reset'];

@Resolver(() => Message)
export class MessageResolver {
  @RequiresPermission('read')
  @Query(() => Message, { description: 'One message.' })
  message(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Message> {
    return context.db.get(Message, id);
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

  @ComputedField(() => Int, {
    nullable: true,
    description: 'The id of the message template from which it was composed. Null for other messages.',
  })
  templateId({ deduplicationKey }: Message): number | null {
    return templateIdOf(deduplicationKey);
  }

  @Extensions({ [isRelation]: true })
  @ComputedField(() => MessageTemplate, {
    nullable: true,
    description: 'The message template from which it was composed. Null for other messages and if it was deleted.',
  })
  template({ deduplicationKey }: Message, context: RequestContext): Promise<MessageTemplate | null> | null {
    const id = templateIdOf(deduplicationKey);
    return id === null ? null : loadMessageTemplate(context, id);
  }

  @RequiresPermission('messages')
  @Mutation(() => Message, {
    description:
      'Resends a message that was sent, has failed or was not sent. If its text could not be rendered, composes it again from the current text and booking.',
  })
  resendMessage(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Message> {
    return resendMessage(context, id);
  }
}
