import { Entity, Property } from '@mikro-orm/decorators/legacy';
import type { Role } from '../../outbox/actor.js';
import { AccountRecord } from '../../platform/database/account-record.entity.js';

/** A key of the private API; only its hash is kept. That of a user who has signed in ends by itself. */
@Entity()
export class ApiKey extends AccountRecord {
  @Property({ type: 'string', length: 64, hidden: true })
  keyHash!: string;

  /** Null for the key of a session: its user has the role. */
  @Property({ type: 'string', length: 7, nullable: true })
  role: Role | null = 'admin';

  @Property({ type: 'integer', nullable: true })
  userId: number | null = null;

  @Property({ type: 'Date', columnType: 'timestamptz(3)', nullable: true })
  expiresAt: Date | null = null;

  @Property({ type: 'Date', columnType: 'timestamptz(3)', nullable: true })
  revokedAt: Date | null = null;
}
