import { Arg, Args, ArgsType, Ctx, Field, Int, Mutation, Query, Resolver } from 'type-graphql';
import { listCost } from '../../platform/list-cost.js';
import { CalendarDate, WallTime } from '../../platform/scalars.js';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { ImageArgument, type NewImage } from '../image/image.argument.js';
import { toImageUrl } from '../image/record-image.actions.js';
import { ComputedField } from '../records/computed-field.js';
import { ListQuery, type ListRequest, readList } from '../records/list.js';
import { countDates } from '../records/period.input.js';
import { getVisible } from '../records/record.rules.js';
import { RecordMutations } from '../records/record-writes.js';
import {
  closeAttribute,
  type OpeningHours,
  openAttribute,
  type SpanAttribute,
  type WeekHours,
  weekdayAttributes,
  weekdayNames,
} from './opening-hours.rules.js';
import { resourceWrites, setResourceImage } from './resource.actions.js';
import { Resource, ResourceConnection, ResourceInput } from './resource.entity.js';
import {
  listOpeningHours,
  type OpeningHoursRequest,
  ResourceFilter,
  ResourceOpeningHoursConnection,
  resourceList,
} from './resource.queries.js';

@ArgsType()
class OpeningHoursArguments implements OpeningHoursRequest {
  @Field(() => Int, { nullable: true, description: 'Defaults to all active resources.' })
  resourceId?: number | null;

  @Field(() => CalendarDate, { nullable: true, description: 'Defaults to today.' })
  from?: string | null;

  @Field(() => CalendarDate, { nullable: true, description: 'At most 366 days after `from`. Defaults to today.' })
  to?: string | null;
}

/** Assumes 50 resources unless the request names one. */
const openingHoursCost = listCost((args) => countDates(args) * (args['resourceId'] ? 1 : 50));

@Resolver(() => Resource)
@RecordMutations(resourceWrites, {
  permission: RequiresPermission('catalog'),
  entity: Resource,
  input: ResourceInput,
  descriptions: {
    create: 'Creates a resource.',
    update: 'Changes a resource.',
    delete: 'Deletes a resource. It can still be read by id, but is no longer listed.',
  },
})
export class ResourceResolver {
  @RequiresPermission('read')
  @Query(() => Resource, { description: 'One resource, deleted or not.' })
  resource(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Resource> {
    return getVisible(context, Resource, id);
  }

  @RequiresPermission('read')
  @ListQuery(resourceList, { isWhole: true, description: 'The active resources.' })
  resources(context: RequestContext, request: ListRequest<ResourceFilter>): ResourceConnection {
    return readList(context, resourceList, request);
  }

  @RequiresPermission('read')
  @Query(() => ResourceOpeningHoursConnection, {
    complexity: openingHoursCost,
    description:
      'The opening hours of resources by date, empty on closed days of the account. Exceptions for single services are left out.',
  })
  openingHours(
    @Args(() => OpeningHoursArguments) request: OpeningHoursArguments,
    @Ctx() context: RequestContext,
  ): Promise<ResourceOpeningHoursConnection> {
    return listOpeningHours(context, request);
  }

  @RequiresPermission('catalog')
  @Mutation(() => Resource, { description: 'Replaces or removes the image of a resource.' })
  setResourceImage(
    @Arg('id', () => Int) id: number,
    @ImageArgument() image: NewImage,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Resource> {
    return setResourceImage(context, id, image, ifRevision);
  }

  @ComputedField(() => String, { nullable: true, description: 'The URL of the image.' })
  image(resource: Resource, context: RequestContext): string | null {
    return toImageUrl(resource, context);
  }
}

/** `open0` to `close6`: the first opening and the last closing of each weekday (spec, Resource). */
@Resolver(() => Resource)
export class WeekdaySpansResolver {}

for (const [weekday, attribute] of weekdayAttributes.entries()) {
  const day = weekdayNames[weekday];
  addField(openAttribute(weekday), attribute, `The first opening on ${day}. Null if closed.`, (hours) => hours?.[0]);
  addField(closeAttribute(weekday), attribute, `The last closing on ${day}. Null if closed.`, (hours) => hours?.at(-1));
}

function addField(
  name: SpanAttribute,
  attribute: keyof WeekHours,
  description: string,
  read: (hours: OpeningHours) => string | undefined,
): void {
  const { prototype } = WeekdaySpansResolver;
  const value = (resource: WeekHours): string | null => read(resource[attribute]) ?? null;
  const options = { nullable: true, description, deprecationReason: `Use ${attribute}.` };
  ComputedField(() => WallTime, options)(prototype, name, { value });
}
