import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { ImageArgument, type NewImage } from '../image/image.argument.js';
import { toImageUrl } from '../image/record-image.actions.js';
import { ComputedField } from '../records/computed-field.js';
import { type ListRequest, readList } from '../records/list.js';
import { ListQuery } from '../records/list-query.js';
import { createService, deleteService, setServiceImage, updateService } from './service.actions.js';
import { Service, ServiceConnection, ServiceInput } from './service.entity.js';
import { getService, ServiceFilter, serviceList } from './service.queries.js';
import { bookingTypeIdOf } from './service.rules.js';

@Resolver(() => Service)
export class ServiceResolver {
  @ComputedField(() => Int, {
    nullable: true,
    deprecationReason: 'Use bookingType.',
    description: 'The number of the kind of booking.',
  })
  bookingTypeId({ bookingType }: Service): number | null {
    return bookingTypeIdOf(bookingType);
  }

  @RequiresPermission('read')
  @Query(() => Service, { description: 'One service, deleted or not.' })
  service(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Service> {
    return getService(context, id);
  }

  @RequiresPermission('read')
  @ListQuery(serviceList, { isWhole: true, description: 'The active services.' })
  services(context: RequestContext, request: ListRequest<ServiceFilter>): ServiceConnection {
    return readList(context, serviceList, request);
  }

  @RequiresPermission('catalog')
  @Mutation(() => Service, { description: 'Creates a service.' })
  createService(
    @Arg('input', () => ServiceInput) input: ServiceInput,
    @Ctx() context: RequestContext,
  ): Promise<Service> {
    return createService(context, input);
  }

  @RequiresPermission('catalog')
  @Mutation(() => Service, { description: 'Changes a service.' })
  updateService(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => ServiceInput) input: ServiceInput,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Service> {
    return updateService(context, id, input, ifRevision);
  }

  @RequiresPermission('catalog')
  @Mutation(() => Service, { description: 'Replaces or removes the image of a service.' })
  setServiceImage(
    @Arg('id', () => Int) id: number,
    @ImageArgument() image: NewImage,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Service> {
    return setServiceImage(context, id, image, ifRevision);
  }

  @ComputedField(() => String, { nullable: true, description: 'The URL of the image.' })
  image(service: Service, context: RequestContext): string | null {
    return toImageUrl(service, context);
  }

  @RequiresPermission('catalog')
  @Mutation(() => Service, { description: 'Deletes a service. It can still be read by id, but is no longer listed.' })
  deleteService(
    @Arg('id', () => Int) id: number,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Service> {
    return deleteService(context, id, ifRevision);
  }
}
