// Written by `npm run -s pages:operations` from first-run.graphql. Do not edit.
import type { Operation } from '../graphql/operation.js';
import type { Exact, Trade } from '../graphql/schema.types.js';

export type ReadFirstStepsQuery = { account: { publicAccess: boolean, closedForHolidays: boolean, newBookingText: string | null, footer: string | null, mailConfirmation: string | null, closedDays: Array<{ from: string }> }, resources: { nodes: Array<{ id: number, openingHoursMon: Array<string> | null, openingHoursTue: Array<string> | null, openingHoursWed: Array<string> | null, openingHoursThu: Array<string> | null, openingHoursFri: Array<string> | null, openingHoursSat: Array<string> | null, openingHoursSun: Array<string> | null }> }, services: { totalCount: number }, providers: { totalCount: number }, bookings: { nodes: Array<{ id: number }> }, messageTemplates: { totalCount: number } };
export type ChooseTradeMutation = { updateAccount: { id: number } | null };
export type OpenBookingPageMutation = { updateAccount: { id: number } | null };

export const readFirstSteps: Operation<ReadFirstStepsQuery, Exact<{ [key: string]: never; }>> = { text: "query ReadFirstSteps{account{publicAccess closedForHolidays closedDays{from}newBookingText footer mailConfirmation}resources(first:100){nodes{id openingHoursMon openingHoursTue openingHoursWed openingHoursThu openingHoursFri openingHoursSat openingHoursSun}}services(first:1){totalCount}providers(first:1){totalCount}bookings(first:1){nodes{id}}messageTemplates(first:1){totalCount}}" };
export const chooseTrade: Operation<ChooseTradeMutation, Exact<{ trade: Trade; }>> = { text: "mutation ChooseTrade($trade:Trade!){updateAccount(input:{trade:$trade}){id}}" };
export const openBookingPage: Operation<OpenBookingPageMutation, Exact<{ [key: string]: never; }>> = { text: "mutation OpenBookingPage{updateAccount(input:{publicAccess:true}){id}}" };
