import { Arg, Args, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import { bulkCost } from '../bulk/bulk.type.js';
import type { RequestContext } from '../context.js';
import { ListQuery, type ListRequest, readList } from '../records/list.js';
import { ImportedPeople, ImportPeopleArguments, importPeople } from './import-people.actions.js';
import { PerishableToken, sendPerishableToken, verifyPerishableToken } from './perishable-token.actions.js';
import {
  authenticatePerson,
  createPerson,
  deletePerson,
  setBlocked,
  undeletePerson,
  updatePerson,
} from './person.actions.js';
import { Person, PersonConnection } from './person.entity.js';
import { PersonCredentialsInput, PersonIdentifierInput, PersonInput } from './person.input.js';
import { listChildrenOfPerson, PersonFilter, personList } from './person.queries.js';

@Resolver(() => Person)
export class PersonResolver {
  @RequiresPermission('read')
  @Query(() => Person, { description: 'One person, deleted or not.' })
  person(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Person> {
    return context.db.get(Person, id);
  }

  @RequiresPermission('read')
  @ListQuery(personList, { description: 'The people, by default active ones.' })
  people(context: RequestContext, request: ListRequest<PersonFilter>): PersonConnection {
    return readList(context, personList, request);
  }

  @RequiresPermission('read')
  @ListQuery(personList, { description: 'Children of a person; active ones by default.' })
  childrenOfPerson(
    context: RequestContext,
    request: ListRequest<PersonFilter>,
    @Arg('personId', () => Int) personId: number,
  ): Promise<PersonConnection> {
    return listChildrenOfPerson(context, personId, request);
  }

  @RequiresPermission('people')
  @Mutation(() => Person, { description: 'Creates a person.' })
  createPerson(@Arg('input', () => PersonInput) input: PersonInput, @Ctx() context: RequestContext): Promise<Person> {
    return createPerson(context, input);
  }

  @RequiresPermission('people')
  @Mutation(() => ImportedPeople, {
    description:
      'Creates or updates up to 500 people. An item is matched by national id number, then phone number, then email, and its attributes replace those of the match.',
    complexity: bulkCost,
  })
  importPeople(
    @Args(() => ImportPeopleArguments) people: ImportPeopleArguments,
    @Ctx() context: RequestContext,
  ): Promise<ImportedPeople> {
    return importPeople(context, people);
  }

  @RequiresPermission('people')
  @Mutation(() => Person, { description: 'Changes a person.' })
  updatePerson(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => PersonInput) input: PersonInput,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Person> {
    return updatePerson(context, id, input, ifRevision);
  }

  @RequiresPermission('people')
  @Mutation(() => Person, { description: 'Deletes a person, who can still be read by id.' })
  deletePerson(
    @Arg('id', () => Int) id: number,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Person> {
    return deletePerson(context, id, ifRevision);
  }

  @RequiresPermission('people')
  @Mutation(() => Person, { description: 'Restores a deleted person.' })
  undeletePerson(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Person> {
    return undeletePerson(context, id);
  }

  @RequiresPermission('people')
  @Mutation(() => Person, { description: 'Nothing can be booked for a blocked person.' })
  blockPerson(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Person> {
    return setBlocked(context, id, true);
  }

  @RequiresPermission('people')
  @Mutation(() => Person, { description: 'Lets bookings be made for a person again.' })
  unblockPerson(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Person> {
    return setBlocked(context, id, false);
  }

  @RequiresPermission('people')
  @Mutation(() => Person, { description: 'Authenticates a person by email or phone number and password.' })
  authenticatePerson(
    @Arg('credentials', () => PersonCredentialsInput, {
      description: 'The email or phone number of the person, and the password.',
    })
    credentials: PersonCredentialsInput,
    @Ctx() context: RequestContext,
  ): Promise<Person> {
    return authenticatePerson(context, credentials);
  }
}

@Resolver()
export class PerishableTokenResolver {
  @RequiresPermission('people')
  @Mutation(() => PerishableToken, {
    description: 'Sends a five-digit code by SMS to the number, or to the number of the person with the email.',
  })
  sendPerishableToken(
    @Arg('identifier', () => PersonIdentifierInput, { description: 'The email or phone number of the person.' })
    identifier: PersonIdentifierInput,
    @Ctx() context: RequestContext,
  ): Promise<PerishableToken> {
    return sendPerishableToken(context, identifier);
  }

  @RequiresPermission('people')
  @Mutation(() => Person, {
    nullable: true,
    description: 'Verifies a code, which works once. Returns null if no person has the email or number.',
  })
  verifyPerishableToken(
    @Arg('perishableToken', () => String, { nullable: true, description: 'The code that was sent. Required.' })
    perishableToken: string | null,
    @Arg('identifier', () => PersonIdentifierInput, { description: 'The email or phone number of the person.' })
    identifier: PersonIdentifierInput,
    @Ctx() context: RequestContext,
  ): Promise<Person | null> {
    return verifyPerishableToken(context, perishableToken, identifier);
  }
}
