import { registerEnumType } from 'type-graphql';
import { calendarDimensions } from '../figure-dimension.js';

/** The dimensions by which figures of operations can be grouped. */
export const operationDimensions = { ...calendarDimensions } as const;
registerEnumType(operationDimensions, {
  name: 'OperationDimension',
  description:
    'What figures of operations are grouped by: the day, week or month in which deliveries and messages were created, jobs failed and requests were made, on the wall clock of the account. Weeks begin on Monday.',
});

export type OperationDimension = (typeof operationDimensions)[keyof typeof operationDimensions];
