import { Field, InputType, Int } from 'type-graphql';
import { byId, createListOrder, RecordFilter } from '../records/list.input.js';
import type { List } from '../records/list.js';
import { Rota, RotaConnection } from './rota.entity.js';

const rotaOrder = createListOrder(
  'RotaOrder',
  {
    VALID_FROM: {
      keys: [{ attribute: 'validFrom', type: 'date' }],
      descriptions: ['Earliest first.', 'Latest first.'],
    },
    ID: byId,
  },
  'VALID_FROM',
);

/** Conditions that must all hold. */
@InputType()
export class RotaFilter extends RecordFilter {
  @Field(() => Int, { nullable: true, description: 'Returns the rotas of this resource.' })
  resourceId?: number | null;
}

export const rotaList: List<Rota, RotaFilter, RotaConnection> = {
  name: 'rotas',
  entity: Rota,
  connection: RotaConnection,
  filter: RotaFilter,
  order: rotaOrder,
  conditions: (_context, { resourceId }) => ({ $and: [{ ...(typeof resourceId === 'number' && { resourceId }) }] }),
};
