import { type BookableService, createBookableService } from '../support/catalog.js';
import type { TestAccount, TestServer } from '../support/test-server.js';

export interface Salon extends BookableService {
  account: TestAccount;
  key: string;
}

/** Creates an account whose people verify their bookings by a code, and a service with a price. */
export async function openSalon(server: TestServer, settings: Record<string, unknown> = {}): Promise<Salon> {
  const account = await server.account({ publicAccess: true, verification: 'email' });
  const rules = { currency: 'NOK', allow_cancellation: true, cancellation_period: '2 hours' };
  await server.configure(account, { ...rules, ...settings });
  const service = { title: 'Haircut', price: '450.0', description: 'Wash and cut' };
  const offered = await createBookableService(account, { service });
  return { account, key: account.credentials.api_key, ...offered };
}

export const kari = { name: 'Kari', email: 'kari@example.org' };
export const tuesday = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
