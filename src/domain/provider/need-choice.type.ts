import { Field, Int, ObjectType } from 'type-graphql';
import { listCost } from '../../platform/list-cost.js';
import { Resource } from '../resource/resource.entity.js';
import { maxPool } from '../service/service-need.rules.js';

/** A need of a service whose resource visitors may choose: all that they see of it. */
@ObjectType({ simpleResolvers: true, description: 'A need of a service whose resource visitors may choose.' })
export class NeedChoice {
  @Field(() => Int, { description: 'The id of the need.' })
  id!: number;

  @Field(() => String, { description: 'The name of what is needed, such as `Therapist`.' })
  title!: string;

  @Field(() => [Resource], {
    complexity: listCost(maxPool),
    description: 'The active resources of its pool, by priority value.',
  })
  resources!: Resource[];
}
