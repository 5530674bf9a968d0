import { ObjectType } from 'type-graphql';
import { RevisedRecord } from '../../platform/database/account-record.entity.js';
import { openingHours } from '../../platform/database/columns.js';
import type { HoursOfWeek, OpeningHours } from './opening-hours.rules.js';

/** Opening hours by weekday, of a resource or provider: pairs of times, or null if the record has no hours of its own. */
export interface WeekHours {
  openingHoursMon: string[] | null;
  openingHoursTue: string[] | null;
  openingHoursWed: string[] | null;
  openingHoursThu: string[] | null;
  openingHoursFri: string[] | null;
  openingHoursSat: string[] | null;
  openingHoursSun: string[] | null;
}

export const weekdayAttributes = [
  'openingHoursMon',
  'openingHoursTue',
  'openingHoursWed',
  'openingHoursThu',
  'openingHoursFri',
  'openingHoursSat',
  'openingHoursSun',
] as const satisfies readonly (keyof WeekHours)[];

export function hoursOfWeek(record: WeekHours): HoursOfWeek {
  return weekdayAttributes.map((attribute): OpeningHours => record[attribute]);
}

const hoursOn = (day: string): string =>
  `The opening hours on ${day}: pairs of opening and closing times. Null means none are set.`;

@ObjectType({ simpleResolvers: true })
export abstract class RecordWithHours extends RevisedRecord implements WeekHours {
  @openingHours({ description: hoursOn('Monday') }) openingHoursMon: string[] | null = null;
  @openingHours({ description: hoursOn('Tuesday') }) openingHoursTue: string[] | null = null;
  @openingHours({ description: hoursOn('Wednesday') }) openingHoursWed: string[] | null = null;
  @openingHours({ description: hoursOn('Thursday') }) openingHoursThu: string[] | null = null;
  @openingHours({ description: hoursOn('Friday') }) openingHoursFri: string[] | null = null;
  @openingHours({ description: hoursOn('Saturday') }) openingHoursSat: string[] | null = null;
  @openingHours({ description: hoursOn('Sunday') }) openingHoursSun: string[] | null = null;
}
