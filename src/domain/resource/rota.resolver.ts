import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import { listCost } from '../../platform/list-cost.js';
import { WallTime } from '../../platform/scalars.js';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { ComputedField } from '../records/computed-field.js';
import { ListQuery, type ListRequest, readList } from '../records/list.js';
import { RecordMutations } from '../records/record-writes.js';
import { type HoursOfWeek, type OpeningHours, weekdayAttributes, weekdayNames } from './opening-hours.rules.js';
import { rotaWrites } from './rota.actions.js';
import { Rota, RotaConnection, RotaInput, RotaWeek } from './rota.entity.js';
import { RotaFilter, rotaList } from './rota.queries.js';

@Resolver(() => Rota)
@RecordMutations(rotaWrites, {
  permission: RequiresPermission('catalog'),
  entity: Rota,
  input: RotaInput,
  descriptions: {
    create: 'Creates a rota of a resource. Bookings outside of its hours stay.',
    update: 'Changes a rota. Bookings outside of its hours stay.',
    delete: 'Deletes a rota and returns its last state. The weekly opening hours apply again.',
  },
})
export class RotaResolver {
  @RequiresPermission('read')
  @Query(() => Rota, { description: 'One rota.' })
  rota(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Rota> {
    return context.db.get(Rota, id);
  }

  @RequiresPermission('read')
  @ListQuery(rotaList, { description: 'The rotas of resources.' })
  rotas(context: RequestContext, request: ListRequest<RotaFilter>): RotaConnection {
    return readList(context, rotaList, request);
  }
}

@Resolver(() => RotaWeek)
export class RotaWeekResolver {}

for (const [weekday, attribute] of weekdayAttributes.entries()) {
  const description = `The opening hours on ${weekdayNames[weekday]}: pairs of opening and closing times, up to 36:00 if they pass midnight. Empty means closed. Null, the default, means the same hours as without the rota.`;
  const value = (week: HoursOfWeek): OpeningHours => week[weekday] ?? null;
  const options = { nullable: true, description, complexity: listCost(4) };
  ComputedField(() => [WallTime], options)(RotaWeekResolver.prototype, attribute, { value });
}
