import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { instantColumn, requiredInteger, sealedText } from '../../platform/database/columns.js';

/**
 * The stored second factors of a user, apart from passkeys. Written by statements with conditions, because the row decides
 * which codes and challenges can still be accepted: `totpStep` and `challengedAt` only rise, and a used code is removed.
 */
@Entity({ tableName: 'second_factor' })
export class SecondFactorSecrets extends AccountRecord {
  @requiredInteger() userId!: number;

  /** The key of the app for codes, in Base64url. */
  @sealedText('second_factor.totp_secret', { nullable: true })
  totpSecret: string | null = null;

  @instantColumn({ nullable: true, hidden: true })
  totpSince: Date | null = null;

  /** The key of an app that is not confirmed yet. */
  @sealedText('second_factor.totp_pending', { nullable: true })
  totpPending: string | null = null;

  @instantColumn({ nullable: true, hidden: true })
  totpPendingAt: Date | null = null;

  /** The step of time of the last code that was accepted. */
  @Property({ type: 'integer', hidden: true })
  totpStep = 0;

  /** When the last challenge was made that a passkey of the user has answered. */
  @instantColumn({ nullable: true, hidden: true })
  challengedAt: Date | null = null;

  /** The hashes of the recovery codes that are left. */
  @Property({ type: 'text[]', hidden: true })
  recoveryCodes: string[] = [];
}
