import type { TestAccount } from '../support/test-server.js';

/** A resource for many people, and a service that it provides. */
export interface Studio {
  resource: number;
  service: number;
}

export async function openStudio(account: TestAccount): Promise<Studio> {
  const { id: resource } = await account.create('/resources', 'resource', { title: 'Hall', capacity: 1000 });
  const { id: service } = await account.create('/services', 'service', { title: 'Class', interval: 60 });
  await account.create('/providers', 'provider', { resource_id: resource, service_id: service });
  return { resource, service };
}

/** Books an hour by REST. @returns the booking as REST shows it */
export function book(
  account: TestAccount,
  { resource, service }: Studio,
  attributes: object = {},
  parameters: object = {},
) {
  const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
  return account.create(
    '/bookings',
    'booking',
    { resource_id: resource, service_id: service, ...time, ...attributes },
    parameters,
  );
}
