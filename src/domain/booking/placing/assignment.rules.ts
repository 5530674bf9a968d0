import { PriorityStrategy } from '../../service/service.entity.js';
import type { FairStrategy } from './place.rules.js';

/** A resource that offers a service, with the bookings that count towards its load. */
export interface PoolMember {
  resourceId: number;
  /** From 1. */
  weight: number;
  /**
   * The number of the instant, from 1, at which it began to offer the service: the first is the start of the month, or of
   * the service. Members with the same number began at the same instant.
   */
  joined: number;
  /** The bookings that it got from each of these instants until the next. */
  counts: ReadonlyMap<number, number>;
  /** The id of the last booking that was assigned to it. Null if there is none. */
  lastBookingId: number | null;
}

/** The loads and the last booking of a resource, by which it is ordered. */
export interface Standing {
  resourceId: number;
  weight: number;
  /** The load with which it began: the average of the others then, in proportion to its weight. */
  start: number;
  /** The bookings that it got since. */
  load: number;
  lastBookingId: number | null;
}

/** Returns the standing of each member of a pool. */
export function standingsOf(pool: readonly PoolMember[]): Standing[] {
  const starts = startsOf(pool);
  return pool.map((member) => ({
    resourceId: member.resourceId,
    weight: member.weight,
    start: (starts.get(member) ?? 0) * member.weight,
    load: countBetween(member, member.joined, Number.POSITIVE_INFINITY),
    lastBookingId: member.lastBookingId,
  }));
}

/**
 * Returns the load per weight with which each member began: the average of those who were there before, at that instant.
 * Without it, a resource that joins late in a month would get every booking until it has as many as the others.
 */
function startsOf(pool: readonly PoolMember[]): Map<PoolMember, number> {
  const starts = new Map<PoolMember, number>();
  const groups = Map.groupBy(pool, ({ joined }) => joined);
  for (const joined of [...groups.keys()].sort((a, b) => a - b)) {
    const ratios = [...starts].map(
      ([member, start]) => start + countBetween(member, member.joined, joined) / member.weight,
    );
    const average = ratios.length === 0 ? 0 : ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
    for (const member of groups.get(joined) ?? []) starts.set(member, average);
  }
  return starts;
}

/** Counts the bookings from one instant until before another. */
function countBetween({ counts }: PoolMember, from: number, until: number): number {
  let sum = 0;
  for (const [instant, count] of counts) if (instant >= from && instant < until) sum += count;
  return sum;
}

/** Returns the standings in the order in which the resources are assigned: the first that is free is. */
export function orderFairly(strategy: FairStrategy, standings: readonly Standing[]): Standing[] {
  const byLast = (a: Standing, b: Standing): number =>
    (a.lastBookingId ?? 0) - (b.lastBookingId ?? 0) || a.resourceId - b.resourceId;
  switch (strategy) {
    case PriorityStrategy.BALANCED:
      return standings.toSorted((a, b) => ratioOf(a) - ratioOf(b) || byLast(a, b));
    case PriorityStrategy.LEAST_RECENT:
      return standings.toSorted(byLast);
  }
}

/** Rounded, so that sums of fractions that should be equal are. */
function ratioOf({ start, load, weight }: Standing): number {
  return Math.round(((start + load) / weight) * 1e9) / 1e9;
}

/** The reason why a resource cannot have a booking. */
export enum AssignmentObstacle {
  CLOSED = 'closed',
  FULL_DAY = 'full_day',
  TAKEN = 'taken',
  BUSY_ELSEWHERE = 'busy_elsewhere',
  KEPT_FOR_VISIT = 'kept_for_visit',
}

/** A resource as it stood when a booking was assigned. The obstacle is null if it was free. */
export interface StoredCandidate extends Standing {
  obstacle: AssignmentObstacle | null;
}

/** The reason why a booking has its resource, as it was decided: the first candidate without an obstacle got it. */
export interface StoredAssignment {
  strategy: FairStrategy;
  /** In the order of the strategy. */
  candidates: StoredCandidate[];
}

/** Bounds the stored decision. No more resources than this are listed, apart from the one that was assigned. */
export const maxCandidates = 50;

/**
 * Assigns the first free resource.
 *
 * @param obstacleOf returns why a resource is not free; null if it is
 * @returns undefined if none is free
 */
export function assignFairly(
  strategy: FairStrategy,
  standings: readonly Standing[],
  obstacleOf: (resourceId: number) => AssignmentObstacle | null,
): StoredAssignment | undefined {
  const candidates = orderFairly(strategy, standings).map((standing) => ({
    ...standing,
    start: Math.round(standing.start * 100) / 100,
    obstacle: obstacleOf(standing.resourceId),
  }));
  const chosen = candidates.find(({ obstacle }) => obstacle === null);
  if (!chosen) return undefined;
  const listed = candidates.slice(0, maxCandidates);
  return { strategy, candidates: listed.includes(chosen) ? listed : [...listed, chosen] };
}

/** Returns the resource that an assignment chose. */
export function chosenBy({ candidates }: StoredAssignment): StoredCandidate | undefined {
  return candidates.find(({ obstacle }) => obstacle === null);
}
