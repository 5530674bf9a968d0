import { Field, ObjectType } from 'type-graphql';

@ObjectType({ simpleResolvers: true, description: 'A page of the payment provider on which a customer pays an order.' })
export class Checkout {
  @Field(() => String, { description: 'The address of the page. It ends when the order is paid or the page expires.' })
  url!: string;
}
