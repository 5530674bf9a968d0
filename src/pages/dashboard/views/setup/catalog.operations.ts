// Written by `npm run -s pages:operations` from catalog.graphql. Do not edit.
import type { Operation } from '../../graphql/operation.js';
import type { Exact, BookingType, CouponValueType, ResourceExceptionDateInput } from '../../graphql/schema.types.js';

export type ListResourcesQueryVariables = Exact<{ [key: string]: never; }>;

export type ListResourcesQuery = { resources: { nodes: Array<{ id: number, title: string, capacity: number, openingHoursMon: Array<string> | null, openingHoursTue: Array<string> | null, openingHoursWed: Array<string> | null, openingHoursThu: Array<string> | null, openingHoursFri: Array<string> | null, openingHoursSat: Array<string> | null, openingHoursSun: Array<string> | null }> } };

export type ListServicesQueryVariables = Exact<{ [key: string]: never; }>;

export type ListServicesQuery = { services: { nodes: Array<{ id: number, title: string, bookingType: BookingType, interval: number, price: string | null }> } };

export type ListExceptionDatesQueryVariables = Exact<{
  resourceId: number;
  from: string;
  after?: string | null | undefined;
}>;

export type ListExceptionDatesQuery = { resourceExceptionDates: { nodes: Array<{ id: number, revisionCount: number, exceptionDate: string, openingHours: Array<string> | null, serviceId: number | null, service: { title: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ExceptionDateFragment = { id: number, revisionCount: number, exceptionDate: string, openingHours: Array<string> | null, serviceId: number | null, service: { title: string } | null };

export type SaveExceptionDateMutationVariables = Exact<{
  resourceId: number;
  date: string;
  input: ResourceExceptionDateInput;
}>;

export type SaveExceptionDateMutation = { saveResourceExceptionDate: { id: number, revisionCount: number, exceptionDate: string, openingHours: Array<string> | null, serviceId: number | null, service: { title: string } | null } | null };

export type DeleteExceptionDateMutationVariables = Exact<{
  resourceId: number;
  serviceId?: number | null | undefined;
  date: string;
  ifRevision: number;
}>;

export type DeleteExceptionDateMutation = { deleteResourceExceptionDate: { id: number } | null };

export type ListCategoriesQueryVariables = Exact<{ [key: string]: never; }>;

export type ListCategoriesQuery = { categories: { nodes: Array<{ id: number, title: string, parentId: number | null, priorityValue: number | null, services: { nodes: Array<{ id: number, title: string }> } }> } };

export type ListCouponsQueryVariables = Exact<{ [key: string]: never; }>;

export type ListCouponsQuery = { coupons: { nodes: Array<{ id: number, title: string, code: string, value: number, valueType: CouponValueType, validUntil: string | null, availability: number | null, active: boolean }> } };

export type ListGiftCardsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;

export type ListGiftCardsQuery = { giftCards: { totalCount: number, nodes: Array<{ id: number, code: string, value: number, initialValue: number, validUntil: string | null, active: boolean, person: { name: string | null, email: string | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ListEventsQueryVariables = Exact<{
  from: string;
  after?: string | null | undefined;
}>;

export type ListEventsQuery = { events: { totalCount: number, nodes: Array<{ id: number, title: string | null, startsAt: string, endsAt: string, capacity: number, nrOfAttendances: number, published: boolean, collectionId: string | null, service: { title: string }, resource: { title: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export const listResources: Operation<ListResourcesQuery, ListResourcesQueryVariables> = {
  text: "query ListResources{resources{nodes{id title capacity openingHoursMon openingHoursTue openingHoursWed openingHoursThu openingHoursFri openingHoursSat openingHoursSun}}}",
};

export const listServices: Operation<ListServicesQuery, ListServicesQueryVariables> = {
  text: "query ListServices{services{nodes{id title bookingType interval price}}}",
};

export const listExceptionDates: Operation<ListExceptionDatesQuery, ListExceptionDatesQueryVariables> = {
  text: "query ListExceptionDates($resourceId:Int!$from:Date!$after:String){resourceExceptionDates(resourceId:$resourceId from:$from first:50 after:$after){nodes{...ExceptionDate}pageInfo{hasNextPage endCursor}}}fragment ExceptionDate on ResourceExceptionDate{id revisionCount exceptionDate openingHours serviceId service{title}}",
};

export const saveExceptionDate: Operation<SaveExceptionDateMutation, SaveExceptionDateMutationVariables> = {
  text: "mutation SaveExceptionDate($resourceId:Int!$date:Date!$input:ResourceExceptionDateInput!){saveResourceExceptionDate(resourceId:$resourceId exceptionDate:$date input:$input){...ExceptionDate}}fragment ExceptionDate on ResourceExceptionDate{id revisionCount exceptionDate openingHours serviceId service{title}}",
};

export const deleteExceptionDate: Operation<DeleteExceptionDateMutation, DeleteExceptionDateMutationVariables> = {
  text: "mutation DeleteExceptionDate($resourceId:Int!$serviceId:Int$date:Date!$ifRevision:Int!){deleteResourceExceptionDate(resourceId:$resourceId serviceId:$serviceId exceptionDate:$date ifRevision:$ifRevision){id}}",
};

export const listCategories: Operation<ListCategoriesQuery, ListCategoriesQueryVariables> = {
  text: "query ListCategories{categories{nodes{id title parentId priorityValue services(first:20){nodes{id title}}}}}",
};

export const listCoupons: Operation<ListCouponsQuery, ListCouponsQueryVariables> = {
  text: "query ListCoupons{coupons{nodes{id title code value valueType validUntil availability active}}}",
};

export const listGiftCards: Operation<ListGiftCardsQuery, ListGiftCardsQueryVariables> = {
  text: "query ListGiftCards($after:String){giftCards(first:50 after:$after){totalCount nodes{id code value initialValue validUntil active person{name email}}pageInfo{hasNextPage endCursor}}}",
};

export const listEvents: Operation<ListEventsQuery, ListEventsQueryVariables> = {
  text: "query ListEvents($from:DateTime!$after:String){events(filter:{during:{from:$from}}first:50 after:$after){totalCount nodes{id title startsAt endsAt capacity nrOfAttendances published collectionId service{title}resource{title}}pageInfo{hasNextPage endCursor}}}",
};
