import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, InputType, ObjectType } from 'type-graphql';
import { RevisedRecord } from '../../platform/database/account-record.entity.js';
import { calendarDate, requiredInteger } from '../../platform/database/columns.js';
import type { ConstraintMessagesOf } from '../../platform/database/constraints.js';
import { listCost } from '../../platform/list-cost.js';
import { WallTime } from '../../platform/scalars.js';
import { DescribedBy, inputOf } from '../records/attributes.js';
import { createConnectionType } from '../records/connection.type.js';
import { reference } from '../records/reference.js';
import { type HoursOfWeek, type RotaHours, type WeekHours, weekdayAttributes } from './opening-hours.rules.js';

/** A week of a rota. It is stored as HoursOfWeek: `RotaWeekResolver` adds the fields of its days. */
@ObjectType({ description: 'A week of a rota, by weekday.' })
export class RotaWeek {}

/** Hours of a resource that repeat in a cycle of one to eight weeks. At most one rota of a resource is valid on a date. */
@Entity()
@ObjectType({
  simpleResolvers: true,
  description: 'Opening hours of a resource that repeat in a cycle of weeks. At most one is valid on a date.',
})
export class Rota extends RevisedRecord implements RotaHours {
  static readonly lockKind = 'rota';
  static readonly constraintMessages: ConstraintMessagesOf<Rota> = {
    rota_dates_exclusive: { validFrom: ['has already been taken', 'must not overlap another rota of the resource'] },
  };

  @requiredInteger()
  @reference('resource', 'Resource', { nullable: false, description: 'The resource whose hours these are.' })
  resourceId!: number;

  @calendarDate({ nullable: false, description: 'The first date on which it is valid.' }) validFrom!: string;

  @calendarDate({ description: 'The last date on which it is valid. Null, the default, means without end.' })
  validTo: string | null = null;

  @calendarDate({
    nullable: false,
    description:
      'The Monday of a first week of the cycle, before or after `validFrom`. By default that of the week of `validFrom`.',
  })
  startsOn!: string;

  @Property({ type: 'json' })
  @Field(() => [RotaWeek], { complexity: listCost(2), description: 'The weeks of the cycle, 1 to 8.' })
  weeks!: HoursOfWeek[];
}

@ObjectType()
export class RotaConnection extends createConnectionType(Rota, 'Rota') {}

/** A week of a rota as requests send it. A day that is absent or null has no entry. */
@DescribedBy(RotaWeek)
@InputType({ description: 'A week of a rota, by weekday.' })
export class RotaWeekInput {}

for (const weekday of weekdayAttributes) {
  Field(() => [WallTime], { nullable: true })(RotaWeekInput.prototype, weekday);
}

/** Attributes of a rota. An absent field keeps its value. */
@InputType({ description: 'Attributes of a rota. An absent one stays unchanged.' })
export class RotaInput extends inputOf(Rota, 'weeks') {
  @Field(() => [RotaWeekInput], {
    nullable: true,
    description: 'The weeks of the cycle, 1 to 8. They replace the former ones.',
  })
  weeks?: Partial<WeekHours>[] | null;
}
