import { useEffect, useState } from 'preact/hooks';
import { addDays } from '../../dates.js';
import { execute } from '../../graphql/client.js';
import { showError } from '../../ui/toast.js';
import { openingHours } from './calendar.operations.js';
import type { DayHours } from './calendar.rules.js';

/** The opening hours of all resources on the dates, with exception dates and holidays. Empty until they are read. */
export function useOpeningHours({ from, to }: { from: string; to: string }): readonly DayHours[] {
  const [hours, setHours] = useState<readonly DayHours[]>([]);
  useEffect(() => {
    let isOutdated = false;
    execute(openingHours, { from, to: addDays(to, -1) }).then(
      ({ openingHours: found }) => !isOutdated && setHours(found.nodes),
      showError,
    );
    return () => {
      isOutdated = true;
    };
  }, [from, to]);
  return hours;
}
