import { Field, Float, ObjectType } from 'type-graphql';
import { shareOf } from '../figure-numbers.rules.js';
import { createFiguresType } from '../figures.type.js';

/** Sums of milliseconds times people. */
export interface UsedMilliseconds {
  open: number;
  booked: number;
  blocked: number;
  free: number;
}

@ObjectType({
  description:
    'How much of the time of active resources is booked. All minutes are multiplied by people: an hour of a resource with a capacity of 3 is 180 minutes. Opening hours, exception dates, holidays, bookings and events count as they do for slots.',
})
export class UtilisationFigure {
  constructor(private readonly used: UsedMilliseconds) {}

  @Field(() => Float, {
    description:
      'The minutes in which a slot of a service that the resource offers could be booked if nothing was, times the capacity of the resource. Opening hours are those of today, also for the past. A resource that offers no appointment service has its own hours.',
  })
  get openMinutes(): number {
    return minutesOf(this.used.open);
  }

  @Field(() => Float, {
    description:
      'The minutes of active bookings, times `count`, and of events, times the capacity of the resource, because an event occupies all of it. Includes what is outside of open time and above the capacity. Cancelled and declined bookings and expired holds do not count; no-shows do.',
  })
  get bookedMinutes(): number {
    return minutesOf(this.used.booked);
  }

  @Field(() => Float, {
    description:
      'The minutes, times the capacity, in which an exception date closes a resource that would be open otherwise. Holidays do not count here: they have no open time.',
  })
  get blockedMinutes(): number {
    return minutesOf(this.used.blocked);
  }

  @Field(() => Float, {
    description:
      'The open minutes that are not booked, times the free capacity: `openMinutes` less what is booked within open time, at each instant at most the capacity. By service, or filtered by it, time that other services take counts as free.',
  })
  get freeMinutes(): number {
    return minutesOf(this.used.free);
  }

  @Field(() => Float, {
    nullable: true,
    description:
      'The share of `openMinutes` that is booked, 0 to 1, rounded to four decimals. Bookings outside of open time and above the capacity do not count. Null if nothing is open.',
  })
  get rate(): number | null {
    return shareOf(this.used.open - this.used.free, this.used.open);
  }
}

const msPerMinute = 60_000;

/** Rounded to seconds: two decimals of a minute. */
function minutesOf(milliseconds: number): number {
  return Math.round((milliseconds / msPerMinute) * 100) / 100;
}

@ObjectType()
export class UtilisationFigures extends createFiguresType(UtilisationFigure, 'UtilisationFigure') {}
