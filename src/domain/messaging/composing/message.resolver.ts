import { Arg, Ctx, Extensions, Int, Mutation, Query, Resolver } from 'type-graphql';
import { Instant } from '../../../platform/scalars.js';
import { hasPermission, RequiresPermission } from '../../account/permissions.rules.js';
import type { RequestContext } from '../../context.js';
import { ComputedField } from '../../records/computed-field.js';
import { ListQuery, type ListRequest, readList } from '../../records/list.js';
import { isRelation } from '../../records/reference.js';
import { Message, MessageAttempt, MessageConnection } from '../delivery/message.entity.js';
import { MessageFilter, messageList } from '../delivery/message.queries.js';
import { MessageWait, waitOf } from '../delivery/message-wait.js';
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
  @ListQuery(messageList, { description: 'Messages to people and to the account, newest first.' })
  messages(context: RequestContext, request: ListRequest<MessageFilter>): MessageConnection {
    return readList(context, messageList, request);
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

  @ComputedField(() => MessageWait, {
    nullable: true,
    description: 'The reason why it is not sent now. Null if it is not to be sent, because it was, or has failed.',
  })
  waitsFor({ kind, state, channel, heldUntil, nextAttemptAt }: Message, context: RequestContext): MessageWait | null {
    return waitOf({ kind, state, channel, heldUntil, nextAttemptAt }, context);
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

@Resolver(() => MessageAttempt)
export class MessageAttemptResolver {
  @ComputedField(() => Instant, { description: 'When it ended.' })
  at({ at }: MessageAttempt): Date {
    return new Date(at);
  }

  @ComputedField(() => Instant, {
    nullable: true,
    description: 'When the next attempt was due. Null if there was none.',
  })
  nextAttemptAt({ nextAttemptAt }: MessageAttempt): Date | null {
    return nextAttemptAt === null ? null : new Date(nextAttemptAt);
  }
}
