import { Extensions, Field, InputType, Int } from 'type-graphql';
import type { ListBounds } from '../../../platform/accepted.js';
import { maxPool } from '../../service/service-need.rules.js';

/** The resources of a booking for one need of its service. */
@InputType({ description: 'The resources that a booking gets for a need of its service.' })
export class NeedResourcesInput {
  @Field(() => Int, { description: 'The id of the need.' }) needId!: number;

  @Extensions({ items: { least: 1, most: maxPool } satisfies ListBounds })
  @Field(() => [Int], {
    description: 'The ids of resources of its pool. The booking gets others beside them if it needs more.',
  })
  resourceIds!: number[];
}
