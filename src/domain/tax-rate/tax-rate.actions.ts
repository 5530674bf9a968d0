import { tooManyDecimals } from '../money.rules.js';
import { assignAttributes, validateAttributes } from '../records/attributes.js';
import { deactivate } from '../records/record.rules.js';
import { recordWrites } from '../records/record-writes.js';
import { TaxRate, type TaxRateInput } from './tax-rate.entity.js';

/** The most decimals of a percentage, as the table has them. */
const percentageDecimals = 3;

/** A rate that is deleted becomes inactive: services that have it keep it, so that no sale loses its tax unnoticed. */
export const taxRateWrites = recordWrites({
  type: 'tax_rate',
  entity: TaxRate,
  title: 'tax rate',
  assign: ({ tx }, rate, input: TaxRateInput) => {
    const attributeErrors = assignAttributes(tx, rate, input);
    const error = tooManyDecimals(rate.percentage ?? '0', percentageDecimals);
    return {
      errors: { ...(error && { percentage: error }), ...validateAttributes(TaxRate, rate), ...attributeErrors },
    };
  },
  retire: (_, rate) => deactivate(rate),
});
