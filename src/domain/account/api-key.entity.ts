import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { AccountRecord } from '../../platform/database/account-record.entity.js';

export type Role = 'admin' | 'manager' | 'staff';

/** A key of the private API; only its hash is kept. */
@Entity()
export class ApiKey extends AccountRecord {
  @Property({ type: 'string', length: 64 })
  keyHash!: string;

  @Property({ type: 'string', length: 7 })
  role: Role = 'admin';

  @Property({ type: 'Date', columnType: 'timestamptz(3)', nullable: true })
  revokedAt: Date | null = null;
}
