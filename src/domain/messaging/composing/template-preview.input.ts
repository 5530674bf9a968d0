import { Field, InputType } from 'type-graphql';
import { DeliveryType, MessageTemplateType } from '../templates/message-template.entity.js';

@InputType({
  description:
    'The attributes of a message template that its preview depends on. Absent ones have the values of a new template.',
})
export class TemplatePreviewInput {
  @Field(() => MessageTemplateType, {
    defaultValue: MessageTemplateType.CONFIRMATION,
    description: 'The type, which determines the default subject.',
  })
  messageType!: MessageTemplateType;

  @Field(() => DeliveryType, { defaultValue: DeliveryType.EMAIL, description: 'The channel.' })
  deliveryType!: DeliveryType;

  @Field(() => String, {
    nullable: true,
    description: 'The subject of an email, in Liquid. Default: that of the type.',
  })
  subject?: string | null;

  @Field(() => String, { description: 'The text, in Liquid.' })
  template!: string;
}
