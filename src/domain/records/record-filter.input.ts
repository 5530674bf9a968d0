import type { FilterQuery } from '@mikro-orm/core';
import { Field, InputType, Int } from 'type-graphql';
import type { AccountRecord } from '../../platform/database/account-record.entity.js';
import { invalid } from '../../platform/errors.js';
import { Instant } from '../../platform/scalars.js';

@InputType({ description: 'A period that contains an instant. `from` is included, `to` is not; either may be absent.' })
export class InstantRange {
  @Field(() => Instant, { nullable: true, description: 'The first instant of the period.' })
  from?: Date | null;

  @Field(() => Instant, { nullable: true, description: 'The end of the period.' })
  to?: Date | null;
}

/** The conditions of every list of records. */
@InputType()
export abstract class RecordFilter {
  @Field(() => [Int], { nullable: true, description: 'Returns only items with these ids.' })
  ids?: number[] | null;

  @Field(() => InstantRange, { nullable: true, description: 'Returns items that were created in this period.' })
  createdAt?: InstantRange | null;

  @Field(() => InstantRange, { nullable: true, description: 'Returns items that were last changed in this period.' })
  updatedAt?: InstantRange | null;
}

/** @throws DomainError INVALID on `to` of a range if it is not after `from` */
export function recordConditions({ ids, createdAt, updatedAt }: RecordFilter): FilterQuery<AccountRecord>[] {
  return [
    ...(ids ? [{ id: { $in: ids } }] : []),
    ...instantConditions('createdAt', createdAt),
    ...instantConditions('updatedAt', updatedAt),
  ];
}

/** The conditions that an instant is in a range. @throws DomainError INVALID on `to` if it is not after `from` */
export function instantConditions<Attribute extends string>(
  attribute: Attribute,
  range: InstantRange | null | undefined,
): Record<Attribute, { $gte: Date } | { $lt: Date }>[] {
  const { from, to } = validRange(attribute, range);
  const conditions = [...(from ? [{ $gte: from }] : []), ...(to ? [{ $lt: to }] : [])];
  return conditions.map((condition) => ({ [attribute]: condition }) as Record<Attribute, typeof condition>);
}

/** Returns the instants that are set. @throws DomainError INVALID on `to` if it is not after `from` */
export function validRange(
  attribute: string,
  range: InstantRange | null | undefined,
): { from: Date | undefined; to: Date | undefined } {
  const { from, to } = range ?? {};
  if (from && to && to <= from) throw invalid({ [attribute]: { to: ['must be after from'] } });
  return { from: from ?? undefined, to: to ?? undefined };
}
