import { type Live, useLive } from '../bookings/live.js';
import { addDays } from '../dates.js';
import { execute, subscribe } from '../graphql/client.js';
import { approvedTimesOff, type TimeOffDetailsFragment, timeOffChanges } from './time-off.operations.js';

/** Reads the approved time off of all resources on the dates, at most 200, and keeps it current. */
export function useApprovedTimeOff({ from, to }: { from: string; to: string }): Live<TimeOffDetailsFragment> {
  return useLive<TimeOffDetailsFragment>(JSON.stringify([from, to]), {
    read: async () => {
      const dates = { from: addDays(from, -1), to: addDays(to, -1) };
      return { items: [...(await execute(approvedTimesOff, dates)).timesOff.nodes], isCut: false };
    },
    isOlder: () => false,
    watch: (after, _put, reload) =>
      subscribe(
        timeOffChanges,
        { after },
        {
          onNext: ({ changes: { cursor } }) => {
            reload();
            return cursor;
          },
          onGap: reload,
        },
      ),
  });
}
