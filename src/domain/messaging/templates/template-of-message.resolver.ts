import { Extensions, Int, Resolver } from 'type-graphql';
import type { RequestContext } from '../../context.js';
import { ComputedField } from '../../records/computed-field.js';
import { isRelation } from '../../records/reference.js';
import { Message } from '../delivery/message.entity.js';
import { MessageTemplate } from './message-template.entity.js';
import { loadMessageTemplate } from './message-template.queries.js';
import { templateIdOf } from './template-of-message.rules.js';

@Resolver(() => Message)
export class TemplateOfMessageResolver {
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
}
