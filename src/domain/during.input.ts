import { Field, InputType } from 'type-graphql';
import { invalid } from '../platform/errors.js';
import { Instant } from '../platform/scalars.js';

/**
 * A period that begins with `from` and ends before `to`; without one of them it has no such end. Like bookings and events
 * it is half-open: what ends when it begins does not overlap it.
 */
@InputType({ description: 'What overlaps a period, also when it begins before or ends after it.' })
export class During {
  @Field(() => Instant, { nullable: true, description: 'Ends after.' }) from?: Date | null;
  @Field(() => Instant, { nullable: true, description: 'Begins before.' }) to?: Date | null;
}

/** @throws DomainError INVALID on `to` for a period that does not end after it begins */
export function validPeriod(during: During | null | undefined): During {
  const { from, to } = during ?? {};
  if (from && to && to <= from) throw invalid({ to: ['must be after from'] });
  return { from, to };
}
