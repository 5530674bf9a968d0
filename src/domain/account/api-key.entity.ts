import { Entity, Property } from '@mikro-orm/decorators/legacy';
import type { Role } from '../../outbox/actor.js';
import { AccountRecord } from '../../platform/database/account-record.entity.js';

/** A key of the private API; only its hash is stored. The key of a user's session expires. */
@Entity()
export class ApiKey extends AccountRecord {
  @Property({ type: 'string', length: 64, hidden: true })
  keyHash!: string;

  /** Null for the key of a session, which has the role of its user. */
  @Property({ type: 'string', length: 7, nullable: true })
  role: Role | null = 'admin';

  @Property({ type: 'integer', nullable: true })
  userId: number | null = null;

  @Property({ type: 'Date', columnType: 'timestamptz(3)', nullable: true })
  expiresAt: Date | null = null;

  @Property({ type: 'Date', columnType: 'timestamptz(3)', nullable: true })
  revokedAt: Date | null = null;
}
