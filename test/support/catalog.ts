import type { TestAccount } from './test-server.js';

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Returns the attributes of a resource or provider with the same opening hours on every day of the week. */
export function openDaily(...hours: string[]): Record<string, string[]> {
  return Object.fromEntries(weekdays.map((day) => [`opening_hours_${day}`, hours]));
}

export interface BookableService {
  serviceId: number;
  /** The first of the resources, or the only one. */
  resourceId: number;
  resourceIds: number[];
}

interface BookableServiceOptions {
  service?: object;
  resource?: object;
  /** Attributes of the providers. Each gets a resource of its own. */
  providers?: object[];
}

/** Creates a service and the resources that offer it; by default one, open from 09:00 to 17:00 every day. */
export async function createBookableService(
  account: TestAccount,
  { service = {}, resource = {}, providers = [{}] }: BookableServiceOptions = {},
): Promise<BookableService> {
  const { id: serviceId } = await account.create('/services', 'service', { title: 'Cut', ...service });
  const resourceIds: number[] = [];
  for (const provider of providers) {
    const { id } = await account.create('/resources', 'resource', {
      title: 'Chair',
      ...openDaily('09:00', '17:00'),
      ...resource,
    });
    await account.create('/providers', 'provider', { resource_id: id, service_id: serviceId, ...provider });
    resourceIds.push(id);
  }
  return { serviceId, resourceId: resourceIds[0] ?? 0, resourceIds };
}

/** Returns a service that is created anew before each test of a file. */
export function bookableServicePerTest(account: TestAccount, options?: BookableServiceOptions): BookableService {
  const offered = { serviceId: 0, resourceId: 0, resourceIds: [] };
  beforeEach(async () => Object.assign(offered, await createBookableService(account, options)));
  return offered;
}

/** Books the service at noon, two days after the start of the test's clock. @returns the booking as REST shows it */
export function bookService(
  account: TestAccount,
  { serviceId, resourceId }: Pick<BookableService, 'serviceId' | 'resourceId'>,
  attributes: object = {},
  parameters: object = {},
) {
  const time = { booked_from: '2026-03-04 12:00', booked_to: '2026-03-04 13:00' };
  const of = { service_id: serviceId, resource_id: resourceId };
  return account.create('/bookings', 'booking', { ...of, ...time, ...attributes }, parameters);
}

/** Creates an event with a service of its own: by default for three people, at noon, a day after the clock's start. */
export async function createEvent(account: TestAccount, event: object = {}, service: object = {}) {
  const { serviceId, resourceId } = await createBookableService(account, {
    service: { booking_type: 'attendance', ...service },
  });
  return account.create('/events', 'event', {
    title: 'Yoga',
    service_id: serviceId,
    resource_id: resourceId,
    capacity: 3,
    starts_at: '2026-03-03 12:00',
    ends_at: '2026-03-03 13:00',
    ...event,
  });
}
