import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { RevisedRecord } from '../../platform/database/account-record.entity.js';
import type { Lockable } from '../../platform/database/account-transaction.js';
import { calendarDate, customData, flag, instant, integer, longText, text } from '../../platform/database/columns.js';
import type { ConstraintMessagesOf } from '../../platform/database/constraints.js';
import type { CustomData } from '../../platform/scalars.js';
import { createConnectionType } from '../records/connection.type.js';
import { reference } from '../records/reference.js';

/** A customer who books, or for whom another person books (spec, Person). */
@Entity()
@ObjectType({ simpleResolvers: true, description: 'A customer: somebody who books or for whom somebody else books.' })
export class Person extends RevisedRecord {
  static readonly lockKind = 'person';
  static readonly constraintMessages: ConstraintMessagesOf<Person> = {
    person_email_unique: { email: ['has already been taken'] },
    person_phone_number_unique: { phoneNumber: ['has already been taken'] },
    person_national_id_no_unique: { nationalIdNo: ['has already been taken'] },
    person_provider_uid_unique: { uid: ['has already been taken'] },
  };

  @flag() active = true;
  @text() name: string | null = null;
  @text({ description: 'The email address. Unique among active people.' }) email: string | null = null;
  @text({ description: 'The phone number as it was entered. Unique among active people.' })
  phoneNumber: string | null = null;
  @text({ length: 16, description: 'The phone number in E.164. Null if the entered number is invalid.' })
  phoneNumberFormatted: string | null = null;
  @text({ description: 'The national identity number. Unique among active people.' })
  nationalIdNo: string | null = null;
  @text({ description: 'The id of the person in another system.' }) externalId: string | null = null;
  @text({ description: 'The street and house number.' }) street: string | null = null;
  @text({ description: 'The city.' }) city: string | null = null;
  @text({ description: 'The postal code.' }) postalCode: string | null = null;
  @text({ description: 'The state or region.' }) state: string | null = null;
  @text({ length: 2, description: 'The country by ISO 3166-1 alpha-2. Null means that of the account.' })
  countryCode: string | null = null;
  @text({ length: 35, description: 'The language of messages to the person. Null means that of the account.' })
  locale: string | null = null;
  @calendarDate({ description: 'The date of birth.' }) dateOfBirth: string | null = null;
  @longText({ description: 'Notes.' }) notes: string | null = null;
  @customData() customData: CustomData | null = null;
  @integer({ description: 'The id of the parent. Null, the default, if there is none.' })
  @reference('parent', 'Person', { description: 'The parent, such as of a child who is booked for.' })
  parentId: number | null = null;
  @flag({ description: 'Whether nothing can be booked for the person. False by default.' }) blocked = false;
  @flag({ description: 'Whether the person agreed to marketing. False by default.' }) optInMarketing = false;

  @instant({ description: 'When the person was erased: all attributes are gone, for ever. Null if not.' })
  erasedAt: Date | null = null;

  /** The person into whom this one was merged. */
  @Property({ type: 'integer', nullable: true, hidden: true })
  mergedIntoId: number | null = null;

  /** Whether it was given a guardian with rights. Without, nobody looks for guardians other than the parent. */
  @Property({ type: 'boolean', hidden: true })
  hasGuardians = false;

  /** The external identity provider. Unique together with `uid`; never returned by the API. */
  @Property({ type: 'string', length: 255, nullable: true })
  provider: string | null = null;

  @Property({ type: 'string', length: 255, nullable: true })
  uid: string | null = null;

  /** An Argon2id hash; never returned by the API. */
  @Property({ type: 'string', length: 255, nullable: true, hidden: true })
  passwordHash: string | null = null;
}

/** Locked with the account's id while the parent of a person changes: two concurrent changes could close a cycle. */
export const personTreeKind = { lockKind: 'person_tree' } as const satisfies Lockable;

@ObjectType()
export class PersonConnection extends createConnectionType(Person, 'Person') {}
