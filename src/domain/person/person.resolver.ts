import { Arg, Args, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Stored } from '../../platform/database/rows.js';
import type { RequestContext } from '../context.js';
import { PageArguments } from '../page.input.js';
import { createPerson, deletePerson, updatePerson } from './person.actions.js';
import { Person, PersonConnection } from './person.entity.js';
import { PersonFilter, PersonInput } from './person.input.js';
import { getPerson, listPeople } from './person.queries.js';

@Resolver(() => Person)
export class PersonResolver {
  @Query(() => Person)
  person(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Stored<Person>> {
    return getPerson(context, id);
  }

  @Query(() => PersonConnection)
  people(
    @Arg('filter', () => PersonFilter, { defaultValue: {} }) filter: PersonFilter,
    @Args(() => PageArguments) page: PageArguments,
    @Ctx() context: RequestContext,
  ): PersonConnection {
    return listPeople(context, filter, page);
  }

  @Mutation(() => Person)
  createPerson(
    @Arg('input', () => PersonInput) input: PersonInput,
    @Ctx() context: RequestContext,
  ): Promise<Stored<Person>> {
    return createPerson(context, input);
  }

  @Mutation(() => Person)
  updatePerson(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => PersonInput) input: PersonInput,
    @Ctx() context: RequestContext,
  ): Promise<Stored<Person>> {
    return updatePerson(context, id, input);
  }

  @Mutation(() => Person)
  deletePerson(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Stored<Person>> {
    return deletePerson(context, id);
  }
}
