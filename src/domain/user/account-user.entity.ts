import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { requiredText, text } from '../../platform/database/columns.js';
import type { ConstraintMessagesOf } from '../../platform/database/constraints.js';

/** Someone who works with the account (spec, Account user link). */
@Entity()
@ObjectType({ simpleResolvers: true })
export class AccountUser extends AccountRecord {
  static readonly lockKind = 'user';
  static readonly constraintMessages: ConstraintMessagesOf<AccountUser> = {
    account_user_email_unique: { email: ['has already been taken'] },
  };

  @requiredText() name!: string;
  @requiredText() email!: string;
  @text() phoneNumber: string | null = null;

  /** Null until one is chosen. */
  @Property({ type: 'string', length: 255, nullable: true, hidden: true })
  passwordHash: string | null = null;

  /** Of the token of the newest link by which a password can be chosen. */
  @Property({ type: 'string', length: 64, nullable: true, hidden: true })
  invitationHash: string | null = null;

  /** Until when that link is good; null when it has been used. */
  @Property({ type: 'Date', columnType: 'timestamptz(3)', nullable: true })
  invitationExpiresAt: Date | null = null;
}
