import { Field, ObjectType } from 'type-graphql';
import { lazyPackage } from '../../platform/lazy-package.js';
import { CalendarDate } from '../../platform/scalars.js';
import { addDays, datesBetween, type PlainDate } from '../../platform/time/plain-date.js';
import { type RequestContext, today } from '../context.js';
import { createWholeListType } from '../records/connection.type.js';
import { dateRange } from '../records/period.input.js';

/** A public holiday of a country (spec, Account). */
@ObjectType({ simpleResolvers: true, description: "A public holiday of the account's country." })
export class Holiday {
  @Field(() => CalendarDate, { description: 'The date.' })
  date!: string;

  @Field(() => String, { description: "In the account's locale." })
  name!: string;
}

@ObjectType()
export class HolidayConnection extends createWholeListType(Holiday, 'Holiday') {}

const holidayCalendars = lazyPackage<typeof import('date-holidays').default>('date-holidays');
const hour = 3_600_000;
const calendars = new Map<string, ReadonlySet<PlainDate>>();

/** Returns the dates on which the account is closed for a public holiday (spec, Account). */
export function closedDates({ account }: RequestContext, dates: readonly PlainDate[]): ReadonlySet<PlainDate> {
  if (!account.closedForHolidays) return new Set();
  return new Set(dates.filter((date) => holidaysOf(account.countryCode, Number(date.slice(0, 4))).has(date)));
}

export interface HolidayRequest {
  from?: PlainDate | null;
  to?: PlainDate | null;
}

/**
 * Lists the public holidays of the account's country by date, by default of this year (spec, Account). A holiday of
 * several days is listed once per day.
 *
 * @throws DomainError INVALID on `from` or `to` if the range is invalid or longer than 366 days
 */
export function listHolidays(context: RequestContext, request: HolidayRequest): HolidayConnection {
  const { account } = context;
  const first = request.from ?? `${today(context).slice(0, 4)}-01-01`;
  const { from, to } = dateRange(first, request.to ?? `${first.slice(0, 4)}-12-31`, today(context));
  const holidays: Holiday[] = [];
  for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year += 1) {
    for (const { name, date, days } of publicHolidays(account.countryCode, year, account.locale)) {
      const dates = datesBetween(date, addDays(date, Math.max(days, 1) - 1));
      holidays.push(...dates.filter((day) => from <= day && day <= to).map((day) => ({ date: day, name })));
    }
  }
  return new HolidayConnection(holidays);
}

/** Returns the public holidays of a country (ISO 3166-1 alpha-2) in a year; none if the country has no calendar. */
function holidaysOf(countryCode: string, year: number): ReadonlySet<PlainDate> {
  const key = `${countryCode}-${year}`;
  let dates = calendars.get(key);
  if (!dates) {
    const holidays = publicHolidays(countryCode, year, 'en');
    dates = new Set(holidays.flatMap(({ date, days }) => datesBetween(date, addDays(date, days - 1))));
    calendars.set(key, dates);
  }
  return dates;
}

/**
 * Returns the public holidays by date. `days` is 0 for half a day. The tolerance of an hour counts a day that summer time
 * shortens as a whole one.
 */
function publicHolidays(
  countryCode: string,
  year: number,
  locale: string,
): { name: string; date: PlainDate; days: number }[] {
  const Holidays = holidayCalendars();
  return new Holidays(countryCode)
    .getHolidays(year, locale)
    .filter(({ type }) => type === 'public')
    .map(({ name, date, start, end }) => ({
      name,
      date: date.slice(0, 10),
      days: Math.floor(((+end - +start) / hour + 1) / 24),
    }));
}
