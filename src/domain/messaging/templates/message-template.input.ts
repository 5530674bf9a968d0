import { Field, InputType, Int } from 'type-graphql';
import { type CustomData, CustomDataObject } from '../../../platform/scalars.js';
import { DeliveryType, MessageTemplateType } from './message-template.entity.js';

/** Attributes of a message template. An absent field keeps its value; null clears it or restores the default. */
@InputType()
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
