import { Arg, Ctx, Int, Mutation, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
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
    @Arg('mergePersonId', () => Int, {
      nullable: true,
      description: 'The id of the person who is merged into the other and deleted. Required.',
    })
    mergePersonId: number | null,
    @Arg('input', () => PersonInput, { defaultValue: {}, description: 'The attributes of the person after the merge.' })
    input: PersonInput,
    @Ctx() context: RequestContext,
  ): Promise<Person> {
    return mergePeople(context, id, mergePersonId, input);
  }
}
