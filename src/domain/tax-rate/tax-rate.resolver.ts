import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { ListQuery, type ListRequest, readList } from '../records/list.js';
import { RecordMutations } from '../records/record-writes.js';
import { taxRateWrites } from './tax-rate.actions.js';
import { TaxRate, TaxRateConnection, TaxRateInput } from './tax-rate.entity.js';
import { type TaxRateFilter, taxRateList } from './tax-rate.queries.js';

@Resolver(() => TaxRate)
@RecordMutations(taxRateWrites, {
  permission: RequiresPermission('sales'),
  entity: TaxRate,
  input: TaxRateInput,
  descriptions: {
    create: 'Creates a tax rate.',
    update: 'Changes a tax rate, for orders that are made from then on.',
    delete: 'Deletes a tax rate. It is no longer listed. Services that have it keep it.',
  },
})
export class TaxRateResolver {
  @RequiresPermission('read')
  @Query(() => TaxRate, { description: 'One tax rate, deleted or not.' })
  taxRate(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<TaxRate> {
    return context.db.get(TaxRate, id);
  }

  @RequiresPermission('read')
  @ListQuery(taxRateList, { isWhole: true, description: 'The tax rates.' })
  taxRates(context: RequestContext, request: ListRequest<TaxRateFilter>): TaxRateConnection {
    return readList(context, taxRateList, request);
  }
}
