import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, InputType, ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { calendarDate, choice, instant, integer, requiredInteger, text } from '../../platform/database/columns.js';
import { describeEnum } from '../../platform/described-enum.js';
import { WallTime } from '../../platform/scalars.js';
import { inputOf } from '../records/attributes.js';
import { createConnectionType } from '../records/connection.type.js';
import { reference } from '../records/reference.js';
import type { TimeOffHours } from '../resource/opening-hours.rules.js';

export enum TimeOffState {
  ASKED = 'asked',
  APPROVED = 'approved',
  DECLINED = 'declined',
  WITHDRAWN = 'withdrawn',
}
describeEnum(TimeOffState, 'TimeOffState', 'The state of time off.', {
  ASKED: 'Nobody has decided about it. The resource is open.',
  APPROVED: 'The resource is closed.',
  DECLINED: 'It was refused.',
  WITHDRAWN: 'It was taken back, before or after it was approved.',
});

/** Time off of a resource: whole dates, or hours of one date. Its dates never change: another one is asked for instead. */
@Entity()
@ObjectType({
  simpleResolvers: true,
  description:
    'Time off of a resource: whole dates, or hours of one date. Once it is approved, the resource is closed then, whatever its exception dates, rotas and opening hours say.',
})
export class TimeOff extends AccountRecord implements TimeOffHours {
  static readonly lockKind = 'time_off';

  @requiredInteger({ description: 'The id of the resource. By default the one that the user is.' })
  @reference('resource', 'Resource', { nullable: false, description: 'The resource that is off.' })
  resourceId!: number;

  @calendarDate({ nullable: false, description: 'The first date.' }) startsOn!: string;

  @calendarDate({ nullable: false, description: 'The last date, at most a year later. By default the first one.' })
  endsOn!: string;

  @Property({ type: 'string', length: 5, nullable: true })
  @Field(() => WallTime, {
    nullable: true,
    description:
      'Of time off on a part of one date: when it begins. Hours after midnight belong to the date on which the opening hours begin: 25:00 is 01:00 of the next. Null, the default, for whole dates.',
  })
  fromTime: string | null = null;

  @Property({ type: 'string', length: 5, nullable: true })
  @Field(() => WallTime, { nullable: true, description: 'When it ends, if it has `fromTime`.' })
  toTime: string | null = null;

  @text({ description: 'The reason, which all users of the account may read.' }) reason: string | null = null;

  @choice(() => TimeOffState, { length: 9, description: 'The state.' }) state = TimeOffState.ASKED;

  @integer({ description: 'The id of the user who asked for it or entered it. Null for an API key.' })
  userId: number | null = null;

  @text({ description: 'The name of that user, as it was then. Null for an API key.' }) askedBy: string | null = null;

  @text({ description: 'The name of the user who approved, declined or entered it. Null for an API key.' })
  decidedBy: string | null = null;

  @instant({ description: 'When that was. Null until then.' }) decidedAt: Date | null = null;

  @text({ description: 'The note of the user who decided.' }) note: string | null = null;
}

@ObjectType()
export class TimeOffConnection extends createConnectionType(TimeOff, 'TimeOff') {}

/** Attributes of new time off. */
@InputType({ description: 'Attributes of new time off.' })
export class TimeOffInput extends inputOf(TimeOff, 'state', 'userId', 'askedBy', 'decidedBy', 'decidedAt', 'note') {
  @Field(() => TimeOffState, {
    nullable: true,
    description:
      'ASKED or APPROVED. By default APPROVED for those who have the permission `CATALOG`, otherwise ASKED, which is then the only one.',
  })
  state?: TimeOffState | null;
}
