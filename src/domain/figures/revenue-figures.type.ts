import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Decimal } from '../../platform/scalars.js';
import { calendarDimensions, FigureDimension } from './figure-dimension.js';
import type { FigureNumbers } from './figure-statements.js';
import { createFiguresType } from './figures.type.js';

/** The dimensions by which revenue can be grouped. */
export const revenueDimensions = {
  ...calendarDimensions,
  SERVICE: FigureDimension.SERVICE,
  PERSON: FigureDimension.PERSON,
  COUPON: FigureDimension.COUPON,
} as const;
registerEnumType(revenueDimensions, {
  name: 'RevenueDimension',
  description:
    'What revenue is grouped by. Weeks begin on Monday. Days, weeks and months do not combine. Only people with revenue have a group.',
  valuesConfig: {
    SERVICE: { description: 'The service of the order. The sale of gift cards belongs to no service.' },
    PERSON: { description: 'The person of the order, or the buyer of the gift card, or else its owner.' },
    COUPON: { description: 'The coupon of the order. The sale of gift cards belongs to no coupon.' },
  },
});

export type RevenueDimension = (typeof revenueDimensions)[keyof typeof revenueDimensions];

@ObjectType({ description: 'Amounts in the currency of the account.' })
export class RevenueFigure {
  constructor(readonly numbers: FigureNumbers) {}

  @Field(() => Int, { description: 'The number of orders that were created in the period, without cancelled ones.' })
  get orders(): number {
    return Number(this.numbers['orders'] ?? 0);
  }

  @Field(() => Decimal, { description: 'The total of these orders before discounts.' })
  get ordered(): string {
    return this.#amount('ordered');
  }

  @Field(() => Decimal, { description: 'The discounts of these orders.' })
  get discounted(): string {
    return this.#amount('discounted');
  }

  @Field(() => Decimal, { description: 'What is still to be paid for these orders, now.' })
  get outstanding(): string {
    return this.#amount('outstanding');
  }

  @Field(() => Decimal, {
    description:
      'The payments that were recorded in the period for orders of any date and state, also from gift cards.',
  })
  get paid(): string {
    return this.#amount('paid');
  }

  @Field(() => Decimal, {
    description: 'What was refunded, returned to gift cards or reversed in the period, of payments of any date.',
  })
  get refunded(): string {
    return this.#amount('refunded');
  }

  @Field(() => Decimal, { description: 'The initial values of the gift cards that were created in the period.' })
  get giftCardsSold(): string {
    return this.#amount('giftCardsSold');
  }

  @Field(() => Decimal, {
    description: 'What gift cards of any date paid in the period, less what was returned to them. Part of `paid`.',
  })
  get giftCardsSpent(): string {
    return this.#amount('giftCardsSpent');
  }

  @Field(() => Decimal, {
    description: 'What is left now on the gift cards that were created in the period and can still be redeemed.',
  })
  get giftCardsOpen(): string {
    return this.#amount('giftCardsOpen');
  }

  #amount(measure: string): string {
    return String(this.numbers[measure] ?? '0');
  }
}

@ObjectType()
export class RevenueFigures extends createFiguresType(RevenueFigure, 'RevenueFigure') {}
