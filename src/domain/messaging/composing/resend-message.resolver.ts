import { Arg, Ctx, Int, Mutation, Resolver } from 'type-graphql';
import { RequiresPermission } from '../../account/permissions.rules.js';
import type { RequestContext } from '../../context.js';
import { Message } from '../delivery/message.entity.js';
import { resendMessage } from './resend-message.actions.js';

@Resolver(() => Message)
export class ResendMessageResolver {
  @RequiresPermission('messages')
  @Mutation(() => Message, {
    description:
      'Resends a message that was sent, has failed or was not sent. If its text could not be rendered, composes it again from the current text and booking.',
  })
  resendMessage(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Message> {
    return resendMessage(context, id);
  }
}
