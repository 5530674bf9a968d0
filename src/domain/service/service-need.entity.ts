import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { RevisedRecord } from '../../platform/database/account-record.entity.js';
import { choice, flag, requiredInteger, requiredText } from '../../platform/database/columns.js';
import type { ConstraintMessagesOf } from '../../platform/database/constraints.js';
import { describeEnum } from '../../platform/described-enum.js';
import { listCost } from '../../platform/list-cost.js';
import { DescribedBy, inputOf } from '../records/attributes.js';
import { createConnectionType } from '../records/connection.type.js';
import { reference } from '../records/reference.js';
import { maxNeeds, maxSegments, NeedPer, type NeedWork, type WorkSegment } from './service-need.rules.js';

describeEnum(NeedPer, 'NeedPer', 'The unit that the resources of a need are counted for.', {
  BOOKING: 'For each booking. All its people are with each resource, which needs room for them.',
  PERSON: 'For each person of a booking. Each resource needs room for one.',
});

/** A part of a booking in which the resources of a need work. */
@ObjectType({ simpleResolvers: true, description: 'A part of a booking in which the resources of a need work.' })
export class NeedSegment implements WorkSegment {
  @Field(() => Int, { description: 'The minutes from the start of the booking to its beginning.' })
  offset!: number;

  @Field(() => Int, { description: 'Its length in minutes.' })
  length!: number;
}

/** Resources that a booking of a service needs at the same time as those of its other needs. */
@Entity()
@ObjectType({
  simpleResolvers: true,
  description:
    'Something that each booking of a service needs: so many resources of those that offer the service for this need. A service without needs takes one resource.',
})
export class ServiceNeed extends RevisedRecord implements NeedWork {
  static readonly lockKind = 'service_need';
  static readonly constraintMessages: ConstraintMessagesOf<ServiceNeed> = {
    service_need_position_unique: { position: ['has already been taken'] },
  };

  @requiredInteger({ description: 'The id of the service.' })
  @reference('service', 'Service', { nullable: false, description: 'The service that has the need.' })
  serviceId!: number;
  @requiredInteger({
    from: 1,
    upTo: maxNeeds,
    description: `Its place among the needs of the service, from 1 to ${maxNeeds}. The resource of the first one is the resource of the booking. By default the first that is unused.`,
  })
  position!: number;
  @requiredText({ description: 'The name of what is needed, such as `Therapist`.' }) title!: string;
  @requiredInteger({
    from: 1,
    upTo: 10,
    description: 'The number of different resources, from 1 to 10. 1 by default.',
  })
  count = 1;
  @choice(() => NeedPer, { length: 7, description: 'Whether they are for each booking, the default, or each person.' })
  per = NeedPer.BOOKING;

  @Property({ type: 'json', nullable: true })
  @Field(() => [NeedSegment], {
    nullable: true,
    description: `When the resources work: at most ${maxSegments} parts of the booking, in order and without overlaps. Others can book them in between. One that ends with the service ends with a longer or shorter booking. Null, the default, means the whole booking.`,
    complexity: listCost(maxSegments),
  })
  segments: WorkSegment[] | null = null;

  @flag({ description: 'Whether visitors may choose the resource. False by default.' }) visitorsChoose = false;
}

@ObjectType()
export class ServiceNeedConnection extends createConnectionType(ServiceNeed, 'ServiceNeed') {}

/** A part of a booking in which the resources of a need work. */
@DescribedBy(NeedSegment)
@InputType({ description: 'A part of a booking in which the resources of a need work.' })
export class NeedSegmentInput {
  @Field(() => Int)
  offset!: number;

  @Field(() => Int)
  length!: number;
}

/** Attributes of a need. An absent field keeps its value; null clears it or restores the default. */
@InputType({
  description: 'Attributes of a need. An absent one stays unchanged. Null clears it or restores its default.',
})
export class ServiceNeedInput extends inputOf(ServiceNeed, 'serviceId', 'segments') {
  @Field(() => [NeedSegmentInput], { nullable: true })
  segments?: NeedSegmentInput[] | null;
}
