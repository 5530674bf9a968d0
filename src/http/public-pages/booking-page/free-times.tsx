import type { JSX } from 'preact';
import { today } from '../../../domain/context.js';
import { type PlainDate, parsePlainDate } from '../../../platform/time/plain-date.js';
import type { Resource, Service, Slot } from './api-answers.js';
import { addMonths, firstOfMonth, lastOfMonth, type Month, monthOf, weeksOf } from './dates.js';
import { Hidden } from './fields.js';
import type { Frame } from './frame.js';
import { queryText } from './input.js';
import { ZoneNote } from './own-zone.js';
import { ResourceCards } from './resource-cards.js';
import { findResource, read, type Visit } from './visit.js';

/** The free times of a service, as the parameters of the URL choose them. */
export type FreeTimes = Omit<CalendarProps, 'frame' | 'path' | 'slotUrl' | 'lengths'>;

/** The values that apply where the URL has none. */
interface Wanted {
  /** The length of new bookings; undefined for one interval, and for a booking that moves. */
  intervals?: number | undefined;
  /** The date of a booking that moves. */
  day?: PlainDate;
  /** The resource of a booking that moves. */
  resourceId?: number;
}

/**
 * Reads the free days of a month and the free times of a day.
 *
 * @param path below which the times are listed: that of the service, or of a booking that moves
 * @throws DomainError NOT_FOUND, INVALID
 */
export async function readFreeTimes(
  visit: Visit,
  service: Service,
  path: string,
  { intervals, day: ofBooking, resourceId: sameResource }: Wanted = {},
): Promise<FreeTimes> {
  const resourceId = await askedResource(visit, sameResource);
  const selected = { selected_resources: resourceId, intervals };
  const now = today(visit.context);
  const { day: asked, month } = await askedTime(visit, path, selected, now, ofBooking);
  const from = firstOfMonth(month) > now ? firstOfMonth(month) : now;
  const to = lastOfMonth(month);
  const isPast = to < now;
  const [dates, resources] = isPast
    ? [[], []]
    : await Promise.all([
        read<{ available_date: { date: PlainDate } }[]>(visit, `${path}/available_dates`, { from, to, ...selected }),
        read<{ resource: Resource }[]>(visit, `${path}/resources`, { from, to, intervals }),
      ]);
  const free = dates.map(({ available_date: { date } }) => date);
  const day = asked ?? free[0];
  const [slots, nextDay] = await Promise.all([
    day === undefined || day < now
      ? []
      : read<{ slot: Slot }[]>(visit, `${path}/slots`, { from: day, to: day, ...selected }),
    free.length > 0 ? undefined : findNextDay(visit, path, { from: isPast ? now : to, ...selected }),
  ]);
  return {
    ...{ resourceId, month, day, nextDay, intervals },
    today: now,
    resources: resources.map((item) => item.resource),
    freeDays: new Set(free),
    slots: slots.map(({ slot }) => slot),
    isByDay: service.booking_type === 'appointment' && service.has_day_booking,
  };
}

/** Returns the resource of the URL, else `otherwise`. Returns undefined for all resources, and if it does not exist any more. */
async function askedResource(visit: Visit, otherwise: number | undefined): Promise<number | undefined> {
  const asked = queryText(visit.request, 'resource_id') || String(otherwise ?? '');
  return (await findResource(visit, asked))?.id;
}

/** The day or month of the URL, else that of the booking that moves, else the next free day, else this month. */
async function askedTime(
  visit: Visit,
  path: string,
  selected: Record<string, unknown>,
  now: PlainDate,
  ofBooking: PlainDate | undefined,
): Promise<{ day: PlainDate | undefined; month: Month }> {
  const date = parsePlainDate(queryText(visit.request, 'date'));
  if (date !== undefined && hasNextMonth(monthOf(date))) return { day: date, month: monthOf(date) };
  const first = parsePlainDate(`${queryText(visit.request, 'month')}-01`);
  if (first !== undefined && hasNextMonth(monthOf(first))) return { day: undefined, month: monthOf(first) };
  if (ofBooking !== undefined && ofBooking >= now) return { day: ofBooking, month: monthOf(ofBooking) };
  const day = await findNextDay(visit, path, { from: now, ...selected });
  return { day, month: monthOf(day ?? now) };
}

/** False for the last month of year 9999, whose end is no instant that the API accepts. */
const hasNextMonth = (month: Month): boolean => addMonths(month, 1) !== undefined;

async function findNextDay(visit: Visit, path: string, query: Record<string, unknown>): Promise<PlainDate | undefined> {
  const [first] = await read<{ available_date: PlainDate }[]>(visit, `${path}/next_available_date`, query);
  return first?.available_date;
}

/** The free times of a service. */
export interface CalendarProps {
  frame: Frame;
  /** The path of the page, to which the parameters of another choice are added. */
  path: string;
  /** Returns the URL of the page that follows when a time is chosen. */
  slotUrl(slot: Slot): string;
  /** The resources with free times in the month. Empty if there is no choice. */
  resources: readonly Resource[];
  /** Undefined for all resources. */
  resourceId: number | undefined;
  /** The value of `resource_id` for all resources, on pages where its absence means the resource of the booking that moves. */
  anyone?: string;
  /** The length of the times in intervals of the service. Undefined for one. */
  intervals: number | undefined;
  /** The lengths to choose from, in minutes by number of intervals. Empty if there is no choice. */
  lengths: ReadonlyMap<number, number>;
  month: Month;
  today: PlainDate;
  /** The days of the month with free times. */
  freeDays: ReadonlySet<PlainDate>;
  /** The chosen day, undefined if none is free in the month. */
  day: PlainDate | undefined;
  /** The free times that start on the chosen day. */
  slots: readonly Slot[];
  /** Whether bookings take whole days. Each of the times then has another last day. */
  isByDay: boolean;
  /** The next free day after an empty month, if there is one soon. */
  nextDay: PlainDate | undefined;
}

/** The resources, days and times to choose from. The script replaces it when another is chosen. */
export function Calendar(props: CalendarProps): JSX.Element {
  return (
    <div id="times" data-swap>
      <Choices {...props} />
      <div class="day-and-time">
        <Days {...props} />
        <Times {...props} />
      </div>
    </div>
  );
}

function Choices(props: CalendarProps): JSX.Element {
  const { frame, path, resources, resourceId, anyone, month, day, intervals } = props;
  const hasResources = resources.length > 1 || resourceId !== undefined;
  // The day, which another resource may have free, too.
  const at = (id: number | undefined): string =>
    frame.url(path, { resource_id: id ?? anyone, intervals, month, date: day });
  return (
    <>
      <Lengths {...props} />
      {hasResources && <ResourceCards {...{ frame, resources, resourceId }} resourceUrl={at} />}
    </>
  );
}

function Lengths(props: CalendarProps): JSX.Element | null {
  const { frame, path, resourceId, anyone, month, day, lengths, intervals } = props;
  const { texts, formats, url } = frame;
  if (lengths.size === 0) return null;
  return (
    <form method="get" action={url(path)} data-swap-form class="row">
      <Hidden values={{ month, date: day, resource_id: resourceId ?? anyone, lang: frame.chosenLanguage }} />
      <label>
        {texts.duration}{' '}
        <select name="intervals">
          {[...lengths].map(([count, minutes]) => (
            <option key={count} value={count} selected={count === (intervals ?? 1)}>
              {formats.minutes(minutes)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit">{texts.show}</button>
    </form>
  );
}

function Days(props: CalendarProps): JSX.Element {
  const { frame, path, resourceId, anyone, intervals, month, today, freeDays, day, nextDay } = props;
  const { texts, formats, url } = frame;
  const at = (query: { month?: Month; date?: PlainDate }): string =>
    url(path, { resource_id: resourceId ?? anyone, intervals, ...query });
  const previous = firstOfMonth(month) > today ? addMonths(month, -1) : undefined;
  const next = addMonths(month, 1);
  return (
    <section aria-labelledby="days">
      <h2 id="days">{texts.days}</h2>
      <nav class="months" aria-label={formats.month(firstOfMonth(month))}>
        {previous === undefined ? (
          <span />
        ) : (
          <a href={at({ month: previous })} rel="prev">
            {texts.previousMonth}
          </a>
        )}
        <strong>{formats.month(firstOfMonth(month))}</strong>
        {next !== undefined && (
          <a href={at({ month: next })} rel="next">
            {texts.nextMonth}
          </a>
        )}
      </nav>
      <table class="month">
        <thead>
          <tr>
            {formats.weekdays.map(({ short, long }) => (
              <th key={long} scope="col">
                <abbr title={long}>{short}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, formats.firstWeekday).map((week) => (
            <tr key={week.find((date) => date !== undefined)}>
              {week.map((date, index) => (
                <td key={date ?? index}>
                  {date === undefined ? null : freeDays.has(date) ? (
                    <a
                      href={`${at({ date })}#times-of-day`}
                      aria-label={formats.day(date)}
                      aria-current={date === day ? 'date' : undefined}
                    >
                      {Number(date.slice(8))}
                    </a>
                  ) : (
                    <span class="taken">{Number(date.slice(8))}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {freeDays.size === 0 && (
        <p role="status">
          {texts.noDays}{' '}
          {nextDay !== undefined && nextDay > lastOfMonth(month) && (
            <a href={`${at({ date: nextDay })}#times-of-day`}>{texts.nextFree(formats.day(nextDay))}</a>
          )}
        </p>
      )}
    </section>
  );
}

function Times({ frame, day, slots, isByDay, slotUrl }: CalendarProps): JSX.Element | null {
  const { texts, formats } = frame;
  if (day === undefined) return null;
  const hasLastDays = slots.some(({ timestamp_end }) => formats.dates.lastDayOf(timestamp_end) !== day);
  return (
    <section aria-labelledby="times-of-day">
      <h2 id="times-of-day" tabindex={-1}>
        {hasLastDays && slots.length > 1 ? texts.lastDay(formats.day(day)) : texts.times(formats.day(day))}
      </h2>
      {slots.length === 0 && <p role="status">{texts.noTimes}</p>}
      <ul class={isByDay ? 'times by-day' : 'times'}>
        {slots.map((slot) => (
          <li key={`${slot.timestamp} ${slot.timestamp_end} ${slot.event_id}`}>
            <a href={slotUrl(slot)}>
              {isByDay ? (
                <>
                  {formats.period(slot.timestamp, slot.timestamp_end)}
                  <small> {formats.days(formats.dates.countDays(slot.timestamp, slot.timestamp_end))}</small>
                </>
              ) : (
                <time dateTime={slot.timestamp} data-zoned="">
                  {formats.time(slot.timestamp)}
                </time>
              )}
              {slot.event_id !== null && <small> {texts.placesLeft(slot.free)}</small>}
            </a>
          </li>
        ))}
      </ul>
      {!isByDay && slots[0] && <ZoneNote frame={frame} at={slots[0].timestamp} />}
    </section>
  );
}
