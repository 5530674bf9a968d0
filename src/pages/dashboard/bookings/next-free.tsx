import { addDays } from '../dates.js';
import { formats, wallTime } from '../format.js';
import { execute } from '../graphql/client.js';
import { t } from '../texts.js';
import { LoadedContent } from '../ui/loaded.js';
import { useData } from '../use-data.js';
import { freeTimes, nextFreeDate } from './bookings.operations.js';
import type { WallPeriod } from './opening-hours.rules.js';

/** More would push the other fields off the page. */
const maxShown = 6;

interface NextFreeProps {
  serviceId: number;
  /** Undefined for any that offers the service. */
  resourceId: number | undefined;
  /** The ids of the resources of its later needs. */
  otherResources: readonly number[];
  /** The first date, such as `2026-03-03`. */
  from: string;
  /** The ids of the options, each as often as its units. */
  options: readonly number[];
  onChoose: (period: WallPeriod) => void;
}

/** The next times at which a service is free, on the first day with any and the one after it. */
export function NextFree({ serviceId, resourceId, otherResources, from, options, onChoose }: NextFreeProps) {
  const { day, time } = formats();
  const ofResource = resourceId === undefined ? {} : { selectedResources: [resourceId] };
  const chosen = {
    ...ofResource,
    ...(otherResources.length > 0 && { otherResources: [...otherResources] }),
    ...(options.length > 0 && { options: [...options] }),
  };
  const loaded = useData(JSON.stringify({ serviceId, from, ...chosen }), () => read(serviceId, from, chosen));
  return (
    <LoadedContent label={t.bookings.nextFree} loaded={loaded}>
      {(slots) => (
        <fieldset class="next-free">
          <legend>{t.bookings.nextFree}</legend>
          {slots.length === 0 && <p class="empty">{t.bookings.nothingFree}</p>}
          {slots.map(({ timestamp, timestampEnd }) => (
            <button
              key={timestamp}
              type="button"
              class="button"
              onClick={() => onChoose({ start: wallTime(timestamp), end: wallTime(timestampEnd) })}
            >
              {day(timestamp)}, {time(timestamp)}
            </button>
          ))}
        </fieldset>
      )}
    </LoadedContent>
  );
}

interface Chosen {
  selectedResources?: number[];
  otherResources?: number[];
  options?: number[];
}

async function read(serviceId: number, from: string, chosen: Chosen) {
  const { nextAvailableDate } = await execute(nextFreeDate, { serviceId, from, ...chosen });
  const date = nextAvailableDate?.dates[0]?.date;
  if (!date) return [];
  const { slots } = await execute(freeTimes, { serviceId, from: date, to: addDays(date, 1), ...chosen });
  return slots.nodes.slice(0, maxShown);
}
