import type { JSX } from 'preact';
import type { Day, Month, Resource, Service, Slot } from './data.js';
import { addMonths, firstOfMonth, lastOfMonth, weeksOf } from './dates.js';
import { type Frame, Page, Text } from './frame.js';

export interface TimesProps {
  frame: Frame;
  service: Service;
  /** The resources with free times in the month. Empty if there is no choice. */
  resources: readonly Resource[];
  /** Undefined for anyone. */
  resourceId: number | undefined;
  month: Month;
  today: Day;
  /** The days of the month with free times. */
  freeDays: ReadonlySet<Day>;
  /** The chosen day, undefined if none is free in the month. */
  day: Day | undefined;
  slots: readonly Slot[];
  /** The next free day after an empty month, if there is one soon. */
  nextDay: Day | undefined;
}

/** The page of a service: whom, which day, which time. `#times` is replaced by the script when another is chosen. */
export function TimesPage(props: TimesProps): JSX.Element {
  const { frame, service } = props;
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
      <div id="times" data-swap>
        <Resources {...props} />
        <Days {...props} />
        <Times {...props} />
      </div>
    </Page>
  );
}

function Resources({ frame, service, resources, resourceId, month, day }: TimesProps): JSX.Element | null {
  const { texts, url } = frame;
  if (resources.length < 2 && resourceId === undefined) return null;
  return (
    <form method="get" action={url(`/services/${service.id}`)} data-swap-form class="row">
      <input type="hidden" name="month" value={month} />
      {day !== undefined && <input type="hidden" name="date" value={day} />}
      <label>
        {texts.whom}{' '}
        <select name="resource_id">
          <option value="">{texts.anyone}</option>
          {resources.map(({ id, title }) => (
            <option key={id} value={id} selected={id === resourceId} dir="auto">
              {title}
            </option>
          ))}
        </select>
      </label>
      <button type="submit">{texts.show}</button>
    </form>
  );
}

function Days({ frame, service, resourceId, month, today, freeDays, day, nextDay }: TimesProps): JSX.Element {
  const { texts, formats, url } = frame;
  const at = (query: { month?: Month; date?: Day }): string =>
    url(`/services/${service.id}`, { resource_id: resourceId, ...query });
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

function Times({ frame, service, resourceId, day, slots }: TimesProps): JSX.Element | null {
  const { texts, formats, url } = frame;
  if (day === undefined) return null;
  return (
    <section aria-labelledby="times-of-day">
      <h2 id="times-of-day" tabindex={-1}>
        {texts.times(formats.day(day))}
      </h2>
      {slots.length === 0 && <p role="status">{texts.noTimes}</p>}
      <ul class="times">
        {slots.map(({ timestamp, timestamp_end, event_id, free }) => (
          <li key={`${timestamp} ${event_id}`}>
            <a
              href={url('/bookings/new', {
                service_id: service.id,
                event_id: event_id ?? undefined,
                resource_id: event_id === null ? resourceId : undefined,
                slot: `${timestamp}/${timestamp_end}`,
              })}
            >
              <time dateTime={timestamp}>{formats.time(timestamp)}</time>
              {event_id !== null && <small> {texts.placesLeft(free)}</small>}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
