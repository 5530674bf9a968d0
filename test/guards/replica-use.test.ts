import { Kind, parse } from 'graphql';
import { bookingOperations } from '../../src/graphql/operations.js';
import { bookingSchema } from '../../src/graphql/schema.js';
import type { Route } from '../../src/http/rest/route.js';
import { routes } from '../../src/http/rest/routes/index.js';
import { publicRoutes } from '../../src/http/rest/routes/public.routes.js';
import { type ReplicaUse, replicaUseOf } from '../../src/platform/replica-use.js';

type Table = Readonly<Record<ReplicaUse | 'never', readonly string[]>>;

const words = (text: string): string[] => text.split(/\s+/);

/** All queries by when they are read from a replica. A new one must be added, and so decided. */
const queries: Table = {
  always:
    words(`bookingFigures bookingHistory bookingTimeline eventHistory operationFigures paymentFigures peopleFigures
    personHistory revenueFigures tipFigures utilisationFigures`),
  preferred:
    words(`apiKeys apiRequests bookingRefusals bookings bookingsOfEvent bookingsOfPerson calendarFeeds calendarSourceEntries
    calendarSources categories childrenOfPerson clientUsers coupons dependantsOfPerson documents events failedJobs
    giftCards guardians guardiansOfPerson messageTemplates messages needsOfService orderLineItems orders packages
    people providers recurringBookings recurringEvents resourceExceptionDates resources rotas securityEvents
    serviceOptionGroups serviceOptions services servicesOfCategory taxRates timesOff waitlistEntries
    webHookDeliveries webHooks`),
  never:
    words(`account accountSecret availableDates availableDatesByLink availableResources availableResourcesByLink booking
    bookingAssignment bookingByExternalId bookingByLink bookingHold calendarSource calendarsOfSource category change
    changes clientUser coupon document event exportPerson externalBusyTimes giftCard guardian holidays
    identityProvider identityProviderRedirectUri message messageSource messageTemplate messageTemplatePreview
    messageTextPreview nextAvailableDate nextAvailableDateByLink openingHours order package paymentProviders
    paymentSettings person personErasure provider publicDocument publicOrder resource resourceExceptionDate rota
    seriesProgress service serviceNeed serviceOption serviceOptionGroup slots slotsByLink stays taxRate testClock
    timeConflicts timeOff timeOffConflicts viewer visit visitByLink visitSlots visitSlotsByLink visitorBookings
    visitorGiftCards visitorOrders visitorPackages visitorPeople visitorSession visitorWaitlist waitlistEntry
    waitlistTicket webHook webHookDelivery`),
};

/** The GET routes of the private API. */
const privatePaths: Table = {
  always:
    words(`/bookings/:booking_id/changes /events/:event_id/changes /figures/bookings /figures/operations /figures/payments
    /figures/people /figures/revenue /figures/tips /figures/utilisation /people/:person_id/changes`),
  preferred: words(`/bookings /bookings/all /bookings/no_status /bookings/recent /bookings/recurring/:collection_id
    /bookings/unconfirmed /bookings/upcoming /bookings/visible /calendar_sources
    /calendar_sources/:calendar_source_id/entries /categories /categories/:category_id/services /client/users
    /coupons /documents /events /events/:event_id/bookings /events/:event_id/bookings/all
    /events/:event_id/bookings/no_status /events/:event_id/bookings/recent /events/:event_id/bookings/unconfirmed
    /events/:event_id/bookings/upcoming /events/:event_id/bookings/visible /events/recurring/:collection_id
    /gift_cards /message_templates /order_line_items /orders /packages /people /people/:person_id/bookings
    /people/:person_id/bookings/all /people/:person_id/bookings/no_status /people/:person_id/bookings/recent
    /people/:person_id/bookings/unconfirmed /people/:person_id/bookings/upcoming /people/:person_id/bookings/visible
    /people/:person_id/children /people/:person_id/dependants /people/:person_id/guardians /people/all
    /people/deleted /providers /resources /resources/:resource_id/exception_dates /rotas /services
    /services/:service_id/needs /services/:service_id/option_groups /services/:service_id/options
    /services/appointments /services/attendances /services/gift_cards /services/packages /services/products
    /tax_rates /time_off /waitlist /web_hooks`),
  never: words(`/bookings/:booking_id /bookings/:booking_id/assignment /bookings/:booking_id/link
    /bookings/find_by/external_id/:external_id /calendar_sources/:calendar_source_id
    /calendar_sources/:calendar_source_id/calendars /categories/:category_id /changes /client /client/holidays
    /client/secret /client/users/:user_link_id /coupons/:coupon_id /documents/:document_id /events/:event_id
    /gift_cards/:gift_card_id /guardians/:guardian_id /message_templates/:message_template_id /orders/:order_id
    /packages/:package_id /people/:person_id /people/:person_id/erasure /people/:person_id/export
    /providers/:provider_id /resources/:resource_id /resources/:resource_id/exception_dates/:exception_date
    /resources/:resource_id/opening_hours /resources/opening_hours /rotas/:rota_id /series/:collection_id
    /service_needs/:service_need_id /service_option_groups/:service_option_group_id
    /service_options/:service_option_id /services/:service_id /services/:service_id/availability
    /services/:service_id/available_dates /services/:service_id/conflicts /services/:service_id/next_available_date
    /services/:service_id/slots /tax_rates/:tax_rate_id /test_clock /time_off/:time_off_id
    /time_off/:time_off_id/conflicts /visits/:visit_id /waitlist/:waitlist_entry_id /web_hooks/:web_hook_id
    /web_hooks/:web_hook_id/secret`),
};

/** The GET routes of the public API. */
const publicPaths: Table = {
  always: [],
  preferred:
    words(`/categories /categories/:category_id/services /events /resources /services /services/:service_id/option_groups
    /services/:service_id/options /services/appointments /services/attendances /services/gift_cards
    /services/packages /services/products`),
  never:
    words(`/bookings/:token /bookings/:token/available_dates /bookings/:token/next_available_date /bookings/:token/slots
    /bookings/:token/visit /bookings/:token/visit/slots /categories/:category_id /client /events/:event_id /me/bookings
    /me/gift_cards /me/orders
    /me/packages /me/people /me/session /me/waitlist /orders/:order_token /orders/:order_token/documents/:document_id
    /resources/:resource_id /services/:service_id /services/:service_id/available_dates
    /services/:service_id/conflicts /services/:service_id/next_available_date /services/:service_id/slots
    /waitlist/:waitlist_token`),
};

/** Groups names by their use, each group sorted. */
function tableOf(uses: readonly (readonly [name: string, use: unknown])[]): Record<string, string[]> {
  const table: Record<string, string[]> = { always: [], preferred: [], never: [] };
  for (const [name, use = 'never'] of uses) table[String(use)]?.push(name);
  return Object.fromEntries(Object.entries(table).map(([use, names]) => [use, names.toSorted()]));
}

const usesOf = (all: readonly Route[], isRead: boolean) =>
  all
    .filter(({ method }) => (method === 'GET') === isRead)
    .map(({ path, operation }) => [path, bookingOperations().get(operation)?.replicaUse] as const);

function useOf(text: string): ReplicaUse | undefined {
  const document = parse(text);
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (!operation) throw new Error('no operation');
  return replicaUseOf(bookingSchema(), document, operation);
}

describe('reads from a replica', () => {
  it('are decided for every query', () => {
    const fields = Object.values(bookingSchema().getQueryType()?.getFields() ?? {});
    expect(tableOf(fields.map(({ name, extensions }) => [name, extensions['replica']]))).toEqual(queries);
  });

  it('are decided for every GET route', () => {
    expect(tableOf(usesOf(routes, true))).toEqual(privatePaths);
    expect(tableOf(usesOf(publicRoutes, true))).toEqual(publicPaths);
  });

  it('are declared by no mutation and no subscription', () => {
    const types = [bookingSchema().getMutationType(), bookingSchema().getSubscriptionType()];
    const fields = types.flatMap((type) => Object.values(type?.getFields() ?? {}));
    expect(fields.length).toBeGreaterThan(80);
    expect(fields.filter(({ extensions }) => 'replica' in extensions)).toEqual([]);
    expect(usesOf([...routes, ...publicRoutes], false).filter(([, use]) => use)).toEqual([]);
  });

  it.each<[string, string, ReplicaUse | undefined]>([
    ['figures', '{ bookingFigures { total { bookings } } __typename }', 'always'],
    ['a list', '{ bookings { totalCount } }', 'preferred'],
    ['figures and a list', '{ bookingFigures { total { bookings } } bookings { totalCount } }', 'preferred'],
    ['figures and free times', '{ bookingFigures { total { bookings } } slots { totalCount } }', undefined],
    [
      'a list that may be left out',
      'query ($all: Boolean!) { slots @include(if: $all) { totalCount } people { totalCount } }',
      undefined,
    ],
    ['an alias', '{ bookingFigures: slots { totalCount } }', undefined],
    [
      'fragments',
      '{ ...A } fragment A on Query { ...B ... on Query { people { totalCount } } } fragment B on Query { revenueFigures { total { turnover } } }',
      'preferred',
    ],
    [
      'free times in a fragment',
      '{ people { totalCount } ...A } fragment A on Query { slots { totalCount } }',
      undefined,
    ],
    ['an unknown field', '{ nothing }', undefined],
    ['the schema alone', '{ __schema { queryType { name } } }', undefined],
    ['a mutation', 'mutation { bookings { totalCount } }', undefined],
    ['a subscription', 'subscription { bookings { totalCount } }', undefined],
  ])('are decided for a document with %s', (_case, text, use) => {
    expect(useOf(text)).toBe(use);
  });

  it('are decided in a moment for fragments that contain each other twice', () => {
    const fragments = Array.from({ length: 200 }, (_, n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`);
    const text = `{ ...F0 } ${fragments.join(' ')} fragment F200 on Query { people { totalCount } }`;
    expect(useOf(text)).toBe('preferred');
  });
});
