import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
  Args,
  ArgsType,
  type ClassType,
  Ctx,
  Extensions,
  Field,
  FieldResolver,
  Info,
  Int,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import type { ObjectType } from '../../outbox/recorded-change.js';
import type { AccountRecord } from '../../platform/database/account-record.entity.js';
import { MayReadReplica } from '../../platform/replica-use.js';
import { RequiresPermission } from '../account/permissions.rules.js';
import { Booking } from '../booking/booking.entity.js';
import type { RequestContext } from '../context.js';
import { Event } from '../event/event.entity.js';
import { Person } from '../person/person.entity.js';
import { PageArguments, RelatedListArguments } from '../records/list.input.js';
import { isRelation } from '../records/reference.js';
import { ChangeConnection } from './change-feed.type.js';
import { ChangeFilter, HistoryOrder, listHistory, relatedHistory } from './history.queries.js';
import { PerformedByResolver } from './performed-by.resolver.js';
import { listTimeline, maxOfSource } from './timeline.queries.js';
import { TimelineEntryConnection } from './timeline.type.js';

/** The conditions and the order of a history. */
@ArgsType()
class HistoryArguments {
  @Field(() => ChangeFilter, { defaultValue: {}, description: 'The conditions of the changes.' })
  filter!: ChangeFilter;

  @Field(() => HistoryOrder, { defaultValue: HistoryOrder.COMMITTED, description: 'The order of the changes.' })
  order!: HistoryOrder;
}

@Resolver()
class HistoryResolver {
  @RequiresPermission('read')
  @MayReadReplica('always')
  @Query(() => ChangeConnection, { description: 'Changes of a booking, by default oldest first.' })
  bookingHistory(
    @Arg('id', () => Int) id: number,
    @Args(() => HistoryArguments) request: HistoryArguments,
    @Args(() => PageArguments) page: PageArguments,
    @Ctx() context: RequestContext,
  ): Promise<ChangeConnection> {
    const history = { name: 'bookingHistory', entity: Booking, objectType: 'booking' } as const;
    return listHistory(context, history, id, { ...request, page });
  }

  @RequiresPermission('read')
  @MayReadReplica('always')
  @Query(() => ChangeConnection, { description: 'Changes of a person, by default oldest first.' })
  personHistory(
    @Arg('id', () => Int) id: number,
    @Args(() => HistoryArguments) request: HistoryArguments,
    @Args(() => PageArguments) page: PageArguments,
    @Ctx() context: RequestContext,
  ): Promise<ChangeConnection> {
    const history = { name: 'personHistory', entity: Person, objectType: 'person' } as const;
    return listHistory(context, history, id, { ...request, page });
  }

  @RequiresPermission('read')
  @MayReadReplica('always')
  @Query(() => ChangeConnection, { description: 'Changes of an event, by default oldest first.' })
  eventHistory(
    @Arg('id', () => Int) id: number,
    @Args(() => HistoryArguments) request: HistoryArguments,
    @Args(() => PageArguments) page: PageArguments,
    @Ctx() context: RequestContext,
  ): Promise<ChangeConnection> {
    const history = { name: 'eventHistory', entity: Event, objectType: 'event' } as const;
    return listHistory(context, history, id, { ...request, page });
  }

  @RequiresPermission('read')
  @MayReadReplica('always')
  @Query(() => TimelineEntryConnection, {
    description: `The history of a booking, newest first: its last ${maxOfSource} changes, its last ${maxOfSource} messages, and the deliveries of these changes to webhooks. Without the permission \`WEBHOOKS\`, deliveries are left out.`,
  })
  bookingTimeline(
    @Arg('id', () => Int) id: number,
    @Args(() => PageArguments) page: PageArguments,
    @Ctx() context: RequestContext,
  ): Promise<TimelineEntryConnection> {
    return listTimeline(context, id, page);
  }
}

/** Declares the field `changes` of a type. @returns the class of its resolver, for the schema */
function historyOf(owner: ClassType<AccountRecord>, objectType: ObjectType): new () => object {
  const name = `${owner.name}.changes`;
  @Resolver(() => owner)
  class RelatedHistoryResolver {
    @Extensions({ [isRelation]: true })
    @FieldResolver(() => ChangeConnection, {
      description: 'The changes of the object that are kept, by default oldest first.',
    })
    changes(
      @Root() { id }: AccountRecord,
      @Args(() => HistoryArguments) request: HistoryArguments,
      @Args(() => RelatedListArguments) page: RelatedListArguments,
      @Ctx() context: RequestContext,
      @Info() info: GraphQLResolveInfo,
    ): ChangeConnection {
      return relatedHistory(context, { name, objectType }, id, { ...request, page }, info.fieldNodes);
    }
  }
  return RelatedHistoryResolver;
}

/** The histories of objects, for the schema. */
export const histories = [
  HistoryResolver,
  historyOf(Booking, 'booking'),
  historyOf(Event, 'event'),
  historyOf(Person, 'person'),
  PerformedByResolver,
];
