import { execute } from '../../graphql/client.js';
import type { Period } from '../../graphql/schema.types.js';
import { useData, useRepeated } from '../../use-data.js';
import { type BusyTimesQuery, busyTimes } from './calendar.operations.js';

export type BusyTime = NonNullable<BusyTimesQuery['externalBusyTimes']>[number];

/** The times of a period at which other calendars occupy resources, read again every minute. Empty until they are read. */
export function useBusyTimes(during: Period): readonly BusyTime[] {
  const { data, reload } = useData(
    JSON.stringify(during),
    async () => (await execute(busyTimes, { during })).externalBusyTimes ?? [],
  );
  useRepeated(reload);
  return data ?? [];
}
