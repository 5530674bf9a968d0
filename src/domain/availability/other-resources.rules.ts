import { Field, Int } from 'type-graphql';
import { tooManyItems } from '../../platform/accepted.js';
import { invalid } from '../../platform/errors.js';
import { cannotBeChosen, NeedPer, resourcesFor } from '../service/service-need.rules.js';
import type { ScheduledNeed } from './need.queries.js';

/** Declares the resources of a booking or of its times that are not its `resourceId`. */
export const OtherResources = () =>
  Field(() => [Int], {
    nullable: true,
    description:
      'Ids of resources that serve needs of its service other than the first. Visitors name those of needs that let them choose. Any by default.',
  });

/** Those who name resources, and the booking for which they do. */
interface Naming {
  /** Whether a need must let visitors choose. */
  isVisitor: boolean;
  /** Undefined for any number of people. */
  people: number | undefined;
}

/**
 * Gives resources that are named for needs other than the first to these needs. One of several pools serves the first need
 * that then leaves room for the others.
 *
 * @param needs those of the service by position; undefined for none
 * @returns the ids of resources by the id of their need
 * @throws DomainError INVALID on `otherResources`
 */
export function requireOtherResources(
  needs: readonly ScheduledNeed[] | undefined,
  named: readonly number[],
  { isVisitor, people }: Naming,
): ReadonlyMap<number, readonly number[]> {
  const others = needs?.slice(1) ?? [];
  const ids = [...new Set(named)];
  const offering = (id: number): ScheduledNeed[] => others.filter(({ pool }) => pool.some((one) => one.id === id));
  const choosable = (id: number): ScheduledNeed[] => offering(id).filter((need) => !isVisitor || need.visitorsChoose);
  if (ids.some((id) => offering(id).length === 0)) throw invalid({ otherResources: ['is not included in the list'] });
  if (ids.some((id) => choosable(id).length === 0)) throw invalid({ otherResources: [cannotBeChosen] });
  const given = new Map(others.map((need): [number, number[]] => [need.id, []]));
  const give = (id: number, seen: Set<number>): boolean =>
    choosable(id).some((need) => {
      if (seen.has(need.id)) return false;
      seen.add(need.id);
      const own = given.get(need.id) ?? [];
      const isLeft = own.length < mostOf(need, people);
      const place = isLeft ? own.length : own.findIndex((other) => give(other, seen));
      if (place >= 0) own[place] = id;
      return place >= 0;
    });
  const most = ids.filter((id) => give(id, new Set())).length;
  if (most < ids.length) throw invalid({ otherResources: [tooManyItems(most)] });
  return new Map([...given].filter(([, own]) => own.length > 0));
}

function mostOf(need: ScheduledNeed, people: number | undefined): number {
  if (people !== undefined) return resourcesFor(need, people);
  return need.per === NeedPer.PERSON ? need.pool.length : need.count;
}
