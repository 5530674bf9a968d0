import type { TestAccount } from './test-server.js';

export interface Slot {
  timestamp: string;
  timestamp_end: string;
  free: number;
  maximum_capacity: number;
  available_resources: number[];
}

/** Lists the slots of a service by REST. */
export async function listSlots(account: TestAccount, serviceId: number, query = 'from=2026-03-03'): Promise<Slot[]> {
  const { status, body } = await account.get(`/services/${serviceId}/slots?${query}`);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.map(({ slot }: { slot: Slot }) => slot);
}

/** Returns the starts of the slots in one line, as `HH:MM`. */
export async function slotTimes(account: TestAccount, serviceId: number, query?: string): Promise<string> {
  const slots = await listSlots(account, serviceId, query);
  return slots.map(({ timestamp }) => timestamp.slice(11, 16)).join(' ');
}

/** Returns the starts of the slots in one line, as day of the month and time, `ddTHH:MM`. */
export async function slotDatesAndTimes(account: TestAccount, serviceId: number, query?: string): Promise<string> {
  const slots = await listSlots(account, serviceId, query);
  return slots.map(({ timestamp }) => timestamp.slice(8, 16)).join(' ');
}
