import { Field, ObjectType } from 'type-graphql';

/** A message as a template would write it, for a sample booking. */
@ObjectType({
  simpleResolvers: true,
  description: 'A message as a template would write it, for a booking that does not exist.',
})
export class MessageTemplatePreview {
  @Field(() => String, { description: 'The language of dates and default texts: `en`, `sv` or `nb`.' })
  locale!: string;

  @Field(() => String, { nullable: true, description: 'The subject. Null for an SMS, or if rendering fails.' })
  subject!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The text. For HTML, its text alternative. Null if rendering fails.',
  })
  body!: string | null;

  @Field(() => String, { nullable: true, description: 'The HTML. Null if the template is plain text.' })
  html!: string | null;

  @Field(() => String, { nullable: true, description: 'Why the template cannot be rendered. Null if it can.' })
  failure!: string | null;
}
