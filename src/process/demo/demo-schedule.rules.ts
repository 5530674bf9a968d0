import { addDays, datesBetween, daysBetween, type PlainDate, weekdayOf } from '../../platform/time/plain-date.js';

/** The days before and after the day of the start for which the demo has bookings. */
const [pastDays, comingDays] = [90, 21];

/** Minutes of a day, such as 540 for 09:00. */
type Minutes = number;

export interface DemoService {
  id: number;
  /** In minutes. */
  interval: number;
  /** Whole units of the currency; 0 for none. */
  price: number;
}

export interface DemoStaff {
  resourceId: number;
  services: readonly DemoService[];
  /** Pairs of opening and closing, by weekday from Monday. */
  hours: readonly (readonly Minutes[])[];
}

export interface DemoClass {
  title: string;
  service: DemoService;
  /** From Monday, 0. */
  weekdays: readonly number[];
  from: Minutes;
}

/** A booking on the wall clock of the account. */
export interface DemoBooking {
  date: PlainDate;
  from: Minutes;
  to: Minutes;
  service: DemoService;
  resourceId: number;
  /** The index of the class that is attended. */
  classIndex: number | undefined;
  /** The index of the person, less than the number of people. */
  person: number;
  outcome: 'kept' | 'cancelled' | 'missed';
  /** Whether it is paid when it is over. */
  isPaid: boolean;
  /** The minutes before its begin at which it was made. */
  lead: Minutes;
}

/** An occurrence of a class. */
export interface DemoEvent extends Pick<DemoBooking, 'date' | 'from' | 'to' | 'service'> {
  title: string;
}

export interface DemoSchedule {
  events: DemoEvent[];
  bookings: DemoBooking[];
}

interface ScheduleOptions {
  today: PlainDate;
  staff: readonly DemoStaff[];
  classes: readonly DemoClass[];
  hallId: number;
  personCount: number;
}

/** The places of a class, and how many of them the next classes have taken, one after the other. */
export const classCapacity = 12;
const comingAttendance = [5, 12, 8];

/**
 * Fills the hours of a studio for three months, busier at the end of the week and in recent weeks, and the coming weeks
 * less the further away they are. The same arguments give the same bookings.
 */
export function createSchedule({ today, staff, classes, hallId, personCount }: ScheduleOptions): DemoSchedule {
  const random = createRandom(20_260_302);
  const schedule: DemoSchedule = { events: [], bookings: [] };
  let coming = 0;
  /** Most people come again, and new ones come all the time. */
  const anyPerson = (date: PlainDate): number => {
    const known = 0.5 + 0.5 * Math.min(1, (daysBetween(today, date) + pastDays) / (pastDays + comingDays));
    return Math.floor(random() ** 1.1 * known * personCount);
  };
  const outcome = (): Pick<DemoBooking, 'outcome' | 'isPaid' | 'lead'> => {
    const luck = random();
    return {
      outcome: luck < 0.05 ? 'cancelled' : luck < 0.08 ? 'missed' : 'kept',
      isPaid: random() < 0.97,
      lead: 60 + Math.floor(random() ** 2 * 14 * 1_440),
    };
  };
  for (const date of datesBetween(addDays(today, -pastDays), addDays(today, comingDays))) {
    const demand = demandOn(date, today);
    for (const { resourceId, services, hours } of staff) {
      const day = hours[weekdayOf(date)] ?? [];
      for (let index = 0; index + 1 < day.length; index += 2) {
        const closing = day[index + 1] ?? 0;
        for (let from = day[index] ?? 0; from < closing; ) {
          const service = services[Math.floor(random() ** 1.3 * services.length)];
          const to = from + (service?.interval ?? 30);
          if (!service || to > closing || random() > demand) {
            from += 30;
            continue;
          }
          const booked = { date, from, to, service, resourceId, classIndex: undefined, person: anyPerson(date) };
          schedule.bookings.push({ ...booked, ...outcome() });
          from = to;
        }
      }
    }
    for (const { title, service, weekdays, from } of classes) {
      if (!weekdays.includes(weekdayOf(date))) continue;
      const classIndex = schedule.events.length;
      const to = from + service.interval;
      schedule.events.push({ title, date, from, to, service });
      const usual = Math.round(demand * (4 + random() * 6));
      const isComing = daysBetween(today, date) > 0;
      const attendance = (isComing ? comingAttendance[coming++] : undefined) ?? usual;
      const first = anyPerson(date);
      for (let place = 0; place < attendance; place++) {
        // Nobody attends a class twice.
        const person = (first + place * 7) % personCount;
        const { isPaid, lead, ...ended } = outcome();
        const booked = { date, from, to, service, resourceId: hallId, classIndex, person, isPaid, lead };
        schedule.bookings.push({ ...booked, outcome: isComing ? 'kept' : ended.outcome });
      }
    }
  }
  return schedule;
}

/** Returns the part of a day that is booked, from 0 to 1. */
function demandOn(date: PlainDate, today: PlainDate): number {
  const days = daysBetween(today, date);
  const ofWeekday = [0.62, 0.68, 0.72, 0.8, 0.86, 0.84, 0.6][weekdayOf(date)] ?? 0;
  return days > 0 ? ofWeekday * Math.max(0.12, 0.9 - days * 0.06) : ofWeekday * (1 + days / (4 * pastDays));
}

/** Returns numbers from 0 to 1, always the same ones: Mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
