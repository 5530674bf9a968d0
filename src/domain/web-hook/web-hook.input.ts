import { Field, InputType } from 'type-graphql';

/** Attributes of a webhook; what is absent is left as it is. */
@InputType()
export class WebHookInput {
  @Field(() => String, { nullable: true }) targetUrl?: string | null;
  @Field(() => String, { nullable: true }) event?: string | null;
}
