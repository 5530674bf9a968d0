import { Field, InputType } from 'type-graphql';

/** Attributes of a webhook. An absent field keeps its value. */
@InputType()
export class WebHookInput {
  @Field(() => String, { nullable: true }) targetUrl?: string | null;
  @Field(() => String, { nullable: true }) event?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether events are delivered; true by default. Deactivating a webhook drops its pending deliveries. After reactivation it gets only new events.',
  })
  active?: boolean | null;
}
