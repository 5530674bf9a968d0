import { Extensions, Field, InputType, Int, registerEnumType } from 'type-graphql';
import { maxSearchLength } from '../../platform/input-bounds.js';
import { CalendarDate, type CustomData, CustomDataObject, Instant } from '../../platform/scalars.js';

/** Attributes of a person; what is absent is left as it is, null clears or restores the default. */
@InputType()
export class PersonAttributesInput {
  @Field(() => String, { nullable: true }) name?: string | null;
  @Field(() => String, { nullable: true }) email?: string | null;
  @Field(() => String, { nullable: true }) phoneNumber?: string | null;
  @Field(() => String, { nullable: true }) nationalIdNo?: string | null;
  @Field(() => String, { nullable: true }) externalId?: string | null;
  @Field(() => String, { nullable: true }) provider?: string | null;
  @Field(() => String, { nullable: true }) uid?: string | null;
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

/** The same with what only the person may set: what a booking brings of a person has no password. */
@InputType()
export class PersonInput extends PersonAttributesInput {
  @Field(() => String, { nullable: true, description: 'From 8 to 128 characters; only its hash is kept.' })
  password?: string | null;
}

/** How someone says who they are; the email goes before the phone number. */
@InputType()
export class PersonIdentifierInput {
  @Field(() => String, { nullable: true }) email?: string | null;
  @Field(() => String, { nullable: true }) phoneNumber?: string | null;
}

@InputType()
export class PersonCredentialsInput extends PersonIdentifierInput {
  @Field(() => String, { nullable: true }) password?: string | null;
}

export enum PersonScope {
  ACTIVE = 'active',
  DELETED = 'deleted',
  ALL = 'all',
}
registerEnumType(PersonScope, {
  name: 'PersonScope',
  description: 'Which people a list holds.',
  valuesConfig: {
    ACTIVE: { description: 'Those who are not deleted.' },
    ALL: { description: 'All, those who are deleted among them.' },
    DELETED: { description: 'Those who are deleted.' },
  },
});

/** A text that people are searched by: a longer one finds nobody, and a search for it takes long. */
const SearchText = () => Extensions({ longest: maxSearchLength });

/** Conditions that must all hold (spec, Person list query parameters). */
@InputType()
export class PersonFilter {
  @Field(() => PersonScope, { nullable: true }) scope?: PersonScope | null;
  @SearchText()
  @Field(() => String, { nullable: true, description: 'In the name, email, phone number or national id number.' })
  search?: string | null;
  @SearchText()
  @Field(() => String, { nullable: true })
  email?: string | null;
  @SearchText()
  @Field(() => String, { nullable: true })
  phoneNumber?: string | null;
  @SearchText()
  @Field(() => String, { nullable: true })
  externalId?: string | null;
  @SearchText()
  @Field(() => String, { nullable: true })
  name?: string | null;
  @SearchText()
  @Field(() => String, { nullable: true })
  nationalIdNo?: string | null;
  @Field(() => CalendarDate, { nullable: true }) dateOfBirth?: string | null;
  @Field(() => Int, { nullable: true }) parentId?: number | null;
  @Field(() => Instant, { nullable: true, description: 'Changed at or after.' }) since?: Date | null;
}
