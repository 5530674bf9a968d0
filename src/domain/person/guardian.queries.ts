import { Field, InputType, Int } from 'type-graphql';
import { byId, createListOrder, RecordFilter } from '../records/list.input.js';
import type { List } from '../records/list.js';
import { Guardian, GuardianConnection } from './guardian.entity.js';

const guardianOrder = createListOrder(
  'GuardianOrder',
  {
    POSITION: {
      keys: [{ attribute: 'position', type: 'integer' }],
      descriptions: ['First guardian first.', 'Last guardian first.'],
    },
    ID: byId,
  },
  'POSITION',
);

@InputType({ description: 'Conditions that must all hold. One that is left out does not restrict.' })
export class GuardianFilter extends RecordFilter {
  @Field(() => Int, { nullable: true, description: 'Returns the guardians of this person.' })
  dependantId?: number | null;
  @Field(() => Int, { nullable: true, description: 'Returns those for whom this person is the guardian.' })
  personId?: number | null;
}

export const guardianList: List<Guardian, GuardianFilter, GuardianConnection> = {
  name: 'guardians',
  entity: Guardian,
  connection: GuardianConnection,
  filter: GuardianFilter,
  order: guardianOrder,
  conditions: (_context, { dependantId, personId }) => ({
    $and: [
      {
        ...(typeof dependantId === 'number' && { dependantId }),
        ...(typeof personId === 'number' && { personId }),
      },
    ],
  }),
};
