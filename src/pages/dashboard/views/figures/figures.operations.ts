// Written by `npm run -s pages:operations` from figures.graphql. Do not edit.
import type { Operation } from '../../graphql/operation.js';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** What figures of bookings are grouped by. Hours, weekdays, days, weeks and months are those in which bookings begin, on the wall clock of the account; weeks begin on Monday. Days, weeks and months do not combine, nor do days and weekdays. */
export type BookingDimension =
  /** The categories of the service, without those above. A booking counts in each of them, and once in the total. */
  | 'CATEGORY'
  /** Who created the booking, as in `createdBy` of the booking. */
  | 'CREATED_BY'
  /** The date. */
  | 'DAY'
  /** The event. */
  | 'EVENT'
  /** The hour of the day, from 0 to 23, in the time zone of the account. */
  | 'HOUR_OF_DAY'
  /** The month. */
  | 'MONTH'
  /** The resource. */
  | 'RESOURCE'
  /** The service. */
  | 'SERVICE'
  /** The state. */
  | 'STATE'
  /** The status. */
  | 'STATUS'
  /** The week. */
  | 'WEEK'
  /** The day of the week. */
  | 'WEEKDAY';

/** The period with which figures are compared. */
export type FigureComparison =
  /** The period of the same length that ends where the period begins. Groups of time are aligned by position. */
  | 'PREVIOUS_PERIOD'
  /** The same dates one year earlier. If that year has no 29 February, nothing is compared with that day; if only that year has one, it is part of 28 February. */
  | 'PREVIOUS_YEAR';

/** The period of figures: at most 366 days. `from` is included, `to` is not. A date is its first instant: the figures of March are from 2026-03-01 to 2026-04-01. */
export type FigurePeriod = {
  /** The first instant of the period. */
  from: string;
  /** The end of the period, after `from`. */
  to: string;
};

/** What figures of people are grouped by: the day, week or month in which their bookings begin, on the wall clock of the account. Weeks begin on Monday. */
export type PeopleDimension =
  /** The date. */
  | 'DAY'
  /** The month. */
  | 'MONTH'
  /** The week. */
  | 'WEEK';

/** What revenue is grouped by. Weeks begin on Monday. Days, weeks and months do not combine. Only people with revenue have a group. */
export type RevenueDimension =
  /** The coupon of the order. The sale of gift cards belongs to no coupon. */
  | 'COUPON'
  /** The date. */
  | 'DAY'
  /** The month. */
  | 'MONTH'
  /** The person of the order, or the buyer of the gift card, or else its owner. */
  | 'PERSON'
  /** The service of the order. The sale of gift cards belongs to no service. */
  | 'SERVICE'
  /** The week. */
  | 'WEEK';

export type UtilisationReportQueryVariables = Exact<{
  during: FigurePeriod;
  compare?: FigureComparison | null | undefined;
}>;


export type UtilisationReportQuery = { utilisationFigures: { groups: Array<{ keys: Array<{ name: string | null, label: string | null }>, figure: { openMinutes: number, bookedMinutes: number, rate: number | null }, previous: { openMinutes: number, bookedMinutes: number, rate: number | null } | null }>, total: { openMinutes: number, bookedMinutes: number, rate: number | null }, previousTotal: { openMinutes: number, bookedMinutes: number, rate: number | null } | null } | null };

export type UtilisationFragment = { openMinutes: number, bookedMinutes: number, rate: number | null };

export type BookingsReportQueryVariables = Exact<{
  during: FigurePeriod;
  compare?: FigureComparison | null | undefined;
  step: BookingDimension;
}>;


export type BookingsReportQuery = { bookingFigures: { groups: Array<{ keys: Array<{ label: string | null }>, figure: { bookings: number, noShows: number, noShowRate: number | null, states: { awaitingVerification: number, verificationExpired: number, awaitingPayment: number, awaitingConfirmation: number, confirmed: number, declined: number, cancelled: number } }, previous: { bookings: number, noShows: number, noShowRate: number | null, states: { awaitingVerification: number, verificationExpired: number, awaitingPayment: number, awaitingConfirmation: number, confirmed: number, declined: number, cancelled: number } } | null }>, total: { bookings: number, noShows: number, noShowRate: number | null, states: { awaitingVerification: number, verificationExpired: number, awaitingPayment: number, awaitingConfirmation: number, confirmed: number, declined: number, cancelled: number } }, previousTotal: { bookings: number, noShows: number, noShowRate: number | null, states: { awaitingVerification: number, verificationExpired: number, awaitingPayment: number, awaitingConfirmation: number, confirmed: number, declined: number, cancelled: number } } | null } | null };

export type BookingsFragment = { bookings: number, noShows: number, noShowRate: number | null, states: { awaitingVerification: number, verificationExpired: number, awaitingPayment: number, awaitingConfirmation: number, confirmed: number, declined: number, cancelled: number } };

export type RevenueReportQueryVariables = Exact<{
  during: FigurePeriod;
  compare?: FigureComparison | null | undefined;
  step: RevenueDimension;
}>;


export type RevenueReportQuery = { revenueFigures: { groups: Array<{ keys: Array<{ label: string | null }>, figure: { orders: number, ordered: string, discounted: string, paid: string, refunded: string, outstanding: string }, previous: { orders: number, ordered: string, discounted: string, paid: string, refunded: string, outstanding: string } | null }>, total: { orders: number, ordered: string, discounted: string, paid: string, refunded: string, outstanding: string }, previousTotal: { orders: number, ordered: string, discounted: string, paid: string, refunded: string, outstanding: string } | null } | null };

export type RevenueFragment = { orders: number, ordered: string, discounted: string, paid: string, refunded: string, outstanding: string };

export type PeopleReportQueryVariables = Exact<{
  during: FigurePeriod;
  compare?: FigureComparison | null | undefined;
  step: PeopleDimension;
}>;


export type PeopleReportQuery = { peopleFigures: { groups: Array<{ keys: Array<{ label: string | null }>, figure: { people: number, newPeople: number, returningPeople: number }, previous: { people: number, newPeople: number, returningPeople: number } | null }>, total: { people: number, newPeople: number, returningPeople: number }, previousTotal: { people: number, newPeople: number, returningPeople: number } | null } | null };

export type PeopleFragment = { people: number, newPeople: number, returningPeople: number };

export const utilisationReport: Operation<UtilisationReportQuery, UtilisationReportQueryVariables> = {
  text: "query UtilisationReport($during:FigurePeriod!$compare:FigureComparison){utilisationFigures(during:$during compare:$compare groupBy:[WEEKDAY HOUR_OF_DAY]){groups{keys{name label}figure{...Utilisation}previous{...Utilisation}}total{...Utilisation}previousTotal{...Utilisation}}}fragment Utilisation on UtilisationFigure{openMinutes bookedMinutes rate}",
};

export const bookingsReport: Operation<BookingsReportQuery, BookingsReportQueryVariables> = {
  text: "query BookingsReport($during:FigurePeriod!$compare:FigureComparison$step:BookingDimension!){bookingFigures(during:$during compare:$compare groupBy:[$step]){groups{keys{label}figure{...Bookings}previous{...Bookings}}total{...Bookings}previousTotal{...Bookings}}}fragment Bookings on BookingFigure{bookings noShows noShowRate states{awaitingVerification verificationExpired awaitingPayment awaitingConfirmation confirmed declined cancelled}}",
};

export const revenueReport: Operation<RevenueReportQuery, RevenueReportQueryVariables> = {
  text: "query RevenueReport($during:FigurePeriod!$compare:FigureComparison$step:RevenueDimension!){revenueFigures(during:$during compare:$compare groupBy:[$step]){groups{keys{label}figure{...Revenue}previous{...Revenue}}total{...Revenue}previousTotal{...Revenue}}}fragment Revenue on RevenueFigure{orders ordered discounted paid refunded outstanding}",
};

export const peopleReport: Operation<PeopleReportQuery, PeopleReportQueryVariables> = {
  text: "query PeopleReport($during:FigurePeriod!$compare:FigureComparison$step:PeopleDimension!){peopleFigures(during:$during compare:$compare groupBy:[$step]){groups{keys{label}figure{...People}previous{...People}}total{...People}previousTotal{...People}}}fragment People on PeopleFigure{people newPeople returningPeople}",
};
