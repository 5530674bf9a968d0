// Written by `npm run -s pages:operations` from figures.graphql. Do not edit.
import type { Operation } from '../../graphql/operation.js';
import type { Exact, BookingDimension, FigureComparison, FigurePeriod, PeopleDimension, RevenueDimension } from '../../graphql/schema.types.js';

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
