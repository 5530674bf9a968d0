import { Field, InputType, Int } from 'type-graphql';
import { type CustomData, CustomDataObject } from '../../../platform/scalars.js';
import { DescribedBy } from '../../records/attributes.js';
import { byId, byUpdate, createListOrder } from '../../records/list-order.js';
import { RecordFilter } from '../../records/record-filter.input.js';
import { DeliveryType, MessageTemplate, MessageTemplateType } from './message-template.entity.js';

/** Attributes of a message template. An absent field keeps its value; null clears it or restores the default. */
@DescribedBy(MessageTemplate)
@InputType({
  description:
    'Attributes of a message template. An absent one stays unchanged. Null clears it or restores its default.',
})
export class MessageTemplateInput {
  @Field(() => MessageTemplateType, { nullable: true }) messageType?: MessageTemplateType | null;
  @Field(() => DeliveryType, { nullable: true }) deliveryType?: DeliveryType | null;
  @Field(() => String, { nullable: true }) subject?: string | null;
  @Field(() => String, { nullable: true }) template?: string | null;
  @Field(() => String, { nullable: true }) deliveryTiming?: string | null;
  @Field(() => Boolean, { nullable: true }) active?: boolean | null;
  @Field(() => [Int], { nullable: true }) services?: number[] | null;
  @Field(() => CustomDataObject, { nullable: true }) customData?: CustomData | null;
}

export const messageTemplateOrder = createListOrder('MessageTemplateOrder', { ID: byId, UPDATED_AT: byUpdate }, 'ID');

/** Conditions that must all hold. */
@InputType()
export class MessageTemplateFilter extends RecordFilter {
  @Field(() => Boolean, { nullable: true, description: 'Returns templates that are active, or that are not.' })
  active?: boolean | null;

  @Field(() => MessageTemplateType, { nullable: true, description: 'Returns templates of this type.' })
  messageType?: MessageTemplateType | null;
}
