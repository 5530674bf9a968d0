import { type FieldErrors, hasErrors, inItem } from '../../platform/errors.js';
import { type PlainDate, weekdayOf } from '../../platform/time/plain-date.js';
import { isSupportedDate } from '../records/period.input.js';
import { type HoursOfWeek, hoursOfWeek, toStoredHours, type WeekHours } from './opening-hours.rules.js';

const maxWeeks = 8;

/** A week without an entry on any day. */
const noHours: WeekHours = {
  openingHoursMon: null,
  openingHoursTue: null,
  openingHoursWed: null,
  openingHoursThu: null,
  openingHoursFri: null,
  openingHoursSat: null,
  openingHoursSun: null,
};

/** Converts the weeks of a rota to the stored form. The error is that of the first invalid week, and names it. */
export function toStoredWeeks(given: readonly Partial<WeekHours>[]): { weeks: HoursOfWeek[]; errors: FieldErrors } {
  if (given.length === 0) return { weeks: [], errors: { weeks: ["can't be blank"] } };
  if (given.length > maxWeeks) return { weeks: [], errors: { weeks: [`is too long (maximum is ${maxWeeks} items)`] } };
  const weeks: HoursOfWeek[] = [];
  for (const [index, week] of given.entries()) {
    const { hours, errors } = toStoredHours(week, noHours);
    if (hasErrors(errors)) return { weeks: [], errors: { weeks: inItem(index + 1, errors) } };
    weeks.push(hoursOfWeek({ ...noHours, ...hours }));
  }
  return { weeks, errors: {} };
}

/** Validates the dates of a rota. Those that are missing have another error. */
export function validateRotaDates(rota: {
  validFrom?: PlainDate;
  validTo: PlainDate | null;
  startsOn?: PlainDate;
}): FieldErrors {
  const { validFrom, validTo, startsOn } = rota;
  const errors: FieldErrors = {};
  if (startsOn && weekdayOf(startsOn) !== 0) errors['startsOn'] = ['must be a Monday'];
  if (validFrom && validTo && validTo < validFrom) errors['validTo'] = ['must not be before valid_from'];
  for (const [attribute, date] of Object.entries({ validFrom, validTo, startsOn })) {
    if (date && !isSupportedDate(date)) errors[attribute] = ['is invalid'];
  }
  return errors;
}
