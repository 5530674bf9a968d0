import { Ctx, Extensions, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import { isRelation } from '../../../platform/database/reference.js';
import type { Row, Stored } from '../../../platform/database/rows.js';
import type { RequestContext } from '../../context.js';
import { Message } from '../delivery/message.entity.js';
import { MessageTemplate } from './message-template.entity.js';
import { loadMessageTemplate } from './message-template.queries.js';
import { templateIdOf } from './template-of-message.rules.js';

@Resolver(() => Message)
export class TemplateOfMessageResolver {
  @FieldResolver(() => Int, {
    nullable: true,
    description: 'The id of the message template from which it was composed. Null for other messages.',
  })
  templateId(@Root() { deduplicationKey }: Stored<Message>): number | null {
    return templateIdOf(deduplicationKey);
  }

  @Extensions({ [isRelation]: true })
  @FieldResolver(() => MessageTemplate, {
    nullable: true,
    description: 'The message template from which it was composed. Null for other messages and if it was deleted.',
  })
  template(
    @Root() { deduplicationKey }: Stored<Message>,
    @Ctx() context: RequestContext,
  ): Promise<Row<MessageTemplate> | null> | null {
    const id = templateIdOf(deduplicationKey);
    return id === null ? null : loadMessageTemplate(context, id);
  }
}
