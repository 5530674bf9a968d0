import { daysOfYear, type World } from './world.js';

/** A kind of request that is sent repeatedly. */
export interface Job {
  /** The name of the job on the command line. */
  key: string;
  name: string;
  method: 'GET' | 'POST';
  /** Whether the references have the route, too. */
  hasReference: boolean;
  /** The numbers of connections to measure with. */
  connections: readonly number[];
  /** Returns the next path and, for POST, body. */
  next: () => { path: string; body?: object };
  /** Returns the next booking of a job that creates one in each request. */
  nextBooking?: () => NewBooking;
  /** The expected number of entries of each response, as counted by `count`. */
  entries: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  count: (body: any) => number;
}

const oneAndMany = [1, 16];

/** J3 books from this year on, after all other bookings, and the bulk from the second. */
const farYear = 2100;
const bulkYear = 2150;
export const farFuture = `${farYear}-01-01T00:00:00Z`;

/** Creates the jobs in the order of their measurement. Two of the last three add bookings, and the last lists them, too. */
export function createJobs(world: World): Job[] {
  const { bookingIds, subdomain, serviceId } = world;
  let read = 0;
  const slots = `/services/${serviceId}/slots?from=${world.slotsFrom}&to=${world.slotsTo}`;
  return [
    bookingJob('J1 GET /bookings/{id}', () => bookingIds[(read++ * 7_919) % bookingIds.length]),
    pageJob('J2', 'J2 GET /bookings?start of 1,500', `?start=${world.pageFrom}`, oneAndMany),
    pageJob('J2-half', 'J2 GET /bookings?start of half', `?start=${world.halfFrom}`),
    pageJob('J4', 'J4 GET /bookings/recent of all', `/recent?since=${world.changedEver}`, oneAndMany),
    pageJob('J4-new', 'J4 GET /bookings/recent of 1,350', `/recent?since=${world.changedLately}`),
    slotsJob('slots', 'Slots of 30 days', () => `/api/v1${slots}`, world),
    slotsJob('public-slots', 'Public slots of 30 days', () => `/sites/${subdomain}${slots}`, world),
    slotsJob('new-slots', 'Slots of 30 days, read first', () => `/api/v1${slots}${shuffledResources(world)}`, world),
    figuresJob(world, 'figures', 'Figures of a year by day', 'group_by=day', daysOfYear),
    figuresJob(world, 'figures-hours', 'Figures of a year by hour and weekday', 'group_by=hour_of_day,weekday', 24 * 7),
    figuresJob(world, 'figures-all', 'All figures of a year, twice', 'compare=previous_year&extended=true', 1),
    graphqlPage(world),
    createBookings(world),
    createInBulk(world),
    pageJob('J2-import', 'J2 GET /bookings?start of half, after an import', `?start=${world.halfFrom}`),
  ];
}

/** Reads the first booking, which has more attributes than others. */
export function firstBooking({ bookingIds }: World): Job {
  return bookingJob('First booking', () => bookingIds[0]);
}

function bookingJob(name: string, id: () => number | undefined): Job {
  return {
    ...{ key: 'J1', name, method: 'GET', hasReference: true, connections: oneAndMany, entries: 1 },
    next: () => ({ path: `/api/v1/bookings/${id()}` }),
    count: (body) => (body.booking.person.id > 0 ? 1 : 0),
  };
}

function pageJob(key: string, name: string, path: string, connections: readonly number[] = [1]): Job {
  return {
    ...{ key, name, method: 'GET', hasReference: true, connections, entries: 750 },
    next: () => ({ path: `/api/v1/bookings${path}` }),
    count: (body) => body.length,
  };
}

/** Returns the ids of all resources in random order, for which the server has no cached list of slots. */
function shuffledResources({ resourceIds }: World): string {
  const shuffled = resourceIds.map((id) => ({ id, place: Math.random() })).sort((a, b) => a.place - b.place);
  return `&selected_resources=${shuffled.map(({ id }) => id).join(',')}`;
}

function slotsJob(key: string, name: string, path: () => string, { freeHours }: World): Job {
  return {
    ...{ key, name, method: 'GET', hasReference: false, connections: [1], entries: freeHours },
    next: () => ({ path: path() }),
    count: (body) => body.reduce((sum: number, { slot }: { slot: { free: number } }) => sum + slot.free, 0),
  };
}

function figuresJob({ figuresFrom, figuresTo }: World, key: string, name: string, query: string, entries: number): Job {
  return {
    ...{ key, name, method: 'GET', hasReference: false, connections: [1], entries },
    next: () => ({ path: `/api/v1/figures/bookings?from=${figuresFrom}&to=${figuresTo}&${query}` }),
    count: (body) => body.booking_figures.groups.length,
  };
}

interface Edge {
  node: Record<'person' | 'service' | 'resource', object | null>;
}

function graphqlPage({ pageFrom }: World): Job {
  const query = `query Page($start: DateTime!) {
    bookings(filter: { start: $start }, perPage: 100) {
      totalCount
      edges {
        node {
          id state bookedFrom bookedTo count title
          person { id name email phoneNumber }
          service { id title }
          resource { id title }
        }
      }
    }
  }`;
  return {
    key: 'graphql',
    name: 'GraphQL page of 100 bookings',
    method: 'POST',
    hasReference: false,
    connections: [1],
    entries: 100,
    next: () => ({ path: '/graphql', body: { query, variables: { start: pageFrom } } }),
    count: ({ data }) =>
      data.bookings.edges.filter(({ node }: Edge) => node.person && node.service && node.resource).length,
  };
}

export interface NewBooking {
  resourceId: number | undefined;
  serviceId: number;
  personId: number;
  bookedFrom: string;
  bookedTo: string;
}

/** Returns a function that returns successive bookings on each resource, so that every requested time is free. */
function successiveBookings(
  { resourceIds, serviceId, personId, size: { people } }: World,
  year: number,
): () => NewBooking {
  let booked = 0;
  return () => {
    const turn = Math.floor(booked / resourceIds.length);
    return {
      resourceId: resourceIds[booked++ % resourceIds.length],
      serviceId,
      personId: personId + (turn % people),
      bookedFrom: new Date(Date.UTC(year, 0, 1, turn)).toISOString(),
      bookedTo: new Date(Date.UTC(year, 0, 1, turn + 1)).toISOString(),
    };
  };
}

export function createBookings(world: World): Job {
  const next = successiveBookings(world, farYear);
  return {
    ...{
      key: 'J3',
      name: 'J3 POST /bookings',
      method: 'POST',
      hasReference: true,
      connections: oneAndMany,
      entries: 1,
    },
    nextBooking: next,
    next: () => {
      const { resourceId, serviceId, personId, bookedFrom, bookedTo } = next();
      const ids = { resource_id: resourceId, service_id: serviceId, person_id: personId };
      return { path: '/api/v1/bookings', body: { booking: { ...ids, booked_from: bookedFrom, booked_to: bookedTo } } };
    },
    count: (body) => (body.booking.state === 'confirmed' ? 1 : 0),
  };
}

/** The most bookings of one `createBookings`. */
export const mostAtOnce = 500;

export function createInBulk(world: World): Job {
  const query = `mutation Book($items: [NewBookingInput!]!) {
    createBookings(items: $items) { written items { booking { id state } error { message } } }
  }`;
  const next = successiveBookings(world, bulkYear);
  const name = `createBookings of ${mostAtOnce}`;
  return {
    ...{ key: 'bulk', name, method: 'POST', hasReference: false, connections: [1], entries: mostAtOnce },
    next: () => ({ path: '/graphql', body: { query, variables: { items: Array.from({ length: mostAtOnce }, next) } } }),
    count: ({ data }) => data.createBookings.written,
  };
}
