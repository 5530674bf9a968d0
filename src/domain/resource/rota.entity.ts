import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { RevisedRecord } from '../../platform/database/account-record.entity.js';
import type { HoursOfWeek, RotaHours } from './opening-hours.rules.js';

/** Hours of a resource that repeat in a cycle of one to eight weeks. At most one rota of a resource is valid on a date. */
@Entity()
export class Rota extends RevisedRecord implements RotaHours {
  @Property({ type: 'integer' }) resourceId!: number;
  @Property({ type: 'date' }) validFrom!: string;
  @Property({ type: 'date', nullable: true }) validTo: string | null = null;
  @Property({ type: 'date' }) startsOn!: string;
  @Property({ type: 'json' }) weeks!: HoursOfWeek[];
}
