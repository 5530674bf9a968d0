import { type FieldErrors, ofItem, rejectIfAny } from '../../../platform/errors.js';
import type { ScheduledNeed } from '../../availability/need.queries.js';
import { resourcesFor } from '../../service/service-need.rules.js';
import type { NeedResourcesInput } from './need-resources.input.js';
import type { DecidedPlace } from './place.rules.js';

/** The ids of the resources that a request names, by the id of their need. */
export type NamedResources = ReadonlyMap<number, readonly number[]>;

/**
 * Checks the resources that a request names for needs of a booking.
 *
 * @param needs those of the service of the booking; undefined for none
 * @throws DomainError INVALID on `resources[0].needId` and `resources[0].resourceIds`
 */
export function requireNamedResources(
  named: readonly NeedResourcesInput[],
  needs: readonly ScheduledNeed[] | undefined,
  people: number,
): NamedResources {
  rejectIfAny(...named.map((one, index) => ofItem('resources', index, errorsOf(one, needs, people))));
  return new Map(named.map(({ needId, resourceIds }) => [needId, [...new Set(resourceIds)]]));
}

function errorsOf(
  { needId, resourceIds }: NeedResourcesInput,
  needs: readonly ScheduledNeed[] | undefined,
  people: number,
): FieldErrors {
  const need = needs?.find(({ id }) => id === needId);
  if (!need) return { needId: ['does not exist'] };
  const maximum = resourcesFor(need, people);
  if (new Set(resourceIds).size > maximum) return { resourceIds: [`is too long (maximum is ${maximum} items)`] };
  const isOffered = resourceIds.every((id) => need.pool.some((resource) => resource.id === id));
  return isOffered ? {} : { resourceIds: ['is not included in the list'] };
}

/** Whether a booking has each of the named resources already for its need. */
export function hasResources(places: readonly DecidedPlace[], named: NamedResources): boolean {
  return [...named].every(([needId, ids]) =>
    ids.every((id) => places.some((place) => place.needId === needId && place.resourceId === id)),
  );
}
