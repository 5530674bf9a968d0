import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { ListQuery, type ListRequest, readList } from '../records/list.js';
import { createGuardian, deleteGuardian, updateGuardian } from './guardian.actions.js';
import { Guardian, GuardianConnection, GuardianInput } from './guardian.entity.js';
import { type GuardianFilter, guardianList, listFamily } from './guardian.queries.js';

@Resolver(() => Guardian)
export class GuardianResolver {
  @RequiresPermission('read')
  @Query(() => Guardian, { description: 'One guardian of a person.' })
  guardian(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Guardian> {
    return context.db.get(Guardian, id);
  }

  @RequiresPermission('read')
  @ListQuery(guardianList, { description: 'The guardians of people.' })
  guardians(context: RequestContext, request: ListRequest<GuardianFilter>): GuardianConnection {
    return readList(context, guardianList, request);
  }

  @RequiresPermission('read')
  @ListQuery(guardianList, { description: 'The guardians of a person.' })
  guardiansOfPerson(
    context: RequestContext,
    request: ListRequest<GuardianFilter>,
    @Arg('personId', () => Int) personId: number,
  ): Promise<GuardianConnection> {
    return listFamily(context, 'dependantId', personId, request);
  }

  @RequiresPermission('read')
  @ListQuery(guardianList, { description: 'Those for whom a person is a guardian, with its rights.' })
  dependantsOfPerson(
    context: RequestContext,
    request: ListRequest<GuardianFilter>,
    @Arg('personId', () => Int) personId: number,
  ): Promise<GuardianConnection> {
    return listFamily(context, 'personId', personId, request);
  }

  @RequiresPermission('people')
  @Mutation(() => Guardian, { description: 'Makes a person the guardian of another.' })
  createGuardian(
    @Arg('dependantId', () => Int, { description: 'The id of the person for whom the guardian acts.' })
    dependantId: number,
    @Arg('input', () => GuardianInput) input: GuardianInput,
    @Ctx() context: RequestContext,
  ): Promise<Guardian> {
    return createGuardian(context, dependantId, input);
  }

  @RequiresPermission('people')
  @Mutation(() => Guardian, { description: 'Changes a guardian: its position, its rights, or the person who is one.' })
  updateGuardian(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => GuardianInput) input: GuardianInput,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Guardian> {
    return updateGuardian(context, id, input, ifRevision);
  }

  @RequiresPermission('people')
  @Mutation(() => Guardian, {
    description:
      'Removes a guardian and returns its last state. From then on, its sessions and the links that it got show nothing of the dependant.',
  })
  deleteGuardian(
    @Arg('id', () => Int) id: number,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Guardian> {
    return deleteGuardian(context, id, ifRevision);
  }
}
