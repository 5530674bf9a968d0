import { Field, InputType } from 'type-graphql';
import { invalid } from '../../platform/errors.js';
import { Instant } from '../../platform/scalars.js';

/**
 * A half-open period: `from` is included, `to` is not, and either may be absent. A booking or event that ends at `from`
 * does not overlap it.
 */
@InputType({ description: 'Filters by overlap with a period. `from` is included, `to` is not; either may be absent.' })
export class During {
  @Field(() => Instant, { nullable: true, description: 'Returns items that end after this instant.' })
  from?: Date | null;
  @Field(() => Instant, { nullable: true, description: 'Returns items that begin before this instant.' })
  to?: Date | null;
}

@InputType({ description: 'A period with both ends. `from` is included, `to` is not.' })
export class Period {
  @Field(() => Instant, { description: 'The first instant of the period.' })
  from!: Date;
  @Field(() => Instant, { description: 'The end of the period, after `from`.' })
  to!: Date;
}

/** @throws DomainError INVALID on `to` if it is not after `from` */
export function validPeriod(during: During | null | undefined): During {
  const { from, to } = during ?? {};
  if (from && to && to <= from) throw invalid({ to: ['must be after from'] });
  return { from, to };
}
