import { getNamedType, isObjectType } from 'graphql';
import { isRelation } from '../../src/domain/records/reference.js';
import { bookingSchema } from '../../src/graphql/schema.js';
import type { TestAccount } from './test-server.js';

/** All references and related lists of the schema. */
export const relations = Object.values(bookingSchema().getTypeMap())
  .filter(isObjectType)
  .flatMap((type) =>
    Object.values(type.getFields()).flatMap(({ name, type: target, extensions }) =>
      extensions[isRelation] === true
        ? [{ owner: type.name, name, target: getNamedType(target).name, hasKey: `${name}Id` in type.getFields() }]
        : [],
    ),
  )
  // Slots are computed for a service: see `graphql/relations.test`.
  .filter(({ owner }) => owner !== 'Slot');
/** Whether a relation is a list. */
export const isList = ({ target }: { target: string }): boolean => target.endsWith('Connection');

const operations = 'operationFigures(during: { from: "2026-03-01", to: "2026-04-01" })';
const people = 'peopleFigures(during: { from: "2026-03-01", to: "2027-01-01" })';

/** The fields by which a query reaches objects of a type. */
export const pathsTo: Readonly<Record<string, (inner: string) => string>> = {
  ApiKeyRequestCounts: (inner) => `${operations} { requestsByApiKey { ${inner} } }`,
  BookingRefusal: (inner) => `bookingRefusals { nodes { ${inner} } }`,
  Booking: (inner) => `bookings(filter: { scope: ALL }) { nodes { ${inner} } }`,
  CalendarFeed: (inner) => `calendarFeeds(first: 50) { nodes { ${inner} } }`,
  CalendarSource: (inner) => `calendarSources(first: 50) { nodes { ${inner} } }`,
  CalendarSourceEntry: (inner) => `calendarSourceEntries { nodes { ${inner} } }`,
  Category: (inner) => `categories(first: 50) { nodes { ${inner} } }`,
  ClientUserLink: (inner) => `clientUsers(first: 50) { nodes { ${inner} } }`,
  Coupon: (inner) => `coupons(first: 50) { nodes { ${inner} } }`,
  Document: (inner) => `documents { nodes { ${inner} } }`,
  Event: (inner) => `events { nodes { ${inner} } }`,
  Guardian: (inner) => `guardians { nodes { ${inner} } }`,
  GiftCard: (inner) => `giftCards { nodes { ${inner} } }`,
  Package: (inner) => `packages { nodes { ${inner} } }`,
  Message: (inner) => `messages { nodes { ${inner} } }`,
  MessageTemplate: (inner) => `messageTemplates(first: 50) { nodes { ${inner} } }`,
  Order: (inner) => `orders { nodes { ${inner} } }`,
  OrderLineItem: (inner) => `orders { nodes { lineItems { ${inner} } } }`,
  OrderPayment: (inner) => `orders { nodes { payments { ${inner} } } }`,
  Tip: (inner) => `orders { nodes { tips { ${inner} } } }`,
  Person: (inner) => `people { nodes { ${inner} } }`,
  PersonAtRisk: (inner) => `${people} { peopleAtRisk { ${inner} } }`,
  Provider: (inner) => `providers(first: 50) { nodes { ${inner} } }`,
  Resource: (inner) => `resources(first: 50) { nodes { ${inner} } }`,
  ResourceExceptionDate: (inner) => `resources(first: 50) { nodes { exceptionDates { nodes { ${inner} } } } }`,
  Rota: (inner) => `rotas { nodes { ${inner} } }`,
  BookingPlace: (inner) => `bookings(filter: { scope: ALL }) { nodes { places { ${inner} } } }`,
  ServiceNeed: (inner) => `services(first: 50) { nodes { needs(first: 2) { nodes { ${inner} } } } }`,
  ServiceOption: (inner) => `serviceOptions(first: 50) { nodes { ${inner} } }`,
  ServiceOptionGroup: (inner) => `serviceOptionGroups(first: 50) { nodes { ${inner} } }`,
  Service: (inner) => `services(first: 50) { nodes { ${inner} } }`,
  TimeOff: (inner) => `timesOff { nodes { ${inner} } }`,
  TopPerson: (inner) => `${people} { topByBookings { ${inner} } }`,
  WaitlistEntry: (inner) => `waitlistEntries { nodes { ${inner} } }`,
  WebHook: (inner) => `webHooks(first: 50) { nodes { ${inner} } }`,
  WebHookDeliveryCounts: (inner) => `${operations} { deliveriesByWebHook { ${inner} } }`,
  WebHookDelivery: (inner) => `webHookDeliveries { nodes { ${inner} } }`,
};

/** Returns a document for every relation of an account's records, with the places of lists. */
export function relationDocuments(): string[] {
  return relations.map((relation) => {
    const { owner, name } = relation;
    const id = name === 'changes' ? 'cursor' : 'id';
    const conditions = name === 'changes' ? '' : ', filter: { ids: [1, 2, 3] }';
    const list = `${name}(first: 1${conditions}) { totalCount nodes { ${id} } } all: ${name} { totalCount edges { cursor } }`;
    return `{ ${pathsTo[owner]?.(isList(relation) ? list : `${name} { id }`)} }`;
  });
}

/** Reads every relation of an account's records, and the places of lists. @throws Error if a document fails */
export async function readRelations(account: TestAccount): Promise<void> {
  for (const document of relationDocuments()) {
    const { errors } = await account.graphql(document);
    if (errors) throw new Error(`${document}: ${JSON.stringify(errors)}`);
  }
}
