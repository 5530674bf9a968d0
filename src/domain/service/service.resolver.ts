import { Arg, Ctx, Extensions, Int, Mutation, Query, Resolver } from 'type-graphql';
import { Decimal } from '../../platform/scalars.js';
import { RequiresPermission } from '../account/permissions.rules.js';
import { feeTermsOf } from '../cancellation-fee.rules.js';
import type { RequestContext } from '../context.js';
import { depositTermsOf } from '../deposit.rules.js';
import { ImageArgument, type NewImage } from '../image/image.argument.js';
import { toImageUrl } from '../image/record-image.actions.js';
import { shownWhenSet } from '../records/attributes.js';
import { ComputedField, createContextLoader } from '../records/computed-field.js';
import { ListQuery, type ListRequest, readList } from '../records/list.js';
import { getVisible } from '../records/record.rules.js';
import { RecordMutations } from '../records/record-writes.js';
import { TaxRate } from '../tax-rate/tax-rate.entity.js';
import { salesPriceIn } from '../tax-rate/tax-rate.queries.js';
import { CancellationTerms } from './cancellation-terms.type.js';
import { Deposit, toDeposit } from './deposit.type.js';
import { serviceWrites, setServiceImage } from './service.actions.js';
import { Service, ServiceConnection, ServiceInput } from './service.entity.js';
import { readOfferedTerms, ServiceFilter, serviceList } from './service.queries.js';
import { bookingTypeIdOf } from './service.rules.js';

const loadOfferedTerms = createContextLoader(readOfferedTerms, null);

@Resolver(() => Service)
@RecordMutations(serviceWrites, {
  permission: RequiresPermission('catalog'),
  entity: Service,
  input: ServiceInput,
  descriptions: {
    create: 'Creates a service.',
    update: 'Changes a service.',
    delete: 'Deletes a service. It can still be read by id, but is no longer listed.',
  },
})
export class ServiceResolver {
  @ComputedField(() => Int, {
    nullable: true,
    deprecationReason: 'Use bookingType.',
    description: 'The number of the kind of booking.',
  })
  bookingTypeId({ bookingType }: Service): number | null {
    return bookingTypeIdOf(bookingType);
  }

  @ComputedField(() => Decimal, {
    nullable: true,
    description: 'The price of one person as it is sold: with the tax, if its rate is added to prices.',
  })
  salesPrice(service: Service, context: RequestContext): Promise<string | null> {
    return salesPriceIn(context, service, service.price);
  }

  @ComputedField(() => String, {
    nullable: true,
    description: 'The name of the tax rate whose tax is in `salesPrice`. Null without one.',
  })
  async taxName({ taxRateId }: Service, { db }: RequestContext): Promise<string | null> {
    return taxRateId === null ? null : ((await db.load(TaxRate, taxRateId))?.name ?? null);
  }

  @ComputedField(() => Deposit, {
    nullable: true,
    description: 'The deposit of its bookings: its own, else that of the account. Null if none is asked for.',
  })
  deposit(service: Service, { account }: RequestContext): Deposit | null {
    const terms = depositTermsOf(service, account);
    return terms && toDeposit(terms);
  }

  @Extensions({ [shownWhenSet]: true })
  @ComputedField(() => CancellationTerms, {
    nullable: true,
    description: 'The fees for cancelling its bookings late: its own, else those of the account. Null without any.',
  })
  cancellationTerms(service: Service, { account }: RequestContext): CancellationTerms | null {
    const terms = feeTermsOf(service, account);
    return terms && { ...terms, service };
  }

  @ComputedField(() => Int, {
    nullable: true,
    description:
      'The shortest length of a slot with a resource that offers it, in minutes. Null if none has a length of its own, so that it is `interval`.',
  })
  async intervalFrom({ id }: Service, context: RequestContext): Promise<number | null> {
    return (await loadOfferedTerms(context, id))?.intervalFrom ?? null;
  }

  @ComputedField(() => Int, { nullable: true, description: 'The longest length, like `intervalFrom`.' })
  async intervalTo({ id }: Service, context: RequestContext): Promise<number | null> {
    return (await loadOfferedTerms(context, id))?.intervalTo ?? null;
  }

  @ComputedField(() => Decimal, {
    nullable: true,
    description:
      'The lowest price of one person with a resource that offers it, as it is sold. Null if none has a price of its own, so that it is `salesPrice`.',
  })
  async priceFrom(service: Service, context: RequestContext): Promise<string | null> {
    return salesPriceIn(context, service, (await loadOfferedTerms(context, service.id))?.priceFrom ?? null);
  }

  @ComputedField(() => Decimal, { nullable: true, description: 'The highest price, like `priceFrom`.' })
  async priceTo(service: Service, context: RequestContext): Promise<string | null> {
    return salesPriceIn(context, service, (await loadOfferedTerms(context, service.id))?.priceTo ?? null);
  }

  @RequiresPermission('read')
  @Query(() => Service, { description: 'One service, deleted or not.' })
  service(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Service> {
    return getVisible(context, Service, id);
  }

  @RequiresPermission('read')
  @ListQuery(serviceList, { isWhole: true, description: 'The active services.' })
  services(context: RequestContext, request: ListRequest<ServiceFilter>): ServiceConnection {
    return readList(context, serviceList, request);
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
}
