import { Field, InputType } from 'type-graphql';

/** Attributes of a webhook; what is absent is left as it is. */
@InputType()
export class WebHookInput {
  @Field(() => String, { nullable: true }) targetUrl?: string | null;
  @Field(() => String, { nullable: true }) event?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether events are sent, true unless given. Switching it off drops what was not sent yet; switching it on again sends what happens from then on.',
  })
  active?: boolean | null;
}
