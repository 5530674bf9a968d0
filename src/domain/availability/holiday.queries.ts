import { Field, ObjectType } from 'type-graphql';
import { CalendarDate } from '../../platform/scalars.js';
import { addDays, datesBetween, type PlainDate } from '../../platform/time/plain-date.js';
import { publicHolidays } from '../account/closed-dates.js';
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
