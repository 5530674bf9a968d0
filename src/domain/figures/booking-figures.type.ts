import { Field, Float, Int, ObjectType } from 'type-graphql';
import { Decimal } from '../../platform/scalars.js';
import { BookingState } from '../booking-states.js';
import { shareOf } from './figure-numbers.rules.js';
import type { FigureNumbers } from './figure-statements.js';
import { createFiguresType } from './figures.type.js';

@ObjectType({ description: 'Numbers of bookings by state.' })
export class BookingStateCounts {
  constructor(private readonly numbers: FigureNumbers) {}

  @Field(() => Int, { description: 'Holds that await their verification, also if their time has passed.' })
  get awaitingVerification(): number {
    return this.#count(BookingState.AWAITING_VERIFICATION);
  }

  @Field(() => Int, { description: 'Holds that were not verified in time.' })
  get verificationExpired(): number {
    return this.#count(BookingState.VERIFICATION_EXPIRED);
  }

  @Field(() => Int, { description: 'Holds that await their payment, also if their time has passed.' })
  get awaitingPayment(): number {
    return this.#count(BookingState.AWAITING_PAYMENT);
  }

  @Field(() => Int, { description: 'Bookings that await a confirmation.' })
  get awaitingConfirmation(): number {
    return this.#count(BookingState.AWAITING_CONFIRMATION);
  }

  @Field(() => Int, { description: 'Confirmed bookings.' })
  get confirmed(): number {
    return this.#count(BookingState.CONFIRMED);
  }

  @Field(() => Int, { description: 'Declined bookings.' })
  get declined(): number {
    return this.#count(BookingState.DECLINED);
  }

  @Field(() => Int, { description: 'Cancelled bookings, and holds that were not paid in time.' })
  get cancelled(): number {
    return this.#count(BookingState.CANCELLED);
  }

  @Field(() => Int, { description: 'Deleted bookings. 0 unless the filter names the state.' })
  get deleted(): number {
    return this.#count(BookingState.DELETED);
  }

  #count(state: BookingState): number {
    return Number(this.numbers[state] ?? 0);
  }
}

@ObjectType({
  description:
    'Figures of the bookings that begin in the period, or in that of their group, and match the filter. Without a filter by state, these are all bookings except deleted ones, as in a list of the bookings of a period: cancelled ones, declined ones and holds count, too.',
})
export class BookingFigure {
  constructor(readonly numbers: FigureNumbers) {}

  @Field(() => Int, { description: 'The number of bookings.' })
  get bookings(): number {
    return this.#number('bookings');
  }

  @Field(() => Float, { description: 'The sum of `count` of the bookings, a whole number.' })
  get people(): number {
    return this.#number('people');
  }

  @Field(() => Float, { description: 'The length of the bookings together in minutes, a whole number.' })
  get minutes(): number {
    return Math.round(this.#number('seconds') / 60);
  }

  @Field(() => BookingStateCounts, { description: 'The number of bookings by state.' })
  get states(): BookingStateCounts {
    return new BookingStateCounts(this.numbers);
  }

  @Field(() => Int, { description: 'The number of cancelled bookings, with holds that were not paid in time.' })
  get cancellations(): number {
    return this.#number('cancellations');
  }

  @Field(() => Float, {
    nullable: true,
    description: 'The share of cancellations in `bookings`, 0 to 1, rounded to four decimals. Null without bookings.',
  })
  get cancellationRate(): number | null {
    return shareOf(this.#number('cancellations'), this.#number('bookings'));
  }

  @Field(() => Int, {
    description:
      'The number of bookings with the status `NO_SHOW`, without those that were cancelled, declined or deleted.',
  })
  get noShows(): number {
    return this.#number('noShows');
  }

  @Field(() => Float, {
    nullable: true,
    description:
      'The share of no-shows in the bookings that were not cancelled, declined, deleted or left to expire, 0 to 1, rounded to four decimals. Null without such bookings.',
  })
  get noShowRate(): number | null {
    return shareOf(this.#number('noShows'), this.#number('ongoing'));
  }

  @Field(() => Float, {
    nullable: true,
    description:
      'The median time from the creation of a booking to its beginning in minutes, rounded to a whole number; below zero if bookings are mostly added afterwards. Null without bookings.',
  })
  get medianLeadTime(): number | null {
    const seconds = this.numbers['medianLeadSeconds'] ?? null;
    return seconds === null ? null : Math.round(Number(seconds) / 60);
  }

  @Field(() => Int, {
    description:
      'The number of people with active bookings among these whose first active booking of all begins in the period; in groups by day, week or month, in the time of the group.',
  })
  get newPeople(): number {
    return this.#number('newPeople');
  }

  @Field(() => Int, {
    description:
      'The number of people with active bookings among these whose first active booking of all begins before the period; in groups by day, week or month, before the time of the group.',
  })
  get returningPeople(): number {
    return this.#number('returningPeople');
  }

  @Field(() => Decimal, {
    description: 'The prices of the bookings after their discounts, without those of cancelled orders.',
  })
  get value(): string {
    return this.#amount('value');
  }

  @Field(() => Decimal, { description: 'The amounts paid for the bookings, less refunds.' })
  get paid(): string {
    return this.#amount('paid');
  }

  #number(measure: string): number {
    return Number(this.numbers[measure] ?? 0);
  }

  #amount(measure: string): string {
    return String(this.numbers[measure] ?? '0');
  }
}

@ObjectType()
export class BookingFigures extends createFiguresType(BookingFigure, 'BookingFigure') {}
