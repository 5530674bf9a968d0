import { addDays } from '../dates.js';
import { execute } from '../graphql/client.js';
import { useData, useRepeated } from '../use-data.js';
import { approvedTimesOff, type TimeOffDetailsFragment } from './time-off.operations.js';

/** The approved time off of all resources on the dates, at most 200, read again every minute. Empty until it is read. */
export function useApprovedTimeOff({ from, to }: { from: string; to: string }): readonly TimeOffDetailsFragment[] {
  const { data, reload } = useData(
    `time off ${from} ${to}`,
    async () => (await execute(approvedTimesOff, { from: addDays(from, -1), to: addDays(to, -1) })).timesOff.nodes,
  );
  useRepeated(reload);
  return data ?? [];
}
