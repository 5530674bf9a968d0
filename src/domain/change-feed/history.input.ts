import { Field, InputType, registerEnumType } from 'type-graphql';
import type { HistoryFilter } from '../../outbox/history-reader.js';
import { invalid } from '../../platform/errors.js';
import { visibleChanges } from '../entities.js';
import { InstantRange, validRange } from '../records/record-filter.input.js';

export enum HistoryOrder {
  COMMITTED = 'committed',
  COMMITTED_DESC = 'committed_desc',
}
registerEnumType(HistoryOrder, {
  name: 'HistoryOrder',
  description: 'The order of the changes of an object: that in which they were committed, or the reverse.',
  valuesConfig: {
    COMMITTED: { description: 'Oldest first.' },
    COMMITTED_DESC: { description: 'Newest first.' },
  },
});

@InputType({ description: 'Conditions that must all hold. One that is left out does not restrict.' })
export class ChangeFilter {
  @Field(() => [String], {
    nullable: true,
    description: 'Returns the changes with these names, such as `booking.cancelled`. Default: all.',
  })
  name?: string[] | null;

  @Field(() => InstantRange, { nullable: true, description: 'Returns the changes that were made in this period.' })
  changedAt?: InstantRange | null;
}

/** @throws DomainError INVALID on `name`, and on `to` of `changedAt` if it is not after `from` */
export function historyFilterOf({ name, changedAt }: ChangeFilter): HistoryFilter {
  if (name?.some((each) => !visibleChanges.includes(each))) {
    throw invalid({ name: ['is not included in the list', `must be one of ${visibleChanges.join(', ')}`] });
  }
  return { names: name ?? undefined, ...validRange('changedAt', changedAt) };
}
