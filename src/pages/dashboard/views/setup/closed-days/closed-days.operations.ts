// Written by `npm run -s pages:operations` from closed-days.graphql. Do not edit.
import type { Operation } from '../../../graphql/operation.js';
import type { Exact } from '../../../graphql/schema.types.js';

export type ReadClosedDaysQueryVariables = Exact<{
  thisYear: string;
  nextYear: string;
}>;

export type ReadClosedDaysQuery = { account: { revisionCount: number, countryCode: string, closedForHolidays: boolean, closedDays: Array<{ from: string, to: string, reason: string | null, repeatsYearly: boolean }> }, thisYear: { nodes: Array<{ date: string, name: string }> }, nextYear: { nodes: Array<{ date: string, name: string }> } };

export const readClosedDays: Operation<ReadClosedDaysQuery, ReadClosedDaysQueryVariables> = {
  text: "query ReadClosedDays($thisYear:Date!$nextYear:Date!){account{revisionCount countryCode closedForHolidays closedDays{from to reason repeatsYearly}}thisYear:holidays(from:$thisYear){nodes{date name}}nextYear:holidays(from:$nextYear){nodes{date name}}}",
};
