import { InputType } from 'type-graphql';
import { byId, byText, createListOrder, RecordFilter } from '../records/list.input.js';
import type { List } from '../records/list.js';
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
