import { attributeOf, type Texts, textsOf } from '../../records/record.rules.js';

/** The most weeks of a cycle. */
export const maxRotaWeeks = 8;

/** The attributes of the days of a week, Monday first. */
const days = [
  ...['openingHoursMon', 'openingHoursTue', 'openingHoursWed', 'openingHoursThu'],
  ...['openingHoursFri', 'openingHoursSat', 'openingHoursSun'],
];

/** The name of the field of a day. @param week counted from 0 */
export const fieldOfDay = (week: number, day: string): string => `weeks.${week}.${day}`;

interface ShownRota {
  validFrom: string;
  validTo: string | null;
  startsOn: string;
  weeks: readonly object[];
}

/** Returns the texts of the form of a rota, or of a new one, which has one week. `weeks` is their number. */
export function textsOfRota(rota: ShownRota | undefined): Texts {
  const weeks = rota?.weeks ?? [{}];
  const hours = days.map((name) => ({ name, label: name, kind: 'hours' as const }));
  const ofWeeks = weeks.flatMap((week, index) =>
    Object.entries(textsOf({ ...week }, hours)).map(([day, text]) => [fieldOfDay(index, day), text]),
  );
  return {
    ...{ validFrom: rota?.validFrom ?? '', validTo: rota?.validTo ?? '', startsOn: rota?.startsOn ?? '' },
    weeks: String(weeks.length),
    ...Object.fromEntries(ofWeeks),
  };
}

/** Returns the input of the texts of the form. */
export function rotaInputOf(texts: Texts) {
  return {
    validFrom: attributeOf(texts['validFrom'] ?? '', 'date') as string | null,
    validTo: attributeOf(texts['validTo'] ?? '', 'date') as string | null,
    startsOn: attributeOf(texts['startsOn'] ?? '', 'date') as string | null,
    weeks: Array.from({ length: weekCountOf(texts) }, (_, week) =>
      Object.fromEntries(days.map((day) => [day, timesOf(texts[fieldOfDay(week, day)] ?? '')])),
    ),
  };
}

function timesOf(text: string): string[] | null {
  const times = attributeOf(text, 'hours');
  return Array.isArray(times) ? times.map(String) : null;
}

export const weekCountOf = (texts: Texts): number => Number(texts['weeks'] ?? '1');

/** Gives a week the hours of another one. A week after the last one is added. */
export function copyWeek(texts: Texts, from: number, to: number): Texts {
  const copied = days.map((day) => [fieldOfDay(to, day), texts[fieldOfDay(from, day)] ?? '']);
  return { ...texts, ...Object.fromEntries(copied), weeks: String(Math.max(weekCountOf(texts), to + 1)) };
}

/** Removes a week: those after it move up. */
export function withoutWeek(texts: Texts, week: number): Texts {
  const last = weekCountOf(texts) - 1;
  let moved = texts;
  for (let index = week; index < last; index += 1) moved = copyWeek(moved, index + 1, index);
  const removed = days.map((day) => [fieldOfDay(last, day), '']);
  return { ...moved, ...Object.fromEntries(removed), weeks: String(last) };
}
