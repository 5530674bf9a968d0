import { Arg, Ctx, Int, Mutation, Resolver } from 'type-graphql';
import type { Stored } from '../../platform/database/rows.js';
import { RequiresPermission } from '../account/permission-check.js';
import type { RequestContext } from '../context.js';
import { Person } from '../person/person.entity.js';
import { PersonInput } from '../person/person.input.js';
import { mergePeople } from './person-merge.actions.js';

@Resolver()
export class PersonMergeResolver {
  @RequiresPermission('people')
  @Mutation(() => Person, {
    description: 'Moves all records of another person to this one, and deletes the other person.',
  })
  mergePeople(
    @Arg('id', () => Int) id: number,
    @Arg('mergePersonId', () => Int, { nullable: true }) mergePersonId: number | null,
    @Arg('input', () => PersonInput, { defaultValue: {} }) input: PersonInput,
    @Ctx() context: RequestContext,
  ): Promise<Stored<Person>> {
    return mergePeople(context, id, mergePersonId, input);
  }
}
