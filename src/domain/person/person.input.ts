import { Field, InputType, Int } from 'type-graphql';
import { CalendarDate, type CustomData, CustomDataObject } from '../../platform/scalars.js';
import { DescribedBy } from '../records/attributes.js';
import { Person } from './person.entity.js';

/** Attributes of a person. An absent attribute stays unchanged; null clears it or restores its default. */
@DescribedBy(Person)
@InputType({
  description: 'Attributes of a person. An absent one stays unchanged. Null clears it or restores its default.',
})
export class PersonAttributesInput {
  @Field(() => String, { nullable: true }) name?: string | null;
  @Field(() => String, { nullable: true }) email?: string | null;
  @Field(() => String, { nullable: true }) phoneNumber?: string | null;
  @Field(() => String, { nullable: true }) nationalIdNo?: string | null;
  @Field(() => String, { nullable: true }) externalId?: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'The external identity provider. Unique together with the id there. It is not returned.',
  })
  provider?: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'The id of the person at the identity provider. It is not returned.',
  })
  uid?: string | null;
  @Field(() => String, { nullable: true }) street?: string | null;
  @Field(() => String, { nullable: true }) city?: string | null;
  @Field(() => String, { nullable: true }) postalCode?: string | null;
  @Field(() => String, { nullable: true }) state?: string | null;
  @Field(() => String, { nullable: true }) countryCode?: string | null;
  @Field(() => String, { nullable: true }) locale?: string | null;
  @Field(() => CalendarDate, { nullable: true }) dateOfBirth?: string | null;
  @Field(() => String, { nullable: true }) notes?: string | null;
  @Field(() => CustomDataObject, { nullable: true }) customData?: CustomData | null;
  @Field(() => Int, { nullable: true }) parentId?: number | null;
  @Field(() => Boolean, { nullable: true }) blocked?: boolean | null;
}

/** Attributes of a person with the password, which can't be set through a booking. */
@InputType({ description: 'Attributes of a person, with the password. An absent one stays unchanged. Null clears it.' })
export class PersonInput extends PersonAttributesInput {
  @Field(() => String, { nullable: true, description: 'From 8 to 128 characters. Only its hash is stored.' })
  password?: string | null;
}

/** Identifies a person. If both are given, the email is used. */
@DescribedBy(Person)
@InputType({
  description:
    'Identifies a person by an email address or a phone number: either may be left out. If both are given, the email is used.',
})
export class PersonIdentifierInput {
  @Field(() => String, { nullable: true }) email?: string | null;
  @Field(() => String, { nullable: true }) phoneNumber?: string | null;
}

@InputType({
  description:
    'Identifies a person by an email address or a phone number, of which either may be left out, and proves who it is.',
})
export class PersonCredentialsInput extends PersonIdentifierInput {
  @Field(() => String, { nullable: true, description: 'The password. Required.' }) password?: string | null;
}
