import type { GraphQLResolveInfo } from 'graphql';
import { Args, type ClassType, Ctx, Extensions, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import type { ObjectType } from '../../outbox/change-records.js';
import type { AccountRecord } from '../../platform/database/account-record.entity.js';
import { isRelation } from '../../platform/database/reference.js';
import { Booking } from '../booking/booking.entity.js';
import type { RequestContext } from '../context.js';
import { Event } from '../event/event.entity.js';
import { RelatedListArguments } from '../page.input.js';
import { Person } from '../person/person.entity.js';
import { relatedHistory } from './change-feed.queries.js';
import { ChangeConnection } from './change-feed.type.js';

/** Declares the field `changes` of a type. @returns the class of its resolver, for the schema */
function historyOf(owner: ClassType<AccountRecord>, objectType: ObjectType): new () => object {
  const name = `${owner.name}.changes`;
  @Resolver(() => owner)
  class HistoryResolver {
    @Extensions({ [isRelation]: true })
    @FieldResolver(() => ChangeConnection, { description: 'The changes of the object that are kept, oldest first.' })
    changes(
      @Root() { id }: AccountRecord,
      @Args(() => RelatedListArguments) page: RelatedListArguments,
      @Ctx() context: RequestContext,
      @Info() info: GraphQLResolveInfo,
    ): ChangeConnection {
      return relatedHistory(context, { name, objectType }, id, page, info.fieldNodes);
    }
  }
  return HistoryResolver;
}

/** The histories of objects, for the schema. */
export const histories = [historyOf(Booking, 'booking'), historyOf(Event, 'event'), historyOf(Person, 'person')];
