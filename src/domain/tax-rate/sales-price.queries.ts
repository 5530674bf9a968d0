import type { RequestContext } from '../context.js';
import { salesPriceOf } from './tax.rules.js';
import { TaxRate } from './tax-rate.entity.js';

/** Returns a price of a service as it is sold now: with the tax, if its rate is added to prices. */
export async function salesPriceIn(
  { db, account }: RequestContext,
  { taxRateId }: { taxRateId: number | null },
  price: string | null,
): Promise<string | null> {
  if (taxRateId === null || price === null) return price;
  return salesPriceOf(price, await db.load(TaxRate, taxRateId), account.currency);
}
