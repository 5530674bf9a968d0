import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { calendarDate, customData, flag, integer, longText, text } from '../../platform/database/columns.js';
import type { ConstraintMessagesOf } from '../../platform/database/constraints.js';
import type { Lockable } from '../../platform/database/locks.js';
import type { CustomData } from '../../platform/scalars.js';
import { createConnectionType } from '../connection.type.js';

/** A customer who books, or for whom another person books (spec, Person). */
@Entity()
@ObjectType({ simpleResolvers: true })
export class Person extends AccountRecord {
  static readonly lockKind = 'person';
  static readonly constraintMessages: ConstraintMessagesOf<Person> = {
    person_email_unique: { email: ['has already been taken'] },
    person_phone_number_unique: { phoneNumber: ['has already been taken'] },
    person_national_id_no_unique: { nationalIdNo: ['has already been taken'] },
    person_provider_uid_unique: { uid: ['has already been taken'] },
  };

  @flag() active = true;
  @text() name: string | null = null;
  @text() email: string | null = null;
  /** The number as entered. */
  @text() phoneNumber: string | null = null;
  /** The number in E.164, or null if the entered number is invalid. */
  @text(16) phoneNumberFormatted: string | null = null;
  @text() nationalIdNo: string | null = null;
  @text() externalId: string | null = null;
  @text() street: string | null = null;
  @text() city: string | null = null;
  @text() postalCode: string | null = null;
  @text() state: string | null = null;
  @text(2) countryCode: string | null = null;
  @text(35) locale: string | null = null;
  @calendarDate() dateOfBirth: string | null = null;
  @longText() notes: string | null = null;
  @customData() customData: CustomData | null = null;
  @integer() parentId: number | null = null;
  @flag() blocked = false;
  @flag() optInMarketing = false;

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
