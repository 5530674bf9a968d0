import type { DayHours, WallPeriod } from '../../bookings/opening-hours.rules.js';
import { formats } from '../../format.js';
import { t } from '../../texts.js';
import { resourceDayOf, type TakenTime } from './free-time.rules.js';

interface FreeStripProps {
  dates: readonly string[];
  resources: readonly { id: number; title: string; capacity: number }[];
  /** Those of the dates and the one before. */
  hours: readonly DayHours[];
  taken: readonly (TakenTime & { resourceId: number })[];
  /** The hours that the strip shows, such as `08:00`. */
  shown: { min: string; max: string };
  onDay: (date: string) => void;
}

/** When each resource is free on each date, as a bar from the first to the last shown hour. */
export function FreeStrip({ dates, resources, hours, taken, shown, onDay }: FreeStripProps) {
  const hoursOf = Map.groupBy(hours, ({ resourceId }) => resourceId);
  const takenOf = Map.groupBy(taken, ({ resourceId }) => resourceId);
  return (
    <details class="free-strip">
      <summary>{t.calendar.freeTimes}</summary>
      <table>
        <tbody>
          {resources.map(({ id, title, capacity }) => (
            <tr key={id}>
              <th scope="row">{title}</th>
              {dates.map((date) => {
                const { free, full } = resourceDayOf(date, capacity, hoursOf.get(id) ?? [], takenOf.get(id) ?? []);
                const label = labelOf(date, free);
                return (
                  <td key={date}>
                    <button type="button" aria-label={label} title={label} onClick={() => onDay(date)}>
                      {full.map((period) => (
                        <span key={period.start} class="full" style={placeOf(period, date, shown)} />
                      ))}
                      {free.map((period) => (
                        <span key={period.start} class="free" style={placeOf(period, date, shown)} />
                      ))}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function labelOf(date: string, free: readonly WallPeriod[]): string {
  const times = free.map(({ start, end }) => `${start.slice(11, 16)}–${timeOf(end, date)}`);
  const value = times.length > 0 ? times.join(', ') : t.calendar.nothingFree;
  return t.punctuation.labelled({ label: formats().weekdayDate(date), value });
}

/** The end of a date is 24:00. */
function timeOf(instant: string, date: string): string {
  return instant.startsWith(date) ? instant.slice(11, 16) : '24:00';
}

/** Returns the place of a period in the bar. */
function placeOf({ start, end }: WallPeriod, date: string, { min, max }: FreeStripProps['shown']) {
  const [first, last] = [minutesOf(min), minutesOf(max)];
  const shareOf = (time: string) => Math.min(1, Math.max(0, (minutesOf(time) - first) / (last - first))) * 100;
  const from = shareOf(timeOf(start, date));
  return { left: `${from}%`, width: `${shareOf(timeOf(end, date)) - from}%` };
}

function minutesOf(time: string): number {
  return 60 * Number(time.slice(0, 2)) + Number(time.slice(3, 5));
}
