import { registerEnumType } from 'type-graphql';

export enum FigureComparison {
  PREVIOUS_PERIOD = 'previous_period',
  PREVIOUS_YEAR = 'previous_year',
}
registerEnumType(FigureComparison, {
  name: 'FigureComparison',
  description: 'The period with which figures are compared.',
  valuesConfig: {
    PREVIOUS_PERIOD: {
      description:
        'The period of the same length that ends where the period begins. Groups of time are aligned by position.',
    },
    PREVIOUS_YEAR: {
      description:
        'The same dates one year earlier. If that year has no 29 February, nothing is compared with that day; if only that year has one, it is part of 28 February.',
    },
  },
});
