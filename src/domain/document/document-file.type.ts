import { Field, ObjectType } from 'type-graphql';

@ObjectType({ simpleResolvers: true, description: 'A document as a file.' })
export class DocumentFile {
  @Field(() => String, { description: 'The name of the file, such as `receipt-12.pdf`.' })
  name!: string;

  @Field(() => String, { description: 'The bytes of the file, in Base64.' })
  content!: string;
}
