import { InputType } from 'type-graphql';
import type { RequestContext } from '../context.js';
import { byId, byText, createListOrder, RecordFilter } from '../records/list.input.js';
import type { List } from '../records/list.js';
import { salesPriceOf } from './tax.rules.js';
import { TaxRate, TaxRateConnection } from './tax-rate.entity.js';

const taxRateOrder = createListOrder('TaxRateOrder', { ID: byId, NAME: byText('name', 'name') }, 'ID');

@InputType({ description: 'Conditions that must all hold. One that is left out does not restrict.' })
export class TaxRateFilter extends RecordFilter {}

/** Active rates. */
export const taxRateList: List<TaxRate, TaxRateFilter, TaxRateConnection> = {
  name: 'taxRates',
  entity: TaxRate,
  connection: TaxRateConnection,
  filter: TaxRateFilter,
  order: taxRateOrder,
  conditions: () => ({ $and: [{ active: true }] }),
};

/** Returns a function that turns a price of a service into that at which it is sold now: with the tax, if it is added. */
export async function salesPriceReader(
  { db, account }: RequestContext,
  { taxRateId }: { taxRateId: number | null },
): Promise<(price: string | null) => string | null> {
  const rate = taxRateId === null ? null : await db.load(TaxRate, taxRateId);
  return (price) => salesPriceOf(price, rate, account.currency);
}

/** Returns a price of a service as it is sold now. */
export async function salesPriceIn(
  context: RequestContext,
  service: { taxRateId: number | null },
  price: string | null,
): Promise<string | null> {
  return price === null ? null : (await salesPriceReader(context, service))(price);
}
