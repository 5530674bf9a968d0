import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { instantColumn, requiredText, text } from '../../platform/database/columns.js';
import type { ConstraintMessagesOf } from '../../platform/database/constraints.js';

/** A member of the account's staff (spec, Account user link). */
@Entity()
@ObjectType({ simpleResolvers: true, description: 'A user of the account.' })
export class AccountUser extends AccountRecord {
  static readonly lockKind = 'user';
  static readonly constraintMessages: ConstraintMessagesOf<AccountUser> = {
    account_user_email_unique: { email: ['has already been taken'] },
  };

  @requiredText({ description: 'The name.' }) name!: string;
  @requiredText({ description: 'The email address, with which the user signs in.' }) email!: string;
  @text({ description: 'The phone number.' }) phoneNumber: string | null = null;

  /** Null until the user chooses a password. */
  @Property({ type: 'string', length: 255, nullable: true, hidden: true })
  passwordHash: string | null = null;

  /** The hash of the token in the latest invitation link. */
  @Property({ type: 'string', length: 64, nullable: true, hidden: true })
  invitationHash: string | null = null;

  /** When that link expires; null after it was used. */
  @instantColumn()
  invitationExpiresAt: Date | null = null;
}
