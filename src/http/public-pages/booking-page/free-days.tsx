import type { JSX } from 'preact';
import { Icon } from '../../../pages/design/icon.js';
import { datesBetween, type PlainDate } from '../../../platform/time/plain-date.js';
import { addDays, addMonths, hasNextMonth, type Month, monthOf, type ShownDays, weeksOf } from './dates.js';
import type { CalendarProps } from './free-times.js';

/** The parameters of the URL that show the same days again. */
export const daysQuery = ({ unit, from }: ShownDays): { week?: PlainDate; month?: Month } =>
  unit === 'week' ? { week: from } : { month: monthOf(from) };

const idOfDays = 'days';
const idOfOwnDay = 'own-day';

type Shown = 'shown' | 'ownDay' | 'today' | 'freeDays' | 'day' | 'nextDay';

interface DaysProps
  extends Pick<
    CalendarProps,
    'frame' | 'path' | 'resourceId' | 'otherResources' | 'anyone' | 'intervals' | 'options' | Shown
  > {
  /** Other parameters of the page. */
  kept?: Readonly<Record<string, string>>;
}

/** The days to choose from: those of a month, and of the next if it ends soon, or those of a week with a way to the month. */
export function Days(props: DaysProps): JSX.Element {
  const { frame, shown, ownDay, freeDays, nextDay } = props;
  const { texts, formats } = frame;
  return (
    <section aria-labelledby={idOfDays}>
      <h2 id={idOfDays} tabindex={-1}>
        {texts.days}
      </h2>
      {shown.unit === 'week' ? <Week {...props} /> : <MonthOfDays {...props} />}
      {ownDay !== undefined && <UnderDays {...props} ownDay={ownDay} />}
      {freeDays.size === 0 && (
        <p role="status">
          {shown.unit === 'week' ? texts.noDaysInWeek : texts.noDays}{' '}
          {nextDay !== undefined && nextDay > shown.to && (
            <a href={dayUrl(props, nextDay)}>{texts.nextFree({ day: formats.day(nextDay) })}</a>
          )}
        </p>
      )}
    </section>
  );
}

/** Returns the URL of the page with other days, for the same resource and length. */
function pageUrl(
  { frame, path, resourceId, otherResources, anyone, intervals, options, kept }: DaysProps,
  query: { week?: PlainDate; month?: Month | undefined; date?: PlainDate | undefined },
): string {
  return frame.url(path, {
    ...kept,
    resource_id: resourceId ?? anyone,
    other_resources: otherResources,
    intervals,
    options,
    ...query,
  });
}

/** Returns the URL of a day and its times, which shows the same days as before if it is one of them. */
function dayUrl(props: DaysProps, date: PlainDate): string {
  const { unit, from, to } = props.shown;
  const isOfNextMonth = unit === 'month' && date <= to && monthOf(date) !== monthOf(from);
  return `${pageUrl(props, { month: isOfNextMonth ? monthOf(from) : undefined, date })}#times-of-day`;
}

/** Explains the mark of the booking's own day, and leads from its week to the month and back. */
function UnderDays(props: DaysProps & { ownDay: PlainDate }): JSX.Element {
  const { frame, shown, ownDay, today, day } = props;
  const { texts } = frame;
  const { unit, from, to } = shown;
  const first = day ?? (from > today ? from : today);
  const other = unit === 'week' ? { month: monthOf(first), date: day } : { week: first };
  return (
    <p class="under-days">
      {ownDay >= from && ownDay <= to && (
        <span class="own-day" id={idOfOwnDay}>
          {texts.summary}
        </span>
      )}
      <a href={`${pageUrl(props, other)}#${idOfDays}`}>{unit === 'week' ? texts.showMonth : texts.showWeek}</a>
    </p>
  );
}

function Week(props: DaysProps): JSX.Element {
  const { frame, shown, today } = props;
  const { texts, formats } = frame;
  const { from, to } = shown;
  const next = addDays(to, 1);
  const title = formats.dayRange(from, to);
  return (
    <>
      <nav class="weeks" aria-label={title}>
        {from > today && (
          <a
            class="button"
            href={pageUrl(props, { week: addDays(from, -7) })}
            rel="prev"
            aria-label={texts.previousWeek}
          >
            <Icon name="chevron-left" />
          </a>
        )}
        <strong>{title}</strong>
        {hasNextMonth(monthOf(next)) && (
          <a class="button" href={pageUrl(props, { week: next })} rel="next" aria-label={texts.nextWeek}>
            <Icon name="chevron-right" />
          </a>
        )}
      </nav>
      <ol class="week">
        {datesBetween(from, to).map((date, index) => (
          <li key={date}>
            <small aria-hidden="true">{formats.weekdays[index]?.short}</small>
            <Day {...props} date={date} />
          </li>
        ))}
      </ol>
    </>
  );
}

function MonthOfDays(props: DaysProps): JSX.Element {
  const { frame, shown, today } = props;
  const { texts, formats } = frame;
  const { from, to } = shown;
  const month = monthOf(from);
  const title = formats.months(from, to);
  // Nobody chooses from the weeks before this one, below which a phone would have no room for the times.
  const weeks = weeksOf(shown, formats.firstWeekday).filter(
    (week) => to < today || week.some((date) => date !== undefined && date >= today),
  );
  const previous = from > today ? addMonths(month, -1) : undefined;
  const next = addMonths(month, 1);
  return (
    <>
      <nav class="months" aria-label={title}>
        {previous === undefined ? (
          <span />
        ) : (
          <a href={pageUrl(props, { month: previous })} rel="prev">
            {texts.previousMonth}
          </a>
        )}
        <strong>{title}</strong>
        {next !== undefined && (
          <a href={pageUrl(props, { month: next })} rel="next">
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
          {weeks.map((week) => (
            <tr key={week.find((date) => date !== undefined)}>
              {week.map((date, index) => (
                <td key={date ?? index}>{date !== undefined && <Day {...props} date={date} />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The number of a day, which is a link if it has free times. Screen readers read the date in full. */
function Day(props: DaysProps & { date: PlainDate }): JSX.Element {
  const { frame, freeDays, day, ownDay, date } = props;
  const { texts, formats } = frame;
  const own = date === ownDay ? { class: 'own', 'aria-describedby': idOfOwnDay } : {};
  if (freeDays.has(date)) {
    return (
      <a
        href={dayUrl(props, date)}
        aria-label={formats.day(date)}
        aria-current={date === day ? 'date' : undefined}
        {...own}
      >
        {Number(date.slice(8))}
      </a>
    );
  }
  return (
    <span class={date === ownDay ? 'taken own' : 'taken'}>
      <span aria-hidden="true">{Number(date.slice(8))}</span>
      <span class="hidden">
        {formats.day(date)}
        {date === ownDay && `, ${texts.summary}`}. {texts.noTimes}
      </span>
    </span>
  );
}
