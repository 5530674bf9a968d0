import type { JSX } from 'preact';
import type { Day, Month, Resource, Service, Slot } from './data.js';
import { addMonths, firstOfMonth, lastOfMonth, weeksOf } from './dates.js';
import { type Frame, Page, Text } from './frame.js';

/** The free times of a service. */
export interface CalendarProps {
  frame: Frame;
  /** The path of the page, to which the parameters of another choice are added. */
  path: string;
  /** Returns the URL of the page that follows when a time is chosen. */
  slotUrl(slot: Slot): string;
  /** The resources with free times in the month. Empty if there is no choice. */
  resources: readonly Resource[];
  /** Undefined for anyone. */
  resourceId: number | undefined;
  /** The parameter `resource_id` for anyone, where its absence means the resource of the booking that moves. */
  anyone?: string;
  /** The length of the times in intervals of the service. Undefined for one. */
  intervals: number | undefined;
  /** The lengths to choose from, in minutes by number of intervals. Empty if there is no choice. */
  lengths: ReadonlyMap<number, number>;
  month: Month;
  today: Day;
  /** The days of the month with free times. */
  freeDays: ReadonlySet<Day>;
  /** The chosen day, undefined if none is free in the month. */
  day: Day | undefined;
  /** The free times that start on the chosen day. */
  slots: readonly Slot[];
  /** Whether bookings take whole days. Each of the times then has another last day. */
  isByDay: boolean;
  /** The next free day after an empty month, if there is one soon. */
  nextDay: Day | undefined;
}

export interface TimesProps extends CalendarProps {
  service: Service;
  /** URL of the form of the waitlist. */
  waitlist: string;
}

/** The page of a service: whom, which day, which time. `#times` is replaced by the script when another is chosen. */
export function TimesPage(props: TimesProps): JSX.Element {
  const { frame, service, waitlist } = props;
  const { texts, formats, url } = frame;
  return (
    <Page frame={frame} title={service.title}>
      <p>
        <a href={url('/')}>{texts.start}</a>
      </p>
      <h1>
        <bdi>{service.title}</bdi>
      </h1>
      {service.price !== null && (
        <p class="facts">
          <strong>{formats.price(service.price)}</strong>
        </p>
      )}
      {service.description !== null && <Text text={service.description} />}
      <Calendar {...props} />
      <p>
        <a href={waitlist}>{texts.waitlistHere}</a>
      </p>
    </Page>
  );
}

/** The resources, days and times to choose from. The script replaces it when another is chosen. */
export function Calendar(props: CalendarProps): JSX.Element {
  return (
    <div id="times" data-swap>
      <Choices {...props} />
      <Days {...props} />
      <Times {...props} />
    </div>
  );
}

function Choices(props: CalendarProps): JSX.Element | null {
  const { frame, path, resources, resourceId, anyone = '', month, day, lengths, intervals } = props;
  const { texts, formats, url } = frame;
  const hasResources = resources.length > 1 || resourceId !== undefined;
  if (!hasResources && lengths.size === 0) return null;
  return (
    <form method="get" action={url(path)} data-swap-form class="row">
      <input type="hidden" name="month" value={month} />
      {day !== undefined && <input type="hidden" name="date" value={day} />}
      {lengths.size > 0 && (
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
      )}
      {hasResources && (
        <label>
          {texts.whom}{' '}
          <select name="resource_id">
            <option value={anyone}>{texts.anyone}</option>
            {resources.map(({ id, title }) => (
              <option key={id} value={id} selected={id === resourceId} dir="auto">
                {title}
              </option>
            ))}
          </select>
        </label>
      )}
      <button type="submit">{texts.show}</button>
    </form>
  );
}

function Days(props: CalendarProps): JSX.Element {
  const { frame, path, resourceId, anyone, intervals, month, today, freeDays, day, nextDay } = props;
  const { texts, formats, url } = frame;
  const at = (query: { month?: Month; date?: Day }): string =>
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
                      href={at({ date })}
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
            <a href={at({ date: nextDay })}>{texts.nextFree(formats.day(nextDay))}</a>
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
                <time dateTime={slot.timestamp}>{formats.time(slot.timestamp)}</time>
              )}
              {slot.event_id !== null && <small> {texts.placesLeft(slot.free)}</small>}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
