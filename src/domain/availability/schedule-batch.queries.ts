import DataLoader from 'dataloader';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { readSchedulesOfPeriods, type ScheduledResource, type ScheduleRequest } from './schedule.queries.js';

/** A request for the schedules of locked resources. */
export type PlacementRequest = ScheduleRequest & { resourceIds: readonly number[] };

export type ReadResources = (request: PlacementRequest) => Promise<ScheduledResource[]>;

/**
 * Returns a function that reads schedules within a transaction. Requests of the same tick that differ in their periods
 * take one statement, as those of a recurring booking do.
 */
export function createScheduleBatch(tx: AccountTransaction): ReadResources {
  const readAll = async (requests: readonly PlacementRequest[]): Promise<ScheduledResource[][]> => {
    const read = new Map<PlacementRequest, ScheduledResource[]>();
    for (const alike of Map.groupBy(requests, keyOf).values()) {
      const [first] = alike;
      if (!first) continue;
      // The earliest of their instants: a hold that expires meanwhile still counts for all of them.
      const resources = await readSchedulesOfPeriods(
        tx,
        first,
        alike.map(({ within }) => within),
      );
      for (const [index, request] of alike.entries()) read.set(request, resources[index] ?? []);
    }
    return requests.map((request) => read.get(request) ?? []);
  };
  const loader = new DataLoader(readAll, { cache: false });
  return (request) => loader.load(request);
}

function keyOf({ service, resourceIds, exceptBookingId, needsHours }: PlacementRequest): string {
  return JSON.stringify([service?.id, resourceIds, exceptBookingId, needsHours]);
}
