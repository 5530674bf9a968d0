import type { StepBudget } from '../../platform/step-budget.js';
import { endTurn } from '../../platform/turns.js';
import type { Service } from '../service/service.entity.js';
import { type NeedsOfService, readNeeds, type ScheduledNeed } from './need.queries.js';
import { createSearchBudget, toSearchError } from './need-search.js';
import { type NeedSlotSearch, needSlotsByDate } from './need-slots.rules.js';
import { withExternal } from './schedule.queries.js';
import type { Slot } from './slots.rules.js';

/** Returns the needs of a service; undefined if it has none. Call it only for an account with needs. */
export async function findNeeds(
  reader: Parameters<typeof readNeeds>[0],
  { id }: Pick<Service, 'id'>,
): Promise<NeedsOfService | undefined> {
  return (await readNeeds(reader, [id])).get(id);
}

/**
 * Adds the needs of a service, with all that occupies their pools, to what its slots depend on.
 *
 * @param required the resources that must serve a need, by its id
 */
export function toNeedSearch(
  search: Omit<NeedSlotSearch, 'needs' | 'serviceMinutes'>,
  { interval }: Pick<Service, 'interval'>,
  needs: readonly ScheduledNeed[],
  required?: ReadonlyMap<number, readonly number[]>,
): NeedSlotSearch {
  const pools = needs.map((need) => ({
    ...{ ...need, pool: need.pool.map(withExternal) },
    required: required?.get(need.id),
  }));
  return { ...search, needs: pools, serviceMinutes: interval };
}

/**
 * Yields the slots of each date in turn for a service with needs. A booking of whole days has none.
 *
 * @param resourceIds those of the first need with which slots are listed; all unless given
 * @throws DomainError if the search takes too many steps
 */
export async function* needDays(
  search: NeedSlotSearch,
  { hasDayBooking }: Pick<Service, 'hasDayBooking'>,
  resourceIds?: readonly number[],
  budget: StepBudget = createSearchBudget(),
): AsyncGenerator<Slot[]> {
  if (hasDayBooking) return;
  try {
    for (const day of needSlotsByDate(search, budget)) {
      if (!day) await endTurn(budget);
      else yield resourceIds ? day.flatMap((slot) => withResources(slot, resourceIds)) : day;
    }
  } catch (error) {
    throw toSearchError(error);
  }
}

/** Returns the slot with those of its resources that are selected, or nothing if there are none. */
function withResources(slot: Slot, selected: readonly number[]): Slot[] {
  const resourceIds = slot.resourceIds.filter((id) => selected.includes(id));
  return resourceIds.length > 0 ? [{ ...slot, resourceIds }] : [];
}
